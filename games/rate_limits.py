"""Rate limits by address, shared through Redis if the site has several processes."""

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

from games import circuit_breaker

SCOPES: dict[str, tuple[RateLimitItem, ...]] = {
    "connect": (parse("240/minute"),),
    "guest": (parse("10/minute"), parse("60/hour")),
    "tournament_join": (parse("90/minute"), parse("300/hour")),
    "tournament_act": (parse("60/minute"), parse("600/hour")),
    "create": (parse("20/minute"), parse("200/hour")),
    "join": (parse("90/minute"),),
    "call_off": (parse("10/hour"),),
    "look": (parse("180/minute"),),
    "learn": (parse("300/minute"),),
    "puzzle": (parse("300/minute"),),
    "puzzle_tried": (parse("1/hour"),),
    "replay": (parse("120/minute"),),
    "profile": (parse("60/minute"),),
    "series": (parse("180/minute"),),
    "ties": (parse("60/minute"),),
    "table": (parse("180/minute"),),
    "type_code": (parse("5/minute"),),
    "wrong_code": (parse("20/hour"),),
    "wrong_code_braked": (parse("3/hour"),),
    "wrong_codes": (parse("100/hour"),),
    "second_factor": (parse("5/minute"), parse("30/hour")),
    "prefer": (parse("60/minute"),),
    "notifications": (parse("120/minute"),),
    "report": (parse("5/minute"), parse("30/hour")),
    "export": (parse("2/minute"), parse("10/hour")),
    "tokens": (parse("10/minute"), parse("60/hour")),
    "api": (parse("300/minute"),),
    "api_token": (parse("120/minute"),),
    "api_games": (parse("10/minute"),),
}
"""Rates by scope, for each address; documented in docs/protocol.md, forms.md and protocol-table.md. allauth limits
sign-up and log-in. What everybody at a club night does at once must fit 64 people behind one router.

``puzzle_tried`` refuses nothing: a further try is left out of the puzzle's statistics. Some scopes have other keys than
an address: ``wrong_codes`` the whole site, ``second_factor`` an account whose password was right,
``notifications`` a person, whose open pages each ask twelve times a minute, ``api_token`` a token.
"""


def get_longest_window(scope: str) -> timedelta:
    """Return the longest time over which the hits of a scope are counted."""
    return timedelta(seconds=max(item.get_expiry() for item in SCOPES[scope]))


SHORTEST = timedelta(seconds=min(item.get_expiry() for items in SCOPES.values() for item in items))
LONGEST = max(map(get_longest_window, SCOPES))
"""The shortest and the longest window of all scopes: the bounds of a wait after too many hits."""

_memory = MovingWindowRateLimiter(MemoryStorage())
_shared = (
    MovingWindowRateLimiter(
        storage_from_string(settings.CHANNEL_URL, wrap_exceptions=True, socket_timeout=1, socket_connect_timeout=1)
    )
    if settings.CHANNEL_URL
    else _memory
)
LOCAL = _shared is _memory
"""True if hits are counted only in memory, so that counting never waits for Redis."""


def hit(scope: str, key: str) -> bool:
    """Count a hit of ``key``, an address unless ``SCOPES`` says otherwise. Return False if it exceeds the limit.

    While Redis is away, each process counts on its own.
    """
    if not settings.RATE_LIMITS:
        return True
    items = SCOPES[scope]
    return circuit_breaker.redis.call_with_fallback(
        lambda: all(_shared.hit(item, scope, key) for item in items),
        lambda: all(_memory.hit(item, scope, key) for item in items),
    )


def has_capacity(scope: str, key: str) -> bool:
    """Return whether a hit would be within the limit, without counting one."""
    if not settings.RATE_LIMITS:
        return True
    items = SCOPES[scope]
    return circuit_breaker.redis.call_with_fallback(
        lambda: all(_shared.test(item, scope, key) for item in items),
        lambda: all(_memory.test(item, scope, key) for item in items),
    )


def get_wait(scope: str, key: str) -> int:
    """Return the seconds until ``hit`` is within the limit again, at least 1."""
    items = SCOPES[scope]
    windows = circuit_breaker.redis.call_with_fallback(
        lambda: [_shared.get_window_stats(item, scope, key) for item in items],
        lambda: [_memory.get_window_stats(item, scope, key) for item in items],
    )
    return max([1, *(ceil(window.reset_time - time.time()) for window in windows if not window.remaining)])


def reset_key(scope: str, key: str) -> None:
    """Set the count of ``key`` to zero."""
    for item in SCOPES[scope]:
        _memory.clear(item, scope, key)
        circuit_breaker.redis.call_with_fallback(partial(_shared.clear, item, scope, key), lambda: None)


def reset() -> None:
    """Set all counts to zero."""
    for limiter in {_memory, _shared}:
        limiter.storage.reset()


def get_client_address(request: HttpRequest) -> str:
    """Return the client's address, from the trusted proxy's header or else from the connection."""
    header = settings.TRUSTED_IP_HEADER
    trusted = request.headers.get(header) if header else None
    return normalize_address(str(trusted or request.META.get("REMOTE_ADDR", "")))


def get_socket_address(scope: Any) -> str:
    """Return the client's address for the ASGI scope of a socket; see ``get_client_address``."""
    name = settings.TRUSTED_IP_HEADER.lower().encode()
    trusted = next((value.decode("latin1") for key, value in scope["headers"] if name and key == name), None)
    return normalize_address(trusted or str((scope.get("client") or ("",))[0]))


@lru_cache(maxsize=1024)
def normalize_address(address: str) -> str:
    """Return the key of a client: an IPv4 address, or the /64 network of an IPv6 address (one household)."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
