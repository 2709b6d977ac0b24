"""Third parties: where the players allow it they see what a bystander sees, else nothing."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import WebSocket, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, click
from tests.browser.programs import Dealt, deal
from tests.browser.visitor import LOOKED, inspect
from tests.site_process import Site

pytestmark = pytest.mark.browser


def test_a_watcher_follows_the_game_and_sees_no_hand(arrive: Arrive, dealt: Dealt) -> None:
    visitor = arrive()
    page = visitor.page()
    heard: list[str] = []
    page.on("websocket", lambda socket: listen(socket, heard))
    page.goto(f"/m/{dealt.code}/")
    cleo, ana = MatchPage(page).ready(), arrive(dealt.ana).at(dealt.code)
    expect(cleo.hand).to_have_count(0)
    expect(page.get_by_text("You are watching.")).to_be_visible()
    expect(page.locator("#leave, #followers, #claim")).to_have_count(0)
    code = ana.codes()[0]
    click(ana, code)
    expect(cleo.laid).to_have_count(1)
    expect(cleo.page.locator(".slot .card b")).to_have_text(code[1])
    views = [message for message in map(json.loads, heard) if message["type"] == "view"]
    assert views
    for view in views:
        assert (view["you"], view["board"]["hand"], view["board"]["recruits"]) == (None, None, None)
        assert (view["board"]["legal"], view["board"]["reasons"]) == ([], [])


def listen(socket: WebSocket, heard: list[str]) -> None:
    socket.on("framereceived", lambda frame: heard.append(str(frame)))


def test_a_watcher_sees_the_end_without_being_asked_for_a_rematch(arrive: Arrive, dealt: Dealt) -> None:
    dealt.resign()
    cleo = arrive().at(dealt.code)
    expect(cleo.end).to_be_visible()
    expect(cleo.page.get_by_role("button", name=re.compile("Rematch|Play again"))).to_have_count(0)


def test_where_watching_is_not_allowed_the_page_says_so(arrive: Arrive, open_site: Site) -> None:
    dealt = deal(open_site.url, watch="")
    visitor = arrive()
    visitor.tolerated = ("Failed to load resource: the server responded with a status of 403",)
    page = visitor.page()
    page.goto(f"/m/{dealt.code}/")
    expect(page.get_by_text("play without watchers")).to_be_visible()
    expect(page.locator("#online")).to_have_count(0)


def test_small_tables_show_each_card_as_it_is_played_and_games_that_begin(arrive: Arrive, dealt: Dealt) -> None:
    visitor = arrive()
    page = visitor.page()
    page.goto("/watch/")
    table = page.locator(f"[data-code='{dealt.code}'] [data-drawn]")
    expect(table.locator(".small-side .card")).to_have_count(0)
    expect(table).to_be_visible()
    dealt.play(1)
    expect(table.locator(".small-side .card")).to_have_count(1)
    page.locator(f"[data-code='{dealt.code}'] h2 a").focus()
    begun = dealt.another()
    expect(page.locator(f"[data-code='{begun}']")).to_be_visible(timeout=LOOKED)
    expect(page.locator(f"[data-code='{dealt.code}'] h2 a")).to_be_focused()
    inspect(page)
