"""Error pages: in HTML or JSON, in the reader's language, and without the database where that is gone."""

from __future__ import annotations

import threading

import pytest
from asgiref.sync import async_to_sync
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.test import AsyncClient, Client, RequestFactory
from pytest_django import DjangoAssertNumQueries

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
    assert "Something went wrong on the server" in answer.content.decode()


def test_a_missing_csrf_token_is_explained() -> None:
    strict = Client(enforce_csrf_checks=True)
    page = strict.post("/guest/", {"name": "Ana"})
    assert page.status_code == 403
    assert "allow cookies" in page.content.decode()
    assert "load the page again" in page.content.decode()
    answer = strict.post("/guest/", {"name": "Ana"}, headers={"Accept": "application/json"})
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
def test_every_page_names_its_language_and_has_nothing_inline(visitor: Client, path: str) -> None:
    for language in ("en", "nl", "id", "zh-Hant"):
        answer = visitor.get(path, headers={"Accept-Language": language})
        page = answer.content.decode()
        assert f'<html lang="{language}"' in page
        assert "script-src 'self'" in answer["Content-Security-Policy"]
        assert [markup for markup in (" style=", "<style", " onclick=") if markup in page] == []


@pytest.mark.django_db(transaction=True)
def test_an_asynchronous_error_page_closes_its_connection(ana: User) -> None:
    """Django's asynchronous handler renders the page in a thread in which no request begins or ends."""
    opened: dict[str, BaseDatabaseWrapper] = {}

    def record(connection: BaseDatabaseWrapper, **_: object) -> None:
        opened[threading.current_thread().name] = connection

    async def read() -> int:
        client = AsyncClient()
        await client.aforce_login(ana, backend="django.contrib.auth.backends.ModelBackend")
        return (await client.get("/nowhere/")).status_code

    connection_created.connect(record)
    try:
        assert async_to_sync(read)() == 404
    finally:
        connection_created.disconnect(record)
    others = [connection for name, connection in opened.items() if name != threading.current_thread().name]
    assert [connection.connection for connection in others] == [None]
