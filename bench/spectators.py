"""Benchmark of many spectators of one game: the same games with and without them.

.venv/bin/python -m bench.spectators [--watchers 2000] [--churn 200] [--games 10] [--think 0.3]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.load import Figures, measure_games
from bench.seed import ROOT, SeededGame
from bench.servers import CLIENT_CORES, RunningServer, seed_games, start_server


def main() -> None:
    chosen = parse_arguments()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as name:
        games = seed_games(Path(name), 2 * chosen.games)
        quiet, loud = games[: chosen.games], games[chosen.games :]
        with start_server("site", Path(name), RATE_LIMITS="on", TRUSTED_IP_HEADER="X-Real-IP") as server:
            os.sched_setaffinity(0, CLIENT_CORES)
            alone = print_figures("alone", play_games(server, quiet, chosen.think))
            with start_spectators(server, loud[0], chosen.watchers, chosen.churn):
                among = print_figures("crowd", play_games(server, loud, chosen.think))
    print(f"p95 with the crowd / without: {among.wait(95) / alone.wait(95):.2f}")


def play_games(server: RunningServer, games: list[SeededGame], think: float) -> Figures:
    """Play the games; a player who is closed or refused ends the measurement with an error."""
    return measure_games(server, games, len(games), think, 600)


def print_figures(name: str, figures: Figures) -> Figures:
    print(f"{name}: {figures}", f"server CPU {figures.cpu / figures.seconds:.0%} of a core", sep=", ", flush=True)
    return figures


@contextmanager
def start_spectators(server: RunningServer, game: SeededGame, number: int, churn: int) -> Iterator[None]:
    """Start spectators of a game and print their counts at the end."""
    command = [sys.executable, "-m", "bench.spectator_clients", server.host, str(server.port), game.code]
    crowd = subprocess.Popen(
        ["nice", *command, str(number), str(churn)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert crowd.stdout is not None
    try:
        if crowd.stdout.readline().strip() != "ready":
            raise RuntimeError("the crowd did not get in")
        yield
        print("watchers:", json.loads(crowd.communicate("", 60)[0]))
    finally:
        crowd.kill()
        crowd.wait()


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watchers", type=int, default=2000)
    parser.add_argument("--churn", type=int, default=200, help="watchers who come, and who go, a second")
    parser.add_argument("--games", type=int, default=10, help="games that are played at once; the first is watched")
    parser.add_argument("--think", type=float, default=0.3, help="seconds between seeing a card and answering it")
    return parser.parse_args()


if __name__ == "__main__":
    main()
