"""Many games against the site's own at once: what they cost those who play each other, how soon they are answered.

A chair is a person who plays the site at a person's pace, one game after the other. Beside them some games between
people go on all the time, and their cards are timed without the chairs, with them, and without, in one run.
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

from bench.chairs import Chair, Waits
from bench.players import Table
from bench.seed import ROOT, Seeded
from bench.servers import ALL_CORES, Running, environment, started
from games.minds.choice import choose
from games.minds.levels import LEVELS, Level
from games.rules.cards import DECK
from games.rules.moves import apply, deal, legal_moves
from games.rules.visible import Visible, visible
from games.services.minds import worker

COMPILED = ROOT / "var" / "numba"
"""Where what is compiled stays from one time to the next."""
LIMIT = 900
"""Seconds that all of it may take."""
SOCIAL = 1.0
"""Seconds that people who play each other think, so that there are enough of their cards to tell a p95."""
BETWEEN = 10
"""Games between people that go on at once."""
QUIET = 15.0
"""Seconds of people alone, before and after."""
PACE = (5.0, 8.0)
"""Seconds between which a person at a chair thinks."""
PAUSE = 0.4
"""The quick pace of the site's own, which is part of every answer."""


class Counted(list[float]):
    """A table's waits, told as they come to what is measured now; to nothing between two measurements."""

    def __init__(self, among: Among) -> None:
        super().__init__()
        self._among = among

    def append(self, wait: float) -> None:
        super().append(wait)
        if self._among.kind is not None:
            self._among.waits.social[self._among.kind].append(wait)


