"""Part of ``bench.compare``: pages that connect, one after the other and all at once after a restart."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from bench.connections import measure_connections, measure_restart
from bench.parts import Figure
from bench.servers import CLIENT_CORES, seed_games, start_server

RESTART_PAGES, SINGLE_PAGES = 1000, 200


def measure(folder: Path, rounds: int) -> Iterator[Figure]:
    games = seed_games(folder, RESTART_PAGES // 2)
    os.sched_setaffinity(0, CLIENT_CORES)
    seconds = median(measure_restart(folder, games) for _ in range(min(rounds, 2)))
    yield Figure(f"seconds of CPU for {RESTART_PAGES} pages that come back after a restart", seconds)
    few_games = games[: SINGLE_PAGES // 2]
    with ExitStack() as stack:
        site, relay = (stack.enter_context(start_server(kind, folder)) for kind in ("site", "relay"))
        rounds_cpu = [
            (measure_connections(site, few_games), measure_connections(relay, few_games)) for _ in range(rounds)
        ]
    yield Figure("ms of CPU for a page that comes", median(site_cpu for site_cpu, _ in rounds_cpu))
    yield Figure(
        "CPU of a page that comes, site / relay", median(site_cpu / relay_cpu for site_cpu, relay_cpu in rounds_cpu)
    )
