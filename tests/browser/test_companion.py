"""A whole game with the real deck: a screen in the middle, two phones, and what happens to phones at tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, WebSocketRoute, expect

from games.network import lan_addresses
from games.rules.state import State, Trick
from tests.browser.conftest import Arrive
from tests.browser.pad_page import PadPage, log_trick, scanned
from tests.browser.visitor import DESK, PHONE, SMALLEST, Visitor, inspect
from tests.rules.random_games import random_game
from tests.server import Site, copied

pytestmark = pytest.mark.browser
SEED = 5
TABLET = ViewportSize(width=1024, height=768)
TARGET = 44
AS_A_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
# It is said once how to keep the screen on; these phones have heard it.
HEARD = "if (location.origin !== 'null') localStorage.setItem('pad:asleep', 'true')"


@pytest.fixture
def home(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A laptop on the network of a home, or alone where there is none."""
    host = next(iter(lan_addresses()), "127.0.0.1")
    site = Site(copied(prepared_var, tmp_path_factory.mktemp("home")), {"RATE_LIMITS": "0"}, host).start()
    yield site
    site.stop()
    assert "Traceback" not in site.text()


def phone(arrive: Arrive, site: Site) -> tuple[Visitor, Page]:
    visitor = arrive(url=site.url, **AS_A_PHONE)
    visitor.context.add_init_script(HEARD)
    return visitor, visitor.page()


def opened(page: Page, device: str, depth: str = "every") -> None:
    """Open a table for Ana and Bram."""
    page.goto("/t/new/")
    page.get_by_role("textbox", name="First player").fill("Ana")
    page.get_by_role("textbox", name="Second player").fill("Bram")
    page.locator(f"[name=device][value='{device}']").check()
    if depth != "every":
        page.locator("summary", has_text="What you log").click()
        page.locator(f"[name=depth][value={depth}]").check()
    page.get_by_role("button", name="Open the table").click()


def joined(page: Page, link: str, name: str) -> PadPage:
    """Follow a scanned link, see who invites, and take the seat with one tap."""
    page.goto(link)
    page.get_by_text("invites you").wait_for()
    assert "#" not in page.url
    page.get_by_role("radio", name=name).check()
    page.get_by_role("button", name=f"Join as {name}").click()
    return PadPage(page).ready()


def test_a_whole_game_through_everything_that_happens_to_phones(arrive: Arrive, home: Site) -> None:
    tricks = random_game(SEED)[-1].tricks
    screen = arrive(url=home.url, viewport=TABLET)
    display = screen.page()
    opened(display, "display")
    (one, ana_page), (two, bram_page) = phone(arrive, home), phone(arrive, home)
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
        log_trick((ana, bram), trick)
    the_end(ana, bram, display, random_game(SEED)[-1])


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
    """All see the same result, both accept it, the record is the game, and a rematch keeps the seats."""
    for pad in (ana, bram):
        expect(pad.end).to_be_visible()
    text = ana.end.get_by_role("heading").inner_text()
    expect(display.locator(".ending")).to_contain_text(text)
    ana.page.locator("[data-accept='0.yes']").click()
    bram.page.locator("[data-accept='1.yes']").click()
    expect(display.locator(".words")).to_have_text("Ana: acceptedBram: accepted")
    record = json.loads(ana.page.request.get(ana.page.locator("#record").get_attribute("href") or "").text())
    logged = [(one["lead"], one["follow"]) for one in record["phase_one"] + record["phase_two"]]
    assert logged == [(str(trick.lead), str(trick.follow)) for trick in over.tricks]
    bram.page.locator("#rematch").click()
    expect(ana.ask).to_have_text("Who leads the first trick?")
    expect(bram.ask).to_have_text("Who leads the first trick?")
    assert ana.page.url == bram.page.url


