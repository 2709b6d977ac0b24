"""The pad on one phone, and what it makes of a moderator, a session that ended, and an assistive reader."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, WebSocketRoute, expect

from games.services.companion import join_tokens
from tests.browser.conftest import Arrive
from tests.browser.pad_page import PadPage, open_new_table, phone_at
from tests.browser.visitor import PHONE, SMALLEST, inspect
from tests.site_process import Site

pytestmark = pytest.mark.browser
TABLET = ViewportSize(width=1024, height=768)
TARGET = 44


class TestOnePhone:
    """One phone for both players."""

    @pytest.fixture
    def pad(self, arrive: Arrive, open_site: Site) -> PadPage:
        _, page = phone_at(arrive, open_site)
        open_new_table(page, "both")
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

    def test_a_code_for_a_screen_says_how_long_it_works(self, pad: PadPage) -> None:
        pad.tab("table")
        pad.page.locator("[data-seat-code='watch']").click()
        minutes = join_tokens.SINGLE_USE_LIFETIME // timedelta(minutes=1)
        expect(pad.sheet).to_contain_text(f"It works once, for {minutes} minutes.")

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


def test_where_only_the_scoring_is_logged_each_card_that_phase_one_scores_has_a_row(
    arrive: Arrive, open_site: Site
) -> None:
    _, page = phone_at(arrive, open_site)
    open_new_table(page, "both", "scoring")
    pad = PadPage(page).ready()
    rows = pad.page.locator(".undead-row .chip")
    expect(rows).to_have_text([f"U{value}" for value in range(9, -1, -1)])
    mine = pad.page.locator("[data-undead='U7.1']")
    mine.click()
    expect(mine).to_have_attribute("aria-pressed", "true")
    pad.sent()


@pytest.mark.parametrize("device", ["0", "display"])
def test_a_session_that_ended_loads_the_page_once(arrive: Arrive, open_site: Site, device: str) -> None:
    _, page = phone_at(arrive, open_site)
    sockets: list[str] = []

    def refuse(socket: WebSocketRoute) -> None:
        sockets.append(socket.url)
        socket.send(json.dumps({"type": "bye", "code": "session_ended", "message": f"Bye {len(sockets)}."}))
        socket.close(code=4401)

    page.route_web_socket("**/ws/t/*/", refuse)
    open_new_table(page, device)
    expect(page.get_by_text("Bye 2.")).to_be_visible()
    assert len(sockets) == 2


def test_what_a_moderator_did_is_told_and_a_stopped_pad_keeps_what_waits(arrive: Arrive, open_site: Site) -> None:
    visitor, page = phone_at(arrive, open_site)
    visitor.expect_cut_line()
    judged: dict[str, Any] = {}
    page.route_web_socket("**/ws/t/*/", lambda socket: retold(socket, judged))
    open_new_table(page, "both")
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


def test_final_piles_take_ten_taps_and_two_more_where_level(arrive: Arrive, open_site: Site) -> None:
    _, page = phone_at(arrive, open_site)
    open_new_table(page, "both", "piles")
    pad = PadPage(page).ready()
    pad.count(5, 4, 3, 3, 9, 8, 6, 4, 2, 7, 9, 1)
    expect(pad.end).to_contain_text("Ana wins by 4 votes to 1.")
