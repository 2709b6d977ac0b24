"""How often one address may do what; by ``limits``, shared over Redis where there are several processes."""

from __future__ import annotations

import logging
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
}
"""What an address may do; documented in docs/protocol.md. Sign-up and log-in are limited by allauth."""

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


def client_address(request: HttpRequest) -> str:
    """The visitor's address: as the trusted proxy says, or else of the connection itself."""
    header = settings.TRUSTED_IP_HEADER
    trusted = request.headers.get(header) if header else None
    return str(trusted or request.META.get("REMOTE_ADDR", ""))


def socket_address(scope: Any) -> str:
    """The same for the scope of a socket."""
    name = settings.TRUSTED_IP_HEADER.lower().encode()
    trusted = next((value.decode("latin1") for key, value in scope["headers"] if name and key == name), None)
    return trusted or str((scope.get("client") or ("",))[0])
