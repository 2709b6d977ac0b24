"""Load test of the computer players: what many games against the site cost people who play each other.

Bot games are played at a person's pace, one after the other by each person. Games between people go on all the time,
and their cards are timed without the bot games, with them, and without them again, in one run.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.engine_load_players import BotOpponent, Waits
from bench.players import Table
from bench.seed import ROOT, SeededGame
from bench.servers import ALL_CORES, RunningServer, build_environment, start_server
from games.engine.card_choice import choose_card
from games.engine.levels import LEVELS, Level
from games.rules.cards import DECK
from games.rules.moves import apply, deal, legal_moves
from games.rules.visible_state import VisibleState, build_visible_state
from games.services.bots import worker

TIME_LIMIT = 900
"""Seconds that a run may take."""
HUMAN_THINK_TIME = 1.0
"""Seconds that people think in games against each other: short enough for a p95 of many cards."""
HUMAN_GAMES = 10
"""Simultaneous games between people."""
BASELINE_SECONDS = 15.0
"""Seconds of games between people alone, before and after the load."""
BOT_GAME_THINK_TIME = (5.0, 8.0)
"""Shortest and longest time in seconds that a person thinks in a game against the site."""
BOT_DELAY = 0.4
"""Delay of the site's quick answers in seconds, part of every answer."""


class RecordedWaits(list[float]):
    """Waits of a table, which also go to the phase that is being measured, if there is one."""

    def __init__(self, test: LoadTest) -> None:
        super().__init__()
        self._test = test

    def append(self, wait: float) -> None:
        super().append(wait)
        if self._test.kind is not None:
            self._test.waits.social[self._test.kind].append(wait)


class LoadTest:
    """The load test in one event loop: people who play each other all the time, and sometimes bot games beside them."""

    def __init__(self, server: RunningServer, opponents: Sequence[SeededGame], people: Sequence[SeededGame]) -> None:
        self.server, self.waits = server, Waits()
        self.kind: bool | None = None
        self._bot_games, self._human_games = iter(opponents), iter(people)

    async def people(self) -> None:
        """Play one game between people after the other."""
        while True:
            table = Table(next(self._human_games), HUMAN_THINK_TIME)
            table.waits = RecordedWaits(self)
            await table.connect(self.server.host, self.server.port)
            table.begin()
            try:
                await table.done
            finally:
                table.close()

    async def measure_baseline(self, seconds: float) -> None:
        self.kind = False
        await asyncio.sleep(seconds)
        self.kind = None

    async def measure_load(self, count: int, pace: tuple[float, float], seconds: float) -> None:
        """Start ``count`` bot games within one turn of each other, time them when all run, and leave them."""
        opponents = [BotOpponent(self._bot_games, self.server, pace, self.waits) for _ in range(count)]
        for opponent in opponents:
            await opponent.start_game()
            await asyncio.sleep(max(pace[1], 5) / count)
        self.waits.answers.clear()
        self.waits.accepted.clear()
        self.cpu, self.kind, since = -self.read_cpu(), True, perf_counter()
        await asyncio.wait(
            [opponent.failed for opponent in opponents], timeout=seconds, return_when=asyncio.FIRST_COMPLETED
        )
        self.kind, self.cpu, self.seconds = None, self.cpu + self.read_cpu(), perf_counter() - since
        for opponent in opponents:
            if opponent.failed.done():
                opponent.failed.result()
            opponent.leave()

    def read_cpu(self) -> NDArray[np.float64]:
        """Return the CPU seconds of the server and of the engine's processes."""
        theirs = Path(f"/proc/{self.server.pid}/task/{self.server.pid}/children").read_text().split()
        return np.array([self.server.cpu(), sum(RunningServer("", "", 0, int(one)).cpu() for one in theirs)])

    async def run(self, games: int, pace: tuple[float, float], seconds: float) -> None:
        """Measure the baseline, the load and the baseline again; a refused or closed player ends it with an error."""
        playing = [asyncio.ensure_future(self.people()) for _ in range(HUMAN_GAMES)]
        both = asyncio.ensure_future(self.run_phases(games, pace, seconds))
        await asyncio.wait([both, *playing], return_when=asyncio.FIRST_COMPLETED)
        for one in (*playing, both):
            if one.done():
                one.result()
            one.cancel()

    async def run_phases(self, games: int, pace: tuple[float, float], seconds: float) -> None:
        await asyncio.sleep(2)
        await self.measure_baseline(BASELINE_SECONDS)
        await self.measure_load(games, pace, seconds)
        await asyncio.sleep(2)
        await self.measure_baseline(BASELINE_SECONDS)


