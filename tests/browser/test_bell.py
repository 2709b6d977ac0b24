"""The bell of every page keeps itself fresh while its person looks at something else."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.programs import Dealt
from tests.browser.visitor import LOOKED

pytestmark = pytest.mark.browser


def test_a_game_rings_the_bell_when_it_is_ones_turn_and_leads_there(arrive: Arrive, dealt: Dealt) -> None:
    page = arrive(dealt.bram).page()
    page.goto("/rules/")
    bell = page.locator("[data-bell]")
    expect(bell.locator(".bell-count")).to_be_hidden()
    dealt.play(1)
    expect(bell.locator(".bell-count")).to_have_text("1", timeout=LOOKED)
    expect(bell.locator("[data-bell-label]")).to_have_text("1 game waits for you")
    bell.locator("summary").click()
    bell.get_by_role("link", name="It is your turn against Ana.").click()
    expect(page).to_have_url(re.compile(f"/m/{dealt.code}/$"))
    expect(page.locator("[data-bell] .bell-count")).to_be_hidden()
