"""What the page of a match weighs and how soon it is there, in a real browser.

.venv/bin/python -m bench.weight [--browser /usr/bin/chromium] [--visits 5]

Starts a site of its own and sits down at a dealt game. The first visit has an empty cache, the next one has what the
first left; both add up everything that came over the wire, headers, bodies and frames of the socket, until the hand is
on the table and nothing more is loaded; in each language, since sentences weigh as well. Then slow phones come, each
with an empty cache, and the medians of their first cards, of their largest paint and of their layout shift are told.
Exits with 1 above any limit.
"""

from __future__ import annotations

import argparse
import shutil
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

from bench.seed import Seeded
from bench.servers import Running, seeded, started

FIRST, NEXT = 150_000, 15_000
"""Bytes of a first visit and of the next one."""
PAINT, CARDS, SHIFT = 1.5, 1.2, 0.02
"""Seconds until the largest paint and until the cards are drawn, as the page marks it, and how much may move, on the
throttled phone."""
REQUESTS = 12
"""What a first visit asks for at most, without its socket and the service worker's script."""
LANGUAGES = ("en", "nl", "id", "zh-hant")
READY = ".hand .card"
SOCKET = "(socket)"
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
"""A slow 4G: milliseconds there and back, and bytes a second."""
SLOWER = 4
"""How many times slower than this machine the phone reckons."""
WATCH = """window.seen = { paint: 0, shift: 0 };
new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.seen.paint = one.startTime)))
  .observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.seen.shift += one.value)))
  .observe({ type: "layout-shift", buffered: true });"""

TAKEN = '({ ...window.seen, cards: performance.getEntriesByName("cards")[0].startTime })'


@dataclass
class Visit:
    """The bytes of one visit by what they were loaded for."""

    sizes: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    paths: dict[str, str] = field(default_factory=dict)

    @property
    def total(self) -> float:
        return sum(self.sizes.values())

    def watch(self, page: Page) -> Any:
        """Count from now on what this page gets."""
        wire = page.context.new_cdp_session(page)
        wire.on("Network.requestWillBeSent", self._asked)
        wire.on("Network.loadingFinished", self._loaded)
        wire.on("Network.webSocketFrameReceived", self._framed)
        wire.send("Network.enable")
        return wire

    def _asked(self, event: dict[str, Any]) -> None:
        self.paths[event["requestId"]] = urlsplit(event["request"]["url"]).path

    def _loaded(self, event: dict[str, Any]) -> None:
        self.sizes[self.paths.get(event["requestId"], "?")] += event["encodedDataLength"]

    def _framed(self, event: dict[str, Any]) -> None:
        self.sizes[SOCKET] += len(event["response"]["payloadData"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", default=installed())
    parser.add_argument("--visits", type=int, default=5, help="of throttled phones")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        games = seeded(folder, 1)
        with started("site", folder) as site:
            browser = playwright.chromium.launch(executable_path=chosen.browser, args=["--no-sandbox"])
            kept = [weighed(browser, site, games[0], language) for language in LANGUAGES]
            kept.append(throttled(browser, site, games[0], chosen.visits))
            browser.close()
    sys.exit(not all(kept))


def installed() -> str | None:
    """A browser of this machine, if it has one."""
    browsers = (shutil.which(name) for name in ("chromium-headless-shell", "chromium", "google-chrome"))
    return next(filter(None, browsers), None)


def weighed(browser: Browser, site: Running, game: Seeded, language: str) -> bool:
    """Tells the bytes of a first and of a next visit in a language; whether both are within their limits."""
    context = seated(browser, site, game, language)
    visits = [visit(context, game), visit(context, game)]
    context.close()
    for one in visits:
        one.sizes["/worker.js"] = worked(site)
    if language == LANGUAGES[0]:
        listed(*visits)
    first, following = (one.total for one in visits)
    told = f"bytes at the first and the next visit in {language} (limits {FIRST:,} and {NEXT:,})"
    print(f"{first:8,.0f} {following:8,.0f} {told}")
    return first <= FIRST and following <= NEXT


def listed(first: Visit, following: Visit) -> None:
    for path, size in sorted(first.sizes.items(), key=lambda one: -one[1]):
        print(f"{size:8,.0f} {following.sizes.get(path, 0):8,.0f} {path}")


def throttled(browser: Browser, site: Running, game: Seeded, visits: int) -> bool:
    """Tells how soon the page is there on a slow phone, and whether that is soon enough."""
    seen = slow_visits(browser, site, game, visits)
    cards, paint, shift = (statistics.median(one[name] for one in seen) for name in ("cards", "paint", "shift"))
    for name, found, most in (("first cards", cards, CARDS), ("largest paint", paint, PAINT)):
        told = ", ".join(f"{one[name.split()[-1]] / 1000:.2f}" for one in seen)
        print(f"{found / 1000:8.2f} s to the {name} on a slow phone (limit {most}; {told})")
    print(f"{shift:8.3f} of layout shift (limit {SHIFT})")
    asked = max(one["requests"] for one in seen)
    print(f"{asked:8.0f} requests (limit {REQUESTS})")
    return cards <= CARDS * 1000 and paint <= PAINT * 1000 and shift <= SHIFT and asked <= REQUESTS


def slow_visits(browser: Browser, site: Running, game: Seeded, visits: int) -> list[dict[str, float]]:
    """When a slow phone with an empty cache had its cards and its largest paint, and what it took, so many times."""
    return [arrived(seated(browser, site, game, **PHONE), game) for _ in range(visits)]


def worked(site: Running) -> float:
    """The bytes of what a browser asks on every visit whether the service worker is still the same."""
    with urllib.request.urlopen(f"http://{site.host}:{site.port}/worker.js") as answer:
        return len(str(answer.headers)) + len(answer.read())


def seated(browser: Browser, site: Running, game: Seeded, language: str = "en", **options: Any) -> BrowserContext:
    """A browser with an empty cache whose person sits at the game."""
    url = f"http://{site.host}:{site.port}"
    # What a service worker asks for is not counted by the page that it serves, so there is none.
    usual = {"viewport": {"width": 390, "height": 844}, "service_workers": "block"}
    context = browser.new_context(base_url=url, **{**usual, **options})
    cookies = {"sessionid": game.sessions[0], "django_language": language}
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
    return context


def visit(context: BrowserContext, game: Seeded) -> Visit:
    """One tab, from its address to when nothing more is loaded."""
    page, counted = context.new_page(), Visit()
    counted.watch(page)
    opened(page, game)
    page.close()
    return counted


def arrived(context: BrowserContext, game: Seeded) -> dict[str, float]:
    """When the cards were there at a first visit, when its largest paint was, how much moved, and what it asked for."""
    context.add_init_script(WATCH)
    page, counted = context.new_page(), Visit()
    wire = counted.watch(page)
    wire.send("Network.emulateNetworkConditions", SLOW)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    opened(page, game)
    seen: dict[str, float] = page.evaluate(TAKEN)
    context.close()
    return {**seen, "requests": len(counted.paths)}


def opened(page: Page, game: Seeded) -> None:
    page.goto(f"/m/{game.code}/")
    page.wait_for_selector(READY, timeout=60_000)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)


if __name__ == "__main__":
    main()
