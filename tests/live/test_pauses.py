"""Faults of the site on real processes: one that stands still, and a database that somebody else holds."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.client import Person, Seat
from tests.live.conftest import Postgres
from tests.live.matches import PATIENCE, seats, soon
from tests.live.servers import Redis
from tests.server import Impatient, Site, copied

pytestmark = pytest.mark.faults


@pytest.fixture
def pair(
    prepared_var: Path, tables_there: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Site, Site]]:
    """Two processes of one site, on which two minutes without a player pass in seconds."""
    redis = Redis(tmp_path_factory.mktemp("redis")).start()
    with tables_there(tmp_path_factory.mktemp("postgres") / "data") as database:
        shared = {
            "DATABASE_URL": database,
            "CHANNEL_URL": redis.url,
            "SECRET_KEY": "the-same-in-both-" * 4,
            "BEAT": "0.5",
            "LEASE": "2",
            "CLAIM_AFTER": "4",
        }
        one, two = (Impatient(copied(prepared_var, tmp_path_factory.mktemp("site")), shared) for _ in range(2))
        try:
            yield one.start(), two.start()
        finally:
            one.close()
            two.close()
            redis.kill()


@contextmanager
def frozen(site: Site) -> Iterator[None]:
    os.kill(site.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(site.pid, signal.SIGCONT)


@pytest.mark.redis
async def test_a_process_that_stands_still_costs_nobody_the_game(pair: tuple[Site, Site]) -> None:
    ana_there, bram_there = Person(pair[0].url, "Ana"), Person(pair[1].url, "Bram")
    code = ana_there.open_game(lead="creator")
    ana_at_two = Person.__new__(Person)
    ana_at_two.url, ana_at_two.cookies = pair[1].url, ana_there.cookies
    bram_there.join(code)
    async with seats(code, ana_there) as (ana,), bram_there.socket(code) as socket:
        bram = Seat(socket)
        answering = asyncio.create_task(answer_beats(bram))
        await both_here(ana)
        with frozen(pair[1]):
            while (ana.beat["away"][1] or 0) < 8:
                await soon(ana.until("beat"))
                assert not ana.beat["claim"]
            assert ana_there.post(f"/m/{code}/claim/")["code"] == "not_away"
        assert ana_at_two.post(f"/m/{code}/claim/")["code"] == "not_away"
        await both_here(ana)
        assert not ana.beat["claim"]
        answering.cancel()


async def answer_beats(seat: Seat) -> None:
    while True:
        await seat.receive()


async def both_here(seat: Seat) -> None:
    while seat.beat.get("here") != [True, True]:
        await soon(seat.until("beat"))


async def test_a_lock_on_the_database_silences_no_beat(daphne_site: Callable[..., Site]) -> None:
    site = await asyncio.to_thread(daphne_site)
    ana_there, bram_there = Person(site.url, "Ana"), Person(site.url, "Bram")
    code = ana_there.open_game(lead="creator")
    bram_there.join(code)
    async with seats(code, ana_there) as (ana,):
        await soon(ana.until("beat"))
        with locked(site):
            await asyncio.wait_for(three_beats(ana), PATIENCE)
            async with seats(code, bram_there) as (bram,):
                assert bram.view["you"] == 1
            assert ana.beat["here"][0]


async def three_beats(seat: Seat) -> None:
    for _ in range(3):
        await seat.until("beat")


@contextmanager
def locked(site: Site) -> Iterator[None]:
    """Somebody else writes, and takes their time."""
    with closing(sqlite3.connect(site.folder / "var" / "db.sqlite3", isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            database.execute("ROLLBACK")
