"""What a live page asks for at first: few files, since each costs a phone far away another wait."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, WebSocket

from tests.browser.conftest import Arrive
from tests.browser.programs import Dealt
from tests.browser.tables import opened, phone
from tests.server import Site

pytestmark = [pytest.mark.browser, pytest.mark.esbuild]
MOST = 12


def asked(page: Page) -> Counter[str]:
    """Counts what the page asks for from now on, by path."""
    paths: Counter[str] = Counter()
    page.on("request", lambda request: paths.update([urlsplit(request.url).path]))
    return paths


def test_an_online_game(arrive: Arrive, dealt: Dealt) -> None:
    page = arrive(dealt.ana).page()
    paths = asked(page)
    page.goto(f"/m/{dealt.code}/")
    page.locator(".hand .card").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert 0 < paths.total() <= MOST, sorted(paths)


def test_an_online_game_connects_before_its_script_is_there_and_once(arrive: Arrive, dealt: Dealt) -> None:
    page = arrive(dealt.ana).page()
    held: list[Route] = []
    lines: list[WebSocket] = []
    page.on("websocket", lambda line: lines.append(line))
    page.route("**/js/online/main.*js", lambda route: held.append(route))
    with page.expect_websocket() as connected:
        page.goto(f"/m/{dealt.code}/", wait_until="commit")
    connected.value.wait_for_event("framereceived")
    assert page.locator(".hand").count() == 0
    held[0].continue_()
    page.locator(".hand .card").first.wait_for()
    assert lines == [connected.value]


@pytest.mark.parametrize(("device", "drawn"), [("both", ".pad-bar"), ("display", ".stage")])
def test_a_device_at_a_table(arrive: Arrive, house: Site, device: str, drawn: str) -> None:
    visitor, opener = phone(arrive, house)
    opened(opener, device)
    opener.locator(drawn).wait_for()
    stranger, page = phone(arrive, house)
    stranger.context.add_cookies(visitor.context.cookies())  # type: ignore[arg-type]
    paths = asked(page)
    page.goto(opener.url)
    page.locator(drawn).wait_for()
    page.wait_for_load_state("networkidle")
    assert 0 < paths.total() <= MOST, sorted(paths)
