"""Authentication of sockets by session or token, and admission to the socket of a game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.utils import timezone
from pytest_django import Settings

from games.models import Player, Token, User
from games.models.sessionstore import LoginSession, SessionStore
from games.realtime.authentication import ANONYMOUS, SocketUser, authenticate_session
from games.realtime.base_consumer import Admission
from games.realtime.hub import hub
from games.realtime.matches.admission import MatchAdmission, get_player_id
from games.realtime.matches.consumer import GameConsumer
from games.realtime.matches.presenter import match_presenter
from games.realtime.room import Room
from games.rules.errors import Refusal
from games.services.matches import lobby
from games.state.match_state import MatchOptions
from tests.realtime.fake_hub import MATCH

pytestmark = pytest.mark.django_db


def session_of(user: User | None, backend: str = settings.AUTHENTICATION_BACKENDS[0]) -> str:
    """The key of a new session, as a login leaves it."""
    session = SessionStore()
    if user is not None:
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = backend
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def authenticated(key: str) -> tuple[int | None, str | None]:
    found = authenticate_session({settings.SESSION_COOKIE_NAME: key})
    return found.user_id, found.session_key


@pytest.mark.parametrize("backend", settings.AUTHENTICATION_BACKENDS)
def test_a_session_of_any_login_backend_names_its_user(ana: User, bram: User, backend: str) -> None:
    keys = {user.pk: session_of(user, backend) for user in (ana, bram)}
    assert [authenticated(key) for key in keys.values()] == list(keys.items())


def test_the_user_has_every_field_of_the_row(ana: User) -> None:
    ana.suspended_until = timezone.now()
    ana.save()
    found, row = authenticate_session({settings.SESSION_COOKIE_NAME: session_of(ana)}).user, User.objects.get(pk=ana.pk)
    assert found is not None
    for field in User._meta.concrete_fields:
        assert getattr(found, field.attname) == getattr(row, field.attname)


@pytest.mark.parametrize(
    ("change", "is_kept"),
    [
        (lambda user, session: user.update(is_active=False), True),
        (lambda user, session: user.delete(), True),
        (lambda user, session: session.update(session_data="spoilt"), True),
        (lambda user, session: session.update(expire_date=timezone.now() - timedelta(seconds=1)), False),
        (lambda user, session: user.update(password=make_password("another one")), False),
    ],
    ids=["inactive user", "deleted user", "unreadable session", "expired session", "another password"],
)
def test_a_session_that_became_invalid_is_anonymous(
    ana: User, change: Callable[[Any, Any], object], is_kept: bool
) -> None:
    key = session_of(ana)
    change(User.objects.filter(pk=ana.pk), LoginSession.objects.filter(pk=key))
    assert authenticated(key) == (None, key if is_kept else None)


def test_a_session_without_a_user_or_of_a_foreign_backend_is_anonymous(ana: User) -> None:
    for key in (session_of(None), session_of(ana, "django.contrib.auth.backends.RemoteUserBackend")):
        assert authenticated(key) == (None, key)


@pytest.mark.parametrize("key", ["", "short", "x" * 32, "ü" * 32, "x" * 5_000])
def test_an_unknown_session_key_is_anonymous(key: str) -> None:
    assert authenticated(key) == (None, None)
    assert authenticate_session({}) is ANONYMOUS


def test_a_socket_leaves_it_to_pages_to_end_a_session(ana: User) -> None:
    """A socket may have read the session a moment before it was updated for the new password."""
    key, row = session_of(ana), User.objects.filter(pk=ana.pk)
    row.update(password=make_password("another one"))
    authenticated(key)
    row.update(password=ana.password)
    assert authenticated(key) == (ana.pk, key)


def test_a_session_signed_with_an_earlier_secret_key_is_valid(ana: User, settings: Settings) -> None:
    key, settings.SECRET_KEY_FALLBACKS = session_of(ana), [settings.SECRET_KEY]
    settings.SECRET_KEY = "x" * 50
    assert authenticated(key) == authenticated(key) == (ana.pk, key)


def test_a_player_has_a_row_in_each_of_their_games(ana: User, bram: User, cleo: User) -> None:
    first, second = (lobby.create_game(ana, MatchOptions()) for _ in range(2))
    lobby.join_game(second, bram)
    rows = [Player.objects.get(game=game, user=ana).pk for game in (first, second)]
    assert [get_player_id(game.pk, ana.pk) for game in (first, second)] == rows
    assert get_player_id(first.pk, bram.pk) is None
    assert get_player_id(second.pk, cleo.pk) is None


@pytest.mark.parametrize(("scope", "is_read_only", "lease"), [(None, False, 5), ("read", True, None)])
async def test_a_read_token_opens_a_socket_without_presence(
    monkeypatch: pytest.MonkeyPatch, scope: str | None, is_read_only: bool, lease: int | None
) -> None:
    token = Token(scope=scope) if scope else None
    match_admission = MatchAdmission(MATCH, 5, {}, SocketUser(User(pk=10), "key", token))
    monkeypatch.setattr("games.realtime.matches.consumer.admit_to_match", lambda *asked: match_admission)
    consumer, brought = GameConsumer(), {"cookies": {"sessionid": "a"}, "headers": []}
    monkeypatch.setattr(consumer, "scope", brought, raising=False)
    admission = await consumer.admit("code")
    assert (admission.is_read_only, admission.lease_id) == (is_read_only, lease)


async def test_a_visitor_of_a_loaded_game_is_admitted_without_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session or a token is always authenticated."""

    def refuse(*arguments: object) -> None:
        raise Refusal("bad_token")

    monkeypatch.setattr("games.realtime.matches.consumer.admit_to_match", refuse)
    monkeypatch.setattr(hub, "get_room", lambda code: Room(MATCH, match_presenter))
    consumer = GameConsumer()

    async def admit(cookies: dict[str, str], *headers: tuple[bytes, bytes]) -> Admission:
        scope: Any = {"cookies": cookies, "headers": headers}
        consumer.scope = scope
        return await consumer.admit("code")

    admission = await admit({})
    assert (admission.state, admission.user_id, admission.lease_id) == (MATCH, None, None)
    with pytest.raises(Refusal, match="bad_token"):
        await admit({"sessionid": "a"})
    with pytest.raises(Refusal, match="bad_token"):
        await admit({}, (b"authorization", b"Bearer claim_a"))
