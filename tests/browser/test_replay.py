"""Replays: on a phone with a finger, on a desk with keys, their review, and a game that goes on from a step."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.schemas.review import ReviewShown
from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage
from tests.browser.programs import Dealt, deal
from tests.browser.visitor import PHONE, fits
from tests.site_process import Site

pytestmark = pytest.mark.browser
SWIPE = """([from, to]) => { const table = document.querySelector("#replay-table");
  const at = (type, x) => table.dispatchEvent(new PointerEvent(type,
    { bubbles: true, isPrimary: true, pointerType: "touch", clientX: x, clientY: 300 }));
  at("pointerdown", from); at("pointerup", to); }"""
REVIEWED = 60_000


@pytest.fixture(scope="module")
def over(open_site: Site) -> Dealt:
    """A complete game of Ana and Bram."""
    dealt = deal(open_site.url)
    dealt.play(52)
    return dealt


def at(page: Page, step: int) -> None:
    """The address has this step."""
    expect(page).to_have_url(re.compile(rf"step={step}\b"))


def hands(page: Page) -> list[int]:
    return [page.locator(f".laid.{side} > .card").count() for side in ("far", "near")]


def test_a_stranger_follows_a_game_on_a_phone_and_sees_its_result_on_request(arrive: Arrive, over: Dealt) -> None:
    page = arrive(motion=True, viewport=PHONE, has_touch=True, is_mobile=True).page()
    page.goto(f"/m/{over.code}/replay/")
    result, on = page.locator("#replay-ended"), page.get_by_label("Next card")
    expect(page.locator("#replay-run")).to_be_visible()
    expect(result).to_be_hidden()
    assert hands(page) == [13, 13]
    on.tap()
    expect(page.locator(".replay-words")).to_contain_text("Ana leads")
    page.evaluate(SWIPE, [300, 100])
    at(page, 2)
    expect(page.locator(".slot.wins")).to_have_count(1)
    expect(page.locator("#replay-story > li:visible")).to_have_count(1)
    page.evaluate(SWIPE, [100, 300])
    at(page, 1)
    assert sorted(hands(page)) == [12, 13]
    assert fits(page)
    page.get_by_role("link", name="Show result").tap()
    expect(result).to_be_visible()
    expect(page.locator("#replay-story > li:visible")).to_have_count(26)
    page.get_by_role("link", name="Bram's view").tap()
    at(page, 1)
    expect(page.locator(".laid.near > .card.back")).to_have_count(12)


def test_it_runs_by_itself_and_stops_at_its_end(arrive: Arrive, over: Dealt) -> None:
    page = arrive(over.ana).page()
    page.goto(f"/m/{over.code}/replay/?step=49")
    page.get_by_label("Speed").select_option("2×")
    page.get_by_label("Autoplay").click()
    at(page, 52)
    expect(page.get_by_label("Autoplay")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".player .votes b")).to_have_text([re.compile(r"^\d votes?$")] * 2)
    for key, step in (("Home", 0), ("ArrowRight", 1), ("End", 52), ("ArrowLeft", 51)):
        page.keyboard.press(key)
        at(page, step)


def test_a_player_reads_the_review_and_plays_on_from_a_step(arrive: Arrive, open_site: Site) -> None:
    short = deal(open_site.url)
    short.play(5)
    short.bram.post(f"/m/{short.code}/resign/")
    page = arrive(short.bram).page()
    page.goto(f"/m/{short.code}/")
    page.get_by_role("link", name="Replay and review").click()
    expect(page.locator(".player.near .name")).to_have_text("Bram")
    page.get_by_role("button", name="Review this game").click()
    expect(page.locator(".review-curve")).to_be_visible(timeout=REVIEWED)
    page.locator("#replay-story").get_by_role("link", name="Phase one · trick 2").click()
    expect(page.locator(".review-card p").first).not_to_be_empty()
    page.locator("#play-on").get_by_text("Ana").click()
    page.get_by_role("button", name="Play on", exact=True).click()
    table = MatchPage(page).ready()
    expect(page.get_by_text("so this game doesn't count")).to_be_visible()
    expect(table.progress).to_contain_text("Phase one · trick 3")


def test_a_review_says_that_the_engine_is_starting_and_what_its_curve_shows(arrive: Arrive, over: Dealt) -> None:
    page = arrive(over.bram).page()
    review = gave_away(over, 30, 6)
    answer: dict[str, Any] = {"status": 202, "json": {"state": "starting"}}
    page.route("**/review/", lambda route: route.fulfill(**answer))
    page.goto(f"/m/{over.code}/replay/")
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_text("The engine is starting.")).to_be_visible()
    answer |= {"status": 200, "json": review}
    expect(page.get_by_text("In phase one, the line is an estimate")).to_be_visible()
    rows = page.locator(".review-curve tbody tr", has_text="Phase two · trick 3")
    expect(rows.locator(".chip")).to_have_text([one["card"][1:] for one in review["endings"]])


def test_the_line_that_keeps_the_win_is_played_out_on_the_table_and_left_again(arrive: Arrive, over: Dealt) -> None:
    page = arrive(over.bram).page()
    page.route("**/review/", lambda route: route.fulfill(json=gave_away(over, 30, 6)))
    page.goto(f"/m/{over.code}/replay/?step=4")
    page.get_by_role("button", name="Review this game").click()
    page.locator(".review-moments").get_by_text("threw away the win").click()
    at(page, 31)
    page.get_by_role("button", name="Show best line").click()
    said = page.locator("#replay-otherwise")
    expect(said).to_contain_text("card 1 of 6")
    page.get_by_label("Go to the end").click()
    expect(said).to_contain_text("card 6 of 6")
    page.get_by_role("button", name="Back to the game").click()
    expect(said).to_have_count(0)
    at(page, 30)


def test_the_verdict_on_a_card_is_in_sight_beside_its_table_on_a_phone(arrive: Arrive, over: Dealt) -> None:
    page = arrive(over.bram, viewport=PHONE, has_touch=True, is_mobile=True, motion=True).page()
    page.route("**/review/", lambda route: route.fulfill(json=gave_away(over, 30, 6)))
    page.goto(f"/m/{over.code}/replay/?step=31")
    ask = page.get_by_role("button", name="Review this game")
    ask.evaluate("button => button.scrollIntoView({ block: 'end', behavior: 'instant' })")
    ask.tap()
    expect(page.locator(".review-card")).to_be_in_viewport()
    page.locator(".review-moments").get_by_text("threw away the win").tap()
    expect(page.get_by_label("Next card")).to_be_in_viewport()
    verdict = page.locator("#replay-verdict")
    expect(verdict).to_be_in_viewport()
    expect(verdict).to_contain_text("threw away the win")
    page.get_by_label("Next card").tap()
    expect(verdict).not_to_contain_text("threw away the win")


def gave_away(dealt: Dealt, ply: int, cards: int) -> dict[str, Any]:
    """A review with one mistake, whose better line is the one that was played."""
    plays = json.loads(dealt.ana.get(f"/m/{dealt.code}/record/")[1])["plays"]
    one = {"ply": ply, "seat": 0, "card": plays[ply], "before": 1, "after": -1, "margin_before": 1, "margin_after": -1}
    one |= {"gave_away": True, "keeps": [plays[ply]], "line": plays[ply : ply + cards]}
    answer = one | {"ply": ply + 1, "seat": 1, "card": plays[ply + 1], "before": 1, "after": 1, "gave_away": False}
    answer |= {"keeps": [], "line": None}
    luck = {"deal": {"chance": 0.5, "error": 0.01}, "blind": []}
    curve = [{"step": step, "chance": 0.5, "error": 0.02} for step in range(0, 27, 2)]
    review = {
        "format": "claim-review/1",
        "curve": curve,
        "cards": [],
        "endings": [one, answer],
        "luck": luck,
        "known": True,
        "begun": 0,
    }
    assert ReviewShown.model_validate_json(json.dumps(review))
    return review


def test_without_a_script_the_links_lead_from_card_to_card(arrive: Arrive, over: Dealt) -> None:
    page = arrive(java_script_enabled=False).page()
    page.goto(f"/m/{over.code}/replay/")
    page.get_by_label("Next card").click()
    at(page, 1)
    page.get_by_label("Go to the end").click()
    at(page, 52)
    expect(page.locator("#replay-story > li:visible")).to_have_count(26)
