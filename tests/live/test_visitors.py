"""Whose session a browser has: what sockets find out with a statement of their own is what pages find out."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from games.live import strangers
from games.live.strangers import STRANGER, visitor
from games.models import User
from games.models.sessionstore import LoginSession, SessionStore
from games.people import ties
from games.people.backend import SocketBackend
from games.services.people import barring

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
    found = visitor({settings.SESSION_COOKIE_NAME: key})
    return found.user_id, found.session_key


def test_a_person_is_known_by_their_session(ana: User, bram: User) -> None:
    keys = {one.pk: session_of(one) for one in (ana, bram)}
    assert [coming(key) for key in keys.values()] == list(keys.items())


def test_with_all_that_their_row_says(ana: User) -> None:
    ana.suspended_until = timezone.now()
    ana.save()
    found, row = visitor({settings.SESSION_COOKIE_NAME: session_of(ana)}).user, User.objects.get(pk=ana.pk)
    assert found is not None
    for field in User._meta.concrete_fields:
        assert getattr(found, field.attname) == getattr(row, field.attname)


def test_two_statements_say_who_it_is_and_whom_they_may_meet(ana: User, bram: User) -> None:
    """The quick way reads what is asked, and no more."""
    cookies = {settings.SESSION_COOKIE_NAME: session_of(ana)}
    with CaptureQueriesContext(connection) as asked:
        found = visitor(cookies).user
        barring.require_usable(found)
    assert len(asked) == 2
    assert found is not None
    assert "username" in found.get_deferred_fields()
    with CaptureQueriesContext(connection) as asked:
        ties.blocks(bram, found)
    assert len(asked) == 1


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


def test_how_sockets_read_a_person_logs_nobody_in(ana: User) -> None:
    ana.set_password("a good one")
    ana.save()
    assert SocketBackend().authenticate(None, username=ana.username, password="a good one") is None
    assert not SocketBackend().has_perm(ana, "games.view_game")


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
    assert visitor({}) is STRANGER


@pytest.mark.parametrize("known", [True, False])
def test_what_a_session_holds_is_what_its_store_says(ana: User, known: bool) -> None:
    key = session_of(ana if known else None)
    mine, theirs = strangers._Session(key), SessionStore(key)
    assert dict(mine.items()) == dict(theirs.items())
    assert bool(mine.get(SESSION_KEY)) == known
