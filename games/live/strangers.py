"""Who opened a socket, found out in the thread that lets it in; a stranger without a session takes no look at all."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, get_user
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Token, User
from games.models.sessionstore import LoginSession, SessionStore
from games.people import tokens
from games.people.backend import SocketBackend
from games.rules.errors import Refusal
from games.services.people.tokens import note_use
from games.store import rows


class Visitor(NamedTuple):
    """The person of a socket, None for a stranger, and the key of the session that it came in with. ``token`` is what
    a program brought instead."""

    user: User | None
    session_key: str | None
    token: Token | None = None

    @property
    def user_id(self) -> int | None:
        return None if self.user is None else self.user.pk


STRANGER = Visitor(None, None)


def has_session(cookies: Mapping[str, str]) -> bool:
    """Whether a browser says that it has one; False is certain."""
    return settings.SESSION_COOKIE_NAME in cookies


def program(secret: str) -> Visitor:
    """Whose token a program brought, which counts as used then; refused with ``bad_token``."""
    token = tokens.known(secret)
    if token is None:
        raise Refusal("bad_token")
    note_use(token)
    return Visitor(token.user, tokens.key_of(token), token)


def visitor(cookies: Mapping[str, str]) -> Visitor:
    """Whose session a browser has, as pages find it out. Called in a thread that may use the database."""
    if not has_session(cookies):
        return STRANGER
    session = _Session(cookies[settings.SESSION_COOKIE_NAME])
    user = get_user(cast(Any, SimpleNamespace(session=session)))
    return Visitor(user if isinstance(user, User) else None, session.session_key)


BACKEND = f"{SocketBackend.__module__}.{SocketBackend.__qualname__}"


class _Session(SessionStore):
    """The store of sessions, with its statement compiled once: a thousand pages may come back at the same moment."""

    key_salt = SessionStore().key_salt
    """Sessions are signed by the name of their class."""

    def load(self) -> dict[str, Any]:
        found = rows.read(_session, self.session_key, timezone.now())
        if not found:
            self._session_key = None
            return {}
        data: dict[str, Any] = self.decode(found[0][0])
        return data

    def __getitem__(self, key: str) -> Any:
        """Whoever logged in by one of the site's ways is read by ``BACKEND``, with a statement compiled once too."""
        found = super().__getitem__(key)
        return BACKEND if key == BACKEND_SESSION_KEY and found in settings.AUTHENTICATION_BACKENDS else found

    def flush(self) -> None:
        """Only forget what fits nobody: a socket that came while somebody signed up may have read it a moment before
        it was made to fit. Pages end it."""
        self.clear()
        self._session_key = None

    def cycle_key(self) -> None:
        """Nothing: no answer of a socket could give the browser another key."""


def _session() -> QuerySet[LoginSession, tuple[str]]:
    """What a session of this key holds that goes on after this moment."""
    alive = LoginSession.objects.filter(session_key="").filter(expire_date__gt=timezone.now())
    return alive.values_list("session_data")
