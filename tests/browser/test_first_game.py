"""A newcomer's first game: an introduction in three lines, the sound, and the help of a phone and of a desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage
from tests.browser.programs import Dealt
from tests.browser.visitor import PHONE, SIDEWAYS, SMALLEST, inspect
from tests.client import Person, code_of
from tests.site_process import Site

pytestmark = pytest.mark.browser


def first_lines(table: MatchPage) -> Locator:
    return table.page.locator("#over[open] .lines > li")


def sound_of(table: MatchPage) -> Locator:
    return table.page.get_by_role("button", name="Sound", exact=True)


def test_a_first_game_begins_with_three_lines_once_and_offers_sound(arrive: Arrive, open_site: Site) -> None:
    ana = Person(open_site.url, "Ana")
    code = code_of(ana.post("/play/", level="page")["url"])
    visitor = arrive(ana, newcomer=True, viewport=PHONE, has_touch=True, is_mobile=True)
    table = visitor.at(code)
    expect(first_lines(table)).to_have_count(3)
    inspect(table.page, SMALLEST)
    expect(table.dialog.get_by_role("link", name="Learn to play")).to_have_attribute("href", "/learn/")
    start = table.page.get_by_role("button", name="Start playing")
    for size in (SIDEWAYS, PHONE):
        table.page.set_viewport_size(size)
        expect(start).to_be_in_viewport(ratio=1)
    table.page.get_by_label("Play with sound").check()
    start.click()
    expect(table.dialog).to_be_hidden()
    expect(sound_of(table)).to_have_attribute("aria-pressed", "true")
    table.page.reload()
    table.ready()
    expect(sound_of(table)).to_have_attribute("aria-pressed", "true")
    expect(table.dialog).to_be_hidden()


def test_the_introduction_is_skipped_with_a_key(arrive: Arrive, dealt: Dealt) -> None:
    table = arrive(dealt.ana, newcomer=True).at(dealt.code)
    expect(first_lines(table)).to_have_count(3)
    table.page.keyboard.press("Escape")
    expect(table.dialog).to_be_hidden()
    assert not table.page.evaluate("JSON.parse(localStorage.getItem('preferences') ?? '{}').sound ?? false")


def test_who_has_finished_a_game_or_has_played_a_card_is_no_newcomer(arrive: Arrive, dealt: Dealt) -> None:
    dealt.play(2)
    for person in dealt.people:
        expect(arrive(person, newcomer=True).at(dealt.code).dialog).to_be_hidden()
    dealt.resign()
    again = dealt.another()
    expect(arrive(dealt.ana, newcomer=True).at(again).dialog).to_be_hidden()


def test_the_sound_is_switched_at_the_table_and_remembered(arrive: Arrive, dealt: Dealt) -> None:
    table = arrive(dealt.ana, viewport=PHONE).at(dealt.code)
    for pressed in ("true", "false"):
        sound_of(table).click()
        expect(sound_of(table)).to_have_attribute("aria-pressed", pressed)
        table.page.reload()
        table.ready()
        expect(sound_of(table)).to_have_attribute("aria-pressed", pressed)


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_help_says_first_how_the_game_is_played_and_keys_only_where_there_are_some(
    arrive: Arrive, dealt: Dealt, phone: bool
) -> None:
    hand_held = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {}
    table = arrive(dealt.ana, **hand_held).at(dealt.code)
    sheet = table.open("help")
    expect(first_lines(table)).to_have_count(3)
    keys = sheet.get_by_role("heading", name="Keys")
    expect(keys).to_be_visible(visible=not phone)
    if not phone:
        lines, below = sheet.locator(".lines").bounding_box(), keys.bounding_box()
        assert lines
        assert below
        assert lines["y"] < below["y"]