class TestOnePhone:
    """One phone for both players."""

    @pytest.fixture
    def pad(self, arrive: Arrive, house: Site) -> PadPage:
        _, page = phone(arrive, house)
        opened(page, "both")
        pad = PadPage(page).ready()
        pad.leads(0)
        expect(pad.ask).to_have_text("Revealed card")
        return pad

    def test_every_key_is_large_enough_and_in_view(self, pad: PadPage) -> None:
        boxes = [key.bounding_box() for key in pad.page.locator(".key").all()]
        assert len(boxes) == 48
        for box in boxes:
            assert box
            assert min(box["width"], box["height"]) >= TARGET
            assert box["y"] + box["height"] <= PHONE["height"]
        assert pad.ask.is_visible()

    def test_what_it_asks_and_how_zeros_count_down(self, pad: PadPage) -> None:
        expect(pad.key("G0")).to_contain_text("×5")
        pad.log("revealed", "G0")
        expect(pad.ask).to_have_text("Ana leads")
        expect(pad.key("G0")).to_contain_text("×4")
        pad.log("lead", "G9")
        expect(pad.ask).to_have_text("Bram answers")
        expect(pad.key("G9")).to_have_attribute("aria-disabled", "true")
        pad.log("follow", "K4")
        expect(pad.page.locator(".status .line")).to_have_text(
            "Bram's Knight 4 beats Goblin 9. Bram recruits Goblin 0. Ana takes a blind card. Bram leads."
        )
        expect(pad.ask).to_have_text("Revealed card")

    def test_the_last_tap_is_undone_with_one(self, pad: PadPage) -> None:
        pad.log("revealed", "U5")
        pad.sent()
        pad.page.get_by_role("button", name="Undo: Undead 5").click()
        expect(pad.ask).to_have_text("Revealed card")
        expect(pad.key("U5")).to_have_attribute("aria-disabled", "false")

    def test_by_keyboard_alone(self, pad: PadPage) -> None:
        pad.page.keyboard.press("u")
        pad.page.keyboard.press("5")
        expect(pad.ask).to_have_text("Ana leads")
        pad.key("G9").focus()
        for key in ("ArrowDown", "ArrowRight", "Enter"):
            pad.page.keyboard.press(key)
        expect(pad.place("lead").locator(".chip")).to_contain_text("K8")
        pad.page.keyboard.press("Backspace")
        expect(pad.ask).to_have_text("Ana leads")

    def test_a_seat_is_renamed_and_the_phone_becomes_a_screen(self, pad: PadPage) -> None:
        pad.tab("table")
        pad.page.get_by_label("New name for Bram").fill("Cleo")
        pad.page.keyboard.press("Enter")
        expect(pad.page.get_by_label("New name for Cleo")).to_have_value("Cleo")
        inspect(pad.page, SMALLEST)
        pad.page.get_by_label("This device").select_option("Ana")
        expect(pad.page.get_by_role("button", name="New phone for Cleo")).to_have_count(0)
        pad.page.get_by_label("This device").select_option("display")
        expect(pad.page.locator(".stage")).to_be_visible()
        pad.page.locator("#open-table").click()
        pad.page.get_by_label("This device").select_option("both players")
        expect(pad.page.locator(".pad-bar")).to_be_visible()

    def test_letters_and_digits_can_be_switched_off(self, pad: PadPage) -> None:
        pad.tab("table")
        pad.page.get_by_label("Keyboard shortcuts with letters and digits").uncheck()
        pad.tab("pad")
        for key in "u5":
            pad.page.keyboard.press(key)
        expect(pad.ask).to_have_text("Revealed card")
        pad.key("G9").focus()
        pad.page.keyboard.press("Enter")
        expect(pad.ask).to_have_text("Ana leads")
        pad.page.reload()
        pad.page.keyboard.press("u")
        expect(pad.ask).to_have_text("Ana leads")

    def test_nothing_that_axe_objects_to(self, pad: PadPage) -> None:
        for name, card in (("revealed", "G0"), ("lead", "G9"), ("follow", "K4")):
            pad.log(name, card)
        pad.sent()
        inspect(pad.page, SMALLEST)
        for tab in ("log", "table"):
            pad.tab(tab)
            inspect(pad.page, SMALLEST)
        pad.page.locator("#close-game").click()
        inspect(pad.page, SMALLEST)
        pad.page.locator("#close-yes").click()
        expect(pad.end).to_be_visible()
        inspect(pad.page, SMALLEST)


