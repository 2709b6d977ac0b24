"""The page of a match on a slow phone, in a real browser; nothing where there is none."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from bench import weight
from bench.parts import Figure
from bench.servers import ALL_CORES, seeded, started

TIMES_COUNT = True
"""What is counted is counted in the visits that are timed, if any are."""


def times(folder: Path, rounds: int) -> Iterator[Figure]:
    seen = visits(folder, rounds)
    if seen:
        yield Figure("s to the first cards on a slow phone", median(one["cards"] for one in seen) / 1000, weight.CARDS)
        yield Figure("requests of a first visit", max(one["requests"] for one in seen), weight.REQUESTS)


def counts(folder: Path) -> Iterator[Figure]:
    for one in visits(folder, 1):
        yield Figure("requests of a first visit", one["requests"], weight.REQUESTS)


def visits(folder: Path, number: int) -> list[dict[str, float]]:
    browser = weight.installed()
    if browser is None:
        return []
    # Other parts keep their players to one core, which a browser with its many processes would share with the phone's.
    os.sched_setaffinity(0, ALL_CORES)
    games = seeded(folder, 1)
    with started("site", folder) as site, sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        seen = weight.slow_visits(opened, site, games[0], number)
        opened.close()
    return seen
