"""Authentication of sockets by session or token, and admission to the socket of a game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
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


def coming(key: str) -> tuple[int | None, str | None]:
    found = authenticate_session({settings.SESSION_COOKIE_NAME: key})
    return found.user_id, found.session_key


def test_a_person_is_known_by_their_session(ana: User, bram: User) -> None:
    keys = {one.pk: session_of(one) for one in (ana, bram)}
    assert [coming(key) for key in keys.values()] == list(keys.items())


def test_with_all_that_their_row_says(ana: User) -> None:
    ana.suspended_until = timezone.now()
    ana.save()
    found, row = authenticate_session({settings.SESSION_COOKIE_NAME: session_of(ana)}).user, User.objects.get(pk=ana.pk)
    assert found is not None
    for field in User._meta.concrete_fields:
        assert getattr(found, field.attname) == getattr(row, field.attname)


@pytest.mark.parametrize("backend", settings.AUTHENTICATION_BACKENDS)
def test_however_they_logged_in(ana: User, backend: str) -> None:
    key = session_of(ana, backend)
    assert coming(key) == (ana.pk, key)


def test_nobody_by_a_way_that_is_none_of_the_sites(ana: User) -> None:
    key = session_of(ana, "django.contrib.auth.backends.RemoteUserBackend")
    assert coming(key) == (None, key)


@pytest.mark.parametrize("gone", ["inactive", "deleted"])
def test_nobody_by_that_of_somebody_who_may_not_log_in(ana: User, gone: str) -> None:
    key, row = session_of(ana), User.objects.filter(pk=ana.pk)
    row.update(is_active=False) if gone == "inactive" else row.delete()
    assert coming(key) == (None, key)


def test_nobody_by_one_without_a_person() -> None:
    key = session_of(None)
    assert coming(key) == (None, key)


@pytest.mark.parametrize("key", ["", "short", "x" * 32, "ü" * 32, "x" * 5_000])
def test_nobody_by_one_that_is_none(key: str) -> None:
    assert coming(key) == (None, None)


def test_nobody_by_one_that_ran_out(ana: User) -> None:
    key = session_of(ana)
    LoginSession.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=1))
    assert coming(key) == (None, None)


def test_nobody_by_one_whose_person_has_another_password_now(ana: User) -> None:
    key = session_of(ana)
    ana.set_password("another one")
    ana.save()
    assert coming(key) == (None, None)


def test_and_it_is_left_to_pages_to_end_it(ana: User) -> None:
    """A socket may have read it a moment before it was made to fit."""
    key = session_of(ana)
    before = ana.password
    User.objects.filter(pk=ana.pk).update(password=make_password("another one"))
    coming(key)
    User.objects.filter(pk=ana.pk).update(password=before)
    assert coming(key) == (ana.pk, key)


def test_known_by_one_that_was_signed_with_an_earlier_secret(ana: User, settings: Settings) -> None:
    key, settings.SECRET_KEY_FALLBACKS = session_of(ana), [settings.SECRET_KEY]
    settings.SECRET_KEY = "x" * 50
    assert coming(key) == coming(key) == (ana.pk, key)


def test_nobody_by_one_that_was_spoilt(ana: User) -> None:
    key = session_of(ana)
    LoginSession.objects.filter(pk=key).update(session_data="spoilt")
    assert coming(key) == (None, key)


def test_who_brings_none_is_not_looked_up() -> None:
    assert authenticate_session({}) is ANONYMOUS


def test_a_person_with_two_games_has_a_row_in_each(ana: User, bram: User, cleo: User) -> None:
    first, second = (lobby.create_game(ana, MatchOptions()) for _ in range(2))
    lobby.join_game(second, bram)
    rows = [Player.objects.get(game=game, user=ana).pk for game in (first, second)]
    assert [get_player_id(game.pk, ana.pk) for game in (first, second)] == rows
    assert get_player_id(first.pk, bram.pk) is None
    assert get_player_id(second.pk, cleo.pk) is None


@pytest.mark.parametrize(("scope", "looks", "lease"), [(None, False, 5), ("read", True, None)])
async def test_by_a_token_that_reads_nobody_is_there(
    monkeypatch: pytest.MonkeyPatch, scope: str | None, looks: bool, lease: int | None
) -> None:
    token = Token(scope=scope) if scope else None
    match_admission = MatchAdmission(MATCH, 5, {}, SocketUser(User(pk=10), "key", token))
    monkeypatch.setattr("games.realtime.matches.consumer.admit_to_match", lambda *asked: match_admission)
    consumer, brought = GameConsumer(), {"cookies": {"sessionid": "a"}, "headers": []}
    monkeypatch.setattr(consumer, "scope", brought, raising=False)
    admission = await consumer.admit("code")
    assert (admission.is_read_only, admission.lease_id) == (looks, lease)


class TestStrangers:
    """Whoever brings neither a session nor a token is let in to a game that is shown already without a thread."""

    @pytest.fixture
    def come(self, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Awaitable[Admission]]:
        """Comes to a game that is shown; whoever is looked up is turned away."""

        def looked_up(*asked: object) -> None:
            raise Refusal("bad_token")

        monkeypatch.setattr("games.realtime.matches.consumer.admit_to_match", looked_up)
        monkeypatch.setattr(hub, "get_room", lambda code: Room(MATCH, match_presenter))
        consumer = GameConsumer()

        def come(cookies: dict[str, str], *headers: tuple[bytes, bytes]) -> Awaitable[Admission]:
            scope: Any = {"cookies": cookies, "headers": headers}
            consumer.scope = scope
            return consumer.admit("code")

        return come

    async def test_who_brings_nothing_is_let_in(self, come: Callable[..., Awaitable[Admission]]) -> None:
        admission = await come({})
        assert (admission.state, admission.user_id, admission.lease_id) == (MATCH, None, None)

    async def test_who_brings_something_is_looked_up(self, come: Callable[..., Awaitable[Admission]]) -> None:
        with pytest.raises(Refusal, match="bad_token"):
            await come({"sessionid": "a"})
        with pytest.raises(Refusal, match="bad_token"):
            await come({}, (b"authorization", b"Bearer claim_a"))
