"""Cooldown after a suspension, during which the person's browsers and networks get no other name."""

from __future__ import annotations

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.formats import date_format

from games.models import User
from games.rate_limits import get_client_address
from games.rules.errors import Refusal
from games.services.accounts import suspensions

COOKIE = "__Host-hold" if settings.HTTPS else "hold"
_SECRET = re.compile(r"[A-Za-z0-9_-]{22}")


def set_cooldown_cookie(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """Extend the cooldown of a suspended user to this browser, and set the cookie that identifies it.

    The cookie gives access to nothing.
    """
    secret, until = suspensions.extend_cooldown(user, _get_cookie_secret(request), get_client_address(request))
    age = max(0, int((until - timezone.now()).total_seconds()))
    response.set_cookie(COOKIE, secret, max_age=age, httponly=True, samesite="Lax", secure=settings.HTTPS)


def require_no_cooldown(request: HttpRequest, guest: bool = True) -> None:
    """Raise ``Refusal`` with ``held`` and the end of the cooldown, if there is one.

    A guest is refused by browser and network, an account by browser only.
    """
    until = suspensions.get_cooldown_end(_get_cookie_secret(request), get_client_address(request) if guest else None)
    if until is not None:
        raise Refusal("held", until=f"{date_format(until, 'DATETIME_FORMAT')} UTC")


def _get_cookie_secret(request: HttpRequest) -> str | None:
    value = request.COOKIES.get(COOKIE, "")
    return value if _SECRET.fullmatch(value) else None
