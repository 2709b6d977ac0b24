"""Tests of the first load of a live page: few files, since each costs a phone far away another wait."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocket

from tests.browser.conftest import Arrive
from tests.browser.pad_page import open_new_table, phone_at
from tests.browser.programs import Dealt
from tests.site_process import Site

pytestmark = [pytest.mark.browser, pytest.mark.esbuild]
MOST = 12


def asked(page: Page) -> Counter[str]:
    """Count what is asked for from now on, by path."""
    paths: Counter[str] = Counter()
    page.on("request", lambda request: paths.update([urlsplit(request.url).path]))
    return paths


def loaded(page: Page, paths: Counter[str]) -> list[str]:
    """Wait until nothing more is loaded; return what the page needed.

    That is not the icon of its tab, which browsers ask for when all else is there, and a headless shell never.
    """
    page.wait_for_load_state("networkidle")
    icon = page.locator("link[rel=icon]").get_attribute("href")
    return sorted(path for path in paths.elements() if path != icon)


def test_an_online_game(arrive: Arrive, dealt: Dealt, each_browser: Browser) -> None:
    page = arrive(dealt.ana, by=each_browser).page()
    paths = asked(page)
    page.goto(f"/m/{dealt.code}/")
    page.locator(".hand .card").first.wait_for()
    assert 0 < len(loaded(page, paths)) <= MOST, sorted(paths)


def test_an_online_game_connects_before_its_script_is_there_and_once(arrive: Arrive, dealt: Dealt) -> None:
    page = arrive(dealt.ana).page()
    held: list[Route] = []
    lines: list[WebSocket] = []
    page.on("websocket", lambda line: lines.append(line))
    page.route("**/js/matches/main.*js", lambda route: held.append(route))
    with page.expect_websocket() as connected:
        page.goto(f"/m/{dealt.code}/", wait_until="commit")
    connected.value.wait_for_event("framereceived")
    assert page.locator(".hand").count() == 0
    held[0].continue_()
    page.locator(".hand .card").first.wait_for()
    assert lines == [connected.value]


@pytest.mark.parametrize(("device", "drawn"), [("both", ".pad-bar"), ("display", ".stage")])
def test_a_device_at_a_table(arrive: Arrive, open_site: Site, each_browser: Browser, device: str, drawn: str) -> None:
    visitor, opener = phone_at(arrive, open_site, by=each_browser)
    open_new_table(opener, device)
    opener.locator(drawn).wait_for()
    stranger, page = phone_at(arrive, open_site, by=each_browser)
    stranger.context.add_cookies(visitor.context.cookies())  # type: ignore[arg-type]
    paths = asked(page)
    page.goto(opener.url)
    page.locator(drawn).wait_for()
    assert 0 < len(loaded(page, paths)) <= MOST, sorted(paths)
