"""Browsers and networks of somebody who is shut out are asked to wait before they get another name."""

from __future__ import annotations

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.formats import date_format

from games.limits import client_address
from games.models import User
from games.rules.errors import Refusal
from games.services.people import holding

COOKIE = "__Host-hold" if settings.HTTPS else "hold"
_SECRET = re.compile(r"[A-Za-z0-9_-]{22}")


def hold(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """The browser of somebody who is shut out was met: the cookie, which opens nothing, tells it apart from now on."""
    secret, until = holding.meet(user, _secret(request), client_address(request))
    age = max(0, int((until - timezone.now()).total_seconds()))
    response.set_cookie(COOKIE, secret, max_age=age, httponly=True, samesite="Lax", secure=settings.HTTPS)


def require_free(request: HttpRequest, guest: bool = True) -> None:
    """Refused with ``held``, which says until when and whom to ask. Accounts are refused to held browsers alone."""
    until = holding.held(_secret(request), client_address(request) if guest else None)
    if until is not None:
        raise Refusal("held", until=f"{date_format(until, 'DATETIME_FORMAT')} UTC")


def _secret(request: HttpRequest) -> str | None:
    value = request.COOKIES.get(COOKIE, "")
    return value if _SECRET.fullmatch(value) else None
