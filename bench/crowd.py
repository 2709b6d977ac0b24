"""What a crowd of watchers on one game costs those who play: the same games without it and with it.

.venv/bin/python -m bench.crowd [--watchers 2000] [--churn 200] [--games 10] [--think 0.3]
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

from bench.load import Figures, measure
from bench.seed import ROOT, Seeded
from bench.servers import CLIENT_CORES, Running, seeded, started


def main() -> None:
    chosen = options()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as name:
        games = seeded(Path(name), 2 * chosen.games)
        quiet, loud = games[: chosen.games], games[chosen.games :]
        with started("site", Path(name), RATE_LIMITS="on", TRUSTED_IP_HEADER="X-Real-IP") as server:
            os.sched_setaffinity(0, CLIENT_CORES)
            alone = told("alone", played(server, quiet, chosen.think))
            with watched(server, loud[0], chosen.watchers, chosen.churn):
                among = told("crowd", played(server, loud, chosen.think))
    print(f"p95 with the crowd / without: {among.wait(95) / alone.wait(95):.2f}")


def played(server: Running, games: list[Seeded], think: float) -> Figures:
    """A player who is closed or refused ends the measurement with an error."""
    return measure(server, games, len(games), think, 600)


def told(name: str, figures: Figures) -> Figures:
    print(f"{name}: {figures}", f"server CPU {figures.cpu / figures.seconds:.0%} of a core", sep=", ", flush=True)
    return figures


@contextmanager
def watched(server: Running, game: Seeded, number: int, churn: int) -> Iterator[None]:
    """A crowd at a game, told of when it is over."""
    command = [sys.executable, "-m", "bench.watchers", server.host, str(server.port), game.code]
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


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watchers", type=int, default=2000)
    parser.add_argument("--churn", type=int, default=200, help="watchers who come, and who go, a second")
    parser.add_argument("--games", type=int, default=10, help="games that are played at once; the first is watched")
    parser.add_argument("--think", type=float, default=0.3, help="seconds between seeing a card and answering it")
    return parser.parse_args()


if __name__ == "__main__":
    main()
