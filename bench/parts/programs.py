"""What is worked out in a process of its own: entries at tables, records, and pages of a large site."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.pages import FRONT
from bench.parts import Figure
from bench.replay import COMMANDS, a_minute
from bench.seed import ROOT
from bench.servers import empty, own_folder

ENTRIES, RECORDS = 4000, 5000
"""Of records so many that the start of the command is a small part: it takes as long as some four hundred of them."""
LEAST = {"replay": 100_000, "score": 50_000}
SMALL, LARGE = 40, 20_000
"""Games of the two sites; ``python -m bench.pages`` takes minutes to make 100,000."""


def ahead(rounds: int) -> None:
    for games in (SMALL, LARGE):
        site(games)


def times(folder: Path, rounds: int) -> Iterator[Figure]:
    yield Figure("p99 of an entry at a table with both phones' views, ms of CPU", entry(), 10)
    for command in COMMANDS:
        share = LEAST[command] / a_minute(command, RECORDS)
        yield Figure(f"{LEAST[command]:,} records a minute / those that {command} answers", share, 1)
    yield from pages(rounds)


def entry() -> float:
    line = output("bench.entries", "--entries", str(ENTRIES))
    return float(line.split("p99 ")[1].split(",")[0])


def pages(rounds: int) -> Iterator[Figure]:
    """The front page of a visitor, with as many invitations on either site; in turns, since a machine is now fast and
    now slow."""
    with asked(SMALL) as few, asked(LARGE) as many:
        turns = [(few(), many()) for _ in range(rounds)]
    share = median(large.cpu / small.cpu for small, large in turns)
    yield Figure(f"CPU of the front page with {LARGE:,} games / with {SMALL}", share, 1.2)
    yield Figure("queries of the front page for a visitor", max(large.queries for _, large in turns), 2)


class Front(NamedTuple):
    """Queries of a front page, and milliseconds of CPU."""

    queries: float
    cpu: float


@contextmanager
def asked(games: int) -> Iterator[Callable[[], Front]]:
    """What a front page takes on a site of so many games, each time that it is called; in one process, which is ready
    by then."""
    command = [sys.executable, "-m", *site(games), "--again"]
    with subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        asks, tells = process.stdin, process.stdout

        def front() -> Front:
            print(file=asks, flush=True)
            return told(tells)

        try:
            told(tells)
            yield front
        finally:
            process.terminate()


def told(tells: Iterable[str]) -> Front:
    row = next(line for line in tells if FRONT in line)
    return Front(*map(float, row.split("|")[2:4]))


@cache
def site(games: int) -> tuple[str, ...]:
    """The program that visits the front page of a site of so many games, which is made the first time."""
    folder = own_folder()
    shutil.copytree(empty(), folder, dirs_exist_ok=True)
    program = ("bench.pages", "--games", str(games), "--keep", str(folder), "--only", FRONT)
    output(*program)
    return program


def output(*call: str) -> str:
    done = subprocess.run([sys.executable, "-m", *call], cwd=ROOT, check=True, stdout=subprocess.PIPE, timeout=400)
    return done.stdout.decode()
