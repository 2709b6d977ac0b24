"""What pages cost that are open and do nothing, beside as many connections to the least possible server.

.venv/bin/python -m bench.idle [--pages 2000] [--seconds 20] [--rounds 3]

Each page sits at a game of two, answers its beats and does nothing else. CPU is the server's, as a part of one core.
Both servers have their pages at the same time and are measured over the same seconds, so that other work burdens both
alike.
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

from bench.connects import Page, addresses, gather
from bench.seed import Seeded
from bench.servers import CLIENT_CORES, Running, seeded, started

SETTLED = 12
"""Seconds after which the last arrivals are stored and told."""
PAGES = 2000


def idle(servers: Sequence[Running], games: Sequence[Seeded], seconds: int, rounds: int = 1) -> list[list[float]]:
    """The parts of a core that the pages of these games take of each server, measured so often one after the other."""

    async def measured() -> list[list[float]]:
        pages: list[Page] = []
        for server in servers:
            pages += await gather(server, addresses(server, games))
        await asyncio.sleep(SETTLED)
        parts = [await shares(servers, seconds) for _ in range(rounds)]
        lost = sum(bool(page.failure) for page in pages)
        for page in pages:
            page.close()
        if lost:
            raise RuntimeError(f"{lost} pages were lost")
        return parts

    return asyncio.run(measured())


async def shares(servers: Sequence[Running], seconds: int) -> list[float]:
    before, then = [server.cpu() for server in servers], asyncio.get_running_loop().time()
    await asyncio.sleep(seconds)
    gone = asyncio.get_running_loop().time() - then
    return [(server.cpu() - spent) / gone for server, spent in zip(servers, before, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        games = seeded(folder, chosen.pages // 2)
        os.sched_setaffinity(0, CLIENT_CORES)
        servers = [stack.enter_context(started(kind, folder)) for kind in ("site", "relay")]
        parts = idle(servers, games, chosen.seconds, chosen.rounds)
    for kind, shown in zip(("site", "relay"), zip(*parts, strict=True), strict=True):
        told = ", ".join(f"{one:.2%}" for one in shown)
        print(f"{kind}: {chosen.pages} idle pages take {median(shown):.2%} of a core ({told})")
    print(f"site / relay: {median(site / relay for site, relay in parts):.2f}")


if __name__ == "__main__":
    main()
