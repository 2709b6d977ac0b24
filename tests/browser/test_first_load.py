"""The first load of a live page: few files and bytes, since each file costs a distant phone another wait."""

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
MAX_FILES, MAX_BYTES = 13, 150_000


def count_requests(page: Page) -> Counter[str]:
    """Count the requests from now on by path."""
    paths: Counter[str] = Counter()
    page.on("request", lambda request: paths.update([urlsplit(request.url).path]))
    return paths


def check_files(page: Page, paths: Counter[str]) -> None:
    """Count what the page loaded, without the icon of its tab, which a headless shell never requests."""
    page.wait_for_load_state("networkidle")
    icon = page.locator("link[rel=icon]").get_attribute("href")
    files = sorted(path for path in paths.elements() if path != icon)
    assert 0 < len(files) <= MAX_FILES, "\n".join(files)


def test_an_online_game_loads_few_files_and_bytes(arrive: Arrive, dealt: Dealt, each_browser: Browser) -> None:
    visitor = arrive(dealt.ana, by=each_browser)
    page = visitor.page()
    paths, sizes = count_requests(page), list[float]()
    wire = visitor.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    wire.on("Network.webSocketFrameReceived", lambda event: sizes.append(len(event["response"]["payloadData"])))
    page.goto(f"/m/{dealt.code}/")
    page.locator(".hand .card").first.wait_for()
    check_files(page, paths)
    assert 10_000 < sum(sizes) <= MAX_BYTES


def test_an_online_game_connects_before_its_script_is_there_and_once(arrive: Arrive, dealt: Dealt) -> None:
    page = arrive(dealt.ana).page()
    held: list[Route] = []
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    page.route("**/js/matches/main.*js", lambda route: held.append(route))
    with page.expect_websocket() as connected:
        page.goto(f"/m/{dealt.code}/", wait_until="commit")
    connected.value.wait_for_event("framereceived")
    assert page.locator(".hand").count() == 0
    held[0].continue_()
    page.locator(".hand .card").first.wait_for()
    assert sockets == [connected.value]


@pytest.mark.parametrize(("device", "drawn"), [("both", ".pad-bar"), ("display", ".stage")])
def test_a_device_at_a_table_loads_few_files(
    arrive: Arrive, open_site: Site, each_browser: Browser, device: str, drawn: str
) -> None:
    visitor, opener = phone_at(arrive, open_site, by=each_browser)
    open_new_table(opener, device)
    opener.locator(drawn).wait_for()
    with_empty_cache, page = phone_at(arrive, open_site, by=each_browser)
    with_empty_cache.context.add_cookies(visitor.context.cookies())  # type: ignore[arg-type]
    paths = count_requests(page)
    page.goto(opener.url)
    page.locator(drawn).wait_for()
    check_files(page, paths)
