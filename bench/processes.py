"""One process of the site beside two, on PostgreSQL and Redis, with the same number of games for each process.

.venv/bin/python -m bench.processes [--games 40] [--rounds 3] [--think 0.2]

Of two processes' games half have their players at different ones, as a proxy would spread them. One process is measured
as two at once that know nothing of each other, so that the machine is as busy both times: how fast a core is depends on
what the others do. What is held to is the CPU of all the site's processes for a move: when it costs a little more, two
hold 2 / that little times as many games. Exits with 1 below 1.8. Two to five minutes, and ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import mean, median

from bench.players import Table
from bench.seed import Seeded
from bench.servers import ALL_CORES, Running, seeded, started
from tests.live.servers import Redis, postgres

WANTED = 1.8
ALONE, TOGETHER = "alone", "together"
WARM = 4
LIMIT = 120
"""Seconds that one measurement may take."""
SAMPLED = 1.0
"""Seconds between two looks at the queues."""


@dataclass(slots=True)
class Figures:
    """What a number of moves took through so many processes."""

    kind: str
    games: int
    seconds: float = 0.0
    cpu: float = 0.0
    waits: list[float] = field(default_factory=list)
    across: list[float] = field(default_factory=list)
    queues: list[float] = field(default_factory=list)

    @property
    def per_thousand(self) -> float:
        """CPU seconds of all processes of the site for 1,000 moves."""
        return 1000 * self.cpu / len(self.waits)

    def __str__(self) -> str:
        told = f"{self.kind:8} {self.games} games: {len(self.waits) / self.seconds:5.0f} moves/s, "
        told += f"CPU {self.per_thousand:.3f} s per 1,000 moves, p50 {percent(self.waits, 50):.1f} "
        told += f"p95 {percent(self.waits, 95):.1f} ms"
        if self.across:
            told += f" (across p50 {percent(self.across, 50):.1f} p95 {percent(self.across, 95):.1f} ms)"
        return f"{told}, queue {mean(self.queues):.1f} of a process, {max(self.queues):.0f} at most"


def percent(waits: Sequence[float], part: float) -> float:
    """Milliseconds within which this part of the cards was seen by the opponent."""
    return 1000 * sorted(waits)[math.ceil(part / 100 * len(waits)) - 1]


class Spread(Table):
    """A game whose seats may be at different processes."""

    async def sit(self, places: tuple[Running, Running]) -> None:
        """Both sockets, each at its process, and both know the table."""
        self.apart = places[0] is not places[1]
        for player, place in zip(self.players, places, strict=True):
            await player.arrive(place.host, place.port)
        await asyncio.wait_for(asyncio.gather(*(player.ready for player in self.players)), 60)


def measure(kind: str, processes: Sequence[Running], games: Sequence[Seeded], think: float) -> Figures:
    """Play ``games`` to their ends, all at once; raises ``TimeoutError`` when that takes too long."""
    figures = Figures(kind, len(games))
    asyncio.run(asyncio.wait_for(play(processes, games, think, figures), LIMIT))
    return figures


async def play(processes: Sequence[Running], games: Sequence[Seeded], think: float, figures: Figures) -> None:
    tables = [Spread(game, think) for game in games]
    for number, table in enumerate(tables):
        await table.sit(places(figures.kind, processes, number))
    await asyncio.sleep(1)
    watching = asyncio.create_task(watch(processes, figures))
    cpu, since = sum(one.cpu() for one in processes), time.perf_counter()
    for table in tables:
        table.begin()
    await asyncio.gather(*(table.done for table in tables))
    figures.seconds = time.perf_counter() - since
    figures.cpu = sum(one.cpu() for one in processes) - cpu
    watching.cancel()
    figures.waits = [wait for table in tables for wait in table.waits]
    figures.across = [wait for table in tables if table.apart for wait in table.waits]
    for table in tables:
        table.close()
    await asyncio.sleep(0.3)


def places(kind: str, processes: Sequence[Running], number: int) -> tuple[Running, Running]:
    """Where the seats of a game are: all pairs of processes in turn, or both at the same."""
    count = len(processes)
    first = processes[number % count]
    return first, (first if kind == ALONE else processes[number // count % count])


async def watch(processes: Sequence[Running], figures: Figures) -> None:
    while True:
        for one in processes:
            figures.queues.append(await queue(one))
        await asyncio.sleep(SAMPLED)


async def queue(process: Running) -> float:
    """How many moves wait for the writer of a process."""
    reader, writer = await asyncio.open_connection(process.host, process.port)
    writer.write(f"GET /metrics HTTP/1.1\r\nHost: {process.host}\r\nConnection: close\r\n\r\n".encode())
    text = (await reader.read()).decode()
    writer.close()
    return float(next(line for line in text.splitlines() if line.startswith("claim_writer_queue ")).split()[1])


@contextmanager
def site(folder: Path, shared: dict[str, str]) -> Iterator[Running]:
    """A process of the site with a folder of its own."""
    folder.mkdir(exist_ok=True)
    with started("site", folder, ALL_CORES, **shared) as running:
        yield running


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, choices=range(4, 501), metavar="4..500", help="for a process")
    parser.add_argument("--rounds", type=int, default=3, choices=range(1, 11), help="how often both are measured")
    parser.add_argument("--think", type=float, default=0.2, help="seconds between seeing a card and answering it")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        redis = [stack.enter_context(a_redis(folder / f"redis-{number}")) for number in range(2)]
        database = stack.enter_context(postgres(folder / "postgres"))
        common = {"DATABASE_URL": database, "SECRET_KEY": "the-same-in-both-" * 4}
        settings = [{**common, "CHANNEL_URL": url} for url in redis]
        sys.exit(not compare(folder, settings, chosen.games, chosen.rounds, min(chosen.think, 1)))


@contextmanager
def a_redis(folder: Path) -> Iterator[str]:
    folder.mkdir()
    redis = Redis(folder).start()
    try:
        yield redis.url
    finally:
        redis.kill()


def compare(folder: Path, settings: list[dict[str, str]], games: int, rounds: int, think: float) -> bool:
    """Print all runs and what they come to; whether two processes hold what they should.

    ``settings`` are those of the site, and those with which a process knows nothing of its others.
    """
    shared, apart = settings
    (folder / "first").mkdir()
    stock = iter(seeded(folder / "first", 4 * rounds * (games + WARM), **shared))
    costs: dict[str, list[float]] = {ALONE: [], TOGETHER: []}
    with site(folder / "first", shared) as first:
        for _ in range(rounds):
            for kind, known in ((ALONE, apart), (TOGETHER, shared)):
                with site(folder / "second", known) as second:
                    measure(kind, [first, second], list(islice(stock, 2 * WARM)), 0)
                    costs[kind].append(told(measure(kind, [first, second], list(islice(stock, 2 * games)), think)))
    held = 2 * median(costs[ALONE]) / median(costs[TOGETHER])
    print(f"two processes hold {held:.2f} times the games of one, at least {WANTED} wanted")
    return held >= WANTED


def told(figures: Figures) -> float:
    print(figures, flush=True)
    return figures.per_thousand


if __name__ == "__main__":
    main()
