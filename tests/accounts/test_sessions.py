"""Sessions: they outlast another SECRET_KEY and late answers, and end with the log-out."""

from __future__ import annotations

from collections.abc import Callable
from http.cookies import Morsel

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.models import LoginSession, User
from games.models.sessionstore import SessionStore
from games.views.accounts.middleware import BACKGROUND_PATHS
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
PAGE = "/account/password/change/"
BEFORE, AFTER = "the key of today", "the key of tomorrow"


@pytest.fixture(autouse=True)
def _before(settings: Settings) -> None:
    settings.SECRET_KEY = BEFORE


@pytest.fixture
def rotate(settings: Settings) -> Callable[..., None]:
    """Return a function that takes a new secret key into use and may forget the old one."""

    def rotate(forget: bool = False) -> None:
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = AFTER, [] if forget else [BEFORE]

    return rotate


Rotate = Callable[..., None]


@pytest.fixture
def logged_in(ana: User) -> Client:
    browser = Client()
    assert browser.post("/account/login/", {"login": "ana", "password": PASSWORD})["Location"] == "/"
    return browser


def test_outlast_another_secret_key_under_the_same_session_key(logged_in: Client, rotate: Rotate) -> None:
    (before,) = LoginSession.objects.values_list("pk", flat=True)
    rotate()
    for _ in range(2):
        assert logged_in.get(PAGE).status_code == 200
        assert list(LoginSession.objects.values_list("pk", flat=True)) == [before]
    assert logged_in.session.session_key == before


def test_end_once_the_old_secret_key_is_forgotten(logged_in: Client, rotate: Rotate) -> None:
    rotate(forget=True)
    assert logged_in.get(PAGE).status_code == 302


def test_get_another_session_key_with_another_password(logged_in: Client, rotate: Rotate) -> None:
    rotate()
    (before,) = LoginSession.objects.values_list("pk", flat=True)
    fields = {"oldpassword": PASSWORD, "password1": "four-loud-goblins", "password2": "four-loud-goblins"}
    assert logged_in.post(PAGE, fields).status_code == 302
    assert before not in LoginSession.objects.values_list("pk", flat=True)


NAME = settings.SESSION_COOKIE_NAME


def cookie(client: Client) -> Morsel[str]:
    return client.cookies[NAME]


def asked_late(key: str, path: str) -> Client:
    """Request a page with the cookie from before."""
    page = Client()
    page.cookies[NAME] = key
    page.get(path)
    return page


@pytest.mark.parametrize("path", [*BACKGROUND_PATHS, "/"])
@pytest.mark.parametrize("way", ["signup", "login"])
def test_a_late_answer_leaves_the_cookie_of_a_login(ana: User, visitor: Client, way: str, path: str) -> None:
    visitor.post("/guest/", {"name": "Cleo"})
    before = cookie(visitor).value
    fields = {"username": "Cleo", "password1": PASSWORD} if way == "signup" else {"login": "ana", "password": PASSWORD}
    assert visitor.post(f"/account/{way}/", fields).status_code == 302
    assert cookie(visitor).value != before
    assert cookie(asked_late(before, path)).value == before


@pytest.mark.parametrize("path", BACKGROUND_PATHS)
def test_a_background_request_sends_no_old_cookie(visitor: Client, path: str) -> None:
    """The first answer of a day prolongs the session, and sends its cookie for that."""
    visitor.post("/guest/", {"name": "Cleo"})
    session = visitor.session
    session["prolonged"] = timezone.now().toordinal() - 1
    session.save()
    assert NAME not in visitor.get(path).cookies
    assert NAME in visitor.get("/").cookies


def test_a_logout_deletes_the_cookie(ana_client: Client) -> None:
    ana_client.post("/account/logout/")
    assert (cookie(ana_client).value, cookie(ana_client)["max-age"]) == ("", 0)
    assert not LoginSession.objects.exists()


def test_a_session_key_with_a_nul_is_invalid(visitor: Client) -> None:
    """A cookie in quotes may have one, and PostgreSQL cannot look for it."""
    assert SessionStore("\0" * 32).session_key is None
    visitor.cookies.load(f'{NAME}="\\000{"a" * 31}"')
    assert visitor.cookies[NAME].value == "\0" + "a" * 31
    assert visitor.get("/account/login/").status_code == 200
