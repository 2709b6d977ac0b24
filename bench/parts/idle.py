"""Part of ``bench.compare``: idle pages, beside as many connections to the relay."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import mean, median

from bench.idle import PAGES, measure_idle
from bench.parts import Figure
from bench.servers import CLIENT_CORES, seed_games, start_server

SECONDS = 20
"""Seconds of all rounds together."""


def measure(folder: Path, rounds: int) -> Iterator[Figure]:
    games = seed_games(folder, PAGES // 2)
    with ExitStack() as stack:
        os.sched_setaffinity(0, CLIENT_CORES)
        servers = [stack.enter_context(start_server(kind, folder)) for kind in ("site", "relay")]
        site, relay = zip(*measure_idle(servers, games, SECONDS // rounds, rounds), strict=True)
    yield Figure(f"% of a core for {PAGES} idle pages", 100 * median(site), 2.5)
    yield Figure(f"CPU of {PAGES} idle pages, site / relay without a database", mean(site) / mean(relay))
