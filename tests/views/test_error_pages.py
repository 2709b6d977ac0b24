"""Error pages: in HTML or JSON, in the reader's language, and without the database where that is gone."""

from __future__ import annotations

import threading

import pytest
from asgiref.sync import async_to_sync
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.test import AsyncClient, Client, RequestFactory
from pytest_django import DjangoAssertNumQueries, Settings

from games.models import User
from games.views import errors


def test_an_unknown_address_is_a_404(visitor: Client) -> None:
    answer = visitor.get("/nowhere/")
    assert answer.status_code == 404
    assert "Nothing here" in answer.content.decode()


def test_a_foreign_host_is_not_repeated(visitor: Client) -> None:
    answer = visitor.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "evil.example" not in answer.content.decode()


def test_a_server_error_needs_no_database(
    db: None, rf: RequestFactory, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        answer = errors.server_error(rf.get("/"))
    assert answer.status_code == 500
    assert "Something broke on the server" in answer.content.decode()


def test_a_missing_csrf_token_is_explained() -> None:
    answer = Client(enforce_csrf_checks=True).post("/guest/", {"name": "Ana"})
    assert answer.status_code == 403
    assert "allow cookies" in answer.content.decode()


def test_a_missing_csrf_token_has_a_code() -> None:
    asked = {"Accept": "application/json"}
    answer = Client(enforce_csrf_checks=True).post("/guest/", {"name": "Ana"}, headers=asked)
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert "CSRF token" in answer.json()["message"]


@pytest.mark.parametrize(
    ("accepted", "kind"),
    [
        ("application/json", "application/json"),
        ("text/html, application/json", "text/html"),
        ("image/png", "text/html"),
        ("*/*", "text/html"),
    ],
)
def test_json_is_for_clients_that_accept_nothing_else(visitor: Client, accepted: str, kind: str) -> None:
    assert visitor.get("/nowhere/", headers={"Accept": accepted})["Content-Type"].split(";")[0] == kind


@pytest.mark.parametrize("path", ["/", "/guest/", "/rules/", "/account/login/", "/account/signup/", "/nowhere/"])
@pytest.mark.parametrize("language", ["en", "nl", "id", "zh-Hant"])
def test_every_page_names_its_language(visitor: Client, path: str, language: str) -> None:
    page = visitor.get(path, headers={"Accept-Language": language}).content.decode()
    assert f'<html lang="{language}"' in page


@pytest.mark.parametrize("path", ["/", "/guest/", "/rules/", "/account/login/", "/account/signup/", "/nowhere/"])
def test_no_page_has_anything_inline(visitor: Client, path: str, settings: Settings) -> None:
    page = visitor.get(path).content.decode()
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick=" not in page
    assert "script-src 'self'" in visitor.get(path)["Content-Security-Policy"]


@pytest.mark.django_db(transaction=True)
def test_an_asynchronous_error_page_closes_its_connection(ana: User) -> None:
    """Django's asynchronous handler renders it in a thread in which no request begins or ends."""
    opened: dict[str, BaseDatabaseWrapper] = {}

    def note(connection: BaseDatabaseWrapper, **_: object) -> None:
        opened[threading.current_thread().name] = connection

    async def read() -> int:
        client = AsyncClient()
        await client.aforce_login(ana, backend="django.contrib.auth.backends.ModelBackend")
        return (await client.get("/nowhere/")).status_code

    connection_created.connect(note)
    try:
        assert async_to_sync(read)() == 404
    finally:
        connection_created.disconnect(note)
    elsewhere = [one for name, one in opened.items() if name != threading.current_thread().name]
    assert [one.connection for one in elsewhere] == [None]
