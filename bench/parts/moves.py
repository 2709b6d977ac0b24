"""Part of ``bench.compare``: a move in one game and among hundreds, beside the relay."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import mean, median

from bench.load import Figures, measure_games
from bench.parts import Figure
from bench.seed import SeededGame
from bench.servers import CLIENT_CORES, RunningServer, deal_games, seed_games, start_server

SERVER_KINDS = ("relay", "row", "site")
ROUND = ("site", "relay", "site")
"""Servers of a round. The site is faster than the relay, so it is measured before and after it."""
CROWD_GAMES, FEW_GAMES, MANY_GAMES = 100, 10, 400
ROW_GAMES = 25
"""Games at once of the relay that stores rows one by one: a hundred would take a minute."""
SINGLE_GAMES = 6
"""Games that one pair of players plays in turn."""
FEW_ROUNDS = MANY_GAMES // FEW_GAMES // 2
"""Rounds of the few games, so that they last about as long as the many."""
ROW_ROUNDS, GROWTH_ROUNDS = 1, 2
"""Largest number of rounds of the slow measurements: the relay with rows, and growth."""
TIME_LIMIT = 120
"""Seconds that one measurement may take."""


class GameStock:
    """Games that are not played yet, the same for every server: each has a copy of the database."""

    def __init__(self, games: Sequence[SeededGame]) -> None:
        self._games, self._taken = games, dict[str, int]()

    def play(self, server: RunningServer, at_once: int, rounds: int = 1) -> Figures:
        first = self._taken.get(server.kind, 0)
        last = self._taken[server.kind] = first + at_once * rounds
        if last > len(self._games):
            raise IndexError(f"{len(self._games)} games are too few")
        figures = measure_games(server, self._games[first:last], at_once, 0, TIME_LIMIT)
        print(figures, flush=True)
        return figures


def prepare(rounds: int) -> None:
    deal_games(count_games(rounds))


def measure(folder: Path, rounds: int) -> Iterator[Figure]:
    stock = GameStock(seed_games(folder, count_games(rounds)))
    with ExitStack() as stack:
        servers = {kind: stack.enter_context(start_server(kind, copy_state(folder, kind))) for kind in SERVER_KINDS}
        os.sched_setaffinity(0, CLIENT_CORES)
        stock.play(servers["site"], FEW_GAMES)  # Warm up: what happens only once is not measured.
        yield from measure_crowds(servers, stock, rounds)
        yield from measure_single_games(servers, stock, rounds)
        yield measure_growth(servers["site"], stock, min(rounds, GROWTH_ROUNDS))


def count_games(rounds: int) -> int:
    """Return the number of games that the busiest server needs."""
    played = {kind: rounds * CROWD_GAMES * ROUND.count(kind) for kind in SERVER_KINDS}
    played["site"] += rounds * SINGLE_GAMES + min(rounds, GROWTH_ROUNDS) * (FEW_ROUNDS * FEW_GAMES + MANY_GAMES)
    played["relay"] += rounds * SINGLE_GAMES
    return FEW_GAMES + max(played.values())


def measure_crowds(servers: dict[str, RunningServer], stock: GameStock, rounds: int) -> Iterator[Figure]:
    played = [play_round(servers, stock, (*ROUND, "row") if number < ROW_ROUNDS else ROUND) for number in range(rounds)]
    ratio = median(round_cpu["site"] / round_cpu["relay"] for round_cpu in played)
    yield Figure("server CPU a move, site / relay without a database, 100 games", ratio, 0.35)
    ratio = median(round_cpu["site"] / round_cpu["row"] for round_cpu in played if "row" in round_cpu)
    yield Figure(f"server CPU a move, site / relay with one committed row, which has {ROW_GAMES} games", ratio)


def play_round(servers: dict[str, RunningServer], stock: GameStock, kinds: Sequence[str]) -> dict[str, float]:
    """Return the CPU seconds for a thousand moves on each kind of server."""
    spent: defaultdict[str, list[float]] = defaultdict(list)
    for kind in kinds:
        spent[kind].append(stock.play(servers[kind], ROW_GAMES if kind == "row" else CROWD_GAMES).per_thousand)
    return {kind: mean(several) for kind, several in spent.items()}


def measure_single_games(servers: dict[str, RunningServer], stock: GameStock, rounds: int) -> Iterator[Figure]:
    played = [[stock.play(servers[kind], 1, SINGLE_GAMES) for kind in ("relay", "site")] for _ in range(rounds)]
    share = median(site.per_thousand / relay.per_thousand for relay, site in played)
    yield Figure("server CPU a move, site / relay without a database, one game", share, 1)
    yield Figure("p99 of one game alone in ms, the quietest run", min(site.wait(99) for _, site in played), 10)
    yield Figure("bytes a card, for both players together", max(site.bytes_per_move for _, site in played), 600)


def measure_growth(site: RunningServer, stock: GameStock, rounds: int) -> Figure:
    ratios = []
    for _ in range(rounds):
        few = stock.play(site, FEW_GAMES, FEW_ROUNDS)
        ratios.append(stock.play(site, MANY_GAMES).per_thousand / few.per_thousand)
    return Figure("growth of CPU a move from 10 to 400 games", median(ratios), 1.1)


def copy_state(folder: Path, kind: str) -> Path:
    """Copy the database: two sites must not share one."""
    copy = folder / kind
    copy.mkdir()
    shutil.copytree(folder / "var", copy / "var")
    return copy
