"""The cache that processes share, and what stands in for it while Redis is away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

from games import outage

METHODS = ("add", "get", "set", "touch", "delete", "get_many", "has_key", "incr", "set_many", "delete_many", "clear")


class RedisOrMemory(RedisCache):
    """Redis, or the memory of this process while Redis does not answer: nobody's log-in depends on a cache.

    The trap: what was counted in one is not known in the other.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.memory = LocMemCache("while-redis-is-away", params)


def _either(name: str) -> Callable[..., Any]:
    asked, instead = getattr(RedisCache, name), getattr(LocMemCache, name)

    def call(self: RedisOrMemory, *args: Any, **kwargs: Any) -> Any:
        return outage.redis.either(
            partial(asked, self, *args, **kwargs), partial(instead, self.memory, *args, **kwargs)
        )

    return call


for _name in METHODS:
    setattr(RedisOrMemory, _name, _either(_name))
