"""What is told of a trick and of a game's end, and that nothing jumps, is lost or comes twice meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from games.stories.online import Options
from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, click
from tests.browser.programs import Dealt
from tests.browser.told import Told, hearing, told_game
from tests.browser.visitor import DESK, PHONE

pytestmark = pytest.mark.browser
SEED = 10
BOXES = """() => [".tally", ".court", ".hand", ".player.far", ".status"].map((place) => {
  const { x, y, width, height } = document.querySelector(place).getBoundingClientRect();
  return [place, x, y, width, height].join(" ");
})"""


def timeless(table: MatchPage) -> MatchPage:
    """Nothing goes on by itself any longer."""
    table.page.clock.install(time=0)
    table.page.clock.pause_at(1000)
    return table


def trick_with(told: Told, act: str) -> int:
    """After how many cards a trick in which this power acts is over."""
    lasts = ((ply, one["board"]["last"]) for ply, one in enumerate(told.views) if ply % 2 == 0)
    return next(ply for ply, last in lasts if last and act in [power["act"] for power in last["powers"]])


def moments(page: Page, told: Told, ply: int) -> dict[str, Any]:
    """Where everything stands at each moment of the trick that ends with this card."""
    boxes: dict[str, Any] = {}
    for name, heard in (("before", ply - 2), ("led", ply - 1), ("lies", ply)):
        told.tells(page, heard)
        boxes[name] = page.evaluate(BOXES)
    page.mouse.click(5, 200)
    boxes["won"] = page.evaluate(BOXES)
    page.locator("#go-on").dispatch_event("click")
    boxes["goes"] = page.evaluate(BOXES)
    page.mouse.click(5, 200)
    boxes["after"] = page.evaluate(BOXES)
    return boxes


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_jumps_while_a_trick_is_told(arrive: Arrive, dealt: Dealt, size: ViewportSize) -> None:
    """Not with one power or another, nor when the phase turns."""
    table = timeless(hearing(arrive(dealt.ana, motion=True, viewport=size), dealt.code))
    told = told_game(SEED)
    for ply in (trick_with(told, "rises"), trick_with(told, "wild"), 26, trick_with(told, "to_loser")):
        boxes = moments(table.page, told, ply)
        assert {name: box for name, box in boxes.items() if box != boxes["before"]} == {}, ply


def test_a_trick_is_told_in_order_and_any_press_goes_on_to_its_winner(arrive: Arrive, dealt: Dealt) -> None:
    table = timeless(hearing(arrive(dealt.ana, motion=True), dealt.code))
    told, page = told_game(SEED), table.page
    for ply in (3, 4):
        told.tells(page, ply)
    assert page.locator(".took").count() == 0
    assert page.locator(".spoils").count() == 0
    page.mouse.click(60, 200)
    expect(page.locator(".took")).to_have_count(1)
    expect(table.go_on).to_be_visible()
    page.mouse.click(60, 200)
    expect(table.go_on).to_have_count(0)


def test_a_power_says_why_and_is_explained_once(arrive: Arrive, dealt: Dealt) -> None:
    visitor = arrive(dealt.ana, viewport=PHONE)
    told, table = told_game(SEED), hearing(visitor, dealt.code)
    ply = trick_with(told, "rises")
    for explained in (0, 1):
        told.tells(table.page, ply - 1)
        told.tells(table.page, ply)
        expect(table.page.locator(".told")).to_contain_text("Undead rise into")
        expect(table.status).to_contain_text("Undead rise into")
        expect(table.page.locator(".hint")).to_have_count(1 - explained)
        if not explained:
            expect(table.page.locator(".hint a")).to_have_attribute("href", "/rules/#undead")
        table.see_the_trick()


def test_a_reload_shows_the_finished_trick_again_until_one_has_gone_on(arrive: Arrive, dealt: Dealt) -> None:
    ana, bram = arrive(dealt.ana).at(dealt.code), arrive(dealt.bram).at(dealt.code)
    click(ana, ana.codes()[0])
    expect(bram.laid).to_have_count(1)
    click(bram, bram.codes(legal=True)[0])
    expect(ana.go_on).to_be_visible()
    asked = ana.asked.inner_text()
    ana.page.reload()
    expect(ana.go_on).to_be_visible()
    ana.tells(asked)
    ana.see_the_trick()
    ana.page.reload()
    ana.ready()
    expect(ana.progress).to_contain_text("trick 2 of 13")
    expect(ana.go_on).to_have_count(0)


def test_cards_are_confirmed_and_sorted_as_one_wants_it(arrive: Arrive, dealt: Dealt) -> None:
    visitor = arrive(dealt.ana)
    wishes = """localStorage.setItem("preferences", '{"confirm": true, "sort": "rank"}')"""
    visitor.context.add_init_script(wishes)
    ana = visitor.at(dealt.code)
    codes = ana.codes()
    assert [code[1] for code in codes] == sorted(code[1] for code in codes)
    click(ana, codes[3])
    expect(ana.card(codes[3])).to_contain_class("lifted")
    click(ana, codes[3])
    ana.sent(13)
    assert sorted(ana.codes()) == sorted(codes[:3] + codes[4:])


def test_tricks_and_cards_are_one_tap_away(arrive: Arrive, dealt: Dealt) -> None:
    table = hearing(arrive(dealt.ana, viewport=PHONE), dealt.code)
    told_game(SEED, Options(last_trick="all")).tells(table.page, 30)
    sheet = table.open("last")
    expect(sheet.locator(".log > li")).to_have_count(14)
    expect(sheet.locator("figcaption").filter(has_text="Ana")).to_have_count(1)
    table.page.keyboard.press("Escape")
    sheet = table.open("seen")
    expect(sheet.locator(".spots > li")).to_have_count(52)
    expect(sheet.locator(".spot-gone:not(i)")).to_have_count(30)


def test_where_memory_is_strict_there_is_no_list_of_cards(arrive: Arrive, dealt: Dealt) -> None:
    table = hearing(arrive(dealt.ana), dealt.code)
    told_game(SEED, Options(strict=True)).tells(table.page, 6)
    expect(table.page.locator("#last")).to_have_count(1)
    expect(table.page.locator("#seen")).to_have_count(0)
    table.page.keyboard.press("c")
    expect(table.dialog).to_contain_text("memory is strict")


def ended(table: MatchPage, told: Told) -> None:
    told.tells(table.page, 51)
    told.tells(table.page, 52)
    for _ in range(2):
        table.page.keyboard.press("Escape")


def test_the_factions_vote_one_after_another_and_a_key_ends_that(arrive: Arrive, dealt: Dealt) -> None:
    table = timeless(hearing(arrive(dealt.ana, motion=True), dealt.code))
    ended(table, told_game(SEED))
    table.page.keyboard.press("Escape")
    expect(table.outcome).to_have_text("The factions vote …")
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".end.voting")).to_have_count(0)
    expect(table.outcome).to_contain_text("claim")


def test_without_motion_the_end_is_there_at_once(arrive: Arrive, dealt: Dealt) -> None:
    table = hearing(arrive(dealt.ana), dealt.code)
    told = told_game(SEED)
    ended(table, told)
    assert table.page.locator(".end.voting").count() == 0
    counted = [int(text) for text in table.page.locator(".end tfoot td").all_inner_texts()]
    assert counted == list(told.views[52]["result"]["votes"])
