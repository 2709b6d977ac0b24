"""Somebody without a session is told apart without the database, so that a crowd of them makes nobody wait."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.contrib.auth.models import AnonymousUser


def people(inner: Any) -> Any:
    """``inner`` with ``cookies``, ``session`` and ``user`` in its scope, as ``AuthMiddlewareStack`` gives them."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    known: Any = AuthMiddlewareStack(inner)

    async def seen(scope: Any, receive: Any, send: Any) -> None:
        if settings.SESSION_COOKIE_NAME in scope["cookies"]:
            await known(scope, receive, send)
        else:
            await inner({**scope, "session": store(None), "user": AnonymousUser()}, receive, send)

    told_apart: Any = CookieMiddleware(seen)
    return told_apart
