"""Kills of the site during games: no acknowledged card is lost, clocks go on, and clients reconnect."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.client import Person, Seat
from tests.realtime.sockets import PATIENCE, deal, farewell, play_plies, seats, stored
from tests.repetitions import fault_rounds
from tests.site_process import Site, TimedSite

pytestmark = pytest.mark.faults


KILLS, GAMES = fault_rounds(5, 50), 3


class PersistentPlayer:
    """A player who always reconnects, and sends the next card only after the answer to the last.

    Between cards the player rests for at most ``rest`` seconds.
    """

    def __init__(self, person: Person, code: str, rest: float = 0.05) -> None:
        self.person, self.code, self.rest = person, code, rest
        self.accepted: dict[str, tuple[int, str, int]] = {}
        self.pending: tuple[str, str, int] | None = None
        self.came_back = 0.0
        self.finished = asyncio.Event()
        self._ids = 0

    async def play(self) -> None:
        while not self.finished.is_set():
            try:
                async with self.person.socket(self.code, open_timeout=5) as socket:
                    await self._sit(Seat(socket))
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.1)

    async def _sit(self, seat: Seat) -> None:
        await seat.until("view")
        self.came_back = time.monotonic()
        while seat.view["status"] == "playing":
            if self.pending or seat.view["board"]["legal"]:
                await self._send(seat)
            else:
                await seat.receive()
        self.finished.set()

    async def _send(self, seat: Seat) -> None:
        board = seat.view["board"]
        if self.pending is None:
            self._ids += 1
            self.pending = (f"tap-{self._ids}", random.choice(board["legal"]), board["ply"])
        tap, card, ply = self.pending
        await seat.play(card, ply, tap)
        answer = await seat.until("accepted", "refused")
        assert answer["type"] == "accepted", answer
        self.accepted[tap], self.pending = (answer["version"], card, ply), None
        while seat.view["version"] < answer["version"]:
            await seat.receive()
        await asyncio.sleep(random.random() * self.rest)


async def test_no_acknowledged_card_is_lost_by_kills(daphne_site: Callable[..., Site]) -> None:
    site = await asyncio.to_thread(daphne_site, RATE_LIMITS="off")
    tables = [await asyncio.to_thread(new_table, site) for _ in range(GAMES)]
    players = [player for table in tables for player in table]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.play()) for player in players]
        for _ in range(KILLS):
            await more_cards(players, random.randint(1, 40))
            promised = [dict(player.accepted) for player in players]
            site.kill()
            await asyncio.to_thread(site.start)
            up = time.monotonic()
            for player, before in zip(players, promised, strict=True):
                assert kept(site, player, before)
            await all_back(players, up)
            for at, (ana, bram) in enumerate(tables):
                if ana.finished.is_set() and bram.finished.is_set():
                    tables[at] = await asyncio.to_thread(new_table, site)
                    players += tables[at]
                    tasks += [group.create_task(player.play()) for player in tables[at]]
        for player in players:
            player.finished.set()
        for task in tasks:
            task.cancel()
    assert sum(len(player.accepted) for player in players) > 5 * KILLS
    for player in players:
        assert kept(site, player, player.accepted)
        await same_answers(player)
    with database(site) as rows:
        assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def more_cards(players: list[PersistentPlayer], number: int) -> None:
    """Until so many more cards were acknowledged, or all games are over; others are under way at that moment."""
    enough = sum(len(player.accepted) for player in players) + number
    while sum(len(player.accepted) for player in players) < enough:
        if all(player.finished.is_set() for player in players):
            return
        await asyncio.sleep(0.005)


def new_table(site: Site) -> tuple[PersistentPlayer, PersistentPlayer]:
    ana, bram, code = deal(site.url, lead="random")
    return PersistentPlayer(ana, code), PersistentPlayer(bram, code)


def kept(site: Site, player: PersistentPlayer, promised: dict[str, tuple[int, str, int]]) -> bool:
    """Whether every card that was acknowledged is in the log, at its version."""
    log: dict[Any, Any] = {e["number"]: e for e in stored(site, player.code)}
    return all(
        log[version]["data"] == {"card": card} and log[version]["client_id"].endswith(f":{tap}")
        for tap, (version, card, _) in promised.items()
    )


async def all_back(players: list[PersistentPlayer], up: float) -> None:
    """Wait until all players have the view again, five seconds after the start of the site at most."""
    while not all(player.came_back > up - 1 or player.finished.is_set() for player in players):
        assert time.monotonic() < up + 5
        await asyncio.sleep(0.05)


async def same_answers(player: PersistentPlayer) -> None:
    """Check that each card gets the same answer again."""
    async with seats(player.code, player.person) as (seat,):
        for tap, (version, card, ply) in player.accepted.items():
            await seat.play(card, ply, tap)
            answer = await asyncio.wait_for(seat.until("accepted", "refused"), PATIENCE)
            assert answer == {"type": "accepted", "id": tap, "version": version}


async def test_a_restart_says_goodbye_and_shows_the_same_game(daphne_site: Callable[..., Site]) -> None:
    site = await asyncio.to_thread(daphne_site)
    ana, bram, code = deal(site.url)
    async with seats(code, ana, bram) as (first, second):
        await first.play_any()
        while second.view["board"]["ply"] < 1:
            await second.receive()
        stopping = asyncio.create_task(asyncio.to_thread(site.stop))
        assert await farewell(second.socket) == ("restarting", 1012)
        assert await asyncio.wait_for(stopping, PATIENCE) == 0
    await asyncio.to_thread(site.start)
    async with seats(code, ana, bram) as (again, other):
        assert other.view == second.view
        assert again.view["board"]["ply"] == 1


PACES: dict[str, dict[str, Any]] = {
    "base and bonus": {"clock": "5+5"},
    "one's own": {"clock": "own", "minutes": 30, "seconds": 0},
    "by the day": {"clock": "1d"},
}
HOUR, DAY = 3600, 86_400
MOMENTS = ("entry.created_at", "game.due_at", "process.beat_at")
"""What the site reads the time from that went by."""


class Clocked:
    """A game against the clock, with three cards on the table, and what its clocks were when they were looked at."""

    def __init__(self, people: tuple[Person, Person], **agreed: object) -> None:
        self.people = people
        self.code = people[0].open_game(**agreed)
        people[1].join(self.code)
        self.clock: dict[str, Any] = {}

    async def begin(self) -> None:
        async with seats(self.code, *self.people) as both:
            await play_plies(both, 3)
            self.clock = both[0].view["clock"]

    async def seen(self) -> dict[str, Any]:
        """The view of a player who comes back."""
        async with seats(self.code, self.people[0]) as (seat,):
            return seat.view


async def test_clocks_are_paused_during_a_kill_and_expired_games_end_once(
    daphne_site: Callable[..., Site],
) -> None:
    site = await asyncio.to_thread(daphne_site, TimedSite, RATE_LIMITS="off", COMING_BACK="0.5", SWEEP="0.5")
    people = Person(site.url, "Ana"), Person(site.url, "Bram")
    games = [Clocked(people, **agreed) for agreed in PACES.values()]
    due = Clocked(people, clock="1d")
    for game in (*games, due):
        await game.begin()
    site.kill()
    down = time.time()
    with database(site) as rows:
        back(rows, ("entry.created_at", "game.due_at"), 2 * DAY, due.code)
        back(rows, MOMENTS, HOUR)
    since = await started(site)
    for game in games:
        await logged(site, game, "paused")
        view = await game.seen()
        goes_on(game.clock, view["clock"], down, since)
        assert view["status"] == "playing"
    await logged(site, due, "timed_out")
    site.kill()
    await started(site)
    view = await due.seen()
    assert (view["status"], view["result"]["winner"]) == ("finished", 1 - due.clock["runs"])
    assert kinds(site, due).count("timed_out") == 1
    for game in games:
        assert kinds(site, game)[-1] == "paused"


async def started(site: Site) -> float:
    since = time.time()
    await asyncio.to_thread(site.start)
    return since


def goes_on(before: dict[str, Any], after: dict[str, Any], down: float, since: float) -> None:
    """Check that the seat to play lost at most the time until the kill, and the other seat nothing.

    The clock goes on when the site is back, and not before.
    """
    seat = before["runs"]
    spent = before["left"][seat] - after["left"][seat]
    assert 0 <= spent <= 1000 * down - before["since"]
    assert after["left"][1 - seat] == before["left"][1 - seat]
    assert after["runs"] == seat
    assert after["since"] >= 1000 * since
    assert after["out"] - after["since"] == before["out"] - before["since"] - spent


async def logged(site: Site, game: Clocked, kind: str) -> None:
    """Wait until the site has logged an entry of this kind by itself."""
    until = time.monotonic() + PATIENCE
    while kind not in kinds(site, game):
        assert time.monotonic() < until
        await asyncio.sleep(0.1)


def kinds(site: Site, game: Clocked) -> list[str]:
    return [entry["kind"] for entry in stored(site, game.code)]


def database(site: Site) -> Any:
    return closing(sqlite3.connect(site.folder / "var" / "db.sqlite3", isolation_level=None))


def back(rows: sqlite3.Connection, columns: tuple[str, ...], seconds: int, code: str = "") -> None:
    """Have all that happened, or what happened in a game, happened so much earlier."""
    rows.create_function("earlier", 1, lambda at: at and str(datetime.fromisoformat(at) - timedelta(seconds=seconds)))
    whose = {"entry": "game_id", "game": "id"}
    for table, column in (name.split(".") for name in columns):
        where = f"WHERE {whose[table]} = (SELECT id FROM games_game WHERE code = '{code}')" if code else ""
        rows.execute(f"UPDATE games_{table} SET {column} = earlier({column}) {where}")
