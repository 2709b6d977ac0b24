"""The keyboard at the table: it takes what was meant for the table and nothing else."""

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


@pytest.fixture
def finished(arrive: Arrive, dealt: Dealt) -> MatchPage:
    """Ana's table with a finished trick on it that does not go by itself."""
    ana = arrive(dealt.ana)
    ana.context.add_init_script(TAKEN)
    table = ana.at(dealt.code)
    table.page.clock.install()
    finish_a_trick(table, dealt)
    return table


def finish_a_trick(table: MatchPage, dealt: Dealt) -> None:
    dealt.play(2)
    expect(table.go_on).to_be_visible()
    table.page.evaluate("document.activeElement.blur()")


def test_a_finished_trick_takes_no_key_that_is_not_its_own(finished: MatchPage) -> None:
    for key in ("F6", "PageDown", "a", "ArrowDown", "Tab", "Shift", "End"):
        finished.page.evaluate("document.activeElement.blur()")
        finished.page.keyboard.press(key)
        finished.page.clock.run_for(100)
        expect(finished.go_on).to_be_visible()
        assert finished.page.evaluate("window.taken") == [], key


def test_a_finished_trick_goes_with_three_keys(finished: MatchPage, dealt: Dealt) -> None:
    for key in ("Space", "Enter", "Escape"):
        finished.page.keyboard.press(key)
        expect(finished.go_on).to_have_count(0)
        finish_a_trick(finished, dealt)


def test_a_digit_goes_on_to_the_own_hand(finished: MatchPage) -> None:
    code = finished.codes()[-1]
    finished.page.keyboard.press(code[1])
    expect(finished.go_on).to_have_count(0)
    assert (finished.focused() or "")[1:] == code[1]


def test_buttons_do_their_own_work_while_a_trick_lies_there(finished: MatchPage) -> None:
    for name in ("leave", "help", "last"):
        finished.page.locator(f"#{name}").focus()
        finished.page.keyboard.press("Enter")
        expect(finished.dialog).to_be_visible()
        expect(finished.go_on).to_have_count(1)
        finished.page.keyboard.press("Escape")
        expect(finished.dialog).to_be_hidden()


def test_letters_and_digits_can_be_turned_off_for_good(arrive: Arrive, dealt: Dealt) -> None:
    table = arrive(dealt.ana).at(dealt.code)
    table.open("help").get_by_label("Keyboard shortcuts").uncheck()
    for _ in range(2):
        table.page.keyboard.press("Escape")
        expect(table.dialog).to_be_hidden()
        for key in ("p", "l", "?", *(code[1] for code in table.codes())):
            table.page.keyboard.press(key)
        expect(table.dialog).to_be_hidden()
        assert table.focused() is None
        table.page.reload()
        table.ready()
    table.page.keyboard.press("ArrowRight")
    assert table.focused() == table.codes()[0]
    table.open("help").get_by_label("Keyboard shortcuts").check()
    table.page.keyboard.press("Escape")
    table.page.keyboard.press("p")
    expect(table.dialog).to_contain_text("Score piles")


def test_the_end_is_said_in_the_same_line_and_gets_the_focus(arrive: Arrive, dealt: Dealt) -> None:
    dealt.play(3)
    ana, bram = arrive(dealt.ana).at(dealt.code), arrive(dealt.bram).at(dealt.code)
    line = bram.status.element_handle()
    ana.open("leave").get_by_role("button", name="Resign").click()
    for table in (ana, bram):
        expect(table.outcome).to_be_focused()
    expect(bram.status).to_contain_text("You claim the throne! Ana resigned.")
    assert bram.page.evaluate("line => line.isConnected", line)


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
    page.clock.install()
    page.goto(f"/m/{dealt.code}/")
    expect(page.locator(".wire[data-shown]")).to_be_visible()
    page.clock.run_for(9_000)
    assert len(opened) == 1
    page.clock.run_for(4_500)
    expect(page.locator(".hand .card").first).to_be_visible()
    assert len(opened) == 2
