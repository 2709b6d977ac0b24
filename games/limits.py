"""How often one address may do what; by ``limits``, shared over Redis where there are several processes."""

from __future__ import annotations

import ipaddress
import time
from datetime import timedelta
from functools import lru_cache, partial
from math import ceil
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import MovingWindowRateLimiter

from games import outage

SCOPES: dict[str, tuple[RateLimitItem, ...]] = {
    "connect": (parse("120/minute"),),
    "guest": (parse("10/minute"), parse("60/hour")),
    "create": (parse("20/minute"), parse("200/hour")),
    "join": (parse("30/minute"),),
    "look": (parse("60/minute"),),
    "learn": (parse("300/minute"),),
    "puzzle": (parse("300/minute"),),
    "puzzle_tried": (parse("1/hour"),),
    "replay": (parse("120/minute"),),
    "profile": (parse("60/minute"),),
    "ties": (parse("60/minute"),),
    "table": (parse("60/minute"),),
    "type_code": (parse("5/minute"),),
    "wrong_code": (parse("20/hour"),),
    "wrong_code_braked": (parse("3/hour"),),
    "wrong_codes": (parse("100/hour"),),
    "second_factor": (parse("5/minute"), parse("30/hour")),
    "prefer": (parse("60/minute"),),
    "signals": (parse("120/minute"),),
    "report": (parse("5/minute"), parse("30/hour")),
    "export": (parse("2/minute"), parse("10/hour")),
    "tokens": (parse("10/minute"), parse("60/hour")),
    "api": (parse("300/minute"),),
    "api_token": (parse("120/minute"),),
    "api_games": (parse("10/minute"),),
}
"""What an address may do; documented in docs/protocol.md. Sign-up and log-in are limited by allauth.

``puzzle_tried`` refuses nobody: what is too often is not counted among those who tried. ``wrong_codes`` counts the
whole site, ``second_factor`` an account whose password was right, ``signals`` a person, for whom each open page
asks twelve times, and ``api_token`` a token.
"""


def longest(scope: str) -> timedelta:
    """The longest time over which the acts of a scope are counted."""
    return timedelta(seconds=max(item.get_expiry() for item in SCOPES[scope]))


SHORTEST = timedelta(seconds=min(item.get_expiry() for items in SCOPES.values() for item in items))
LONGEST = max(map(longest, SCOPES))
"""How long somebody may have to wait who did something too often: at the least, and at the most."""


class Memory(MemoryStorage):
    """Looks for what is over once in ``SWEEP`` seconds. The library's own does so with every act, through all that
    was ever counted and in a thread of its own, so that a crowd costs the square of its number."""

    _swept = 0.0

    def _MemoryStorage__schedule_expiry(self) -> None:  # noqa: N802
        if (now := time.monotonic()) - self._swept > SWEEP:
            self._swept = now
            super()._MemoryStorage__schedule_expiry()  # type: ignore[misc]


SWEEP = 60
_memory = MovingWindowRateLimiter(Memory())
_shared = (
    MovingWindowRateLimiter(
        storage_from_string(settings.CHANNEL_URL, wrap_exceptions=True, socket_timeout=1, socket_connect_timeout=1)
    )
    if settings.CHANNEL_URL
    else _memory
)
LOCAL = _shared is _memory
"""Whether counting takes no time, because nobody else is asked."""


def hit(scope: str, key: str) -> bool:
    """Count one act of ``key``, which is an address; False when it was one too many.

    While Redis is away each process counts for itself.
    """
    if not settings.RATE_LIMITS:
        return True
    items = SCOPES[scope]
    return outage.redis.either(
        lambda: all(_shared.hit(item, scope, key) for item in items),
        lambda: all(_memory.hit(item, scope, key) for item in items),
    )


def left(scope: str, key: str) -> bool:
    """Whether ``hit`` would still be within the limit; counts nothing."""
    if not settings.RATE_LIMITS:
        return True
    items = SCOPES[scope]
    return outage.redis.either(
        lambda: all(_shared.test(item, scope, key) for item in items),
        lambda: all(_memory.test(item, scope, key) for item in items),
    )


def wait(scope: str, key: str) -> int:
    """In how many seconds ``hit`` will be within the limit again that it is beyond now."""
    items = SCOPES[scope]
    found = outage.redis.either(
        lambda: [_shared.get_window_stats(item, scope, key) for item in items],
        lambda: [_memory.get_window_stats(item, scope, key) for item in items],
    )
    return max([1, *(ceil(one.reset_time - time.time()) for one in found if not one.remaining)])


def forget(scope: str, key: str) -> None:
    """Count the acts of ``key`` from nothing again."""
    for item in SCOPES[scope]:
        _memory.clear(item, scope, key)
        outage.redis.either(partial(_shared.clear, item, scope, key), lambda: None)


def reset() -> None:
    """Forget what was counted."""
    for limiter in {_memory, _shared}:
        limiter.storage.reset()


def client_address(request: HttpRequest) -> str:
    """The visitor's address: as the trusted proxy says, or else of the connection itself."""
    header = settings.TRUSTED_IP_HEADER
    trusted = request.headers.get(header) if header else None
    return one_visitor(str(trusted or request.META.get("REMOTE_ADDR", "")))


def socket_address(scope: Any) -> str:
    """The same for the scope of a socket."""
    name = settings.TRUSTED_IP_HEADER.lower().encode()
    trusted = next((value.decode("latin1") for key, value in scope["headers"] if name and key == name), None)
    return one_visitor(trusted or str((scope.get("client") or ("",))[0]))


@lru_cache(maxsize=1024)
def one_visitor(address: str) -> str:
    """What stands for one visitor: with IPv6 the network of 64 bits, of which a household has at least one."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
