"""Two friends, in two browsers and two languages: a challenge, what they say at the game, and when one has enough."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage
from tests.browser.programs import account
from tests.browser.visitor import PHONE
from tests.client import code_of
from tests.site_process import Site

pytestmark = pytest.mark.browser
ANA, BRAM = "Anafriend", "Bramfriend"
READ = 10_000
"""Milliseconds until what somebody said is not shown any more: by then they may speak again."""


def test_from_a_challenge_to_a_conversation_and_its_end(arrive: Arrive, open_site: Site) -> None:
    ana, bram = account(open_site.url, ANA), account(open_site.url, BRAM, language="nl")
    hers = arrive(ana).page()
    his = arrive(bram, viewport=PHONE, has_touch=True, is_mobile=True).page()
    for page, other in ((hers, BRAM), (his, ANA)):
        page.goto(f"/@/{other}/")
        page.locator(".tied button[value=follow]").click()
        expect(page.locator(".tied button[value=unfollow]")).to_be_visible()
    with his.expect_response("**/signals/"):
        his.goto("/rules/")
    challenges(hers)
    takes_it_where_it_is_told(his)
    tables = [MatchPage(page).ready() for page in (hers, his)]
    as_it_was_agreed(*tables)
    phrases_and_gestures(*tables)
    words_of_their_own(*tables)
    has_enough(his)
    reports(his)
    assert [(one["seat"], one.get("word") or one["text"]) for one in kept(open_site, code_of(hers.url))] == [
        (0, "hello"),
        (1, "wave"),
        (0, "Anybody there?"),
    ]


def challenges(page: Page) -> None:
    """She may, since they are friends, and sees that he is here."""
    page.reload()
    expect(page.locator(".tied .tag")).to_have_text(["friend", "here now"])
    page.get_by_role("link", name="Challenge").click()
    page.get_by_role("group", name="Who leads the first trick").get_by_label("Me").check()
    page.get_by_role("group", name="Clock").get_by_label("5 min + 5 s", exact=True).check()
    page.get_by_label("Rated").check()
    page.get_by_role("button", name="Send the challenge").click()
    expect(page).to_have_url(re.compile(r"/m/\w{8}/$"))


def takes_it_where_it_is_told(page: Page) -> None:
    """On the page that he had open, as soon as he comes back to it."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    told = page.locator(".signal")
    expect(told).to_contain_text(ANA)
    told.get_by_role("button", name="Spelen").tap()


def as_it_was_agreed(hers: MatchPage, his: MatchPage) -> None:
    for table in (hers, his):
        expect(table.page.locator(".clock b")).to_have_text(["5:00", "5:00"])
    expect(hers.playable).to_have_count(13)
    expect(his.playable).to_have_count(0)


def phrases_and_gestures(hers: MatchPage, his: MatchPage) -> None:
    """Each reads them in their own language."""
    hers.open("talk").locator("[data-word=hello]").click()
    expect(his.page.locator(".player.far .bubble")).to_have_text("Hallo!")
    expect(hers.page.locator(".player.near .bubble")).to_have_text("Hello!")
    his.open("talk").locator("[data-word=wave]").tap()
    expect(hers.page.locator(".player.far .bubble svg")).to_be_visible()
    expect(hers.page.locator("[aria-live], [role=status]").filter(has_text=f"{BRAM} waves.")).to_have_count(1)


def words_of_their_own(hers: MatchPage, his: MatchPage) -> None:
    """Only when both agreed."""
    hers.open("talk").locator("#agree").check()
    expect(hers.page.locator(".free p")).to_have_text(f"Waiting for {BRAM} to agree, too.")
    expect(hers.page.locator("#text")).to_have_count(0)
    his.open("talk").locator("#agree").check()
    expect(hers.page.locator(".player.near .bubble")).to_have_count(0, timeout=READ)
    hers.page.locator("#text").fill("Anybody there?")
    hers.page.get_by_role("button", name="Send", exact=True).click()
    expect(his.page.locator(".said li").first).to_have_text(re.compile(rf"{ANA}\s+Anybody there\?"))


def has_enough(page: Page) -> None:
    """What the other one said is gone, and what he said stays."""
    page.locator("[data-deed=mute]").tap()
    expect(page.locator("[data-deed=mute]")).to_have_text("Niet meer dempen")
    expect(page.locator(".said li")).to_have_count(1)


def reports(page: Page) -> None:
    page.get_by_role("link", name="Melden").tap()
    page.get_by_label(ANA).check()
    page.locator("[name=category]").first.check()
    page.locator("textarea").fill("Goed onderwijs.")
    page.locator("main").get_by_role("button").tap()
    expect(page).to_have_url(re.compile("/reports/$"))


def kept(site: Site, code: str) -> list[dict[str, Any]]:
    """What the only report of a game keeps of what was said at it."""
    with closing(sqlite3.connect(site.folder / "var" / "db.sqlite3")) as database:
        query = "SELECT r.snapshot FROM games_report r JOIN games_game g ON g.id = r.game_id WHERE g.code = ?"
        ((snapshot,),) = database.execute(query, [code]).fetchall()
    return list(json.loads(snapshot)["said"])
