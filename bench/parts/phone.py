"""Part of ``bench.compare``: the match page on a slow phone, in a browser; no figures without one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from bench import page_weight
from bench.parts import Figure
from bench.servers import ALL_CORES, seed_games, start_server
from tests.browsers import find_browser


def measure(folder: Path, rounds: int) -> Iterator[Figure]:
    visits = visit_page(folder, rounds)
    if visits:
        yield Figure(
            "s to the first cards on a slow phone",
            median(visit["cards"] for visit in visits) / 1000,
            page_weight.MAX_CARDS,
        )
        yield Figure("requests of a first visit", max(visit["requests"] for visit in visits), page_weight.MAX_REQUESTS)


def visit_page(folder: Path, number: int) -> list[dict[str, float]]:
    browser = find_browser()
    if browser is None:
        return []
    # Other parts keep their players on one core, where the browser's processes would compete with the page.
    os.sched_setaffinity(0, ALL_CORES)
    games = seed_games(folder, 1)
    with start_server("site", folder) as site, sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        visits = page_weight.measure_slow_visits(running, site, games[0], number)
        running.close()
    return visits
