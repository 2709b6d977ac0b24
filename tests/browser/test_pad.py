"""The pad on one phone for both players: its keys, its keyboard shortcuts, its table, and a stop by a moderator."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from games.services.companion import join_tokens
from tests.browser.conftest import Arrive
from tests.browser.pad_page import PadPage, open_new_table, phone_at
from tests.browser.visitor import PHONE, SMALLEST, inspect
from tests.site_process import Site

pytestmark = pytest.mark.browser
TARGET = 44


@pytest.fixture
def pad(arrive: Arrive, open_site: Site) -> PadPage:
    _, page = phone_at(arrive, open_site)
    open_new_table(page, "both")
    pad = PadPage(page).ready()
    pad.leads(0)
    expect(pad.ask).to_have_text("Revealed card")
    return pad


def test_a_trick_is_logged_and_undone_with_keys_that_are_large_and_in_view(pad: PadPage) -> None:
    boxes = [key.bounding_box() for key in pad.page.locator(".key").all()]
    assert len(boxes) == 48
    for box in boxes:
        assert box
        assert min(box["width"], box["height"]) >= TARGET
        assert box["y"] + box["height"] <= PHONE["height"]
    expect(pad.key("G0")).to_contain_text("×5")
    pad.log("revealed", "G0")
    expect(pad.ask).to_have_text("Ana leads")
    expect(pad.key("G0")).to_contain_text("×4")
    pad.sent()
    pad.page.get_by_role("button", name="Undo: Goblin 0").click()
    expect(pad.ask).to_have_text("Revealed card")
    expect(pad.key("G0")).to_contain_text("×5")
    for place, card in (("revealed", "G0"), ("lead", "G9"), ("follow", "K4")):
        pad.log(place, card)
    expect(pad.page.locator(".status .line")).to_have_text(
        "Bram's Knight 4 beats Goblin 9. Bram recruits Goblin 0. Ana takes a blind card. Bram leads."
    )
    expect(pad.ask).to_have_text("Revealed card")
    expect(pad.key("G9")).to_have_attribute("aria-disabled", "true")


def test_cards_are_logged_by_keyboard_whose_letters_and_digits_can_be_turned_off_for_good(pad: PadPage) -> None:
    for key in "u5":
        pad.page.keyboard.press(key)
    expect(pad.ask).to_have_text("Ana leads")
    pad.key("G9").focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        pad.page.keyboard.press(key)
    expect(pad.place("lead").locator(".chip")).to_contain_text("K8")
    pad.page.keyboard.press("Backspace")
    expect(pad.ask).to_have_text("Ana leads")

    pad.tab("table")
    pad.page.get_by_label("Keyboard shortcuts with letters and digits").uncheck()
    pad.tab("pad")
    for _ in range(2):
        for key in "g9":
            pad.page.keyboard.press(key)
        expect(pad.ask).to_have_text("Ana leads")
        pad.page.reload()
        pad.ready()
    pad.key("G9").focus()
    pad.page.keyboard.press("Enter")
    expect(pad.ask).to_have_text("Bram follows")


def test_at_the_table_a_seat_is_renamed_and_the_phone_becomes_a_display(pad: PadPage) -> None:
    pad.tab("table")
    pad.page.locator("[data-seat-code='watch']").click()
    minutes = join_tokens.SINGLE_USE_LIFETIME // timedelta(minutes=1)
    expect(pad.sheet).to_contain_text(f"It works once, for {minutes} minutes.")
    pad.page.keyboard.press("Escape")
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


NOTICE = {
    "act": 7,
    "kind": "freeze",
    "text": "Stopped for now.",
    "why": "One log for two games.",
    "appeal": "/appeal/7/",
}


def test_a_pad_stopped_by_a_moderator_says_why_and_keeps_what_waits(arrive: Arrive, open_site: Site) -> None:
    visitor, page = phone_at(arrive, open_site)
    visitor.expect_cut_line()
    changes: dict[str, Any] = {}
    page.route_web_socket("**/ws/t/*/", lambda socket: change_views(socket, changes))
    open_new_table(page, "both")
    pad = PadPage(page).ready()
    pad.leads(0)
    pad.sent()
    changes |= {"notice": NOTICE, "frozen": True}
    page.reload()
    notice = page.locator(".judged")
    expect(notice).to_contain_text("Stopped for now. One log for two games.")
    expect(notice.get_by_role("link", name="Appeal")).to_have_attribute("href", "/appeal/7/")
    expect(page.get_by_text("no card may be logged")).to_be_visible()
    expect(page.locator(".key")).to_have_count(0)
    for key in "u5":
        page.keyboard.press(key)
    pad.has(1)
    page.wait_for_timeout(1500)
    pad.has(1)
    changes.clear()
    page.reload()
    pad.sent()
    expect(pad.ask).to_have_text("Ana leads")


def change_views(socket: WebSocketRoute, changes: dict[str, Any]) -> None:
    """Connect to the real table and send its views with these changes."""
    server = socket.connect_to_server()

    def to_page(frame: str | bytes) -> None:
        message = json.loads(frame)
        socket.send(json.dumps({**message, **changes} if message["type"] == "table" else message))

    server.on_message(to_page)
