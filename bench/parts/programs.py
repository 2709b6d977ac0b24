"""What is worked out in a process of its own: entries at tables, records, and pages of a large site."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.pages import FRONT
from bench.parts import Figure
from bench.replay import COMMANDS, a_minute
from bench.seed import ROOT
from bench.servers import empty

ENTRIES, RECORDS = 4000, 5000
"""Of records so many that the start of the command is a small part: it takes as long as some four hundred of them."""
LEAST = {"replay": 100_000, "score": 50_000}
SMALL, LARGE = 40, 20_000
"""Games of the two sites; ``python -m bench.pages`` takes minutes to make 100,000."""


def times(folder: Path, rounds: int) -> Iterator[Figure]:
    yield Figure("p99 of an entry at a table with both phones' views, ms of CPU", entry(), 10)
    for command in COMMANDS:
        share = LEAST[command] / a_minute(command, RECORDS)
        yield Figure(f"{LEAST[command]:,} records a minute / those that {command} answers", share, 1)
    yield from pages(folder, rounds)


def entry() -> float:
    told = output("bench.entries", "--entries", str(ENTRIES))
    return float(told.split("p99 ")[1].split(",")[0])


def pages(folder: Path, rounds: int) -> Iterator[Figure]:
    """The front page of a visitor, with as many invitations on either site; in turns, since a machine is now fast and
    now slow."""
    sites = {"few": SMALL, "many": LARGE}
    for name in sites:
        shutil.copytree(empty(), folder / name)
    turns = [{name: front(folder / name, games) for name, games in sites.items()} for _ in range(rounds)]
    share = median(turn["many"][1] / turn["few"][1] for turn in turns)
    yield Figure(f"CPU of the front page with {LARGE:,} games / with {SMALL}", share, 1.2)
    yield Figure("queries of the front page for a visitor", max(turn["many"][0] for turn in turns), 2)


def front(folder: Path, games: int) -> tuple[float, float]:
    """Queries of the front page, and milliseconds of CPU."""
    told = output("bench.pages", "--games", str(games), "--keep", str(folder), "--only", FRONT)
    row = next(line for line in told.splitlines() if FRONT in line)
    queries, middle = (float(cell) for cell in row.split("|")[2:4])
    return queries, middle


def output(*call: str) -> str:
    done = subprocess.run([sys.executable, "-m", *call], cwd=ROOT, check=True, stdout=subprocess.PIPE, timeout=400)
    return done.stdout.decode()
