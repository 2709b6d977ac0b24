"""Two processes that share PostgreSQL and Redis are one site, also without Redis, behind proxies and in restarts."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.client import Person, Seat, code_of, whole_game
from tests.realtime.conftest import Postgres
from tests.realtime.proxies import Proxy, caddy, nginx
from tests.realtime.servers import Redis
from tests.realtime.sockets import PATIENCE, at_version, deal, farewell, play_plies, play_same_ply, seats, soon
from tests.realtime.test_kills import PersistentPlayer, more_cards, same_answers
from tests.site_process import Site, copy_var, free_port

pytestmark = pytest.mark.redis

TABLES = 3
KEY, NEXT = "the-same-in-both-" * 4, "the-key-of-tomorrow-" * 4


@dataclass
class Pair:
    """Two processes of a site."""

    one: Site
    two: Site
    redis: Redis
    accept_queue: int

    def people(self, *, behind_proxy: bool = False) -> tuple[Person, Person, str]:
        """Two people at a game, each through a process of their own or both through the proxy, and its code."""
        if behind_proxy:
            return deal(f"http://127.0.0.1:{self.accept_queue}")
        ana, bram = Person(self.one.url, "Ana"), Person(self.two.url, "Bram")
        code = ana.open_game(lead="creator")
        bram.join(code)
        return ana, bram, code

    @property
    def sites(self) -> list[Site]:
        return [self.one, self.two]

    @property
    def ports(self) -> tuple[int, int]:
        return self.one.port, self.two.port

    async def restart(self, **environment: str) -> None:
        """One process after the other, with other settings."""
        for site in self.sites:
            site.configure(**environment)
            await asyncio.to_thread(site.restart)

    def moved(self, person: Person) -> Person:
        """The same person at the other process."""
        other = Person.__new__(Person)
        other.cookies = person.cookies
        other.url = self.two.url if person.url == self.one.url else self.one.url
        return other


@pytest.fixture(scope="module")
def pair(prepared_var: Path, tables_there: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    redis, door = Redis(tmp_path_factory.mktemp("redis")).start(), free_port()
    with tables_there(tmp_path_factory.mktemp("postgres") / "data") as database:
        shared = {
            "DATABASE_URL": database,
            "CHANNEL_URL": redis.url,
            "SECRET_KEY": KEY,
            "RATE_LIMITS": "off",
            "EXTRA_ORIGINS": f"http://127.0.0.1:{door}",
            "TRUSTED_IP_HEADER": "X-Real-IP",
        }
        one, two = (Site(copy_var(prepared_var, tmp_path_factory.mktemp("site")), shared) for _ in range(2))
        try:
            yield Pair(one.start(), two.start(), redis, door)
        finally:
            one.close()
            two.close()
            redis.kill()


async def test_a_whole_game_across_processes(pair: Pair) -> None:
    ends = await asyncio.wait_for(whole_game(*pair.people()), 2 * PATIENCE)
    assert ends[0]["result"] == ends[1]["result"]
    assert ends[0]["version"] == ends[1]["version"] == 56


async def test_of_a_thousand_plays_of_the_same_ply_over_both_a_single_card_counts(pair: Pair) -> None:
    ana, _, code = pair.people()
    assert await play_same_ply(code, [ana, pair.moved(ana)] * 10) == {"accepted": 1, "stale_ply": 999}


async def test_a_card_sent_again_through_the_other_process_gets_the_same_answer(pair: Pair) -> None:
    ana, _, code = pair.people()
    async with seats(code, ana, pair.moved(ana)) as (here, there):
        card = here.view["board"]["legal"][0]
        tap = await here.play(card)
        first = await soon(here.until("accepted", "refused"))
        await there.play(card, ply=0, client_id=tap)
        assert await soon(there.until("accepted", "refused")) == first
        assert first["type"] == "accepted"


async def test_a_logout_closes_sockets_of_the_other_process(pair: Pair) -> None:
    ana, _, code = pair.people()
    elsewhere = pair.moved(ana)
    async with seats(code, elsewhere) as (there,):
        ana.post("/account/logout/")
        assert await farewell(there.socket) == ("session_ended", 4401)


@pytest.mark.parametrize(
    "proxy", [pytest.param(nginx, marks=pytest.mark.nginx), pytest.param(caddy, marks=pytest.mark.caddy)]
)
async def test_the_site_works_behind_the_proxies_of_deploy(proxy: Proxy, pair: Pair, tmp_path: Path) -> None:
    (tmp_path / "static").symlink_to(pair.one.folder / "var" / "static")
    with proxy(tmp_path, pair.accept_queue, (pair.one.port, pair.two.port)):
        ana, bram, code = pair.people(behind_proxy=True)
        async with seats(code, ana, bram) as both:
            await play_plies(both, 4)
        file = re.search(r"/static/[^\"]+\.css", ana.get("/")[1])
        assert file
        assert ana.get(file[0])[0] == 200
        assert [status_of(pair.accept_queue, path) for path in ("/healthz", "/readyz", "/metrics")] == [404] * 3
        assert status_of(pair.accept_queue, "/guest/", b"name=" + b"x" * 100_000) == 413
        status, body = response_of(pair.accept_queue, "/api/games", b"x" * 100_000)
        assert (status, json.loads(body)["code"]) == (413, "body_too_large")
        assert status_of(pair.accept_queue, "/guest/", b"name=" + b"x" * 2_000_000) in (413, 502)
        assert status_of(pair.accept_queue, "/guest/", iter([b"name=" + b"x" * 100_000])) in (413, 502)
        assert status_of(pair.accept_queue, "/") == 200


@pytest.mark.parametrize(
    "proxy",
    [
        pytest.param(nginx, marks=pytest.mark.nginx),
        # Often enough that even a short game meets the answers.
        pytest.param(partial(caddy, health_interval="100ms"), marks=pytest.mark.caddy),
    ],
    ids=["nginx", "caddy"],
)
async def test_without_redis_the_proxies_of_deploy_go_on(proxy: Proxy, pair: Pair, tmp_path: Path) -> None:
    (tmp_path / "static").symlink_to(pair.one.folder / "var" / "static")
    pair.redis.kill()
    try:
        with proxy(tmp_path, pair.accept_queue, (pair.one.port, pair.two.port)):
            people = pair.people(behind_proxy=True)
            games = asyncio.create_task(asyncio.wait_for(whole_game(*people), 2 * PATIENCE))
            statuses = set()
            while not games.done():
                statuses.add(await asyncio.to_thread(status_of, pair.accept_queue, "/"))
            first, second = await games
            assert first["result"] == second["result"]
            assert statuses == {200}
    finally:
        pair.redis.start()


def status_of(port: int, path: str, body: bytes | Iterator[bytes] | None = None) -> int:
    """The status of a single request."""
    return response_of(port, path, body)[0]


def response_of(port: int, path: str, body: bytes | Iterator[bytes] | None = None) -> tuple[int, bytes]:
    """The status and body of the response to a single request."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("POST" if body else "GET", path, body)
        response = line.getresponse()
        return response.status, response.read()
    finally:
        line.close()


