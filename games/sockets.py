"""How many sockets an address has open: in this process, and in all of them as far as Redis answers."""

from __future__ import annotations

import threading
import uuid
from collections import Counter
from functools import cache
from typing import Any

from django.conf import settings
from redis import Redis

from games import outage

MOST = 60
"""Sockets that one address may have open at once, in all processes: a club's evening behind one router."""
LONGEST = 4 * 3600
"""Seconds that a socket may stay open, which the server sees to; what Redis is told is kept for as long."""
RUNS = 15
"""Seconds for which a process that says nothing more still counts: three beats."""

_me = uuid.uuid4().hex
_open: Counter[str] = Counter()
_one_at_a_time = threading.Lock()


def opened(address: str) -> bool:
    """Count an open socket of this process; False when its address has too many here already."""
    _open[address] += 1
    return not settings.RATE_LIMITS or _open[address] <= MOST


def closed(address: str) -> None:
    """The counterpart of every ``opened``."""
    _open[address] -= 1
    if not _open[address]:
        del _open[address]


def count() -> int:
    """The open sockets of this process."""
    return sum(_open.values())


def crowded(address: str) -> bool:
    """Tell the others how many an address has here; whether that are too many in all. Waits for Redis, and is False
    without one: each process still counts its own."""
    if not shared():
        return False
    return outage.redis.either(lambda: _everywhere(address) > MOST, lambda: False)


def told(address: str) -> None:
    """Tell the others that an address has fewer here. Waits for Redis."""
    if shared():
        outage.redis.either(lambda: _tell(address), lambda: None)


def renew() -> None:
    """Say that this process runs: of one that was killed nobody counts the sockets for long. Waits for Redis."""
    if shared():
        outage.redis.either(lambda: bool(_client().set(_process(_me), 1, ex=RUNS)), lambda: False)


def shared() -> bool:
    """Whether other processes are told."""
    return bool(settings.CHANNEL_URL and settings.RATE_LIMITS)


def _everywhere(address: str) -> int:
    _tell(address)
    told: dict[bytes, bytes] = _client().hgetall(_key(address))
    if sum(map(int, told.values())) > MOST:
        _forget_the_dead(address, told)
    return sum(map(int, told.values()))


def _tell(address: str) -> None:
    with _one_at_a_time, _client().pipeline(transaction=False) as together:
        if outage.redis.lately():
            raise ConnectionError("Redis did not answer a moment ago")
        if here := _open.get(address, 0):
            together.hset(_key(address), _me, here)
            together.expire(_key(address), LONGEST)
            together.set(_process(_me), 1, ex=RUNS)
        else:
            together.hdel(_key(address), _me)
        together.execute()


def _forget_the_dead(address: str, told: dict[bytes, bytes]) -> None:
    """Take those out of ``told`` that do not run any more."""
    names = list(told)
    alive = _client().mget([_process(name.decode()) for name in names])
    for name in (name for name, runs in zip(names, alive, strict=True) if runs is None):
        del told[name]
        _client().hdel(_key(address), name)


def _key(address: str) -> str:
    return f"claim:sockets:{address}"


def _process(name: str) -> str:
    return f"claim:process:{name}"


@cache
def _client() -> Any:
    return Redis.from_url(settings.CHANNEL_URL, socket_timeout=1, socket_connect_timeout=1)
