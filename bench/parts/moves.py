"""A move: on both servers, alone and among hundreds, beside the least possible server."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import mean, median

from bench.load import Figures, measure
from bench.parts import Figure
from bench.seed import Seeded
from bench.servers import CLIENT_CORES, Running, deal, seeded, started

KINDS = ("relay", "row", "site", "uvicorn", "least")
ROUND = ("uvicorn", "uvicorn", "site", "relay", "least", "uvicorn", "uvicorn")
"""What takes a third of a second, and is near its limit, is played about as long as the relay, before it and after it:
the machine is another from one second to the next."""
CROWD, FEW, MANY = 100, 10, 400
SLOW = 25
"""Games of the relay that stores rows one by one: a hundred take it a minute, and a tenth more for a move."""
ALONE = 6
"""Games that one pair plays one after the other."""
TURNS = MANY // FEW // 2
"""How often so few play one after the other, to be about as long at it as that many at once."""
ROWS, GROWTHS = 1, 2
"""Rounds at most of what takes long, and has no limit or is far from it: storing rows one by one, and growth."""
LIMIT = 120
"""Seconds that one measurement may take."""


class Stock:
    """Games not played yet, the same for every server: each has a copy of the database."""

    def __init__(self, games: Sequence[Seeded]) -> None:
        self._games, self._taken = games, dict[str, int]()

    def play(self, server: Running, at_once: int, rounds: int = 1) -> Figures:
        first = self._taken.get(server.kind, 0)
        last = self._taken[server.kind] = first + at_once * rounds
        if last > len(self._games):
            raise IndexError(f"{len(self._games)} games are too few")
        figures = measure(server, self._games[first:last], at_once, 0, LIMIT)
        print(figures, flush=True)
        return figures


def ahead(rounds: int) -> None:
    deal(most(rounds))


def times(folder: Path, rounds: int) -> Iterator[Figure]:
    stock = Stock(seeded(folder, most(rounds)))
    with ExitStack() as stack:
        servers = {kind: stack.enter_context(started(kind, copied(folder, kind))) for kind in KINDS}
        os.sched_setaffinity(0, CLIENT_CORES)
        for kind in ("site", "uvicorn"):
            stock.play(servers[kind], FEW)  # Whatever is made only once is not measured.
        yield from crowds(servers, stock, rounds)
        yield from alone(servers, stock, rounds)
        yield growth(servers["site"], stock, min(rounds, GROWTHS))


def most(rounds: int) -> int:
    """The games that are played on that server on which the most are."""
    played = {kind: rounds * CROWD * ROUND.count(kind) for kind in KINDS}
    played["site"] += rounds * ALONE + min(rounds, GROWTHS) * (TURNS * FEW + MANY)
    played["relay"] += rounds * ALONE
    return FEW + max(played.values())


def crowds(servers: dict[str, Running], stock: Stock, rounds: int) -> Iterator[Figure]:
    played = [a_round(servers, stock, (*ROUND, "row") if turn < ROWS else ROUND) for turn in range(rounds)]
    for kind, limit in (("site", 0.35), ("uvicorn", 0.12)):
        share = median(one[kind] / one["relay"] for one in played)
        yield Figure(f"server CPU a move, {kind} / relay without a database, 100 games", share, limit)
    least = median(one["least"] / one["relay"] for one in played)
    yield Figure("server CPU a move, what is read, stored and sent alone on uvicorn / relay, 100 games", least)
    share = median(one["site"] / one["row"] for one in played if "row" in one)
    yield Figure(f"server CPU a move, site / relay with one committed row, which has {SLOW} games", share)


def a_round(servers: dict[str, Running], stock: Stock, kinds: Sequence[str]) -> dict[str, float]:
    """CPU seconds for a thousand moves of each kind."""
    spent: defaultdict[str, list[float]] = defaultdict(list)
    for kind in kinds:
        spent[kind].append(stock.play(servers[kind], SLOW if kind == "row" else CROWD).per_thousand)
    return {kind: mean(several) for kind, several in spent.items()}


def alone(servers: dict[str, Running], stock: Stock, rounds: int) -> Iterator[Figure]:
    played = [[stock.play(servers[kind], 1, ALONE) for kind in ("relay", "site")] for _ in range(rounds)]
    share = median(site.per_thousand / relay.per_thousand for relay, site in played)
    yield Figure("server CPU a move, site / relay without a database, one game", share, 0.8)
    yield Figure("p99 of one game alone in ms, the quietest run", min(site.wait(99) for _, site in played), 10)


def growth(site: Running, stock: Stock, rounds: int) -> Figure:
    ratios = []
    for _ in range(rounds):
        few = stock.play(site, FEW, TURNS)
        ratios.append(stock.play(site, MANY).per_thousand / few.per_thousand)
    return Figure("growth of CPU a move from 10 to 400 games", median(ratios), 1.1)


def counts(folder: Path) -> Iterator[Figure]:
    """One game alone, where nothing is shared with others, so that these are the most."""
    stock = Stock(seeded(folder, 3))
    with started("counted", folder) as server:
        stock.play(server, 1)
        a_move = stock.play(server, 1, 2).a_move
    yield Figure("statements a move, BEGIN and COMMIT among them", a_move["statements"], 4.5)
    yield Figure("frames down a move", a_move["frames"], 2.5)
    yield Figure("bytes down a move", a_move["bytes"], 900)
    yield Figure("tasks a move", a_move["tasks"], 0.5)


def copied(folder: Path, kind: str) -> Path:
    """A copy of the database: two sites may not share one."""
    copy = folder / kind
    copy.mkdir()
    shutil.copytree(folder / "var", copy / "var")
    return copy
