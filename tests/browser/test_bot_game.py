"""Games against bots: one tap to the first card, hints by key, and a rematch against another bot."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, click, next_to_play, tap
from tests.browser.visitor import PHONE
from tests.client import Person, code_of
from tests.site_process import Site

pytestmark = pytest.mark.browser


def test_a_visitor_plays_after_one_tap(arrive: Arrive) -> None:
    phone = arrive(viewport=PHONE, has_touch=True, is_mobile=True)
    page = phone.page()
    page.goto("/")
    button = page.get_by_role("button", name="Play now")
    expect(button).to_be_in_viewport(ratio=1)
    page.get_by_text("Choose your opponent").tap()
    page.get_by_role("radio", name="Wystan Oakhelm, level 2 of 5").tap()
    expect(page.get_by_text("Wystan Oakhelm Plays by the book")).to_be_visible()
    expect(page.locator(".play-now input[name=part]")).not_to_have_value("")
    button.tap()
    table = MatchPage(page).ready()
    expect(page.locator(".player.far")).to_contain_text("computer opponent")
    for _ in range(2):
        play_when_asked(table)
    next_to_play(table)
    expect(table.progress).to_contain_text("trick 3 of 13")


def play_when_asked(table: MatchPage) -> None:
    """Play a card as soon as the bot has played."""
    next_to_play(table)
    code, before = table.codes(legal=True)[0], table.hand.count()
    tap(table, code)
    table.sent(before)


def test_a_hint_and_a_card_taken_back_by_key_and_a_rematch_against_another_bot(arrive: Arrive, open_site: Site) -> None:
    ana = Person(open_site.url, "Ana")
    ana.post("/preferences/", pace="quick")
    code = code_of(ana.post("/play/", level="page")["url"])
    table = arrive(ana).at(code)
    page = table.page
    next_to_play(table)
    page.keyboard.press("h")
    marked = page.locator(".hand .card.hinted")
    card = str(marked.get_attribute("data-card"))
    expect(marked).to_have_accessible_name(re.compile("hint$"))
    expect(table.status).to_contain_text("Hint: ")
    click(table, card)
    next_to_play(table)
    page.keyboard.press("z")
    expect(table.status).to_contain_text("Undone.")
    expect(table.hand).to_have_count(13)
    expect(marked).to_have_attribute("data-card", card)
    sheet = table.open("opponent")
    expect(sheet).to_contain_text("level 1")
    sheet.get_by_label("like a person").check()
    sheet.get_by_role("button", name="Close").click()
    expect(table.dialog).not_to_be_visible()
    ana.post(f"/m/{code}/resign/")
    expect(table.end).to_contain_text("You used 1 hint. You undid 1 card.")
    page.goto(f"/m/{code}/replay/")
    expect(page.locator(".disk .portrait")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^About "))).to_have_count(0)
    page.goto(f"/m/{code}/")
    page.get_by_text("More").click()
    page.get_by_label("Rematch against").select_option("squire")
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".player.far")).to_contain_text("Wystan Oakhelm")
    table.open("opponent")
    expect(page.get_by_label("like a person")).to_be_checked()
