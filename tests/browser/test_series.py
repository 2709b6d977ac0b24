"""Series of two players: three games online and two at a table, with the score before each rematch."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage
from tests.browser.pad_page import pads_at
from tests.browser.programs import deal
from tests.browser.test_companion_scoring import FINAL_COUNTS, primary
from tests.browser.visitor import DESK, PHONE, SMALLEST, inspect
from tests.client import Person
from tests.site_process import Site

pytestmark = pytest.mark.browser


def resign(loser: Person, table: MatchPage) -> None:
    """End the game that a page shows: the loser resigns."""
    code = table.page.url.rstrip("/").rpartition("/")[2]
    assert loser.post(f"/m/{code}/resign/")["status"] == 200


def test_three_games_online_decide_a_best_of_three(arrive: Arrive, open_site: Site) -> None:
    dealt = deal(open_site.url, best_of=3)
    ana, bram = arrive(dealt.ana).at(dealt.code), arrive(dealt.bram, viewport=PHONE).at(dealt.code)
    scores = ("Ana 1 – 0 Bram", "Ana 1 – 1 Bram", "Ana 1 – 2 Bram")
    for loser, score in zip((dealt.bram, dealt.ana, dealt.ana), scores, strict=True):
        resign(loser, ana)
        expect(ana.page.locator(".series-score")).to_have_text(score)
        if score != scores[-1]:
            before = ana.page.url
            ana.page.get_by_role("button", name="Rematch").click()
            expect(bram.end).to_contain_text("Best of 3")
            bram.page.get_by_role("button", name="Play again").click()
            for table in (ana, bram):
                expect(table.page).not_to_have_url(before)
                expect(table.hand).to_have_count(13)
    expect(bram.page.locator(".series-score")).to_have_text("Bram 2 – 1 Ana")
    for table in (ana, bram):
        expect(table.page.locator(".series-winner")).to_have_text("Bram wins the best of 3!")
    inspect(bram.page, SMALLEST)
    bram.page.locator("#series").click()
    expect(bram.page.locator(".series-winner")).to_have_text("Bram wins the best of 3!")
    expect(bram.page.locator(".game-line")).to_have_count(3)
    inspect(bram.page, SMALLEST, DESK)
    picture = bram.page.request.get(bram.page.locator("#picture").get_attribute("href") or "")
    assert picture.body()[:8] == b"\x89PNG\r\n\x1a\n"


def test_the_length_of_a_series_is_proposed_with_the_rematch(arrive: Arrive, open_site: Site) -> None:
    dealt = deal(open_site.url)
    dealt.resign()
    ana, bram = arrive(dealt.ana).at(dealt.code), arrive(dealt.bram).at(dealt.code)
    expect(ana.page.locator(".series")).to_have_count(0)
    ana.page.locator(".end .more > summary").click()
    ana.page.get_by_label("Series").select_option("Best of 5")
    before = ana.page.url
    ana.page.get_by_role("button", name="Rematch").click()
    expect(bram.end).to_contain_text("Ana asks for a rematch. Best of 5")
    bram.page.get_by_role("button", name="Play again").click()
    expect(bram.page).not_to_have_url(before)


def test_the_player_who_agrees_sees_that_the_limit_is_dropped(arrive: Arrive, open_site: Site) -> None:
    dealt = deal(open_site.url, best_of=3)
    dealt.resign()
    ana, bram = arrive(dealt.ana).at(dealt.code), arrive(dealt.bram).at(dealt.code)
    ana.page.locator(".end .more > summary").click()
    ana.page.get_by_label("Series").select_option("No limit")
    ana.page.get_by_role("button", name="Rematch").click()
    expect(bram.end).to_contain_text("Ana asks for a rematch. No limit")


def test_two_phones_at_a_table_and_a_display_keep_the_score(arrive: Arrive, open_site: Site) -> None:
    ana, bram, _ = pads_at(arrive, open_site, "piles")
    display = arrive(url=open_site.url, viewport=DESK).page()
    for score in ("", "Ana 2 – 0 Bram"):
        ana.tab("pad")
        ana.count(*FINAL_COUNTS)
        for pad in (ana, bram):
            expect(primary(pad)).to_have_text("Confirm")
            primary(pad).click()
        expect(primary(ana)).to_have_text("Rematch")
        if score:
            for pad in (ana, bram):
                expect(pad.page.locator(".series-score")).to_have_text(score)
            expect(display.locator(".series")).to_contain_text(score)
            inspect(ana.page, SMALLEST)
            continue
        before = ana.page.url
        ana.page.get_by_label("Series").select_option("Best of 3")
        primary(ana).click()
        expect(bram.end).to_contain_text("Best of 3")
        primary(bram).click()
        for pad in (ana, bram):
            expect(pad.page).not_to_have_url(before)
        display.goto(ana.page.url)
        expect(display.locator(".series-note")).to_have_text("Ana 1 – 0 Bram")
    expect(bram.page.locator(".series-winner")).to_have_text("Ana wins the best of 3!")
    bram.page.locator("#series").click()
    expect(bram.page.locator("h1")).to_contain_text("Ana 2 – 0 Bram")
