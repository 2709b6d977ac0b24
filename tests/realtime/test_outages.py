"""Outages: a frozen process, a locked database, and PostgreSQL or Redis away."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from games import circuit_breaker
from games.messaging import messages, publisher, subscriptions
from games.messaging.subscriptions import MessageDecoder
from tests.client import Person, Seat
from tests.realtime.conftest import Postgres
from tests.realtime.servers import Redis, start_postgres, stop_postgres
from tests.realtime.sockets import PATIENCE, at_version, deal, get_plain, seats, soon
from tests.repetitions import fault_rounds
from tests.site_process import Site, TimedSite, copy_var


@pytest.fixture
def two_processes(
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
        one, two = (TimedSite(copy_var(prepared_var, tmp_path_factory.mktemp("site")), shared) for _ in range(2))
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


@pytest.mark.faults
@pytest.mark.redis
async def test_no_win_can_be_claimed_while_a_process_is_frozen(two_processes: tuple[Site, Site]) -> None:
    ana_there, bram_there = Person(two_processes[0].url, "Ana"), Person(two_processes[1].url, "Bram")
    code = ana_there.open_game(lead="other")
    ana_at_two = Person.__new__(Person)
    ana_at_two.url, ana_at_two.cookies = two_processes[1].url, ana_there.cookies
    bram_there.join(code)
    async with seats(code, ana_there) as (ana,), bram_there.socket(code) as socket:
        bram = Seat(socket)
        answering = asyncio.create_task(answer_beats(bram))
        await both_here(ana)
        with frozen(two_processes[1]):
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


@pytest.mark.faults
async def test_a_lock_on_the_database_delays_no_heartbeat(daphne_site: Callable[..., Site]) -> None:
    site = await asyncio.to_thread(daphne_site)
    ana_there, bram_there, code = deal(site.url)
    async with seats(code, ana_there) as (ana,):
        await soon(ana.until("beat"))
        with locked(site):
            for _ in range(3):
                await soon(ana.until("beat"))
            async with seats(code, bram_there) as (bram,):
                assert bram.view["you"] == 1
            assert ana.beat["here"][0]


@contextmanager
def locked(site: Site) -> Iterator[None]:
    """Another program holds the write lock."""
    with closing(sqlite3.connect(site.folder / "var" / "db.sqlite3", isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            database.execute("ROLLBACK")


RESTARTS = fault_rounds(1, 20)
AWAY, BACK = "PostgreSQL does not answer", "PostgreSQL answers again"


def list_complaints(site: Site) -> list[str]:
    """The warnings and errors in the log."""
    return [line for line in site.text().splitlines() if " WARNING " in line or " ERROR " in line]


@pytest.mark.faults
async def test_a_restart_of_postgresql_is_logged_once_and_loses_no_card(
    prepared_var: Path, tables_there: Postgres, tmp_path: Path
) -> None:
    data = tmp_path / "postgres"
    # Periodic tasks run within the outage.
    quick = {"BEAT": "0.5", "SWEEP": "0.5", "RATE_LIMITS": "off"}
    with tables_there(data) as url:
        site = TimedSite(copy_var(prepared_var, tmp_path / "site"), {"DATABASE_URL": url, **quick}).start()
        try:
            await play_through_outages(site, data)
        finally:
            site.close()
    logged = [AWAY if AWAY in line else BACK if BACK in line else line for line in list_complaints(site)]
    assert logged == [AWAY, BACK] * RESTARTS


async def play_through_outages(site: Site, data: Path) -> None:
    ana, bram, code = deal(site.url)
    async with seats(code, ana, bram) as players:
        for restart in range(1, RESTARTS + 1):
            mover = players[players[0].view["board"]["turn"]]
            before = mover.view["version"]
            await asyncio.to_thread(stop_postgres, data)
            assert (await soon(mover.play_any()))["code"] == "unavailable"
            status, body = await asyncio.to_thread(get_plain, site, "/readyz")
            assert (status, json.loads(body)["ready"]) == (503, False)
            pages = await asyncio.gather(*(asyncio.to_thread(ana.get, path) for path in ("/", f"/m/{code}/")))
            assert {status for status, _ in pages} == {500}
            await asyncio.to_thread(start_postgres, data)
            back = time.monotonic()
            answer = await soon(mover.play_any())
            while answer["type"] != "accepted":
                assert time.monotonic() < back + 10
                answer = await soon(mover.play_any())
            assert answer["version"] > before
            for player in players:
                await at_version(player, answer["version"])
            while site.text().count(BACK) < restart:
                assert time.monotonic() < back + PATIENCE
                await asyncio.sleep(0.1)
    assert site.crash() == ""


PASSWORD = "a-long-and-quiet-evening"


@pytest.fixture
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    server = Redis(tmp_path_factory.mktemp("redis")).start()
    yield server
    server.kill()


@pytest.fixture
def redis_site(prepared_var: Path, tmp_path: Path, redis: Redis) -> Iterator[Site]:
    # Cheap password hashes, since many passwords are tried.
    site = TimedSite(copy_var(prepared_var, tmp_path), {"CHANNEL_URL": redis.url, "HASHES": "1"}).start()
    yield site
    site.close()


class Newcomer(Person):
    """A visitor without a name."""

    def __init__(self, url: str) -> None:
        self.url, self.name, self.cookies = url, "", {}
        assert self.get("/account/login/")[0] == 200

    def signs_up(self, name: str) -> object:
        return self.post("/account/signup/", username=name, password1=PASSWORD)["status"]

    def logs_in(self, name: str, password: str = PASSWORD) -> object:
        return self.post("/account/login/", login=name, password=password)["status"]


@pytest.mark.redis
@pytest.mark.parametrize("way", [Redis.kill, Redis.freeze], ids=["gone", "frozen"])
async def test_people_sign_up_log_in_and_play_without_redis(
    way: Callable[[Redis], None], redis_site: Site, redis: Redis
) -> None:
    assert Newcomer(redis_site.url).signs_up("Anna") == 200
    ana, bram, code = deal(redis_site.url)
    async with seats(code, ana, bram) as (here, _):
        way(redis)
        assert Newcomer(redis_site.url).signs_up("Cleo") == 200
        assert Newcomer(redis_site.url).logs_in("Anna") == 200
        assert (await soon(here.play_any()))["type"] == "accepted"
        for _ in range(10):
            assert Newcomer(redis_site.url).logs_in("Anna", "guessed") == 400
        # The tries are counted, so the right password is refused too.
        assert Newcomer(redis_site.url).logs_in("Anna") == 400
    assert redis_site.crash() == ""
    (complaint,) = list_complaints(redis_site)
    assert "Redis does not answer" in complaint


@pytest.mark.redis
def test_a_logout_works_without_redis(redis_site: Site, redis: Redis) -> None:
    """Before any page has opened a socket, the thread of the page publishes it."""
    ana = Newcomer(redis_site.url)
    assert ana.signs_up("Ana") == 200
    redis.kill()
    assert ana.post("/account/logout/")["status"] == 200
    assert redis_site.crash() == ""


@pytest.mark.redis
async def test_a_quiet_redis_is_no_outage(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """A subscription that hears nothing for several timeouts still receives the next message."""
    monkeypatch.setattr(settings, "CHANNEL_URL", redis.url)
    monkeypatch.setattr(subscriptions, "QUIET_TIMEOUT", 0.05)
    monkeypatch.setattr(circuit_breaker.redis, "record_failure", pytest.fail)
    received, subscribed = asyncio.Event(), asyncio.Event()
    decoder = MessageDecoder(lambda items: received.set(), subscribed.set)
    task = asyncio.create_task(subscriptions.listen_redis(decoder))
    await soon(subscribed.wait())
    await asyncio.sleep(0.5)
    items = messages.serialize_items([messages.CloseSockets("user:1", "away")], entries=True)
    async with subscriptions.build_client() as other:
        await other.publish(publisher.get_channel(), f"another 0 1\n{items}")
    assert await soon(received.wait())
    task.cancel()
