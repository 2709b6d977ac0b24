"""Pages that are open and do nothing, beside as many connections to the least possible server."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import mean, median

from bench.connects import addresses, gather
from bench.idle import PAGES, idle
from bench.parts import Figure
from bench.seed import Seeded
from bench.servers import CLIENT_CORES, Running, seeded, started

SECONDS, BEAT = 20, 5.0
"""Of all rounds together, and one of the relay's: it pings all of its pages at once every so often, and does nothing
between."""
FEW, BEATS = 10, 3
"""Games, and the beats over which what they take is counted."""


def times(folder: Path, rounds: int) -> Iterator[Figure]:
    games = seeded(folder, PAGES // 2)
    with ExitStack() as stack:
        os.sched_setaffinity(0, CLIENT_CORES)
        servers = [stack.enter_context(started(kind, folder)) for kind in ("site", "relay")]
        site, relay = zip(*idle(servers, games, SECONDS // rounds, rounds), strict=True)
    yield Figure(f"% of a core for {PAGES} idle pages", 100 * median(site), 1.5)
    yield Figure(f"CPU of {PAGES} idle pages, site / relay without a database", mean(site) / mean(relay), 0.88)


def counts(folder: Path) -> Iterator[Figure]:
    games = seeded(folder, FEW)
    with started("counted", folder) as server:
        texts, tasks = asyncio.run(beats(server, games))
    yield Figure("texts to an idle page each beat", texts, 1.3)
    yield Figure("tasks each beat, for the whole process", tasks, 10)


async def beats(server: Running, games: Sequence[Seeded]) -> tuple[float, float]:
    """The texts that a page got in a beat, and the tasks that the server began for one, once all is told who came."""
    pages = await gather(server, addresses(server, games))
    await asyncio.sleep(2 * BEAT)
    before, (_, begun) = sum(page.texts for page in pages), server.counted() or (0, 0)
    await asyncio.sleep(BEATS * BEAT)
    after, (_, ended) = sum(page.texts for page in pages), server.counted() or (0, 0)
    for page in pages:
        page.close()
    return (after - before) / len(pages) / BEATS, (ended - begun) / BEATS
