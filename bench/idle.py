"""Benchmark of idle pages, beside as many connections to the relay.

.venv/bin/python -m bench.idle [--pages 2000] [--seconds 20] [--rounds 3]

Each page has a seat in a game of two, answers its heartbeats and does nothing else. CPU is the server's, as a share of
one core. Both servers have their pages at the same time and are measured over the same seconds, so that other work
slows both alike.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from bench.connections import Page, list_addresses, open_pages
from bench.seed import SeededGame
from bench.servers import CLIENT_CORES, RunningServer, seed_games, start_server

SETTLE_TIME = 12
"""Seconds after which the last connections are stored and announced."""
PAGES = 2000


def measure_idle(
    servers: Sequence[RunningServer], games: Sequence[SeededGame], seconds: int, rounds: int = 1
) -> list[list[float]]:
    """Return for each round the share of a core that the pages of these games take of each server."""

    async def measure() -> list[list[float]]:
        pages: list[Page] = []
        for server in servers:
            pages += await open_pages(server, list_addresses(server, games))
        await asyncio.sleep(SETTLE_TIME)
        parts = [await measure_cpu_shares(servers, seconds) for _ in range(rounds)]
        lost = sum(bool(page.failure) for page in pages)
        for page in pages:
            page.close()
        if lost:
            raise RuntimeError(f"{lost} pages were lost")
        return parts

    return asyncio.run(measure())


async def measure_cpu_shares(servers: Sequence[RunningServer], seconds: int) -> list[float]:
    before, since = [server.cpu() for server in servers], asyncio.get_running_loop().time()
    await asyncio.sleep(seconds)
    elapsed = asyncio.get_running_loop().time() - since
    return [(server.cpu() - cpu_before) / elapsed for server, cpu_before in zip(servers, before, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        games = seed_games(folder, chosen.pages // 2)
        os.sched_setaffinity(0, CLIENT_CORES)
        servers = [stack.enter_context(start_server(kind, folder)) for kind in ("site", "relay")]
        parts = measure_idle(servers, games, chosen.seconds, chosen.rounds)
    for kind, parts_of_server in zip(("site", "relay"), zip(*parts, strict=True), strict=True):
        shares = ", ".join(f"{share:.2%}" for share in parts_of_server)
        print(f"{kind}: {chosen.pages} idle pages take {median(parts_of_server):.2%} of a core ({shares})")
    print(f"site / relay: {median(site / relay for site, relay in parts):.2f}")


if __name__ == "__main__":
    main()
