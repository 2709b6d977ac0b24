"""Redis makes things quick and counts for all processes; nobody's log-in depends on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from redis.asyncio.client import PubSub

from games import outage
from games.live import subscription
from games.live.ears import Ears
from games.store import news, post
from games.store.news import End
from tests.client import Person
from tests.live.matches import seats, soon
from tests.live.servers import Redis
from tests.server import Impatient, Site, copied

pytestmark = pytest.mark.redis

PASSWORD = "a-long-and-quiet-evening"
LINE = "Redis does not answer"


@pytest.fixture
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    server = Redis(tmp_path_factory.mktemp("redis")).start()
    yield server
    server.kill()


@pytest.fixture
def site(prepared_var: Path, tmp_path: Path, redis: Redis) -> Iterator[Site]:
    # The tries of many passwords are counted here, and nobody attacks them.
    site = Impatient(copied(prepared_var, tmp_path), {"CHANNEL_URL": redis.url, "HASHES": "1"}).start()
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


@pytest.mark.parametrize("way", WAYS)
async def test_people_sign_up_log_in_and_play_without_it(way: str, site: Site, redis: Redis) -> None:
    assert Newcomer(site.url).signs_up("Ana") == 200
    ana, bram = Person(site.url, "Anna"), Person(site.url, "Bram")
    code = ana.open_game(lead="creator")
    bram.join(code)
    async with seats(code, ana, bram) as (here, _):
        WAYS[way](redis)
        assert Newcomer(site.url).signs_up("Cleo") == 200
        assert Newcomer(site.url).logs_in("Ana") == 200
        assert (await soon(here.play_any()))["type"] == "accepted"
        for _ in range(10):
            assert Newcomer(site.url).logs_in("Ana", "guessed") == 400
        # Even the right password: the tries are counted meanwhile.
        assert Newcomer(site.url).logs_in("Ana") == 400
    assert site.crash() == ""
    assert site.text().count(LINE) == 1
    assert len([line for line in site.text().splitlines() if " WARNING " in line or " ERROR " in line]) == 1


def test_a_log_out_waits_for_no_other_process(site: Site, redis: Redis) -> None:
    """Before any page has opened a socket, this thread tells the others itself."""
    ana = Newcomer(site.url)
    assert ana.signs_up("Ana") == 200
    redis.kill()
    assert ana._form("/account/logout/") == 200
    assert site.crash() == ""


async def test_quiet_is_no_fault(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever listens asks now and then whether Redis is there, and hears what is said after that."""
    monkeypatch.setattr(settings, "CHANNEL_URL", redis.url)
    monkeypatch.setattr(subscription, "QUIET", 0.05)
    asked, heard, listening = asyncio.Event(), asyncio.Event(), asyncio.Event()
    monkeypatch.setattr(PubSub, "ping", counted(PubSub.ping, asked))
    ears = Ears(lambda items: heard.set(), listening.set)
    monkeypatch.setattr(outage.redis, "failed", pytest.fail)
    task = asyncio.create_task(subscription.listen(ears))
    await soon(listening.wait())
    await soon(asked.wait())
    async with subscription.client() as other:
        await other.publish(post.channel(), f"another 0 1\n{news.written([End('user:1', 'away')], entries=True)}")
    await soon(heard.wait())
    task.cancel()


def counted(ping: Callable[..., Awaitable[bool]], asked: asyncio.Event) -> Callable[..., Awaitable[bool]]:
    """The same, and ``asked`` once it was called for the third time."""
    times = count(1)

    async def ping_and_count(words: PubSub) -> bool:
        if next(times) == 3:
            asked.set()
        return await ping(words)

    return ping_and_count
