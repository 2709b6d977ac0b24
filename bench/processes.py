"""One process of the site beside two, on PostgreSQL and Redis, with the same number of games for each process.

.venv/bin/python -m bench.processes [--games 40] [--rounds 3] [--think 0.05]

Of two processes' games half have their players at different ones, as a proxy would spread them. What is held to is the
CPU of all the site's processes for a move: with twice the CPU and a move that costs a little more, two hold 2 / that
little times as many games. Exits with 1 below 1.8. Two to five minutes, and ends by itself.
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
from pathlib import Path
from statistics import mean, median

from bench.players import Table
from bench.seed import Seeded
from bench.servers import ALL_CORES, Running, seeded, started
from tests.live.servers import Redis, postgres

WANTED = 1.8
WARM = 4
LIMIT = 120
"""Seconds that one measurement may take."""
SAMPLED = 0.5
"""Seconds between two looks at the queues."""


@dataclass(slots=True)
class Figures:
    """What a number of moves took through so many processes."""

    processes: int
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
        told = f"{self.processes} of {self.games} games: {len(self.waits) / self.seconds:5.0f} moves/s, "
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


def measure(processes: Sequence[Running], games: Sequence[Seeded], think: float) -> Figures:
    """Play ``games`` to their ends, all at once; raises ``TimeoutError`` when that takes too long."""
    figures = Figures(len(processes), len(games))
    asyncio.run(asyncio.wait_for(play(processes, games, think, figures), LIMIT))
    return figures


async def play(processes: Sequence[Running], games: Sequence[Seeded], think: float, figures: Figures) -> None:
    tables = [Spread(game, think) for game in games]
    for number, table in enumerate(tables):
        await table.sit(places(processes, number))
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


def places(processes: Sequence[Running], number: int) -> tuple[Running, Running]:
    """Where the seats of a game are: all pairs of processes in turn."""
    count = len(processes)
    return processes[number % count], processes[number // count % count]


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
    parser.add_argument("--think", type=float, default=0.05, help="seconds between seeing a card and answering it")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        (folder / "redis").mkdir()
        redis = Redis(folder / "redis").start()
        stack.callback(redis.kill)
        database = stack.enter_context(postgres(folder / "postgres"))
        shared = {"DATABASE_URL": database, "CHANNEL_URL": redis.url, "SECRET_KEY": "the-same-in-both-" * 4}
        sys.exit(not compare(folder, shared, chosen.games, chosen.rounds, min(chosen.think, 5)))


def compare(folder: Path, shared: dict[str, str], games: int, rounds: int, think: float) -> bool:
    """Print all runs and what they come to; whether two processes hold what they should."""
    (folder / "first").mkdir()
    stock = iter(seeded(folder / "first", rounds * (3 * games + 2 * WARM) + WARM, **shared))
    take = lambda count: [next(stock) for _ in range(count)]  # noqa: E731
    costs: dict[int, list[float]] = {1: [], 2: []}
    with site(folder / "first", shared) as first:
        measure([first], take(WARM), 0)
        for _ in range(rounds):
            costs[1].append(told(measure([first], take(games), think)))
            with site(folder / "second", shared) as second:
                measure([first, second], take(2 * WARM), 0)
                costs[2].append(told(measure([first, second], take(2 * games), think)))
    held = 2 * median(costs[1]) / median(costs[2])
    print(f"two processes hold {held:.2f} times the games of one, at least {WANTED} wanted")
    return held >= WANTED


def told(figures: Figures) -> float:
    print(figures, flush=True)
    return figures.per_thousand


if __name__ == "__main__":
    main()
