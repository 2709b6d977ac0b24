"""Two processes that share PostgreSQL and Redis are one site."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.client import Person, Seat, code_of, play_out
from tests.live.conftest import Postgres
from tests.live.matches import PATIENCE, at_version, farewell, seats, soon
from tests.live.proxies import Proxy, caddy, nginx
from tests.live.servers import Redis
from tests.live.test_races import volley
from tests.server import Site, copied, free_port

pytestmark = pytest.mark.redis


@dataclass
class Pair:
    """Two processes of one site, and a person with a seat through each."""

    one: Site
    two: Site
    redis: Redis
    door: int

    def people(self) -> tuple[Person, Person, str]:
        ana, bram = Person(self.one.url, "Ana"), Person(self.two.url, "Bram")
        code = ana.open_game(lead="creator")
        bram.join(code)
        return ana, bram, code

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
            "SECRET_KEY": "the-same-in-both-" * 4,
            "RATE_LIMITS": "off",
            "EXTRA_ORIGINS": f"http://127.0.0.1:{door}",
            "TRUSTED_IP_HEADER": "X-Real-IP",
        }
        one, two = (Site(copied(prepared_var, tmp_path_factory.mktemp("site")), shared) for _ in range(2))
        try:
            yield Pair(one.start(), two.start(), redis, door)
        finally:
            one.close()
            two.close()
            redis.kill()


async def test_a_whole_game_across_processes(pair: Pair) -> None:
    ana, bram, code = pair.people()
    async with ana.socket(code) as first, bram.socket(code) as second:
        ends = await asyncio.wait_for(asyncio.gather(play_out(Seat(first)), play_out(Seat(second))), 2 * PATIENCE)
    assert ends[0]["result"] == ends[1]["result"]
    assert ends[0]["version"] == ends[1]["version"] == 56


async def test_a_thousand_plays_of_the_same_ply_over_both(pair: Pair) -> None:
    ana, _, code = pair.people()
    places = [ana, pair.moved(ana)]
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(places[number % 2].socket(code)) for number in range(20)]
        legal = json.loads(await sockets[0].recv())["board"]["legal"]
        frames = [
            [json.dumps({"type": "play", "card": legal[n % 13], "ply": 0, "id": f"{at}-{n}"}) for n in range(50)]
            for at in range(20)
        ]
        volleys = [volley(socket, some) for socket, some in zip(sockets, frames, strict=True)]
        outcomes = await asyncio.wait_for(asyncio.gather(*volleys), 2 * PATIENCE)
    assert Counter(code for outcome in outcomes for _, code in outcome) == {"accepted": 1, "stale_ply": 999}


async def test_a_card_sent_again_through_the_other_process_gets_the_same_answer(pair: Pair) -> None:
    ana, _, code = pair.people()
    async with seats(code, ana, pair.moved(ana)) as (here, there):
        card = here.view["board"]["legal"][0]
        tap = await here.play(card)
        first = await soon(here.until("accepted", "refused"))
        await there.play(card, ply=0, client_id=tap)
        assert await soon(there.until("accepted", "refused")) == first
        assert first["type"] == "accepted"


async def test_logging_out_here_closes_sockets_there(pair: Pair) -> None:
    ana, _, code = pair.people()
    elsewhere = pair.moved(ana)
    async with seats(code, elsewhere) as (there,):
        ana.post("/account/logout/")
        assert await farewell(there.socket) == ("session_ended", 4401)


@pytest.mark.parametrize(
    "proxy", [pytest.param(nginx, marks=pytest.mark.nginx), pytest.param(caddy, marks=pytest.mark.caddy)]
)
async def test_behind_the_proxies_of_deploy(proxy: Proxy, pair: Pair, tmp_path: Path) -> None:
    (tmp_path / "static").symlink_to(pair.one.folder / "var" / "static")
    with proxy(tmp_path, pair.door, (pair.one.port, pair.two.port)):
        url = f"http://127.0.0.1:{pair.door}"
        ana, bram = Person(url, "Ana"), Person(url, "Bram")
        code = ana.open_game()
        bram.join(code)
        async with ana.socket(code) as first, bram.socket(code) as second:
            ends = await asyncio.wait_for(asyncio.gather(play_out(Seat(first)), play_out(Seat(second))), 2 * PATIENCE)
        assert ends[0]["result"] == ends[1]["result"]
        file = re.search(r"/static/[^\"]+\.css", ana.get("/")[1])
        assert file
        assert ana.get(file[0])[0] == 200
        assert [answer(pair.door, path) for path in ("/healthz", "/readyz", "/metrics")] == [404] * 3
        assert answer(pair.door, "/guest/", b"name=" + b"x" * 100_000) == 413
        assert answer(pair.door, "/guest/", iter([b"name=" + b"x" * 100_000])) in (413, 502)
        assert answer(pair.door, "/") == 200


def answer(port: int, path: str, body: bytes | Iterator[bytes] | None = None) -> int:
    """The status that a program is told which asks once."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("POST" if body else "GET", path, body)
        return line.getresponse().status
    finally:
        line.close()


async def test_without_redis_the_database_tells_of_cards_and_of_log_outs(pair: Pair) -> None:
    """And once it is back, everything goes its usual way."""
    ana, bram, code = pair.people()
    async with seats(code, ana, bram) as (here, there):
        pair.redis.kill()
        assert await told_at_once(here, there)
        async with seats(code, pair.moved(bram)) as (late,):
            assert late.view == there.view
        pair.moved(bram).post("/account/logout/")
        assert await farewell(there.socket) == ("session_ended", 4401)
        await asyncio.to_thread(pair.redis.start)
    ana, bram, code = pair.people()
    async with seats(code, ana, bram) as (here, there):
        while not await told_at_once(here, there):
            assert here.view["board"]["ply"] < 20, "the processes do not find each other again"
        assert await told_at_once(here, there)


async def told_at_once(here: Seat, there: Seat) -> bool:
    """Whether a card reaches the other process before the beat that would bring it anyhow.

    It is played right after a beat there, so that the next one is five seconds off.
    """
    mover, other = (here, there) if here.view["board"]["legal"] else (there, here)
    await soon(other.until("beat"))
    answer = await soon(mover.play_any())
    found: dict[str, Any] = {}
    while found.get("version", 0) < answer["version"]:
        found = await soon(other.until("view", "beat"))
    await at_version(other, answer["version"])
    await at_version(mover, answer["version"])
    return bool(found["type"] == "view")


def test_who_looks_for_an_opponent_finds_one_at_whatever_process(pair: Pair) -> None:
    people = [Person(site.url, f"Seeker {number}") for number in range(6) for site in (pair.one, pair.two)]
    with ThreadPoolExecutor(len(people)) as threads:
        codes = [code_of(answer["url"]) for answer in threads.map(lambda one: one.post("/seek/"), people)]
    at = Counter(codes)
    assert sum(at.values()) == len(people)
    # Nobody is let in at a table of two, and nobody waits beside somebody else who does.
    assert set(at.values()) == {2}