async def test_without_redis_the_database_announces_cards_and_logouts(pair: Pair) -> None:
    """And once it is back, everything goes its usual way."""
    ana, bram, code = pair.people()
    async with seats(code, ana, bram) as (here, there):
        pair.redis.kill()
        assert await shown_at_once(here, there)
        async with seats(code, pair.moved(bram)) as (late,):
            assert late.view == there.view
        pair.moved(bram).post("/account/logout/")
        assert await farewell(there.socket) == ("session_ended", 4401)
        await asyncio.to_thread(pair.redis.start)
    ana, bram, code = pair.people()
    async with seats(code, ana, bram) as (here, there):
        while not await shown_at_once(here, there):
            assert here.view["board"]["ply"] < 20, "the processes do not find each other again"
        assert await shown_at_once(here, there)


async def shown_at_once(here: Seat, there: Seat) -> bool:
    """Whether a card reaches the other process before the beat that would bring it anyhow.

    It is played right after a beat there, so that the next one is five seconds off.
    """
    mover, other = (here, there) if here.view["board"]["legal"] else (there, here)
    await soon(other.until("beat"))
    answer = await soon(mover.play_any())
    found: dict[str, Any] = {}
    while found.get("version", 0) < answer["version"]:
        found = await soon(other.until("card", "beat"))
    await at_version(other, answer["version"])
    await at_version(mover, answer["version"])
    return bool(found["type"] == "card")