def print_result(test: LoadTest, name: str) -> bool:
    """Print the result and return whether it is within the limits."""
    waits, (server, engine) = test.waits, test.cpu / test.seconds
    without, beside = (waits.social[kind] for kind in (False, True))
    ratio, rate = compute_percentile(beside, 95) / compute_percentile(without, 95), len(waits.answers) / test.seconds
    print(
        f"{name}, load average {os.getloadavg()[0]:.1f}",
        f"games between people: {format_waits(without)} without, {format_waits(beside)} beside, p95 {ratio:.2f} times",
        f"cards against the site, to accepted: {format_waits(waits.accepted)}",
        f"answers, {1000 * BOT_DELAY:.0f} ms of pause in them: {format_waits(waits.answers)}, {rate:.1f} a second",
        f"CPU: server {server:.2f} of a core, engine {engine:.2f}, {1000 * engine / rate:.1f} ms a card",
        sep="\n    ",
        flush=True,
    )
    return ratio <= 2 and compute_percentile(waits.answers, 95) <= 2000


def format_waits(waits: Sequence[float]) -> str:
    p50, p95, most = (compute_percentile(waits, part) for part in (50, 95, 100))
    return f"p50 {p50:.1f} p95 {p95:.1f} max {most:.0f} ms of {len(waits)}"


def compute_percentile(waits: Sequence[float], part: float) -> float:
    return 1000 * float(np.percentile(waits, part))


@contextmanager
def start_site(
    levels: Sequence[str], games: int, fresh: int, people: int
) -> Iterator[tuple[RunningServer, list[SeededGame], list[SeededGame]]]:
    """Start a site on all cores."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stock = seed_games(folder, games, levels, fresh, people)
        with start_server("site", folder, ALL_CORES) as server:
            yield server, stock[: games + fresh], stock[games + fresh :]


def seed_games(folder: Path, games: int, levels: Sequence[str], fresh: int, people: int) -> list[SeededGame]:
    arguments = [str(games), ",".join(levels), str(fresh), str(people)]
    command = [sys.executable, "-m", "bench.engine_load_seed", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=build_environment(folder), check=True, stdout=subprocess.PIPE, timeout=300
    )
    made = [json.loads(line) for line in done.stdout.splitlines()]
    return [SeededGame(game["id"], game["code"], tuple(game["sessions"])) for game in made]


def measure(name: str, levels: Sequence[str], games: int, pace: tuple[float, float], seconds: float) -> bool:
    """Measure one run on a fresh site and return whether it is within the limits."""
    fresh = games + int(games * seconds / 13 / (1 + pace[0]))
    people = HUMAN_GAMES * int(2 + (seconds + 2 * BASELINE_SECONDS + pace[1]) / HUMAN_THINK_TIME / 26)
    with start_site(levels, games, fresh, people) as (server, opponents, between):
        test = LoadTest(server, opponents, between)
        asyncio.run(asyncio.wait_for(test.run(games, pace, seconds), TIME_LIMIT))
    return print_result(test, name)


def measure_levels(levels: Sequence[Level], games: int = 20) -> None:
    """Print the CPU of a card by level, in games of random cards in one process."""
    worker.warm_up()
    for level in levels:
        taken = [one for number in range(games) for one in time_cards(level, random.Random(number))]
        print(
            f"{level.key}: CPU a card mean {1000 * np.mean(taken):.1f} p95 {compute_percentile(taken, 95):.1f} ms",
            flush=True,
        )


def time_cards(level: Level, chance: random.Random) -> Iterator[float]:
    state, views = deal(tuple(chance.sample(DECK, 52)), 0), (list[VisibleState](), list[VisibleState]())
    while state.to_play is not None:
        for seat in (0, 1):
            views[seat].append(build_visible_state(state, seat))
        since = time.process_time()
        choose_card(views[state.to_play], level, 7)
        yield time.process_time() - since
        state = apply(state, chance.choice(legal_moves(state)))


RUNS = (
    ("all levels at a person's pace", LEVELS, BOT_GAME_THINK_TIME),
    ("the best level at a person's pace", LEVELS[-1:], BOT_GAME_THINK_TIME),
    ("the best level without a pause of the people", LEVELS[-1:], (0.0, 0.0)),
)


def main(games: int, seconds: float) -> bool:
    """Run all measurements; return whether all but the last, which has no limit, are within the limits."""
    measure_levels(LEVELS)
    keys = [(name, [level.key for level in levels], pace) for name, levels, pace in RUNS]
    return all([measure(name, levels, games, pace, seconds) for name, levels, pace in keys][:-1])
