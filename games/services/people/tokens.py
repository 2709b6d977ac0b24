"""Personal tokens: how somebody gets one for a program, and how each of them ends."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from allauth.account.signals import password_changed, password_reset
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Token, User
from games.models.tokens import PLAY, READ
from games.people import tokens
from games.people.names import visible_characters
from games.rules.errors import Refusal
from games.store import broadcast
from games.store.tags import session_tag

MOST = 10
"""Tokens that one person may have at a time."""
LONGEST = 40
"""Characters of a token's name."""
NOTED = timedelta(hours=1)
"""How far behind it may be when a token was last used: it is not written at each request."""


def connect() -> None:
    """Make a new password end all tokens: it may be chosen because somebody else got in."""
    password_changed.connect(_new_password, dispatch_uid="games.services.people.tokens")
    password_reset.connect(_new_password, dispatch_uid="games.services.people.tokens")


def make(user: User, name: str, scope: str) -> tuple[Token, str]:
    """A new token of ``user`` and its secret, which nobody can find out again.

    ``name`` is what its person knows it by, ``scope`` is ``read`` or ``play``. Refused with ``account_for_tokens`` for
    guests, ``no_such_scope``, ``token_unnamed`` where no character of the name can be seen, and ``too_many_tokens`` for
    more than ``MOST``.
    """
    shown = visible_characters(name)[:LONGEST].strip()
    if user.is_guest:
        raise Refusal("account_for_tokens")
    if scope not in (READ, PLAY):
        raise Refusal("no_such_scope")
    if not shown:
        raise Refusal("token_unnamed")
    secret = tokens.PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        # Two at the same moment must not both be the last one.
        User.objects.select_for_update().get(pk=user.pk)
        if user.tokens.count() >= MOST:
            raise Refusal("too_many_tokens", limit=MOST)
        made = Token.objects.create(user=user, name=shown, scope=scope, digest=tokens.digest(secret))
    return made, secret


def end(user: User, key: int) -> None:
    """End a token of ``user``, and after commit the sockets that came with it. Doing it twice is harmless."""
    end_all(user.tokens.filter(pk=key))


def end_all(found: QuerySet[Token]) -> int:
    """End these tokens, and after commit the sockets that came with them; how many there were."""
    gone = list(found)
    Token.objects.filter(pk__in=[one.pk for one in gone]).delete()
    tags = [session_tag(tokens.key_of(one)) for one in gone]
    transaction.on_commit(lambda: _close(tags))
    return len(gone)


def note_use(token: Token) -> None:
    """Keep that a token is used now, at most once in ``NOTED``."""
    now = timezone.now()
    if token.used_at is None or token.used_at < now - NOTED:
        stale = Q(used_at=None) | Q(used_at__lt=now - NOTED)
        Token.objects.filter(stale, pk=token.pk).update(used_at=now)


def _close(tags: list[str]) -> None:
    for tag in tags:
        broadcast.end(tag, "token_ended")


def _new_password(sender: object, user: Any, **kwargs: Any) -> None:
    end_all(Token.objects.filter(user=user.pk))