class Among:
    """The whole of it in one loop: people who play each other all the time, and now and then the chairs beside them."""

    def __init__(self, server: Running, chairs: Sequence[Seeded], people: Sequence[Seeded]) -> None:
        self.server, self.waits = server, Waits()
        self.kind: bool | None = None
        self._chairs, self._people = iter(chairs), iter(people)

    async def people(self) -> None:
        """One game between people after the other."""
        while True:
            table = Table(next(self._people), SOCIAL)
            table.waits = Counted(self)
            await table.connect(self.server.host, self.server.port)
            table.begin()
            try:
                await table.done
            finally:
                table.close()

    async def quiet(self, seconds: float) -> None:
        self.kind = False
        await asyncio.sleep(seconds)
        self.kind = None

    async def loud(self, count: int, pace: tuple[float, float], seconds: float) -> None:
        """So many chairs, who sit down within one turn of each other, are timed when all sit, and leave."""
        chairs = [Chair(self._chairs, self.server, pace, self.waits) for _ in range(count)]
        for chair in chairs:
            await chair.sit()
            await asyncio.sleep(max(pace[1], 5) / count)
        self.waits.answers.clear()
        self.waits.accepted.clear()
        self.cpu, self.kind, since = -self.all_cpu(), True, perf_counter()
        await asyncio.wait([chair.failed for chair in chairs], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        self.kind, self.cpu, self.seconds = None, self.cpu + self.all_cpu(), perf_counter() - since
        for chair in chairs:
            if chair.failed.done():
                chair.failed.result()
            chair.leave()

    def all_cpu(self) -> NDArray[np.float64]:
        """CPU seconds of the server and of the processes that think for it."""
        theirs = Path(f"/proc/{self.server.pid}/task/{self.server.pid}/children").read_text().split()
        return np.array([self.server.cpu(), sum(Running("", "", 0, int(one)).cpu() for one in theirs)])

    async def run(self, games: int, pace: tuple[float, float], seconds: float) -> None:
        """Quiet, loud, quiet. Whoever is refused or closed ends it with an error."""
        playing = [asyncio.ensure_future(self.people()) for _ in range(BETWEEN)]
        both = asyncio.ensure_future(self.phases(games, pace, seconds))
        await asyncio.wait([both, *playing], return_when=asyncio.FIRST_COMPLETED)
        for one in (*playing, both):
            if one.done():
                one.result()
            one.cancel()

    async def phases(self, games: int, pace: tuple[float, float], seconds: float) -> None:
        await asyncio.sleep(2)
        await self.quiet(QUIET)
        await self.loud(games, pace, seconds)
        await asyncio.sleep(2)
        await self.quiet(QUIET)


def told(among: Among, name: str) -> bool:
    """Print what came of it; whether it holds what is promised."""
    waits, (server, thought) = among.waits, among.cpu / among.seconds
    without, beside = (waits.social[kind] for kind in (False, True))
    ratio, rate = percent(beside, 95) / percent(without, 95), len(waits.answers) / among.seconds
    print(
        f"{name}, load average {os.getloadavg()[0]:.1f}",
        f"people among themselves: {figures(without)} without, {figures(beside)} beside, p95 {ratio:.2f} times",
        f"their cards against the site, to accepted: {figures(waits.accepted)}",
        f"answers, {1000 * PAUSE:.0f} ms of pause in them: {figures(waits.answers)}, {rate:.1f} a second",
        f"CPU: server {server:.2f} of a core, thinking {thought:.2f}, {1000 * thought / rate:.1f} ms a card",
        sep="\n    ",
        flush=True,
    )
    return ratio <= 2 and percent(waits.answers, 95) <= 2000


def figures(waits: Sequence[float]) -> str:
    p50, p95, most = (percent(waits, part) for part in (50, 95, 100))
    return f"p50 {p50:.1f} p95 {p95:.1f} max {most:.0f} ms of {len(waits)}"


def percent(waits: Sequence[float], part: float) -> float:
    return 1000 * float(np.percentile(waits, part))


@contextmanager
def site(
    levels: Sequence[str], games: int, fresh: int, people: int
) -> Iterator[tuple[Running, list[Seeded], list[Seeded]]]:
    """A site of its own, on all cores, with what is compiled kept from one time to the next."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stock = seeded(folder, games, levels, fresh, people)
        with started("site", folder, ALL_CORES, NUMBA_CACHE_DIR=str(COMPILED)) as server:
            yield server, stock[: games + fresh], stock[games + fresh :]


def seeded(folder: Path, games: int, levels: Sequence[str], fresh: int, people: int) -> list[Seeded]:
    told = [str(games), ",".join(levels), str(fresh), str(people)]
    command = [sys.executable, "-m", "bench.against_seed", *told]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(folder, 0), check=True, stdout=subprocess.PIPE, timeout=300
    )
    made = [json.loads(line) for line in done.stdout.splitlines()]
    return [Seeded(game["id"], game["code"], tuple(game["sessions"])) for game in made]


def measure(name: str, levels: Sequence[str], games: int, pace: tuple[float, float], seconds: float) -> bool:
    """One run on a fresh site; whether it holds what is promised."""
    fresh = games + int(games * seconds / 13 / (1 + pace[0]))
    people = BETWEEN * int(2 + (seconds + 2 * QUIET + pace[1]) / SOCIAL / 26)
    with site(levels, games, fresh, people) as (server, chairs, between):
        among = Among(server, chairs, between)
        asyncio.run(asyncio.wait_for(among.run(games, pace, seconds), LIMIT))
    return told(among, name)


def thoughts(levels: Sequence[Level], games: int = 20) -> None:
    """CPU of a card by level, in games of random cards, one process."""
    worker.load()
    for level in levels:
        taken = [one for number in range(games) for one in thought(level, random.Random(number))]
        print(f"{level.key}: CPU a card mean {1000 * np.mean(taken):.1f} p95 {percent(taken, 95):.1f} ms", flush=True)


def thought(level: Level, chance: random.Random) -> Iterator[float]:
    state, views = deal(tuple(chance.sample(DECK, 52)), 0), (list[Visible](), list[Visible]())
    while state.to_play is not None:
        for seat in (0, 1):
            views[seat].append(visible(state, seat))
        since = time.process_time()
        choose(views[state.to_play], level, 7)
        yield time.process_time() - since
        state = apply(state, chance.choice(legal_moves(state)))


RUNS = (
    ("all levels at a person's pace", LEVELS, PACE),
    ("the best level at a person's pace", LEVELS[-1:], PACE),
    ("the best level without a pause of the people", LEVELS[-1:], (0.0, 0.0)),
)


def main(games: int, seconds: float) -> bool:
    """All of it; whether all but the last, which nobody promised, hold what is promised."""
    thoughts(LEVELS)
    keys = [(name, [level.key for level in levels], pace) for name, levels, pace in RUNS]
    return all([measure(name, levels, games, pace, seconds) for name, levels, pace in keys][:-1])
