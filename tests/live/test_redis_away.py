"""Redis makes things quick and counts for all processes; nobody's log-in depends on it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from channels_redis.core import RedisChannelLayer

from tests.client import Person
from tests.live.matches import seats, soon
from tests.live.servers import Redis
from tests.server import PROJECT, Site, clean_environment, copied

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
    site = Site(copied(prepared_var, tmp_path), {"CHANNEL_URL": redis.url}).start()
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
    assert "Traceback" not in site.text()
    assert site.text().count(LINE) == 1
    assert len([line for line in site.text().splitlines() if " WARNING " in line or " ERROR " in line]) == 1


def test_a_log_out_waits_for_no_other_process(site: Site, redis: Redis) -> None:
    """Before any page has opened a socket, this thread tells the others itself."""
    ana = Newcomer(site.url)
    assert ana.signs_up("Ana") == 200
    redis.kill()
    assert ana._form("/account/logout/") == 200
    assert "Traceback" not in site.text()


async def test_quiet_is_no_fault(redis: Redis) -> None:
    """The layer's wait for a message ends before the client's patience does."""
    layer = RedisChannelLayer(**configured(redis)["CONFIG"])
    patience = layer.hosts[0]["socket_timeout"]
    assert layer.brpop_timeout + 2 <= patience
    assert await layer.connection(0).bzpopmin("nothing-comes", timeout=layer.brpop_timeout) is None
    await layer.flush()
    await layer.close_pools()


def configured(redis: Redis) -> dict[str, dict[str, object]]:
    """The channel layer of an installation with this Redis."""
    told = "import json; from claimsite import settings; print(json.dumps(settings.CHANNEL_LAYERS['default']))"
    environment = clean_environment(CHANNEL_URL=redis.url, SECRET_KEY="k" * 60)
    answer = subprocess.run([sys.executable, "-c", told], cwd=PROJECT, env=environment, capture_output=True, check=True)
    found: dict[str, dict[str, object]] = json.loads(answer.stdout)
    return found
