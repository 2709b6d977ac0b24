"""Benchmark of daily games that run out at the same moment, and of its effect on other games.

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

from bench.load import Figures, measure_games
from bench.seed import ROOT, SeededGame
from bench.servers import CLIENT_CORES, RunningServer, build_environment, seed_games, start_server

THINK_TIME = 0.2
"""Seconds that each player of the other games takes for a card."""
TIME_LIMIT = 300
ENDED = "SELECT COUNT(*) FROM games_game WHERE ending = 'time'"
ENDED_TWICE = "SELECT COUNT(*) - COUNT(DISTINCT game_id) FROM games_entry WHERE kind = 'timed_out'"


def query_number(folder: Path, query: str) -> int:
    with closing(sqlite3.connect(folder / "var" / "db.sqlite3", timeout=30)) as database:
        return int(database.execute(query).fetchone()[0])


def play_games(server: RunningServer, games: list[SeededGame], what: str) -> Figures:
    figures = measure_games(server, games, len(games), THINK_TIME, TIME_LIMIT)
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
        others = seed_games(folder, 2 * chosen.games)
        command = [sys.executable, "-m", "bench.clocks_seed", str(chosen.due)]
        subprocess.run(command, cwd=ROOT, env=build_environment(folder), check=True)
        os.sched_setaffinity(0, CLIENT_CORES)
        with start_server("site", folder) as server:
            wait_for_endings(server, folder, chosen.due, others)


def wait_for_endings(server: RunningServer, folder: Path, due: int, others: list[SeededGame]) -> None:
    since, cpu, half = time.monotonic(), server.cpu(), len(others) // 2
    play_games(server, others[:half], "meanwhile")
    while query_number(folder, ENDED) < due:
        if time.monotonic() - since > TIME_LIMIT:
            raise TimeoutError(f"{query_number(folder, ENDED)} of {due} games ended in {TIME_LIMIT} s")
        time.sleep(0.2)
    seconds = time.monotonic() - since
    print(f"{due} games ended in {seconds:.1f} s, {server.cpu() - cpu:.1f} s of CPU with the others' moves", flush=True)
    print(f"ended more than once: {query_number(folder, ENDED_TWICE)}", flush=True)
    play_games(server, others[half:], "afterwards")


if __name__ == "__main__":
    main()
