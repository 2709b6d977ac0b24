"""What it costs when many games that are played by the day are due at the same moment, and what others notice of it.

.venv/bin/python -m bench.clocks [--due 10000] [--games 20]
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from bench.load import Figures, measure
from bench.seed import ROOT, Seeded
from bench.servers import CLIENT_CORES, Running, environment, seeded, started

THINK = 0.2
"""Seconds that each player of the other games takes for a card."""
LIMIT = 300
ENDED = "SELECT COUNT(*) FROM games_game WHERE ending = 'time'"
TWICE = "SELECT COUNT(*) - COUNT(DISTINCT game_id) FROM games_entry WHERE kind = 'timed_out'"


def asked(folder: Path, query: str) -> int:
    with closing(sqlite3.connect(folder / "var" / "db.sqlite3", timeout=30)) as database:
        return int(database.execute(query).fetchone()[0])


def played(server: Running, games: list[Seeded], what: str) -> Figures:
    figures = measure(server, games, len(games), THINK, LIMIT)
    print(f"{what}: {figures}", flush=True)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--due", type=int, default=10_000)
    parser.add_argument(
        "--games", type=int, default=20, help="games of others, played meanwhile and once more after it"
    )
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        others = seeded(folder, 2 * chosen.games)
        command = [sys.executable, "-m", "bench.clocks_seed", str(chosen.due)]
        subprocess.run(command, cwd=ROOT, env=environment(folder, 0), check=True)
        os.sched_setaffinity(0, CLIENT_CORES)
        with started("site", folder) as server:
            ended(server, folder, chosen.due, others)


def ended(server: Running, folder: Path, due: int, others: list[Seeded]) -> None:
    since, cpu, half = time.monotonic(), server.cpu(), len(others) // 2
    played(server, others[:half], "meanwhile")
    while asked(folder, ENDED) < due:
        if time.monotonic() - since > LIMIT:
            raise TimeoutError(f"{asked(folder, ENDED)} of {due} games ended in {LIMIT} s")
        time.sleep(0.2)
    seconds = time.monotonic() - since
    print(f"{due} games ended in {seconds:.1f} s, {server.cpu() - cpu:.1f} s of CPU with the others' moves", flush=True)
    print(f"ended more than once: {asked(folder, TWICE)}", flush=True)
    played(server, others[half:], "afterwards")


if __name__ == "__main__":
    main()
