"""The limit of an address' sockets holds for all processes together, and each keeps its own where Redis is away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from django.conf import settings

from games import outage, sockets
from tests.live.servers import Redis

pytestmark = pytest.mark.redis

ADDRESS = "192.0.2.9"


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    server = Redis(tmp_path_factory.mktemp("redis")).start()
    yield server
    server.kill()


class Process:
    """The counts of one process; whatever is done is done in its name."""

    def __init__(self, name: str, patch: pytest.MonkeyPatch) -> None:
        self.name, self.patch = name, patch
        self.open: Counter[str] = Counter()

    def opens(self, many: int = 1) -> bool:
        """Whether the last of them is let in."""
        self._speaks()
        return [sockets.opened(ADDRESS) and not sockets.crowded(ADDRESS) for _ in range(many)][-1]

    def closes(self) -> None:
        self._speaks()
        sockets.closed(ADDRESS)
        sockets.told(ADDRESS)

    def _speaks(self) -> None:
        self.patch.setattr(sockets, "_me", self.name)
        self.patch.setattr(sockets, "_open", self.open)


@pytest.fixture
def two(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> tuple[Process, Process]:
    monkeypatch.setattr(settings, "CHANNEL_URL", redis.url)
    sockets._client.cache_clear()
    sockets._client().flushdb()
    return Process("one", monkeypatch), Process("two", monkeypatch)


def test_those_of_all_processes_count(two: tuple[Process, Process]) -> None:
    one, other = two
    assert one.opens(40)
    assert other.opens(20)
    assert not other.opens()
    assert not one.opens()


def test_who_leaves_makes_room_everywhere(two: tuple[Process, Process]) -> None:
    one, other = two
    assert one.opens(sockets.MOST)
    assert not other.opens()
    other.closes()
    one.closes()
    assert one.opens()
    one.closes()
    assert other.opens()


def test_a_process_that_was_killed_counts_no_more(two: tuple[Process, Process]) -> None:
    one, other = two
    assert one.opens(sockets.MOST)
    sockets._client().delete("claim:process:one")
    assert other.opens(sockets.MOST)
    assert not other.opens()


def test_without_redis_each_process_keeps_its_own(
    two: tuple[Process, Process], redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outage.redis, "lately", lambda: False)
    one, other = two
    assert one.opens(sockets.MOST)
    redis.kill()
    try:
        assert other.opens(sockets.MOST)
        assert not other.opens()
    finally:
        redis.start()
