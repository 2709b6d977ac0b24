"""Device cookie, which identifies a browser at tables. Its secret is random, and only a digest is stored."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping

from django.conf import settings
from django.http import HttpResponseBase

from games.models import Device

COOKIE = "__Host-device" if settings.HTTPS else "device"
COOKIE_AGE = 365 * 24 * 3600
_SECRET = re.compile(r"[A-Za-z0-9_-]{22}")


def get_secret(cookies: Mapping[str, str]) -> str | None:
    """Return the device secret among the cookies of a request or socket; None without a well-formed one."""
    value = cookies.get(COOKIE, "")
    return value if _SECRET.fullmatch(value) else None


def create_secret() -> str:
    """Return a new secret: 128 random bits as 22 characters."""
    return secrets.token_urlsafe(16)


def hash_secret(secret: str) -> str:
    """Return the digest that is stored. The secret is random enough for a plain hash."""
    return hashlib.sha256(f"games.device:{secret}".encode()).hexdigest()


def get_device(game_id: int, cookies: Mapping[str, str]) -> Device | None:
    """Return the device of a browser at a game; None if the browser never opened the game."""
    secret = get_secret(cookies)
    if secret is None:
        return None
    return Device.objects.filter(game_id=game_id, digest=hash_secret(secret)).first()


def set_cookie(response: HttpResponseBase, secret: str) -> None:
    """Set the cookie for a year. Only for responses to a POST."""
    response.set_cookie(COOKIE, secret, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS)
