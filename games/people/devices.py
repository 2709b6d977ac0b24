"""The cookie by which a browser is known at tables: random, and kept on this side as a digest alone."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping

from django.conf import settings
from django.http import HttpResponseBase

from games.models import Device

COOKIE = "__Host-device" if settings.HTTPS else "device"
AGE = 365 * 24 * 3600
_SECRET = re.compile(r"[A-Za-z0-9_-]{22}")


def secret_of(cookies: Mapping[str, str]) -> str | None:
    """The device secret among a request's or a socket's cookies; None when there is none that could be ours."""
    value = cookies.get(COOKIE, "")
    return value if _SECRET.fullmatch(value) else None


def new_secret() -> str:
    """128 random bits as 22 characters."""
    return secrets.token_urlsafe(16)


def digest(secret: str) -> str:
    """What is stored of a secret. It is random enough for a plain hash."""
    return hashlib.sha256(f"games.device:{secret}".encode()).hexdigest()


def device_of(game_id: int, cookies: Mapping[str, str]) -> Device | None:
    """The row of this browser at a game, None for a browser that never came to it."""
    secret = secret_of(cookies)
    if secret is None:
        return None
    return Device.objects.filter(game_id=game_id, digest=digest(secret)).first()


def remember(response: HttpResponseBase, secret: str) -> None:
    """Set the cookie, for a year from now. Only answers to a POST may do this."""
    response.set_cookie(COOKIE, secret, max_age=AGE, httponly=True, samesite="Lax", secure=settings.HTTPS)
