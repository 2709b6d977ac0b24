"""The keyboard at the table of a match, which takes the keys of the table and no others; and refused connections."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage
from tests.browser.programs import Dealt

pytestmark = pytest.mark.browser
TAKEN = """window.taken = [];
addEventListener("keydown", (event) => setTimeout(() => event.defaultPrevented && window.taken.push(event.key)));"""
DIALOGS = {"?": "Enter", "p": "Score piles", "l": "Last trick"}
"""The keys that open dialogs, each with words of its dialog."""


def test_digits_and_arrows_lead_along_the_hand_and_letters_open_dialogs(arrive: Arrive, dealt: Dealt) -> None:
    ana = arrive(dealt.ana).at(dealt.code)
    codes, keyboard = ana.codes(), ana.page.keyboard
    for key, code in (("ArrowRight", codes[0]), ("ArrowRight", codes[1]), ("End", codes[-1])):
        keyboard.press(key)
        assert ana.focused() == code
    for digit in sorted({code[1] for code in codes}):
        keyboard.press(digit)
        assert (ana.focused() or "")[1:] == digit
    for key, words in DIALOGS.items():
        keyboard.press(key)
        expect(ana.dialog).to_be_visible()
        expect(ana.dialog).to_contain_text(words)
        keyboard.press("Escape")
        expect(ana.dialog).to_be_hidden()
    assert ana.codes() == codes


def test_letters_and_digits_can_be_turned_off_for_good(arrive: Arrive, dealt: Dealt) -> None:
    ana = arrive(dealt.ana).at(dealt.code)
    ana.open("help").get_by_label("Keyboard shortcuts").uncheck()
    for _ in range(2):
        ana.page.keyboard.press("Escape")
        expect(ana.dialog).to_be_hidden()
        for key in (*DIALOGS, *(code[1] for code in ana.codes())):
            ana.page.keyboard.press(key)
        expect(ana.dialog).to_be_hidden()
        assert ana.focused() is None
        ana.page.reload()
        ana.ready()
    ana.page.keyboard.press("ArrowRight")
    assert ana.focused() == ana.codes()[0]
    ana.open("help").get_by_label("Keyboard shortcuts").check()
    ana.page.keyboard.press("Escape")
    ana.page.keyboard.press("p")
    expect(ana.dialog).to_contain_text("Score piles")


@pytest.fixture
def ana(arrive: Arrive, dealt: Dealt) -> MatchPage:
    """Ana's table with a finished trick that does not go by itself."""
    visitor = arrive(dealt.ana)
    visitor.context.add_init_script(TAKEN)
    table = visitor.at(dealt.code)
    table.page.clock.install()
    finish_a_trick(table, dealt)
    return table


def finish_a_trick(table: MatchPage, dealt: Dealt) -> None:
    dealt.play(2)
    expect(table.go_on).to_be_visible()
    table.page.evaluate("document.activeElement.blur()")


def test_a_finished_trick_leaves_other_keys_and_buttons_alone(ana: MatchPage) -> None:
    for key in ("F6", "PageDown", "a", "ArrowDown", "Tab", "Shift", "End"):
        ana.page.evaluate("document.activeElement.blur()")
        ana.page.keyboard.press(key)
        ana.page.clock.run_for(100)
        expect(ana.go_on).to_be_visible()
        assert ana.page.evaluate("window.taken") == [], key
    for name in ("leave", "help", "last"):
        ana.page.locator(f"#{name}").focus()
        ana.page.keyboard.press("Enter")
        expect(ana.dialog).to_be_visible()
        expect(ana.go_on).to_have_count(1)
        ana.page.keyboard.press("Escape")
        expect(ana.dialog).to_be_hidden()


def test_a_finished_trick_goes_with_three_keys_and_with_the_digit_of_a_card(ana: MatchPage, dealt: Dealt) -> None:
    for key in ("Space", "Enter", "Escape"):
        ana.page.keyboard.press(key)
        expect(ana.go_on).to_have_count(0)
        finish_a_trick(ana, dealt)
    digit = ana.codes()[-1][1]
    ana.page.keyboard.press(digit)
    expect(ana.go_on).to_have_count(0)
    assert (ana.focused() or "")[1:] == digit


def test_a_session_that_ended_loads_the_page_once(arrive: Arrive, dealt: Dealt) -> None:
    page = arrive(dealt.ana).page()
    opened: list[str] = []

    def refuse(socket: WebSocketRoute) -> None:
        opened.append(socket.url)
        socket.send(json.dumps({"type": "bye", "code": "session_ended", "message": f"Bye {len(opened)}."}))
        socket.close(code=4401)

    page.route_web_socket("**/ws/m/*/", refuse)
    page.goto(f"/m/{dealt.code}/")
    wire = page.locator(".wire[data-shown]")
    expect(wire).to_contain_text("Bye 2.")
    expect(wire.get_by_role("button", name="Reload")).to_be_visible()
    assert len(opened) == 2


def test_a_page_that_was_sent_away_for_too_much_comes_back(arrive: Arrive, dealt: Dealt) -> None:
    """By itself, and not at once."""
    page = arrive(dealt.ana).page()
    opened: list[str] = []

    def refuse_once(socket: WebSocketRoute) -> None:
        opened.append(socket.url)
        if len(opened) > 1:
            socket.connect_to_server()
        else:
            socket.send('{"type": "bye", "code": "too_many", "message": "Wait a moment."}')
            socket.close(code=4429)

    page.route_web_socket("**/ws/m/*/", refuse_once)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto(f"/m/{dealt.code}/")
    page.clock.run_for(1_000)
    expect(page.locator(".wire[data-shown]")).to_be_visible()
    page.clock.run_for(10_000)
    assert len(opened) == 1
    page.clock.resume()
    expect(page.locator(".hand .card").first).to_be_visible()
    assert len(opened) == 2
