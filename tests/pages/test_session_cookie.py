"""What becomes of a browser's session when an open page asks for something while its person signs up or leaves."""

from __future__ import annotations

from http.cookies import Morsel

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.models import LoginSession, User
from games.pages.people.barred import BY_THEMSELVES
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db

NAME = settings.SESSION_COOKIE_NAME


def cookie(client: Client) -> Morsel[str]:
    return client.cookies[NAME]


def asked_late(key: str, path: str) -> Client:
    """A page asks with the cookie that it had before."""
    page = Client()
    page.cookies[NAME] = key
    page.get(path)
    return page


@pytest.mark.parametrize("path", [*BY_THEMSELVES, "/"])
@pytest.mark.parametrize("way", ["signup", "login"])
def test_an_answer_that_comes_late_leaves_the_cookie_of_a_login(
    ana: User, visitor: Client, way: str, path: str
) -> None:
    visitor.post("/guest/", {"name": "Cleo"})
    before = cookie(visitor).value
    fields = {"username": "Cleo", "password1": PASSWORD} if way == "signup" else {"login": "ana", "password": PASSWORD}
    assert visitor.post(f"/account/{way}/", fields).status_code == 302
    assert cookie(visitor).value != before
    assert cookie(asked_late(before, path)).value == before


@pytest.mark.parametrize("path", BY_THEMSELVES)
def test_nor_does_it_bring_back_the_one_before(visitor: Client, path: str) -> None:
    """The first answer of a day prolongs the session, and sends its cookie for that."""
    visitor.post("/guest/", {"name": "Cleo"})
    session = visitor.session
    session["prolonged"] = timezone.now().toordinal() - 1
    session.save()
    assert NAME not in visitor.get(path).cookies
    assert NAME in visitor.get("/").cookies


def test_a_log_out_takes_it(ana_client: Client) -> None:
    ana_client.post("/account/logout/")
    assert (cookie(ana_client).value, cookie(ana_client)["max-age"]) == ("", 0)
    assert not LoginSession.objects.exists()
