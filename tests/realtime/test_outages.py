"""Outages of what the site stands on: a process that stands still, a locked database, PostgreSQL and Redis away."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from redis.asyncio.client import PubSub

from games import circuit_breaker
from games.messaging import messages, publisher, subscriptions
from games.messaging.subscriptions import MessageDecoder
from tests.client import Person, Seat
from tests.realtime.conftest import Postgres
from tests.realtime.servers import Redis, start_postgres, stop_postgres
from tests.realtime.sockets import PATIENCE, get_plain, seats, soon
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
async def test_a_process_that_stands_still_costs_nobody_the_game(two_processes: tuple[Site, Site]) -> None:
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


RESTARTS = fault_rounds(1, 20)
AWAY, BACK = "PostgreSQL does not answer", "PostgreSQL answers again"


@dataclass
class PostgresSite:
    """A site, and the folder of its server."""

    site: Site
    data: Path

    def complaints(self) -> list[str]:
        """What the log says of faults."""
        return [line for line in self.site.text().splitlines() if " WARNING " in line or " ERROR " in line]


@pytest.fixture
def postgres_site(prepared_var: Path, tables_there: Postgres, tmp_path: Path) -> Iterator[PostgresSite]:
    data = tmp_path / "postgres"
    with tables_there(data) as url:
        # All that is done now and then is done within an outage.
        often = {"BEAT": "0.5", "SWEEP": "0.5", "RATE_LIMITS": "off"}
        site = TimedSite(copy_var(prepared_var, tmp_path / "site"), {"DATABASE_URL": url, **often}).start()
        try:
            yield PostgresSite(site, data)
        finally:
            site.close()


@pytest.mark.faults
async def test_an_outage_is_one_line_and_costs_no_card(postgres_site: PostgresSite) -> None:
    site = postgres_site.site
    ana, bram = Person(site.url, "Ana"), Person(site.url, "Bram")
    code = ana.open_game(lead="creator")
    bram.join(code)
    async with seats(code, ana, bram) as players:
        for restart in range(1, RESTARTS + 1):
            mover = players[players[0].view["board"]["turn"]]
            before = mover.view["version"]
            await asyncio.to_thread(stop_postgres, postgres_site.data)
            assert (await soon(mover.play_any()))["code"] == "unavailable"
            status, body = await asyncio.to_thread(get_plain, site, "/readyz")
            assert (status, json.loads(body)["ready"]) == (503, False)
            pages = await asyncio.gather(*(asyncio.to_thread(ana.get, path) for path in ("/", f"/m/{code}/")))
            assert {status for status, _ in pages} == {500}
            await asyncio.to_thread(start_postgres, postgres_site.data)
            back = time.monotonic()
            answer = await soon(mover.play_any())
            while answer["type"] != "accepted":
                assert time.monotonic() < back + 10
                answer = await soon(mover.play_any())
            assert answer["version"] > before
            for player in players:
                while player.view["version"] < answer["version"]:
                    await soon(player.receive())
            while site.text().count(BACK) < restart:
                assert time.monotonic() < back + PATIENCE
                await asyncio.sleep(0.1)
        assert site.crash() == ""
    told = [AWAY if AWAY in line else BACK if BACK in line else line for line in postgres_site.complaints()]
    assert told == [AWAY, BACK] * RESTARTS


PASSWORD = "a-long-and-quiet-evening"
LINE = "Redis does not answer"


@pytest.fixture
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    server = Redis(tmp_path_factory.mktemp("redis")).start()
    yield server
    server.kill()


@pytest.fixture
def redis_site(prepared_var: Path, tmp_path: Path, redis: Redis) -> Iterator[Site]:
    # The tries of many passwords are counted here, and nobody attacks them.
    site = TimedSite(copy_var(prepared_var, tmp_path), {"CHANNEL_URL": redis.url, "HASHES": "1"}).start()
    yield site
    site.close()


class Newcomer(Person):
    """Somebody without a name yet."""

    def __init__(self, url: str) -> None:
        self.url, self.name, self.cookies = url, "", {}
        assert self.get("/account/login/")[0] == 200

    def signs_up(self, name: str) -> int:
        return self._form("/account/signup/", username=name, password1=PASSWORD)

    def logs_in(self, name: str, password: str = PASSWORD) -> int:
        return self._form("/account/login/", login=name, password=password)

    def _form(self, path: str, **fields: str) -> int:
        return self._request("POST", path, urlencode(fields))[0]


WAYS: dict[str, Callable[[Redis], None]] = {"gone": Redis.kill, "frozen": Redis.freeze}


@pytest.mark.redis
@pytest.mark.parametrize("way", WAYS)
async def test_people_sign_up_log_in_and_play_without_it(way: str, redis_site: Site, redis: Redis) -> None:
    assert Newcomer(redis_site.url).signs_up("Ana") == 200
    ana, bram = Person(redis_site.url, "Anna"), Person(redis_site.url, "Bram")
    code = ana.open_game(lead="creator")
    bram.join(code)
    async with seats(code, ana, bram) as (here, _):
        WAYS[way](redis)
        assert Newcomer(redis_site.url).signs_up("Cleo") == 200
        assert Newcomer(redis_site.url).logs_in("Ana") == 200
        assert (await soon(here.play_any()))["type"] == "accepted"
        for _ in range(10):
            assert Newcomer(redis_site.url).logs_in("Ana", "guessed") == 400
        # Even the right password: the tries are counted meanwhile.
        assert Newcomer(redis_site.url).logs_in("Ana") == 400
    assert redis_site.crash() == ""
    assert redis_site.text().count(LINE) == 1
    assert len([line for line in redis_site.text().splitlines() if " WARNING " in line or " ERROR " in line]) == 1


@pytest.mark.redis
def test_a_log_out_waits_for_no_other_process(redis_site: Site, redis: Redis) -> None:
    """Before any page has opened a socket, this thread tells the others itself."""
    ana = Newcomer(redis_site.url)
    assert ana.signs_up("Ana") == 200
    redis.kill()
    assert ana._form("/account/logout/") == 200
    assert redis_site.crash() == ""


@pytest.mark.redis
async def test_quiet_is_no_fault(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever listens asks now and then whether Redis is there, and hears what is said after that."""
    monkeypatch.setattr(settings, "CHANNEL_URL", redis.url)
    monkeypatch.setattr(subscriptions, "QUIET_TIMEOUT", 0.05)
    asked, heard, listening = asyncio.Event(), asyncio.Event(), asyncio.Event()
    monkeypatch.setattr(PubSub, "ping", counted(PubSub.ping, asked))
    decoder = MessageDecoder(lambda items: heard.set(), listening.set)
    monkeypatch.setattr(circuit_breaker.redis, "record_failure", pytest.fail)
    task = asyncio.create_task(subscriptions.listen_redis(decoder))
    await soon(listening.wait())
    await soon(asked.wait())
    async with subscriptions.build_client() as other:
        await other.publish(
            publisher.get_channel(),
            f"another 0 1\n{messages.serialize_items([messages.CloseSockets('user:1', 'away')], entries=True)}",
        )
    await soon(heard.wait())
    task.cancel()


def counted(ping: Callable[..., Awaitable[bool]], asked: asyncio.Event) -> Callable[..., Awaitable[bool]]:
    """The same, and ``asked`` once it was called for the third time."""
    fault_rounds = count(1)

    async def ping_and_count(words: PubSub) -> bool:
        if next(fault_rounds) == 3:
            asked.set()
        return await ping(words)

    return ping_and_count
