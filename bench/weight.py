"""What a first visit to the page of a match brings over the wire, with everything it loads, in a real browser.

.venv/bin/python -m bench.weight [--browser /usr/bin/chromium]

Starts a site of its own, sits down at a dealt game with an empty cache, waits until the hand is on the table, and adds
up headers and bodies as they were encoded. Exits with 1 above the limit.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Request, sync_playwright

from bench.seed import Seeded
from bench.servers import Running, seeded, started

LIMIT = 150_000
READY = ".hand .card"


@dataclass(frozen=True, slots=True)
class Load:
    """One response: its path, and its bytes on the wire."""

    path: str
    encoding: str
    size: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", default=shutil.which("chromium") or shutil.which("google-chrome"))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        games = seeded(folder, 1)
        with started("site", folder) as site:
            browser = playwright.chromium.launch(executable_path=chosen.browser, args=["--no-sandbox"])
            loads = visit(browser, site, games[0])
            browser.close()
    for load in sorted(loads, key=lambda load: -load.size):
        print(f"{load.size:8,} {load.encoding:5} {load.path}")
    total = sum(load.size for load in loads)
    print(f"{total:8,} bytes in {len(loads)} responses (limit {LIMIT:,})")
    sys.exit(total > LIMIT)


def visit(browser: Browser, site: Running, game: Seeded) -> list[Load]:
    """All responses until nothing more is loaded."""
    url = f"http://{site.host}:{site.port}"
    context = browser.new_context(base_url=url, viewport={"width": 390, "height": 844})
    context.add_cookies([{"name": "sessionid", "value": game.sessions[0], "url": url}])
    page, finished = context.new_page(), []
    page.on("requestfinished", lambda request: finished.append(request))
    page.goto(f"/m/{game.code}/")
    page.wait_for_selector(READY, timeout=15_000)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)
    return [load_of(request) for request in finished]


def load_of(request: Request) -> Load:
    sizes, response = request.sizes(), request.response()
    headers = response.headers if response else {}
    size = sizes["responseHeadersSize"] + sizes["responseBodySize"]
    return Load(urlsplit(request.url).path, headers.get("content-encoding", "-"), size)


if __name__ == "__main__":
    main()
