"""Who may not use the site for now: accounts suspended or closed."""

from __future__ import annotations

import hashlib

from django.db import transaction

from games.models import EndedSession, LoginSession, Token, User
from games.rules.errors import Refusal
from games.services.people import holding
from games.store import broadcast
from games.store.tags import person_tag


def code_of(user: User) -> str | None:
    """Why an account cannot be used now, as a closing code; None when it can."""
    if user.closed_at is not None:
        return "account_closed"
    return "suspended" if user.suspended else None


def require_open(user_id: int | None) -> None:
    """Refused with ``account_closed`` or ``suspended``; visitors without an account are never barred."""
    require_usable(None if user_id is None else User.objects.filter(pk=user_id).first())


def require_usable(user: User | None) -> None:
    """``require_open`` for a row that was just read."""
    code = None if user is None else code_of(user)
    if code is not None:
        raise Refusal(code)


def shut_out(user: User) -> None:
    """End every session of a barred person, and after commit every socket; new guests from there wait a while."""
    holding.begin(user)
    end_sessions(user)


def end_sessions(user: User) -> None:
    """End every session and every token of a person, and after commit every socket.

    A browser whose session ended so is remembered by a digest: ``ended_for`` finds out whose it was.
    """
    live = LoginSession.objects.filter(user_id=user.pk)
    digests = [digest(key) for key in live.values_list("pk", flat=True)]
    EndedSession.objects.bulk_create([EndedSession(digest=one, user=user) for one in digests], ignore_conflicts=True)
    live.delete()
    Token.objects.filter(user=user).delete()
    code = code_of(user) or "session_ended"
    transaction.on_commit(lambda: broadcast.end(person_tag(user.pk), code))


def ended_for(session_key: str | None) -> User | None:
    """Whose session a browser had that moderation ended; None for all others."""
    if not session_key:
        return None
    found = EndedSession.objects.filter(digest=digest(session_key)).select_related("user").first()
    return None if found is None else found.user


def digest(session_key: str) -> str:
    return hashlib.sha256(f"games.ended:{session_key}".encode()).hexdigest()
