"""Authentication of WebSockets by origin, session cookie or API token, and detection of ended sessions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from allauth.account.signals import password_changed, password_reset
from channels.security.websocket import OriginValidator
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.signals import user_logged_out
from django.http import HttpRequest
from django.utils import timezone

from games.accounts import tokens
from games.accounts.tokens import SESSION_KEY_PREFIX, get_bearer
from games.messaging import broadcast
from games.messaging.broadcast import build_session_tag, build_user_tag
from games.models import LoginSession, Token, User
from games.models.sessionstore import SessionStore
from games.rules.errors import Refusal
from games.services.accounts.tokens import record_use

CACHED_ORIGINS = 64
"""Maximum number of origins whose check is cached."""


class OriginOrTokenValidator(OriginValidator):
    """Origin validator that also accepts programs, which send a token and no cookies.

    A handshake with cookies must come from a page of this site: one of another site would send its visitor's cookies.
    """

    def __init__(self, application: Any, allowed_origins: Iterable[str]) -> None:
        super().__init__(application, allowed_origins)
        # Nearly all handshakes come from one origin, and the check parses every allowed origin each time.
        self.validate_origin = lru_cache(CACHED_ORIGINS)(self.validate_origin)  # type: ignore[method-assign]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Check the origin, unless the handshake has a token and no cookies."""
        application: Any = self.application if _has_token_only(scope) else super().__call__
        return await application(scope, receive, send)


def _has_token_only(scope: Any) -> bool:
    cookies = any(name == b"cookie" for name, _ in scope["headers"])
    return not cookies and get_bearer(scope["headers"]) is not None


class SocketUser(NamedTuple):
    """User of a socket (None: anonymous), with the key of the session and, for a program, its API ``token``."""

    user: User | None
    session_key: str | None
    token: Token | None = None

    @property
    def user_id(self) -> int | None:
        """The id of the user; None for an anonymous socket."""
        return None if self.user is None else self.user.pk


ANONYMOUS = SocketUser(None, None)


def has_session(cookies: Mapping[str, str]) -> bool:
    """Return whether the cookies include a session cookie, valid or not."""
    return settings.SESSION_COOKIE_NAME in cookies


def authenticate_token(secret: str) -> SocketUser:
    """Return the user of an API token, and record its use. Refuses with ``bad_token``."""
    token = tokens.get_token(secret)
    if token is None:
        raise Refusal("bad_token")
    record_use(token)
    return SocketUser(token.user, tokens.get_session_key(token), token)


def authenticate_session(cookies: Mapping[str, str]) -> SocketUser:
    """Return the user of the session cookie, as for pages. Call it in a thread that may use the database."""
    if not has_session(cookies):
        return ANONYMOUS
    session = _ReadOnlySession(cookies[settings.SESSION_COOKIE_NAME])
    user = get_user(cast(Any, SimpleNamespace(session=session)))
    return SocketUser(user if isinstance(user, User) else None, None if session.is_refused else session.session_key)


class _ReadOnlySession(SessionStore):
    """Read-only session: a socket cannot send a new session key to its browser."""

    key_salt = SessionStore().key_salt
    """Django derives the salt of the signature from the class name, so this class takes that of ``SessionStore``."""
    is_refused = False

    def flush(self) -> None:
        """Mark the session as refused. Only pages delete sessions.

        During a sign-up, a socket may read the session just before its authentication hash is updated.
        """
        self.is_refused = True

    def cycle_key(self) -> None:
        """Do nothing: pages renew a session that was signed with an earlier secret key."""


CHECK_BEATS = 60
"""Heartbeats between two checks of all sessions: five minutes."""


def connect_signals() -> None:
    """Connect the receivers that close sockets after a log-out or a password change."""
    user_logged_out.connect(_close_session_sockets, dispatch_uid="games.realtime.authentication")
    password_changed.connect(_close_user_sockets, dispatch_uid="games.realtime.authentication")
    password_reset.connect(_close_user_sockets, dispatch_uid="games.realtime.authentication")


def find_ended_sessions(known: Iterable[tuple[str | None, int | None]]) -> set[tuple[str | None, int | None]]:
    """Return the (session key, user id) pairs whose session is gone or expired, or whose user is not active.

    The session key of a program is that of its API token (``tokens.get_session_key``).
    """
    pairs = set(known)
    keys = {key for key, _ in pairs if key is not None}
    users = {user for _, user in pairs if user is not None}
    alive = set(LoginSession.objects.filter(pk__in=keys, expire_date__gt=timezone.now()).values_list("pk", flat=True))
    alive |= _filter_live_tokens(key for key in keys if key.startswith(SESSION_KEY_PREFIX))
    open_accounts = User.objects.filter(pk__in=users, is_active=True, closed_at=None)
    active = set(open_accounts.exclude(suspended_until__gt=timezone.now()).values_list("pk", flat=True))
    return {(key, user) for key, user in pairs if key not in alive or user not in active}


def _filter_live_tokens(keys: Iterable[str]) -> set[str]:
    """Return the session keys whose API tokens still exist."""
    token_ids = [key.removeprefix(SESSION_KEY_PREFIX) for key in keys]
    existing = Token.objects.filter(pk__in=token_ids).values_list("pk", flat=True) if token_ids else ()
    return {f"{SESSION_KEY_PREFIX}{token_id}" for token_id in existing}


def _close_session_sockets(sender: object, request: HttpRequest | None, **kwargs: Any) -> None:
    key = request.session.session_key if request is not None else None
    if key:
        broadcast.close_sockets(build_session_tag(key))


def _close_user_sockets(sender: object, user: Any, **kwargs: Any) -> None:
    broadcast.close_sockets(build_user_tag(user.pk))