@pytest.mark.parametrize("device", ["0", "display"])
def test_a_session_that_ended_loads_the_page_once(arrive: Arrive, house: Site, device: str) -> None:
    _, page = phone(arrive, house)
    sockets: list[str] = []

    def refuse(socket: WebSocketRoute) -> None:
        sockets.append(socket.url)
        socket.send('{"type": "bye", "code": "session_ended", "message": "You have logged out."}')
        socket.close(code=4401)

    page.route_web_socket("**/ws/t/*/", refuse)
    opened(page, device)
    expect(page.get_by_text("You have logged out.")).to_be_visible()
    page.wait_for_timeout(1500)
    assert len(sockets) == 2


def test_what_a_moderator_did_is_told_and_a_stopped_pad_keeps_what_waits(arrive: Arrive, house: Site) -> None:
    visitor, page = phone(arrive, house)
    visitor.expect_cut_line()
    judged: dict[str, Any] = {}
    page.route_web_socket("**/ws/t/*/", lambda socket: retold(socket, judged))
    opened(page, "both")
    pad = PadPage(page).ready()
    pad.leads(0)
    pad.sent()
    judged |= {"notice": NOTICE, "frozen": True}
    page.reload()
    told = page.locator(".judged")
    expect(told).to_contain_text("Stopped for now. One log for two games.")
    expect(told.get_by_role("link", name="Appeal")).to_have_attribute("href", "/appeal/7/")
    expect(page.get_by_text("no card may be logged")).to_be_visible()
    expect(page.locator(".key")).to_have_count(0)
    for key in "u5":
        page.keyboard.press(key)
    pad.has(1)
    page.wait_for_timeout(1500)
    pad.has(1)
    judged.clear()
    page.reload()
    pad.sent()
    expect(pad.ask).to_have_text("Ana leads")


NOTICE = {
    "act": 7,
    "kind": "freeze",
    "text": "Stopped for now.",
    "why": "One log for two games.",
    "appeal": "/appeal/7/",
}


def retold(socket: WebSocketRoute, changes: dict[str, Any]) -> None:
    """The real table, its views with these changes."""
    server = socket.connect_to_server()

    def to_page(frame: str | bytes) -> None:
        message = json.loads(frame)
        socket.send(json.dumps({**message, **changes} if message["type"] == "table" else message))

    server.on_message(to_page)


def test_final_piles_take_ten_taps_and_two_more_where_level(arrive: Arrive, house: Site) -> None:
    _, page = phone(arrive, house)
    opened(page, "both", "piles")
    pad = PadPage(page).ready()
    for value in (5, 4, 3, 3, 9, 8, 6, 4, 2, 7, 9, 1):
        page.locator(f"[data-value='{value}']").click()
    expect(pad.end).to_contain_text("Ana wins by 4 votes to 1.")


def test_the_ways_in_and_the_screen_please_axe(arrive: Arrive, house: Site) -> None:
    page = arrive().page()
    opened(page, "display")
    page.locator(".stage .qr").wait_for()
    inspect(page, TABLET)
    for size in (TABLET, DESK):
        page.set_viewport_size(size)
        assert page.evaluate("document.querySelector('.stage').scrollHeight <= innerHeight")
    link = scanned(page.locator(".stage .qr"))
    _, guest = phone(arrive, house)
    guest.goto(link)
    guest.get_by_role("button", name="Join as Ana").wait_for()
    inspect(guest, SMALLEST)