def test_matchmaking_pairs_players_of_all_processes(pair: Pair) -> None:
    people = [Person(site.url, f"Seeker {number}") for number in range(6) for site in (pair.one, pair.two)]
    with ThreadPoolExecutor(len(people)) as threads:
        codes = [code_of(answer["url"]) for answer in threads.map(lambda one: one.post("/seek/"), people)]
    at = Counter(codes)
    assert sum(at.values()) == len(people)
    # No game has more than two players, and no two players wait at the same time.
    assert set(at.values()) == {2}


@pytest.mark.faults
@pytest.mark.parametrize(
    "proxy", [pytest.param(nginx, marks=pytest.mark.nginx), pytest.param(caddy, marks=pytest.mark.caddy)]
)
async def test_a_rolling_restart_fails_no_page_and_loses_no_card(proxy: Proxy, pair: Pair, tmp_path: Path) -> None:
    (tmp_path / "static").symlink_to(pair.one.folder / "var" / "static")
    with proxy(tmp_path, pair.accept_queue, pair.ports):
        players = [player for _ in range(TABLES) for player in await asyncio.to_thread(table_behind_proxy, pair)]
        statuses: set[int] = set()
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.play()) for player in players]
            asking = group.create_task(ask_again_and_again(pair, statuses))
            await more_cards(players, 10)
            before = count_cards(players)
            await pair.restart()
            await all_play(players)
            for task in (*tasks, asking):
                task.cancel()
        for player in players:
            await same_answers(player)
    assert count_cards(players) > before
    assert statuses == {200}
    assert [site.crash() for site in pair.sites] == ["", ""]


@pytest.mark.faults
@pytest.mark.nginx
async def test_a_new_secret_key_ends_no_session(pair: Pair, tmp_path: Path) -> None:
    """All processes learn to read the new key before one of them signs with it."""
    (tmp_path / "static").symlink_to(pair.one.folder / "var" / "static")
    with nginx(tmp_path, pair.accept_queue, pair.ports):
        players = await asyncio.to_thread(table_behind_proxy, pair)
        ana = players[0].person
        before = dict(ana.cookies)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.play()) for player in players]
            for settings in ({"SECRET_KEY_FALLBACKS": NEXT}, {"SECRET_KEY": NEXT, "SECRET_KEY_FALLBACKS": KEY}):
                await pair.restart(**settings)
                for _ in pair.sites:
                    assert "Ana" in (await asyncio.to_thread(ana.get, "/"))[1]
                await all_play(list(players))
            for task in tasks:
                task.cancel()
        assert ana.cookies["sessionid"] == before["sessionid"]
        for player in players:
            await same_answers(player)
    assert [site.crash() for site in pair.sites] == ["", ""]


def count_cards(players: list[PersistentPlayer]) -> int:
    return sum(len(player.accepted) for player in players)


async def all_play(players: list[PersistentPlayer]) -> None:
    """Until each has played another card, or has no game any more."""
    before = [len(player.accepted) for player in players]
    deadline = time.monotonic() + PATIENCE
    while any(
        len(player.accepted) == count and not player.finished.is_set()
        for player, count in zip(players, before, strict=True)
    ):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)


async def ask_again_and_again(pair: Pair, statuses: set[int]) -> None:
    while True:
        statuses.add(await asyncio.to_thread(status_of, pair.accept_queue, "/"))


def table_behind_proxy(pair: Pair) -> tuple[PersistentPlayer, PersistentPlayer]:
    """Two players at a game that takes longer than the restarts."""
    ana, bram, code = pair.people(behind_proxy=True)
    return PersistentPlayer(ana, code, rest=0.5), PersistentPlayer(bram, code, rest=0.5)
