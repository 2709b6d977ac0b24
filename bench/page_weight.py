"""Benchmark of the match page in a real browser: its bytes and times.

.venv/bin/python -m bench.page_weight [--browser /usr/bin/chromium] [--visits 5]

It starts a site and opens a dealt game. The first visit has an empty cache, the next one has what the first stored;
both add up all bytes on the wire (headers, bodies, frames of the socket) until the hand is on the table and loading has
ended, in each language, since translations have a size too. Then slow phones visit, each with an empty cache, and the
medians of their first cards, largest paint and layout shift are printed. Exits with 1 above any limit.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import urllib.request
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.seed import SeededGame
from bench.servers import RunningServer, seed_games, start_server
from tests.browsers import find_browser

MAX_FIRST_BYTES, MAX_NEXT_BYTES = 150_000, 15_000
"""Limits of bytes of a first visit and of the next one."""
MAX_PAINT, MAX_CARDS, MAX_SHIFT = 1.5, 1.2, 0.02
"""Limits on the throttled phone: seconds until the largest paint and until the page marks its cards as drawn, and
layout shift."""
MAX_REQUESTS = 12
"""Limit of requests of a first visit, without its socket, the service worker's script and the icon of its tab, which a
headless shell never requests."""
LANGUAGES = ("en", "nl", "id", "zh-hant")
READY_SELECTOR = ".hand .card"
SOCKET_PATH = "(socket)"
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SLOW_NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
"""Slow 4G: round trip in milliseconds, bytes a second."""
CPU_SLOWDOWN = 4
"""Factor by which the phone's processor is slower than this machine's."""
OBSERVER_SCRIPT = """window.seen = { paint: 0, shift: 0 };
new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.seen.paint = one.startTime)))
  .observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.seen.shift += one.value)))
  .observe({ type: "layout-shift", buffered: true });"""

RESULT_SCRIPT = '({ ...window.seen, cards: performance.getEntriesByName("cards")[0].startTime })'


@dataclass
class Visit:
    """Bytes of one visit by path."""

    sizes: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    paths: dict[str, str] = field(default_factory=dict)

    @property
    def total(self) -> float:
        return sum(self.sizes.values())

    def watch(self, page: Page) -> Any:
        """Count from now on what this page receives."""
        wire = page.context.new_cdp_session(page)
        wire.on("Network.requestWillBeSent", self._record_request)
        wire.on("Network.loadingFinished", self._record_response)
        wire.on("Network.webSocketFrameReceived", self._record_frame)
        wire.send("Network.enable")
        return wire

    def _record_request(self, event: dict[str, Any]) -> None:
        self.paths[event["requestId"]] = urlsplit(event["request"]["url"]).path

    def _record_response(self, event: dict[str, Any]) -> None:
        self.sizes[self.paths.get(event["requestId"], "?")] += event["encodedDataLength"]

    def _record_frame(self, event: dict[str, Any]) -> None:
        self.sizes[SOCKET_PATH] += len(event["response"]["payloadData"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", default=find_browser())
    parser.add_argument("--visits", type=int, default=5, help="of throttled phones")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        games = seed_games(folder, 1)
        with start_server("site", folder) as site:
            browser = playwright.chromium.launch(executable_path=chosen.browser, args=["--no-sandbox"])
            kept = [measure_bytes(browser, site, games[0], language) for language in LANGUAGES]
            kept.append(measure_slow_phone(browser, site, games[0], chosen.visits))
            browser.close()
    sys.exit(not all(kept))


def measure_bytes(browser: Browser, site: RunningServer, game: SeededGame, language: str) -> bool:
    """Print the bytes of a first and of a next visit in a language; return whether both are within their limits."""
    context = create_context(browser, site, game, language)
    visits = [visit_page(context, game), visit_page(context, game)]
    context.close()
    for visit_bytes in visits:
        visit_bytes.sizes["/worker.js"] = measure_worker_check(site)
    if language == LANGUAGES[0]:
        print_files(*visits)
    first, following = (visit_bytes.total for visit_bytes in visits)
    label = f"bytes at the first and the next visit in {language} (limits {MAX_FIRST_BYTES:,} and {MAX_NEXT_BYTES:,})"
    print(f"{first:8,.0f} {following:8,.0f} {label}")
    return first <= MAX_FIRST_BYTES and following <= MAX_NEXT_BYTES


def print_files(first: Visit, following: Visit) -> None:
    for path, size in sorted(first.sizes.items(), key=lambda one: -one[1]):
        print(f"{size:8,.0f} {following.sizes.get(path, 0):8,.0f} {path}")


def measure_slow_phone(browser: Browser, site: RunningServer, game: SeededGame, visits: int) -> bool:
    """Print the times of the page on a slow phone and return whether they are within the limits."""
    seen = measure_slow_visits(browser, site, game, visits)
    cards, paint, shift = (statistics.median(visit[name] for visit in seen) for name in ("cards", "paint", "shift"))
    for name, value, limit in (("first cards", cards, MAX_CARDS), ("largest paint", paint, MAX_PAINT)):
        times = ", ".join(f"{visit[name.split()[-1]] / 1000:.2f}" for visit in seen)
        print(f"{value / 1000:8.2f} s to the {name} on a slow phone (limit {limit}; {times})")
    print(f"{shift:8.3f} of layout shift (limit {MAX_SHIFT})")
    requests = max(visit["requests"] for visit in seen)
    print(f"{requests:8.0f} requests (limit {MAX_REQUESTS})")
    return cards <= MAX_CARDS * 1000 and paint <= MAX_PAINT * 1000 and shift <= MAX_SHIFT and requests <= MAX_REQUESTS


def measure_slow_visits(browser: Browser, site: RunningServer, game: SeededGame, visits: int) -> list[dict[str, float]]:
    """Return the times and requests of visits by a slow phone with an empty cache."""
    return [measure_visit(create_context(browser, site, game, **PHONE), game) for _ in range(visits)]


def measure_worker_check(site: RunningServer) -> float:
    """Return the bytes of the check for a new service worker, which a browser makes on every visit."""
    with urllib.request.urlopen(f"http://{site.host}:{site.port}/worker.js") as answer:
        return len(str(answer.headers)) + len(answer.read())


def create_context(
    browser: Browser, site: RunningServer, game: SeededGame, language: str = "en", **options: Any
) -> BrowserContext:
    """Return a browser context with an empty cache whose user has a seat in the game."""
    url = f"http://{site.host}:{site.port}"
    # Requests of a service worker are not counted on the page, so it is blocked.
    usual = {"viewport": {"width": 390, "height": 844}, "service_workers": "block"}
    context = browser.new_context(base_url=url, **{**usual, **options})
    cookies = {"sessionid": game.sessions[0], "django_language": language}
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
    return context


def visit_page(context: BrowserContext, game: SeededGame) -> Visit:
    """Visit the page in one tab, until nothing more is loaded."""
    page, counted = context.new_page(), Visit()
    counted.watch(page)
    open_game(page, game)
    page.close()
    return counted


def measure_visit(context: BrowserContext, game: SeededGame) -> dict[str, float]:
    """Return the times of the cards and the largest paint, the layout shift and the requests of a first visit."""
    context.add_init_script(OBSERVER_SCRIPT)
    page, counted = context.new_page(), Visit()
    wire = counted.watch(page)
    wire.send("Network.emulateNetworkConditions", SLOW_NETWORK)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    open_game(page, game)
    seen: dict[str, float] = page.evaluate(RESULT_SCRIPT)
    icon = page.locator("link[rel=icon]").get_attribute("href")
    context.close()
    return {**seen, "requests": sum(path != icon for path in counted.paths.values())}


def open_game(page: Page, game: SeededGame) -> None:
    page.goto(f"/m/{game.code}/")
    page.wait_for_selector(READY_SELECTOR, timeout=60_000)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)


if __name__ == "__main__":
    main()
