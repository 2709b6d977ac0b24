"""Personal API tokens: their creation, use and deletion."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from allauth.account.signals import password_changed, password_reset
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.accounts import tokens
from games.accounts.text_cleaning import strip_invisible
from games.messaging import broadcast
from games.messaging.broadcast import build_session_tag
from games.models import Token, User
from games.models.people import PLAY, READ
from games.rules.errors import Refusal

MAX_TOKENS = 10
"""Maximum number of tokens per person."""
MAX_NAME_LENGTH = 40
"""Maximum number of characters in the name of a token."""
USE_INTERVAL = timedelta(hours=1)
"""Time by which ``used_at`` may lag behind, since it is not written at each request."""


def connect_signals() -> None:
    """Connect the receivers that delete all tokens at a new password, since another person may have got in."""
    password_changed.connect(_password_changed, dispatch_uid="games.services.accounts.tokens")
    password_reset.connect(_password_changed, dispatch_uid="games.services.accounts.tokens")


def create_token(user: User, name: str, scope: str) -> tuple[Token, str]:
    """Create a token of ``user``, and return it with its secret, which is not stored.

    ``name`` is the label of the token, ``scope`` is ``read`` or ``play``. Raise ``Refusal`` with ``account_for_tokens``
    for guests, with ``no_such_scope``, with ``token_unnamed`` if no character of the name is visible, and with
    ``too_many_tokens`` if the user has ``MAX_TOKENS`` already.
    """
    label = strip_invisible(name)[:MAX_NAME_LENGTH].strip()
    if user.is_guest:
        raise Refusal("account_for_tokens")
    if scope not in (READ, PLAY):
        raise Refusal("no_such_scope")
    if not label:
        raise Refusal("token_unnamed")
    secret = tokens.PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        # Lock the row, so that two requests at once cannot exceed the maximum.
        User.objects.select_for_update().get(pk=user.pk)
        if user.tokens.count() >= MAX_TOKENS:
            raise Refusal("too_many_tokens", limit=MAX_TOKENS)
        token = Token.objects.create(user=user, name=label, scope=scope, digest=tokens.hash_secret(secret))
    return token, secret


def delete_token(user: User, key: int) -> None:
    """Delete a token of ``user``, and after commit close its sockets. Deleting it twice is harmless."""
    delete_tokens(user.tokens.filter(pk=key))


def delete_tokens(queryset: QuerySet[Token]) -> int:
    """Delete tokens, and after commit close their sockets; return the number of tokens."""
    rows = list(queryset)
    Token.objects.filter(pk__in=[token.pk for token in rows]).delete()
    tags = [build_session_tag(tokens.get_session_key(token)) for token in rows]
    transaction.on_commit(lambda: _close_sockets(tags))
    return len(rows)


def record_use(token: Token) -> None:
    """Record that a token is used now, at most once per ``USE_INTERVAL``."""
    now = timezone.now()
    if token.used_at is None or token.used_at < now - USE_INTERVAL:
        stale = Q(used_at=None) | Q(used_at__lt=now - USE_INTERVAL)
        Token.objects.filter(stale, pk=token.pk).update(used_at=now)


def _close_sockets(tags: list[str]) -> None:
    for tag in tags:
        broadcast.close_sockets(tag, "token_ended")


def _password_changed(sender: object, user: Any, **kwargs: Any) -> None:
    delete_tokens(Token.objects.filter(user=user.pk))
