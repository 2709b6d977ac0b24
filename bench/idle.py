"""What pages cost that are open and do nothing, beside as many connections to the least possible server.

.venv/bin/python -m bench.idle [--pages 2000] [--seconds 20] [--rounds 3]

Each page sits at a game of two, answers its beats and does nothing else. CPU is the server's, as a part of one core.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench.connects import addresses, gather
from bench.seed import Seeded
from bench.servers import CLIENT_CORES, Running, seeded, started

SETTLED = 12
"""Seconds after which the last arrivals are stored and told."""


def idle(server: Running, games: Sequence[Seeded], seconds: int, rounds: int = 1) -> list[float]:
    """The parts of a core that the pages of these games take, measured so often one after the other."""

    async def measured() -> list[float]:
        pages, parts = await gather(server, addresses(server, games)), []
        await asyncio.sleep(SETTLED)
        for _ in range(rounds):
            before, then = server.cpu(), asyncio.get_running_loop().time()
            await asyncio.sleep(seconds)
            parts.append((server.cpu() - before) / (asyncio.get_running_loop().time() - then))
        lost = sum(bool(page.failure) for page in pages)
        for page in pages:
            page.close()
        if lost:
            raise RuntimeError(f"{lost} pages were lost")
        return parts

    return asyncio.run(measured())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = seeded(folder, chosen.pages // 2)
        os.sched_setaffinity(0, CLIENT_CORES)
        for kind in ("site", "relay"):
            with started(kind, folder) as server:
                parts = idle(server, games, chosen.seconds, chosen.rounds)
            told = ", ".join(f"{one:.2%}" for one in parts)
            print(f"{kind}: {chosen.pages} idle pages take {median(parts):.2%} of a core ({told})", flush=True)


if __name__ == "__main__":
    main()
