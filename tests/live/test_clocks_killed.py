"""The site is killed while clocks run, and is down for an hour: they go on as if nothing had been.

What was due before ends once.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.client import Person
from tests.live.matches import PATIENCE, play_plies, seats, stored
from tests.server import Impatient, Site

pytestmark = pytest.mark.faults
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


async def test_clocks_go_on_as_if_nothing_had_been_and_what_was_due_ends_once(
    daphne_site: Callable[..., Site],
) -> None:
    site = await asyncio.to_thread(daphne_site, Impatient, RATE_LIMITS="off", COMING_BACK="0.5", SWEEP="0.5")
    people = Person(site.url, "Ana"), Person(site.url, "Bram")
    games = [Clocked(people, **agreed) for agreed in PACES.values()]
    due = Clocked(people, clock="1d")
    for game in (*games, due):
        await game.begin()
    down = killed(site)
    with database(site) as rows:
        back(rows, ("entry.created_at", "game.due_at"), 2 * DAY, due.code)
        back(rows, MOMENTS, HOUR)
    since = await started(site)
    for game in games:
        view = await game.seen()
        goes_on(game.clock, view["clock"], down, since)
        assert view["status"] == "playing"
    await ended(site, due)
    site.kill()
    await started(site)
    view = await due.seen()
    assert (view["status"], view["result"]["winner"]) == ("finished", 1 - due.clock["runs"])
    assert kinds(site, due).count("timed_out") == 1
    for game in games:
        assert kinds(site, game)[-1] == "paused"


def killed(site: Site) -> float:
    site.kill()
    return time.time()


async def started(site: Site) -> float:
    since = time.time()
    await asyncio.to_thread(site.start)
    return since


def goes_on(before: dict[str, Any], after: dict[str, Any], down: float, since: float) -> None:
    """At most what went by until the kill was taken from whoever was to play, and nothing from the other. The clock
    goes on when the site is back, and not before."""
    seat = before["runs"]
    spent = before["left"][seat] - after["left"][seat]
    assert 0 <= spent <= 1000 * down - before["since"]
    assert after["left"][1 - seat] == before["left"][1 - seat]
    assert after["runs"] == seat
    assert after["since"] >= 1000 * since
    assert after["out"] - after["since"] == before["out"] - before["since"] - spent


async def ended(site: Site, game: Clocked) -> None:
    """Nobody looks at it: the site finds it by itself."""
    until = time.monotonic() + PATIENCE
    while "timed_out" not in kinds(site, game):
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
