"""Benchmark of one process of the site beside two, on PostgreSQL and Redis, with the same games for each process.

.venv/bin/python -m bench.processes [--games 40] [--rounds 3] [--think 0.2]

With two processes, half of the games have their players at different ones, as behind a proxy. One process is measured
as two at once that do not know each other, so that the machine is equally busy. The limit is on the CPU of all
processes of the site for a move: the more it costs, the fewer games two processes hold, beside twice those of one.
Exits with 1 below a ratio of 1.8. It takes two to five minutes.
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
from bench.seed import SeededGame
from bench.servers import ALL_CORES, RunningServer, seed_games, start_server
from tests.realtime.servers import Redis, postgres

MIN_RATIO = 1.8
ALONE, TOGETHER = "alone", "together"
WARM_UP_GAMES = 4
TIME_LIMIT = 120
"""Seconds that one measurement may take."""
SAMPLE_INTERVAL = 1.0
"""Seconds between two readings of the queues."""


@dataclass(slots=True)
class Figures:
    """Cost of a number of moves on several processes."""

    kind: str
    games: int
    seconds: float = 0.0
    cpu: float = 0.0
    waits: list[float] = field(default_factory=list)
    spread_waits: list[float] = field(default_factory=list)
    queues: list[float] = field(default_factory=list)

    @property
    def per_thousand(self) -> float:
        """CPU seconds of all processes of the site for 1,000 moves."""
        return 1000 * self.cpu / len(self.waits)

    def __str__(self) -> str:
        text = f"{self.kind:8} {self.games} games: {len(self.waits) / self.seconds:5.0f} moves/s, "
        text += f"CPU {self.per_thousand:.3f} s per 1,000 moves, {format_waits(self.waits)} ms"
        if self.spread_waits:
            text += f" (across {format_waits(self.spread_waits)} ms)"
        return f"{text}, queue {mean(self.queues):.1f} of a process, {max(self.queues):.0f} at most"


def format_waits(waits: Sequence[float]) -> str:
    return f"p50 {compute_percentile(waits, 50):.1f} p95 {compute_percentile(waits, 95):.1f}"


def compute_percentile(waits: Sequence[float], part: float) -> float:
    """Return the milliseconds within which the opponent saw this percentage of the cards."""
    return 1000 * sorted(waits)[math.ceil(part / 100 * len(waits)) - 1]


class SpreadTable(Table):
    """A game whose seats may be connected to different processes."""

    async def open_sockets(self, processes: tuple[RunningServer, RunningServer]) -> None:
        """Open both sockets, each at its process, and wait until both have a view."""
        self.is_spread = processes[0] is not processes[1]
        for player, place in zip(self.players, processes, strict=True):
            await player.join(place.host, place.port)
        await asyncio.wait_for(asyncio.gather(*(player.ready for player in self.players)), 60)


def measure(kind: str, processes: Sequence[RunningServer], games: Sequence[SeededGame], think: float) -> Figures:
    """Play ``games`` to their ends, all at once; raise ``TimeoutError`` when that takes too long."""
    figures = Figures(kind, len(games))
    asyncio.run(asyncio.wait_for(play(processes, games, think, figures), TIME_LIMIT))
    return figures


async def play(processes: Sequence[RunningServer], games: Sequence[SeededGame], think: float, figures: Figures) -> None:
    tables = [SpreadTable(game, think) for game in games]
    for number, table in enumerate(tables):
        await table.open_sockets(choose_processes(figures.kind, processes, number))
    await asyncio.sleep(1)
    sampling = asyncio.create_task(sample_queues(processes, figures))
    cpu, since = sum(process.cpu() for process in processes), time.perf_counter()
    for table in tables:
        table.begin()
    await asyncio.gather(*(table.done for table in tables))
    figures.seconds = time.perf_counter() - since
    figures.cpu = sum(process.cpu() for process in processes) - cpu
    sampling.cancel()
    figures.waits = [wait for table in tables for wait in table.waits]
    figures.spread_waits = [wait for table in tables if table.is_spread for wait in table.waits]
    for table in tables:
        table.close()
    await asyncio.sleep(0.3)


def choose_processes(kind: str, processes: Sequence[RunningServer], number: int) -> tuple[RunningServer, RunningServer]:
    """Return the processes of a game's seats: all pairs in turn, or both the same."""
    count = len(processes)
    first = processes[number % count]
    return first, (first if kind == ALONE else processes[number // count % count])


async def sample_queues(processes: Sequence[RunningServer], figures: Figures) -> None:
    while True:
        for one in processes:
            figures.queues.append(await read_queue(one))
        await asyncio.sleep(SAMPLE_INTERVAL)


async def read_queue(process: RunningServer) -> float:
    """Return the number of moves that wait for the writer of a process."""
    reader, writer = await asyncio.open_connection(process.host, process.port)
    writer.write(f"GET /metrics HTTP/1.1\r\nHost: {process.host}\r\nConnection: close\r\n\r\n".encode())
    text = (await reader.read()).decode()
    writer.close()
    return float(next(line for line in text.splitlines() if line.startswith("claim_writer_queue ")).split()[1])


@contextmanager
def start_process(folder: Path, shared: dict[str, str]) -> Iterator[RunningServer]:
    """Start a process of the site with a folder of its own."""
    folder.mkdir(exist_ok=True)
    with start_server("site", folder, ALL_CORES, **shared) as running:
        yield running


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, choices=range(4, 501), metavar="4..500", help="for a process")
    parser.add_argument("--rounds", type=int, default=3, choices=range(1, 11), help="how often both are measured")
    parser.add_argument("--think", type=float, default=0.2, help="seconds between seeing a card and answering it")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        redis = [stack.enter_context(start_redis(folder / f"redis-{number}")) for number in range(2)]
        database = stack.enter_context(postgres(folder / "postgres"))
        common = {"DATABASE_URL": database, "SECRET_KEY": "the-same-in-both-" * 4}
        settings = [{**common, "CHANNEL_URL": url} for url in redis]
        sys.exit(not compare(folder, settings, chosen.games, chosen.rounds, min(chosen.think, 1)))


@contextmanager
def start_redis(folder: Path) -> Iterator[str]:
    folder.mkdir()
    redis = Redis(folder).start()
    try:
        yield redis.url
    finally:
        redis.kill()


def compare(folder: Path, settings: list[dict[str, str]], games: int, rounds: int, think: float) -> bool:
    """Print all runs and the ratio; return whether two processes hold enough games.

    ``settings`` are those of the site, and those with which a process does not know the others.
    """
    shared, separate = settings
    (folder / "first").mkdir()
    stock = iter(seed_games(folder / "first", 4 * rounds * (games + WARM_UP_GAMES), **shared))
    costs: dict[str, list[float]] = {ALONE: [], TOGETHER: []}
    with start_process(folder / "first", shared) as first:
        for _ in range(rounds):
            for kind, known in ((ALONE, separate), (TOGETHER, shared)):
                with start_process(folder / "second", known) as second:
                    measure(kind, [first, second], list(islice(stock, 2 * WARM_UP_GAMES)), 0)
                    costs[kind].append(
                        print_figures(measure(kind, [first, second], list(islice(stock, 2 * games)), think))
                    )
    ratio = 2 * median(costs[ALONE]) / median(costs[TOGETHER])
    print(f"two processes hold {ratio:.2f} times the games of one, at least {MIN_RATIO} wanted")
    return ratio >= MIN_RATIO


def print_figures(figures: Figures) -> float:
    print(figures, flush=True)
    return figures.per_thousand


if __name__ == "__main__":
    main()
