"""From the first page to the third trick: one tap, no name, a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, next_to_play, tap
from tests.browser.visitor import PHONE

pytestmark = pytest.mark.browser


def test_a_visitor_plays_within_a_tap(arrive: Arrive) -> None:
    phone = arrive(viewport=PHONE, has_touch=True, is_mobile=True)
    page = phone.page()
    page.goto("/")
    button = page.get_by_role("button", name="Play now")
    expect(button).to_be_in_viewport(ratio=1)
    page.get_by_role("radio", name="Wystan Oakhelm, level 2 of 5").tap()
    expect(page.get_by_text("Wystan Oakhelm Plays by the book")).to_be_visible()
    expect(page.locator(".play-now input[name=part]")).not_to_have_value("")
    button.tap()
    table = MatchPage(page).ready()
    expect(page.locator(".player.far")).to_contain_text("opponent of the site")
    for _ in range(2):
        play_when_asked(table)
    next_to_play(table)
    expect(table.progress).to_contain_text("trick 3 of 13")


def play_when_asked(table: MatchPage) -> None:
    """Play a card as soon as the site's own has led, or has answered the last one."""
    next_to_play(table)
    code, before = table.codes(legal=True)[0], table.hand.count()
    tap(table, code)
    table.sent(before)
