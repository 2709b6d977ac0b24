"""The figures that are held to: the site beside the least possible server, in turns, on one core each time.

.venv/bin/python -m bench.compare [--rounds 3] [--quick]

Times on a shared machine say little; ratios of runs taken in turns say more. Exits with 1 when a figure is above its
limit. Three to six minutes.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from bench.load import Figures, measure
from bench.seed import Seeded
from bench.servers import CLIENT_CORES, KINDS, Running, seeded, started

CROWD, FEW, MANY = 100, 10, 400
ALONE = 20
"""Games that one pair plays one after the other: 1,040 cards, so that p99 has ten above it."""
LIMIT = 120
"""Seconds that one measurement may take."""

Measure = Callable[[Running, int, int], Figures]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, choices=range(1, 11), help="how often the servers take turns")
    parser.add_argument("--quick", action="store_true", help="without the runs of 10 and 400 games")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        games = Stock(seeded(folder, stock(chosen.rounds, chosen.quick)))
        servers = {kind: stack.enter_context(started(kind, folder)) for kind in KINDS}
        os.sched_setaffinity(0, CLIENT_CORES)
        within = compare(servers, games.measure, chosen.rounds, chosen.quick)
    sys.exit(not within)


def stock(rounds: int, quick: bool) -> int:
    """How many games will be played, on the floor too: its rows belong to games, and all share one database."""
    grown = 0 if quick else 2 * MANY
    return rounds * (3 * CROWD + ALONE + grown) + 2 * FEW


class Stock:
    """Games not played yet."""

    def __init__(self, games: Sequence[Seeded]) -> None:
        self._games = list(games)

    def measure(self, server: Running, at_once: int, rounds: int = 1) -> Figures:
        taken, self._games = self._games[: at_once * rounds], self._games[at_once * rounds :]
        figures = measure(server, taken, at_once, 0, LIMIT)
        print(figures, flush=True)
        return figures


def compare(servers: dict[str, Running], play: Measure, rounds: int, quick: bool) -> bool:
    """Print all runs and the ratios; whether every figure is within its limit."""
    play(servers["site"], FEW, 2)  # Whatever is made only once is not measured.
    alone, crowd = [], {kind: [] for kind in KINDS}
    for _ in range(rounds):
        alone.append(play(servers["site"], 1, ALONE))
        for kind in KINDS:
            crowd[kind].append(play(servers[kind], CROWD, 1))
    cost = {kind: median(each.per_thousand for each in crowd[kind]) for kind in KINDS}
    verdicts = [
        verdict("server CPU a move, site / relay without a database, 100 games", cost["site"] / cost["relay"], 2.5),
        verdict("server CPU a move, site / relay with one committed row", cost["site"] / cost["row"], None),
        verdict("queries a move, 100 games", max(each.queries_a_move or 0 for each in crowd["site"]), 6),
        verdict("queries a move, one game", max(each.queries_a_move or 0 for each in alone), 6),
        verdict("p99 of one game alone in ms, the quietest run", min(each.wait(99) for each in alone), 10),
    ]
    if not quick:
        verdicts.append(verdict("growth of CPU a move from 10 to 400 games", growth(servers["site"], play, rounds), 2))
    return all(verdicts)


def growth(site: Running, play: Measure, rounds: int) -> float:
    ratios = []
    for _ in range(rounds):
        few = play(site, FEW, MANY // FEW // 2)
        ratios.append(play(site, MANY, 1).per_thousand / few.per_thousand)
    return median(ratios)


def verdict(what: str, figure: float, limit: float | None) -> bool:
    within = limit is None or figure <= limit
    asked = "" if limit is None else f" (limit {limit:g}{'' if within else ', EXCEEDED'})"
    print(f"{what}: {figure:.2f}{asked}", flush=True)
    return within


if __name__ == "__main__":
    main()
