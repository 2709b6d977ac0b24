"""Load test: many games at once over real sockets, and their cost for the server.

.venv/bin/python -m bench.load --start [--games 100] [--moves 5200] [--think 0] [--floor relay|row]
.venv/bin/python -m bench.load --url http://127.0.0.1:8000 --pid PID [...]   # server started with RATE_LIMITS=off
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import math
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from bench.players import PLIES, RelayTable, Table
from bench.seed import SeededGame
from bench.servers import CLIENT_CORES, RELAY_KINDS, RunningServer, seed_games, start_server

SETTLE_TIME, CROWD_SETTLE_TIME, CROWD_GAMES = 0.3, 1.3, 100
"""Seconds from connecting to the first card; longer from this number of games on. Within a second a site stores and
announces who is present, which belongs to connecting and must not fall into some of the rounds."""


@dataclass(slots=True)
class Figures:
    """Cost of a number of moves; rounds add up."""

    kind: str
    games: int
    seconds: float = 0.0
    cpu: float = 0.0
    bytes: int = 0
    memory: float = 0.0
    waits: list[float] = field(default_factory=list)

    @property
    def moves(self) -> int:
        return len(self.waits)

    @property
    def per_thousand(self) -> float:
        """Server CPU seconds for 1,000 moves."""
        return 1000 * self.cpu / self.moves

    @property
    def bytes_per_move(self) -> float:
        """Bytes sent to both players."""
        return self.bytes / self.moves

    def wait(self, percent: float) -> float:
        """Milliseconds within which the opponent saw this percentage of the cards."""
        return 1000 * sorted(self.waits)[math.ceil(percent / 100 * self.moves) - 1]

    def __str__(self) -> str:
        waits = " ".join(f"p{percent} {self.wait(percent):.1f}" for percent in (50, 95, 99))
        return (
            f"{self.kind:7} {self.games:3} games: {self.moves / self.seconds:5.0f} moves/s, {waits} ms, "
            f"CPU {self.per_thousand:.3f} s per 1,000 moves, {self.memory:.0f} MiB, "
            f"{self.bytes_per_move:.0f} bytes a move"
        )


def measure_games(
    server: RunningServer, games: Sequence[SeededGame], at_once: int, think: float, limit: float
) -> Figures:
    """Play ``games`` to their ends in rounds of ``at_once``; raise ``TimeoutError`` after ``limit`` seconds."""
    figures = Figures(server.kind, at_once)
    deadline = time.monotonic() + limit
    for first in range(0, len(games), at_once):
        batch = games[first : first + at_once]
        with asyncio.Runner() as runner:
            runner.run(asyncio.wait_for(play_round(server, batch, think, figures), deadline - time.monotonic()))
    return figures


async def play_round(server: RunningServer, games: Sequence[SeededGame], think: float, figures: Figures) -> None:
    """Connect all players, time the games from the first card until the last has been seen, and disconnect."""
    kind = RelayTable if server.kind in RELAY_KINDS else Table
    tables = [kind(game, think) for game in games]
    for table in tables:
        await table.connect(server.host, server.port)
    await asyncio.sleep(CROWD_SETTLE_TIME if len(tables) >= CROWD_GAMES else SETTLE_TIME)
    gc.collect()
    gc.disable()
    try:
        await play_timed(server, tables, figures)
    finally:
        gc.enable()
        for table in tables:
            table.close()
    await asyncio.sleep(0.2)


async def play_timed(server: RunningServer, tables: Sequence[Table], figures: Figures) -> None:
    cpu, received, since = server.cpu(), count_bytes(tables), time.perf_counter()
    for table in tables:
        table.begin()
    await asyncio.gather(*(table.done for table in tables))
    figures.seconds += time.perf_counter() - since
    figures.cpu += server.cpu() - cpu
    figures.bytes += count_bytes(tables) - received
    figures.memory = max(figures.memory, server.memory())
    figures.waits += [wait for table in tables for wait in table.waits]


def count_bytes(tables: Sequence[Table]) -> int:
    """Return the bytes sent to all players so far."""
    return sum(player.bytes for table in tables for player in table.players)


def create_games_over_http(url: str, count: int) -> list[SeededGame]:
    """Create games on a running server, over HTTP as any program would."""
    from tests.client import Person

    def create_game(_: int) -> SeededGame:
        ana, bram = Person(url, "Ana"), Person(url, "Bram")
        code = ana.open_game()
        bram.join(code)
        return SeededGame(0, code, (ana.cookies["sessionid"], bram.cookies["sessionid"]))

    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(create_game, range(count)))


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--start", action="store_true", help="start a server of its own, alone on one core")
    where.add_argument("--url", help="a server on this machine that runs already")
    parser.add_argument("--pid", type=int, help="its process, for CPU and memory")
    parser.add_argument("--floor", choices=RELAY_KINDS, help="measure the floor instead of the site")
    parser.add_argument("--games", type=int, default=100, help="games at once, at most 1000")
    parser.add_argument("--moves", type=int, default=0, help="at least so many cards, in whole games, at most 200000")
    parser.add_argument("--seconds", type=float, default=300, help="give up after this time, at most 1800")
    parser.add_argument("--think", type=float, default=0, help="seconds between seeing a card and answering it")
    chosen = parser.parse_args()
    chosen.games, chosen.moves = min(chosen.games, 1000), min(chosen.moves, 200_000)
    chosen.seconds = min(chosen.seconds, 1800)
    return chosen


def main() -> None:
    chosen = parse_arguments()
    rounds = max(1, math.ceil(chosen.moves / PLIES / chosen.games))
    for server, games in start_measured_server(chosen, rounds * chosen.games):
        print(measure_games(server, games, chosen.games, chosen.think, chosen.seconds))


def start_measured_server(chosen: argparse.Namespace, count: int) -> Iterator[tuple[RunningServer, list[SeededGame]]]:
    if chosen.url:
        parts = urlsplit(chosen.url)
        yield (
            RunningServer("site", parts.hostname or "", parts.port or 80, chosen.pid),
            create_games_over_http(chosen.url, count),
        )
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = seed_games(folder, count)
        with start_server(chosen.floor or "site", folder) as server:
            os.sched_setaffinity(0, CLIENT_CORES)
            yield server, games


if __name__ == "__main__":
    main()
