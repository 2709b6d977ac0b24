"""The cache of one process, the one that processes share, and what stands in for that while Redis is away."""

from __future__ import annotations

import pickle
from collections import OrderedDict
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
    _cache: OrderedDict[str, bytes]
    _expire_info: dict[str, float | None]
    _cull: Callable[[], None]
    _max_entries: int

    def set_many(
        self, data: Mapping[str, Any], timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[str]:
        """As ever, in one go: Django's reads each key letter by letter, and for each takes the lock, asks what time it
        is, and pickles the value, which is the same for all marks."""
        given, pickled = object(), b""
        until = self.get_backend_timeout(timeout)
        with self._lock:
            for key, value in data.items():
                if value is not given:
                    given, pickled = value, pickle.dumps(value, self.pickle_protocol)
                self._put(self.make_key(key, version), pickled, until)
        return []

    def _put(self, key: str, pickled: bytes, until: float | None) -> None:
        if len(self._cache) >= self._max_entries:
            self._cull()
        self._cache[key], self._expire_info[key] = pickled, until
        self._cache.move_to_end(key, last=False)


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
