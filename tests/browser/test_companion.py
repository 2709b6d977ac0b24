"""A whole game with the real deck: a screen in the middle, two phones, and what happens to phones at tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from games.rules.state import State, Trick
from games.run.network import lan_addresses
from tests.browser.conftest import Arrive
from tests.browser.pad_page import PadPage, log_trick, scanned, site_logs
from tests.browser.tables import joined, opened, phone
from tests.browser.visitor import Visitor
from tests.rules.random_games import random_game
from tests.server import Site, copied

pytestmark = pytest.mark.browser
SEED = 5
TABLET = ViewportSize(width=1024, height=768)


@pytest.fixture
def home(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A laptop on the network of a home, or alone where there is none."""
    host = next(iter(lan_addresses()), "127.0.0.1")
    site = Site(copied(prepared_var, tmp_path_factory.mktemp("home")), {"RATE_LIMITS": "0"}, host).start()
    yield site
    site.stop()
    assert site.crash() == ""


def test_a_whole_game_through_everything_that_happens_to_phones(arrive: Arrive, home: Site, painting: Browser) -> None:
    game = random_game(SEED)
    tricks, by_site = game[-1].tricks, site_logs(SEED)
    screen = arrive(url=home.url, by=painting, viewport=TABLET)
    display = screen.page()
    opened(display, "display")
    (one, ana_page), (two, bram_page) = phone(arrive, home, by=painting), phone(arrive, home)
    for visitor in (screen, one, two):
        visitor.expect_cut_line()

    link = scanned(display.locator(".stage .qr"))
    assert link.startswith(f"{home.url}/j#")
    ana, bram = joined(ana_page, link, "Ana"), joined(bram_page, link, "Bram")
    expect(display.locator(".stage .qr")).to_have_count(0)
    (ana, bram)[tricks[0].leader].leads(tricks[0].leader)

    for trick in tricks[:2]:
        log_trick((ana, bram), trick)
    expect(display.locator(".story")).to_contain_text("recruits")
    correction(ana, bram, tricks[1])
    conflict(one, ana, bram, tricks[2])
    bram = dead_phone(arrive, home, ana, bram)
    offline(one, ana, bram, tricks[3])
    killed(home, ana, bram, tricks[4])
    for trick in tricks[5:]:
        log_trick((ana, bram), trick, by_site)
    the_end(ana, bram, display, game[-1])


def correction(ana: PadPage, bram: PadPage, trick: Trick) -> None:
    """Bram notices that a card was logged wrongly; everybody is told, and the right one comes back."""
    place = f"1.{trick.number}"
    right, wrong = str(trick.revealed), "P9" if str(trick.revealed) != "P9" else "P8"
    bram.correct(place, "revealed", wrong)
    expect(ana.note).to_contain_text("Bram changed the revealed card")
    ana.correct(place, "revealed", right)
    expect(bram.note).to_contain_text("Ana changed the revealed card")


def conflict(visitor: Visitor, ana: PadPage, bram: PadPage, trick: Trick) -> None:
    """Both log the same place, one of them without a line: the first stands, the second is asked."""
    for pad in (ana, bram):
        pad.at(trick.phase, trick.number)
    right = str(trick.revealed)
    wrong = "P9" if right != "P9" else "P8"
    visitor.context.set_offline(True)
    ana.log("revealed", right)
    ana.has(1)
    bram.log("revealed", wrong)
    bram.sent()
    visitor.context.set_offline(False)
    expect(ana.sheet.get_by_role("heading")).to_contain_text("The revealed card is logged as")
    ana.page.locator("#conflict-change").click()
    expect(bram.place("revealed").locator(".chip")).to_contain_text(right)
    pads = (ana, bram)
    pads[trick.leader].log("lead", str(trick.lead))
    pads[trick.leader].sent()
    pads[1 - trick.leader].log("follow", str(trick.follow))


def dead_phone(arrive: Arrive, home: Site, ana: PadPage, bram: PadPage) -> PadPage:
    """Bram's phone loses his seat to a new one, which scans a code from Ana's."""
    ana.tab("table")
    ana.page.locator("[data-seat-code='1']").click()
    code = ana.sheet.locator(".qr")
    code.wait_for()
    visitor, page = phone(arrive, home)
    visitor.expect_cut_line()
    fresh = joined(page, scanned(code), "Bram")
    expect(bram.page.get_by_text("Another device has your seat now")).to_be_visible(timeout=2_000)
    ana.close()
    ana.tab("pad")
    return fresh


def offline(visitor: Visitor, ana: PadPage, bram: PadPage, trick: Trick) -> None:
    """Ana logs a whole trick without a line; her page is even closed meanwhile."""
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


def killed(home: Site, ana: PadPage, bram: PadPage, trick: Trick) -> None:
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


def the_end(ana: PadPage, bram: PadPage, display: Page, over: State) -> None:
    """All see the same result, both accept it, the record is the game, and a rematch that both want keeps the seats."""
    for pad in (ana, bram):
        expect(pad.end).to_be_visible()
    text = ana.ask.inner_text()
    expect(display.locator(".ending")).to_contain_text(text)
    ana.page.locator("[data-accept='0.yes']").click()
    bram.page.locator("[data-accept='1.yes']").click()
    expect(display.locator(".stage .word")).to_have_text(["accepted", "accepted"])
    record = json.loads(ana.page.request.get(ana.page.locator("#record").get_attribute("href") or "").text())
    logged = [(one["lead"], one["follow"]) for one in record["phase_one"] + record["phase_two"]]
    assert logged == [(str(trick.lead), str(trick.follow)) for trick in over.tricks]
    bram.page.locator("#rematch").click()
    expect(ana.end).to_contain_text("Bram asks for a rematch.")
    ana.page.locator("#rematch").click()
    expect(ana.ask).to_have_text("Who leads the first trick?")
    expect(bram.ask).to_have_text("Who leads the first trick?")
    assert ana.page.url == bram.page.url
