"""Part of ``bench.compare``: programs in processes of their own, for table entries, records and a large site."""

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

from bench.pages import FRONT_PAGE
from bench.parts import Figure
from bench.replay import COMMANDS, measure_rate
from bench.seed import ROOT
from bench.servers import make_temporary_folder, prepare_empty_state

ENTRIES, RECORDS = 4000, 5000
"""Numbers of entries and records. Starting a command takes as long as about four hundred records."""
MIN_RATES = {"replay": 50_000, "score": 50_000}
SMALL, LARGE = 40, 20_000
"""Games of the two sites; ``python -m bench.pages`` needs minutes to create 100,000."""


def prepare(rounds: int) -> None:
    for games in (SMALL, LARGE):
        prepare_site(games)


def measure(folder: Path, rounds: int) -> Iterator[Figure]:
    yield Figure("p99 of an entry at a table with both phones' views, ms of CPU", measure_entry(), 20)
    for command in COMMANDS:
        ratio = MIN_RATES[command] / measure_rate(command, RECORDS)
        yield Figure(f"{MIN_RATES[command]:,} records a minute / those that {command} answers", ratio, 1)
    yield from pages(rounds)


def measure_entry() -> float:
    line = run_program("bench.entries", "--entries", str(ENTRIES))
    return float(line.split("p99 ")[1].split(",")[0])


def pages(rounds: int) -> Iterator[Figure]:
    """Measure the front page of a visitor on both sites, which show as many invitations, in turns."""
    with start_front_page(SMALL) as visit_small, start_front_page(LARGE) as visit_large:
        turns = [(visit_small(), visit_large()) for _ in range(rounds)]
    ratio = median(large.cpu / small.cpu for small, large in turns)
    yield Figure(f"CPU of the front page with {LARGE:,} games / with {SMALL}", ratio, 1.2)


class FrontPageCost(NamedTuple):
    """Queries of a front page and milliseconds of CPU."""

    queries: float
    cpu: float


@contextmanager
def start_front_page(games: int) -> Iterator[Callable[[], FrontPageCost]]:
    """Yield a function that visits the front page of a site with ``games`` games and returns its cost.

    One process, which is ready by then, answers all visits.
    """
    command = [sys.executable, "-m", *prepare_site(games), "--again"]
    with subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        stdin, stdout = process.stdin, process.stdout

        def visit() -> FrontPageCost:
            print(file=stdin, flush=True)
            return read_cost(stdout)

        try:
            read_cost(stdout)
            yield visit
        finally:
            process.terminate()


def read_cost(stdout: Iterable[str]) -> FrontPageCost:
    row = next(line for line in stdout if FRONT_PAGE in line)
    return FrontPageCost(*map(float, row.split("|")[2:4]))


@cache
def prepare_site(games: int) -> tuple[str, ...]:
    """Return the program that visits the front page of a site with ``games`` games; the first call creates the site."""
    folder = make_temporary_folder()
    shutil.copytree(prepare_empty_state(), folder, dirs_exist_ok=True)
    program = ("bench.pages", "--games", str(games), "--keep", str(folder), "--only", FRONT_PAGE)
    run_program(*program)
    return program


def run_program(*arguments: str) -> str:
    result = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE, timeout=400
    )
    return result.stdout.decode()
