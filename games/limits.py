"""How often one address may do what; by ``limits``, shared over Redis where there are several processes."""

from __future__ import annotations

import ipaddress
import logging
from collections import Counter
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter

logger = logging.getLogger(__name__)

SCOPES: dict[str, tuple[RateLimitItem, ...]] = {
    "connect": (parse("120/minute"),),
    "guest": (parse("10/minute"), parse("60/hour")),
    "create": (parse("20/minute"), parse("200/hour")),
    "join": (parse("30/minute"),),
    "look": (parse("60/minute"),),
    "table": (parse("60/minute"),),
    "type_code": (parse("5/minute"),),
    "wrong_code": (parse("100/hour"),),
    "report": (parse("5/minute"), parse("30/hour")),
}
"""What an address may do; documented in docs/protocol.md. Sign-up and log-in are limited by allauth."""

SOCKETS = 60
"""Sockets that one address may have open at once, in one process: a club's evening behind one router."""

_open: Counter[str] = Counter()
LOCAL = not settings.CHANNEL_URL
"""Whether counting takes no time, because nobody else is asked."""
_limiter = MovingWindowRateLimiter(storage_from_string(settings.CHANNEL_URL or "memory://", wrap_exceptions=True))


def hit(scope: str, key: str) -> bool:
    """Count one act of ``key``, which is an address; False when it was one too many.

    Where nothing can be counted everybody may: people play on while Redis is away.
    """
    if not settings.RATE_LIMITS:
        return True
    try:
        return all(_limiter.hit(item, scope, key) for item in SCOPES[scope])
    except StorageError:
        logger.warning("limits are not counted just now", exc_info=True)
        return True


def left(scope: str, key: str) -> bool:
    """Whether ``hit`` would still be within the limit; counts nothing."""
    try:
        return not settings.RATE_LIMITS or all(_limiter.test(item, scope, key) for item in SCOPES[scope])
    except StorageError:
        return True


def reset() -> None:
    """Forget what was counted."""
    _limiter.storage.reset()


def socket_opened(address: str) -> bool:
    """Count an open socket of this process; False when its address has too many."""
    _open[address] += 1
    return not settings.RATE_LIMITS or _open[address] <= SOCKETS


def socket_closed(address: str) -> None:
    """The counterpart of every ``socket_opened``."""
    _open[address] -= 1
    if not _open[address]:
        del _open[address]


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
