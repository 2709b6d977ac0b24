"""Two people play 26 tricks through the page: one with a finger on a phone, one at a keyboard."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, next_to_play, press, tap
from tests.browser.programs import Dealt
from tests.browser.visitor import PHONE
from tests.live.matches import stored
from tests.server import Site

pytestmark = pytest.mark.browser
RELOADS = (8, 30)
"""Plies after which the phone is reloaded: a trick lies half played on the table."""
OFFLINE = (17, 41)
"""Plies that are played while the phone is offline if they are its own."""


def test_a_whole_game_by_finger_and_keyboard(arrive: Arrive, dealt: Dealt, house: Site) -> None:
    phone = arrive(dealt.ana, viewport=PHONE, has_touch=True, is_mobile=True)
    ana, bram = phone.at(dealt.code), arrive(dealt.bram).at(dealt.code)
    ways: dict[MatchPage, Callable[[MatchPage, str], None]] = {ana: tap, bram: press}
    phone.expect_cut_line()
    for ply in range(52):
        mover = next_to_play(ana, bram)
        offline = ply in OFFLINE
        code, before = random.choice(mover.codes(legal=True)), mover.hand.count()
        if offline:
            phone.context.set_offline(True)
            expect(ana.wire).to_have_count(1)
        ways[mover](mover, code)
        if offline:
            phone.context.set_offline(False)
            ana.back()
        mover.sent(before)
        if ply in RELOADS:
            reloaded(ana)
    the_end(ana, bram)
    assert [entry["kind"] for entry in stored(house, dealt.code)].count("played") == 52


def reloaded(table: MatchPage) -> None:
    """The page shows what it showed before."""
    table.see_the_trick()
    expect(table.laid).to_have_count(1)
    before = table.shown()
    table.page.reload()
    table.ready()
    assert table.shown() == before


def the_end(ana: MatchPage, bram: MatchPage) -> None:
    """Both see the end, with the same counts on swapped sides."""
    for table in (ana, bram):
        # The last trick comes to one of them a moment later.
        expect(table.go_on.or_(table.end)).to_be_visible()
        table.see_the_trick()
        expect(table.end).to_be_visible()
    assert ana.shown()["votes"] != []
    ours, theirs = (table.page.locator(".end tbody tr").all_inner_texts() for table in (ana, bram))
    assert len(ours) == len(theirs) == 5
