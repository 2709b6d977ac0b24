"""Plays many games at once over real sockets and says what that cost the server.

.venv/bin/python -m bench.load --start [--games 100] [--moves 5200] [--think 0] [--floor relay|row|least]
.venv/bin/python -m bench.load --url http://127.0.0.1:8000 --pid PID [...]      a server started with RATE_LIMITS=off
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

import uvloop

from bench.players import PLIES, RelayTable, Table
from bench.seed import Seeded
from bench.servers import CLIENT_CORES, FLOORS, Running, seeded, started

SOON, ARRIVED, CROWD = 0.3, 1.3, 100
"""Seconds from connecting to the first card, and for a crowd of so many games: within a second a site stores and tells
who came, which is connecting too, and would be found in half of the rounds."""


@dataclass(slots=True)
class Figures:
    """What a number of moves took; rounds add up."""

    kind: str
    games: int
    seconds: float = 0.0
    cpu: float = 0.0
    counted: tuple[int, int] | None = None
    frames: int = 0
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
    def a_move(self) -> dict[str, float]:
        """What can be counted, for each move: frames and bytes down to both, statements and tasks where they are."""
        sums = {"frames": self.frames, "bytes": self.bytes}
        if self.counted is not None:
            sums.update(zip(("statements", "tasks"), self.counted, strict=True))
        return {name: found / self.moves for name, found in sums.items()}

    def wait(self, percent: float) -> float:
        """Milliseconds within which this part of the cards was seen by the opponent."""
        return 1000 * sorted(self.waits)[math.ceil(percent / 100 * self.moves) - 1]

    def __str__(self) -> str:
        counts = ", ".join(f"{found:.2f} {name}" for name, found in self.a_move.items())
        waits = " ".join(f"p{percent} {self.wait(percent):.1f}" for percent in (50, 95, 99))
        return (
            f"{self.kind:7} {self.games:3} games: {self.moves / self.seconds:5.0f} moves/s, {waits} ms, "
            f"CPU {self.per_thousand:.3f} s per 1,000 moves, {self.memory:.0f} MiB; a move: {counts}"
        )


def measure(server: Running, games: Sequence[Seeded], at_once: int, think: float, limit: float) -> Figures:
    """Play ``games`` to their ends, so many at once, in rounds; raises ``TimeoutError`` after ``limit`` seconds."""
    figures = Figures(server.kind, at_once)
    deadline = time.monotonic() + limit
    for first in range(0, len(games), at_once):
        few = games[first : first + at_once]
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(asyncio.wait_for(play_round(server, few, think, figures), deadline - time.monotonic()))
    return figures


async def play_round(server: Running, games: Sequence[Seeded], think: float, figures: Figures) -> None:
    """All sit down; then the clock runs until the last card has been seen; then all leave."""
    kind = RelayTable if server.kind in FLOORS else Table
    tables = [kind(game, think) for game in games]
    for table in tables:
        await table.connect(server.host, server.port)
    await asyncio.sleep(ARRIVED if len(tables) >= CROWD else SOON)
    gc.collect()
    gc.disable()
    try:
        await clocked(server, tables, figures)
    finally:
        gc.enable()
        for table in tables:
            table.close()
    await asyncio.sleep(0.2)


async def clocked(server: Running, tables: Sequence[Table], figures: Figures) -> None:
    cpu, counted, since = server.cpu(), server.counted(), time.perf_counter()
    frames, size = traffic(tables)
    for table in tables:
        table.begin()
    await asyncio.gather(*(table.done for table in tables))
    figures.seconds += time.perf_counter() - since
    figures.cpu += server.cpu() - cpu
    figures.frames += traffic(tables)[0] - frames
    figures.bytes += traffic(tables)[1] - size
    if counted is not None and (now := server.counted()) is not None:
        so_far = figures.counted or (0, 0)
        figures.counted = (so_far[0] + now[0] - counted[0], so_far[1] + now[1] - counted[1])
    figures.memory = max(figures.memory, server.memory())
    figures.waits += [wait for table in tables for wait in table.waits]


def traffic(tables: Sequence[Table]) -> tuple[int, int]:
    """Texts, and their bytes, that all players were sent so far."""
    players = [player for table in tables for player in table.players]
    return sum(player.texts for player in players), sum(player.bytes for player in players)


def over_http(url: str, count: int) -> list[Seeded]:
    """Games on a server that runs already, made as any program would make them."""
    from tests.client import Person

    def one(_: int) -> Seeded:
        ana, bram = Person(url, "Ana"), Person(url, "Bram")
        code = ana.open_game()
        bram.join(code)
        return Seeded(0, code, (ana.cookies["sessionid"], bram.cookies["sessionid"]))

    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(one, range(count)))


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--start", action="store_true", help="start a server of its own, alone on one core")
    where.add_argument("--url", help="a server on this machine that runs already")
    parser.add_argument("--pid", type=int, help="its process, for CPU and memory")
    parser.add_argument("--floor", choices=FLOORS, help="measure the floor instead of the site")
    parser.add_argument("--games", type=int, default=100, help="games at once, at most 1000")
    parser.add_argument("--moves", type=int, default=0, help="at least so many cards, in whole games, at most 200000")
    parser.add_argument("--seconds", type=float, default=300, help="give up after this time, at most 1800")
    parser.add_argument("--think", type=float, default=0, help="seconds between seeing a card and answering it")
    chosen = parser.parse_args()
    chosen.games, chosen.moves = min(chosen.games, 1000), min(chosen.moves, 200_000)
    chosen.seconds = min(chosen.seconds, 1800)
    return chosen


def main() -> None:
    chosen = options()
    rounds = max(1, math.ceil(chosen.moves / PLIES / chosen.games))
    for server, games in servers(chosen, rounds * chosen.games):
        print(measure(server, games, chosen.games, chosen.think, chosen.seconds))


def servers(chosen: argparse.Namespace, count: int) -> Iterator[tuple[Running, list[Seeded]]]:
    if chosen.url:
        parts = urlsplit(chosen.url)
        yield Running("site", parts.hostname or "", parts.port or 80, chosen.pid), over_http(chosen.url, count)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = seeded(folder, count)
        with started(chosen.floor or "site", folder) as server:
            os.sched_setaffinity(0, CLIENT_CORES)
            yield server, games


if __name__ == "__main__":
    main()
