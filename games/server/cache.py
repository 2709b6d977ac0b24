"""Cache backends: the memory of a process, and Redis with that memory as its fallback."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

from games import circuit_breaker

MAX_ENTRIES = 20_000
"""Maximum entries in memory. Django's default of 300 would evict presence and counts of log-in attempts."""
FALLBACK_METHODS = (
    "add",
    "get",
    "set",
    "touch",
    "delete",
    "get_many",
    "has_key",
    "incr",
    "set_many",
    "delete_many",
    "clear",
)


class Memory(LocMemCache):
    """Cache in the memory of this process."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, {**params, "max_entries": MAX_ENTRIES})


class RedisOrMemory(RedisCache):
    """Cache in Redis, or in the memory of this process while Redis does not answer, so that people can still log in.

    The two share no entries: counts start again when Redis goes away and when it comes back.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.memory = Memory("while-redis-is-away", params)


def _with_fallback(name: str) -> Callable[..., Any]:
    redis_method, memory_method = getattr(RedisCache, name), getattr(Memory, name)

    def call(self: RedisOrMemory, *args: Any, **kwargs: Any) -> Any:
        return circuit_breaker.redis.call_with_fallback(
            partial(redis_method, self, *args, **kwargs), partial(memory_method, self.memory, *args, **kwargs)
        )

    return call


for _name in FALLBACK_METHODS:
    setattr(RedisOrMemory, _name, _with_fallback(_name))
