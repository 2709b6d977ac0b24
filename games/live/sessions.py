"""A socket does not outlive the session that it came in with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from allauth.account.signals import password_changed, password_reset
from django.contrib.auth.signals import user_logged_out
from django.http import HttpRequest
from django.utils import timezone

from games.models import LoginSession, Token, User
from games.people.tokens import KEY
from games.store import broadcast
from games.store.tags import session_tag, user_tag

CHECK_BEATS = 60
"""Beats between two checks of all sessions: five minutes."""


def connect() -> None:
    """Make log-outs and password changes close sockets at once."""
    user_logged_out.connect(_logged_out, dispatch_uid="games.live.sessions")
    password_changed.connect(_password_changed, dispatch_uid="games.live.sessions")
    password_reset.connect(_password_changed, dispatch_uid="games.live.sessions")


def ended(known: Iterable[tuple[str | None, int | None]]) -> set[tuple[str | None, int | None]]:
    """Which of these (session key, user id) pairs are over: the session gone or expired, the person not active; the
    same of tokens."""
    pairs = set(known)
    keys = {key for key, _ in pairs if key is not None}
    users = {user for _, user in pairs if user is not None}
    alive = set(LoginSession.objects.filter(pk__in=keys, expire_date__gt=timezone.now()).values_list("pk", flat=True))
    alive |= _tokens(key for key in keys if key.startswith(KEY))
    open_accounts = User.objects.filter(pk__in=users, is_active=True, closed_at=None)
    active = set(open_accounts.exclude(suspended_until__gt=timezone.now()).values_list("pk", flat=True))
    return {(key, user) for key, user in pairs if key not in alive or user not in active}


def _tokens(keys: Iterable[str]) -> set[str]:
    """Those of these keys whose tokens are there still."""
    numbers = [key.removeprefix(KEY) for key in keys]
    found = Token.objects.filter(pk__in=numbers).values_list("pk", flat=True) if numbers else ()
    return {f"{KEY}{number}" for number in found}


def _logged_out(sender: object, request: HttpRequest | None, **kwargs: Any) -> None:
    key = request.session.session_key if request is not None else None
    if key:
        broadcast.end(session_tag(key))


def _password_changed(sender: object, user: Any, **kwargs: Any) -> None:
    broadcast.end(user_tag(user.pk))
