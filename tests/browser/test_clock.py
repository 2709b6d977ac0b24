"""The clocks on the table. The pages' clock is in the test's hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage
from tests.browser.programs import Dealt
from tests.browser.visitor import Visitor
from tests.client import Person
from tests.server import Site

pytestmark = pytest.mark.browser


def test_little_time_warns_who_plays_and_no_time_asks_who_waits(arrive: Arrive, house: Site) -> None:
    ana, bram = Person(house.url, "Ana"), Person(house.url, "Bram")
    code = ana.open_game(lead="creator", clock="own", minutes="1", seconds="0")
    bram.join(code)
    dealt = Dealt(code, ana, bram)
    dealt.play(2)
    seat = dealt.boards()[0]["turn"]
    late, waits = (in_hand(arrive(dealt.people[one]), code) for one in (seat, 1 - seat))
    expect(late.page.locator(".near .clock.runs b")).to_have_text(re.compile(r"0:5\d"))
    expect(late.page.locator(".far .clock b")).to_have_text("1:00")
    for table in (late, waits):
        # It has heard nothing for so long that it connects anew, which must not be under way when time leaps again.
        with table.page.expect_websocket() as line:
            table.page.clock.fast_forward(52_000)
        line.value.wait_for_event("framereceived")
    expect(late.page.locator(".near .clock.low b")).to_have_text(re.compile(r"\d\.\d"))
    expect(late.note).to_have_text("Ten seconds left.")
    for table in (late, waits):
        table.page.clock.fast_forward(10_000)
    expect(waits.page.locator(".decision button")).to_have_text(["Take the win", "Call it a draw", "Give 15 seconds"])
    expect(waits.asked).to_contain_text("has no time left")
    expect(late.page.locator(".decision")).to_have_count(0)
    expect(late.asked).to_contain_text("Your time is out.")


def in_hand(visitor: Visitor, code: str) -> MatchPage:
    """The page of a game, whose clock goes on as it is told to."""
    visitor.context.clock.install()
    return visitor.at(code)
