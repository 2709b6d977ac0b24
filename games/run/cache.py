"""The cache of one process, the one that processes share, and what stands in for that while Redis is away."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

from games import outage

MOST = 20_000
"""Entries of a process's own cache. Of Django's three hundred the marks of those who are here push out each other,
and what counts attempts to log in."""
METHODS = ("add", "get", "set", "touch", "delete", "get_many", "has_key", "incr", "set_many", "delete_many", "clear")


class Memory(LocMemCache):
    """This process's own."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, {**params, "max_entries": MOST})

    _lock: Any
    _set: Callable[..., None]

    def set_many(
        self, data: Mapping[str, Any], timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[str]:
        """As ever, in one go: Django's reads each key letter by letter and takes the lock for each."""
        with self._lock:
            for key, value in data.items():
                self._set(self.make_key(key, version), pickle.dumps(value, self.pickle_protocol), timeout)
        return []


class RedisOrMemory(RedisCache):
    """Redis, or the memory of this process while Redis does not answer: nobody's log-in depends on a cache.

    The trap: what was counted in one is not known in the other.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.memory = Memory("while-redis-is-away", params)


def _either(name: str) -> Callable[..., Any]:
    asked, instead = getattr(RedisCache, name), getattr(Memory, name)

    def call(self: RedisOrMemory, *args: Any, **kwargs: Any) -> Any:
        return outage.redis.either(
            partial(asked, self, *args, **kwargs), partial(instead, self.memory, *args, **kwargs)
        )

    return call


for _name in METHODS:
    setattr(RedisOrMemory, _name, _either(_name))
