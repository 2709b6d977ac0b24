"""Spectators, who see no hand and find the games that begin; and programs, marked as such for all to see."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import click
from tests.browser.programs import Dealt
from tests.browser.visitor import (
    DESK,
    OF_COLOURS,
    PHONE,
    SCHEMES,
    Scheme,
    fits,
    inspect,
    objections,
)
from tests.client import Person
from tests.realtime.test_programs import Program
from tests.site_process import Site

pytestmark = pytest.mark.browser
GAPS = """(marks) => marks.map((mark) =>
  mark.closest(".player").querySelector(".who").getBoundingClientRect().left - mark.getBoundingClientRect().right)"""
"""The room between the mark on each player's portrait and the text beside it, in pixels."""


def test_a_spectator_follows_the_game_to_its_end_and_sees_no_hand(arrive: Arrive, dealt: Dealt) -> None:
    cleo, ana = arrive().at(dealt.code), arrive(dealt.ana).at(dealt.code)
    expect(cleo.hand).to_have_count(0)
    expect(cleo.page.get_by_text("You're watching.")).to_be_visible()
    expect(cleo.page.locator("#leave, #followers, #claim")).to_have_count(0)
    code = ana.codes()[0]
    click(ana, code)
    expect(cleo.laid).to_have_count(1)
    expect(cleo.page.locator(".slot .card b")).to_have_text(code[1])
    dealt.resign()
    expect(cleo.end).to_be_visible()
    expect(cleo.page.get_by_role("button", name=re.compile("Rematch|Play again"))).to_have_count(0)


def test_miniboards_show_each_card_as_it_is_played_and_games_that_begin(arrive: Arrive, dealt: Dealt) -> None:
    page = arrive().page()
    page.goto("/watch/")
    board = page.locator(f"[data-code='{dealt.code}'] [data-drawn]")
    expect(board.locator(".small-side .card")).to_have_count(0)
    expect(board).to_be_visible()
    dealt.play(1)
    expect(board.locator(".small-side .card")).to_have_count(1)
    link = page.locator(f"[data-code='{dealt.code}'] h2 a")
    link.focus()
    begun = dealt.another()
    expect(page.locator(f"[data-code='{begun}']")).to_be_visible()
    expect(link).to_be_focused()
    inspect(page)


def test_a_game_opened_with_a_token_is_marked_as_that_of_a_program(arrive: Arrive, open_site: Site) -> None:
    page = arrive(Program(open_site, "Jorun").person, viewport=PHONE, has_touch=True, is_mobile=True).page()
    page.goto("/preferences/")
    page.get_by_role("link", name="API tokens").click()
    page.get_by_label("Name (only you see it)").fill("W" * 40)
    page.get_by_label("Play: create and join").check()
    page.get_by_role("button", name="Create token").click()
    secret = page.locator("#secret").input_value()
    assert fits(page)
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    opened = page.request.post("/api/games", headers=headers, data=json.dumps({})).json()

    bram = Person(open_site.url, "Bram")
    bram.join(opened["game"])
    table = arrive(bram, viewport=PHONE).at(opened["game"]).page
    expect(table.locator(".player.far .disk i")).to_have_text("bot")
    watching = arrive().page()
    watching.goto("/watch/")
    board = watching.locator("li, article, a").filter(has_text="Jorun").filter(has_text="Bram").first
    expect(board.locator(".small-side .tag")).to_have_text("program")


@pytest.mark.parametrize("language", ["en", "zh-hant"])
def test_the_mark_of_a_program_covers_no_text_beside_it(arrive: Arrive, open_site: Site, language: str) -> None:
    code = Program(open_site, f"Sigrun-{language}").opened()
    bram = Person(open_site.url, "Bram")
    bram.join(code)
    visitor = arrive(bram, viewport=PHONE, locale=language)
    page = visitor.at(code).page
    mark = page.locator(".player .disk i")
    assert all(gap >= 0 for gap in mark.evaluate_all(GAPS))
    bram.post(f"/m/{code}/resign/")
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        page.goto(f"/m/{code}/replay/")
        expect(mark).to_have_count(1)
        assert all(gap >= 0 for gap in mark.evaluate_all(GAPS))


def test_the_page_of_the_api_works_under_the_content_policy(arrive: Arrive) -> None:
    """The browser would complain of anything that the policy refuses."""
    page = arrive(viewport=PHONE).page()
    page.goto("/api/")
    address = page.locator(".opblock", has_text="/api/watch")
    address.locator(".opblock-summary-control").click()
    address.get_by_role("button", name="Try it out").click()
    address.get_by_role("button", name="Execute").click()
    expect(address.locator(".live-responses-table .response .response-col_status")).to_have_text("200")
    assert fits(page)


def test_the_page_of_the_api_follows_the_theme(arrive: Arrive) -> None:
    page = arrive(viewport=PHONE, color_scheme="dark").page()
    page.goto("/api/")
    root, documentation = page.locator("html"), page.locator("#swagger-ui")
    expect(page.locator(".opblock").first).to_be_visible()
    expect(root).to_have_class(re.compile("dark-mode"))
    expect(documentation).to_have_css("background-color", "rgb(28, 32, 34)")
    page.locator("[data-theme-switch]").first.click()
    expect(root).not_to_have_class(re.compile("dark-mode"))
    expect(documentation).to_have_css("background-color", "rgb(255, 255, 255)")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_page_of_the_api_is_readable_in_both_themes(arrive: Arrive, scheme: Scheme) -> None:
    page = arrive(viewport=PHONE, color_scheme=scheme).page()
    page.goto("/api/")
    for method in ("get", "post"):
        operation = page.locator(f".opblock-{method}", has_text="/api/games/{code}").first
        operation.locator(".opblock-summary-control").click()
        operation.get_by_role("button", name="Try it out").click()
    page.locator(".btn.authorize").first.click()
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        found = objections(page, OF_COLOURS)
        assert found.violations_count == 0, f"{size}\n{found.generate_report()}"
