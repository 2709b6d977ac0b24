"""Counts of open WebSockets by address, in this process and, while Redis answers, in all processes."""

from __future__ import annotations

import threading
import uuid
from collections import Counter
from functools import cache
from typing import Any

from django.conf import settings
from redis import Redis

from games import circuit_breaker

MAX_PER_ADDRESS = 160
"""Open sockets of one address in all processes: enough for a club night of 64 players behind one router."""
MAX_SOCKET_AGE = 4 * 3600
"""Maximum seconds that a socket stays open before the server closes it, and the lifetime of a count in Redis."""
LEASE_SECONDS = 15
"""Seconds after which the counts of a silent process expire: three heartbeats."""

_process_id = uuid.uuid4().hex
_open: Counter[str] = Counter()
_lock = threading.Lock()


def add_socket(address: str) -> bool:
    """Count an open socket of this process. Return False if its address has too many here."""
    _open[address] += 1
    return not settings.RATE_LIMITS or _open[address] <= MAX_PER_ADDRESS


def remove_socket(address: str) -> None:
    """Stop counting a socket of this process. Call it once for every ``add_socket``."""
    _open[address] -= 1
    if not _open[address]:
        del _open[address]


def count_sockets() -> int:
    """Return the number of open sockets of this process."""
    return sum(_open.values())


def is_over_limit(address: str) -> bool:
    """Publish the count of an address, and return whether all processes together have too many of its sockets.

    Waits for Redis. Return False without Redis: each process then limits only its own sockets.
    """
    if not is_shared():
        return False
    return circuit_breaker.redis.call_with_fallback(lambda: _count_all(address) > MAX_PER_ADDRESS, lambda: False)


def publish_count(address: str) -> None:
    """Publish the count of an address after a socket closed. Waits for Redis."""
    if is_shared():
        circuit_breaker.redis.call_with_fallback(lambda: _publish(address), lambda: None)


def renew_lease() -> None:
    """Renew the lease of this process, without which its counts expire. Waits for Redis."""
    if is_shared():
        circuit_breaker.redis.call_with_fallback(
            lambda: bool(_get_client().set(_build_process_key(_process_id), 1, ex=LEASE_SECONDS)), lambda: False
        )


def is_shared() -> bool:
    """Return whether counts are shared with other processes."""
    return bool(settings.CHANNEL_URL and settings.RATE_LIMITS)


def _count_all(address: str) -> int:
    _publish(address)
    counts: dict[bytes, bytes] = _get_client().hgetall(_build_address_key(address))
    if sum(map(int, counts.values())) > MAX_PER_ADDRESS:
        _drop_dead_processes(address, counts)
    return sum(map(int, counts.values()))


def _publish(address: str) -> None:
    with _lock, _get_client().pipeline(transaction=False) as pipeline:
        if circuit_breaker.redis.is_open():
            raise ConnectionError("Redis did not answer a moment ago")
        if count := _open.get(address, 0):
            pipeline.hset(_build_address_key(address), _process_id, count)
            pipeline.expire(_build_address_key(address), MAX_SOCKET_AGE)
            pipeline.set(_build_process_key(_process_id), 1, ex=LEASE_SECONDS)
        else:
            pipeline.hdel(_build_address_key(address), _process_id)
        pipeline.execute()


def _drop_dead_processes(address: str, counts: dict[bytes, bytes]) -> None:
    """Remove from ``counts``, and from Redis, the processes whose lease expired."""
    names = list(counts)
    leases = _get_client().mget([_build_process_key(name.decode()) for name in names])
    for name in (name for name, lease in zip(names, leases, strict=True) if lease is None):
        del counts[name]
        _get_client().hdel(_build_address_key(address), name)


def _build_address_key(address: str) -> str:
    return f"claim:sockets:{address}"


def _build_process_key(name: str) -> str:
    return f"claim:process:{name}"


@cache
def _get_client() -> Any:
    return Redis.from_url(settings.CHANNEL_URL, socket_timeout=1, socket_connect_timeout=1)
