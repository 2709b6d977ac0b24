"""A game with the printed deck, scored on two phones and shown on a display, with all that happens to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from games.rules.state import Trick
from games.server.network import list_lan_addresses
from tests.browser.conftest import Arrive
from tests.browser.pad_page import PadPage, join_by_link, log_trick, open_new_table, phone_at, scanned
from tests.browser.visitor import Visitor
from tests.rules.random_games import random_game
from tests.site_process import Site, copy_var

pytestmark = pytest.mark.browser
SEED = 5
TABLET = ViewportSize(width=1024, height=768)


@pytest.fixture
def home(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site on the local network, or on the loopback where there is none."""
    host = next(iter(list_lan_addresses()), "127.0.0.1")
    site = Site(copy_var(prepared_var, tmp_path_factory.mktemp("home")), {"RATE_LIMITS": "0"}, host).start()
    yield site
    site.stop()
    assert site.crash() == ""


def test_a_game_survives_corrections_conflicts_a_new_phone_lost_connections_and_a_killed_server(
    arrive: Arrive, home: Site, painting_browser: Browser
) -> None:
    tricks = random_game(SEED)[-1].tricks
    screen = arrive(url=home.url, by=painting_browser, viewport=TABLET)
    display = screen.page()
    open_new_table(display, "display")
    (one, ana_page), (two, bram_page) = phone_at(arrive, home), phone_at(arrive, home, by=painting_browser)
    for visitor in (screen, one, two):
        visitor.expect_cut_line()

    link = scanned(display.locator(".stage .qr"))
    assert link.startswith(f"{home.url}/j#")
    ana, bram = join_by_link(ana_page, link, "Ana"), join_by_link(bram_page, link, "Bram")
    expect(display.locator(".stage .qr")).to_have_count(0)
    (ana, bram)[tricks[0].leader].leads(tricks[0].leader)

    for trick in tricks[:2]:
        log_trick((ana, bram), trick)
    expect(display.locator(".story")).to_contain_text("recruits")
    correct(ana, bram, tricks[1])
    conflict(one, ana, bram, tricks[2])
    bram = new_phone_at(arrive, home, bram)
    log_offline(one, ana, bram, tricks[3])
    kill_server(home, ana, bram, tricks[4])
    log_trick((ana, bram), tricks[5])
    for pad in (ana, bram):
        pad.at(tricks[6].phase, tricks[6].number)


def correct(ana: PadPage, bram: PadPage, trick: Trick) -> None:
    """Bram changes a card, of which Ana is notified, and she changes it back."""
    place, right, wrong = f"1.{trick.number}", str(trick.revealed), other_card(trick)
    bram.correct(place, "revealed", wrong)
    expect(ana.note).to_contain_text("Bram changed the revealed card")
    ana.correct(place, "revealed", right)
    expect(bram.note).to_contain_text("Ana changed the revealed card")


def other_card(trick: Trick) -> str:
    """A card that was not revealed."""
    return "P8" if str(trick.revealed) == "P9" else "P9"


def conflict(visitor: Visitor, ana: PadPage, bram: PadPage, trick: Trick) -> None:
    """Both log the same place, Ana offline: Bram's card stands, and Ana is asked."""
    for pad in (ana, bram):
        pad.at(trick.phase, trick.number)
    right = str(trick.revealed)
    visitor.context.set_offline(True)
    ana.log("revealed", right)
    ana.has(1)
    bram.log("revealed", other_card(trick))
    bram.sent()
    visitor.context.set_offline(False)
    expect(ana.sheet.get_by_role("heading")).to_contain_text("The revealed card is logged as")
    ana.page.locator("#conflict-change").click()
    expect(bram.place("revealed").locator(".chip")).to_have_attribute("data-faction", right[0])
    expect(bram.place("revealed").locator(".chip")).to_contain_text(right[1:])
    pads = (ana, bram)
    pads[trick.leader].log("lead", str(trick.lead))
    pads[trick.leader].sent()
    pads[1 - trick.leader].log("follow", str(trick.follow))


def new_phone_at(arrive: Arrive, home: Site, bram: PadPage) -> PadPage:
    """A new phone scans a code of Bram's phone and takes his seat."""
    bram.tab("table")
    bram.page.locator("[data-seat-code='1']").click()
    code = bram.sheet.locator(".qr")
    code.wait_for()
    visitor, page = phone_at(arrive, home)
    visitor.expect_cut_line()
    fresh = join_by_link(page, scanned(code), "Bram")
    bram.tab("pad")
    expect(bram.page.get_by_text("Another device has your seat now")).to_be_visible(timeout=2_000)
    return fresh


def log_offline(visitor: Visitor, ana: PadPage, bram: PadPage, trick: Trick) -> None:
    """Ana logs a whole trick offline and closes her page meanwhile."""
    ana.at(trick.phase, trick.number)
    visitor.context.set_offline(True)
    for name in ("revealed", "lead", "follow"):
        ana.log(name, str(getattr(trick, name)))
    ana.has(3)
    url = ana.page.url
    ana.page.goto("about:blank")
    visitor.context.set_offline(False)
    ana.page.goto(url)
    ana.ready().sent()
    bram.at(trick.phase, trick.number + 1)


def kill_server(home: Site, ana: PadPage, bram: PadPage, trick: Trick) -> None:
    """The server dies in the middle of a trick and comes back."""
    pads = (ana, bram)
    for pad in pads:
        pad.at(trick.phase, trick.number)
    leader, follower = pads[trick.leader], pads[1 - trick.leader]
    leader.log("revealed", str(trick.revealed))
    home.kill()
    leader.log("lead", str(trick.lead))
    follower.log("follow", str(trick.follow))
    home.start()
    leader.sent()
    follower.sent()
