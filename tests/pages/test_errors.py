"""What a person reads when something is not there, not allowed or broken."""

import json
import threading

import pytest
from asgiref.sync import async_to_sync
from django.core.exceptions import PermissionDenied
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.test import AsyncClient, Client, RequestFactory
from pytest_django import DjangoAssertNumQueries, Settings

from games.models import User
from games.pages import errors


def test_nothing_here(visitor: Client) -> None:
    answer = visitor.get("/nowhere/")
    assert answer.status_code == 404
    assert "Nothing here" in answer.content.decode()


def test_an_unknown_host_gets_a_page_that_uses_nothing_of_the_request(visitor: Client) -> None:
    answer = visitor.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "evil.example" not in answer.content.decode()


def test_a_broken_server_says_so_without_the_database(
    db: None, rf: RequestFactory, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        answer = errors.server_error(rf.get("/"))
    assert answer.status_code == 500
    assert "Something broke on the server" in answer.content.decode()


def test_what_is_forbidden_without_a_reason_says_so(rf: RequestFactory) -> None:
    answer = errors.forbidden(rf.get("/", headers={"Accept": "application/json"}), PermissionDenied())
    assert json.loads(answer.content) == {"code": "forbidden", "message": "This page is not for you to see."}


def test_a_form_without_its_token_is_explained() -> None:
    answer = Client(enforce_csrf_checks=True).post("/guest/", {"name": "Ana"})
    assert answer.status_code == 403
    assert "allow cookies" in answer.content.decode()


def test_a_program_without_it_is_told_a_code() -> None:
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
def test_who_asks_for_json_alone_gets_it(visitor: Client, accepted: str, kind: str) -> None:
    assert visitor.get("/nowhere/", headers={"Accept": accepted})["Content-Type"].split(";")[0] == kind


@pytest.mark.parametrize("path", ["/", "/guest/", "/rules/", "/account/login/", "/account/signup/", "/nowhere/"])
@pytest.mark.parametrize("language", ["en", "nl", "id", "zh-Hant"])
def test_every_page_names_its_language(visitor: Client, path: str, language: str) -> None:
    page = visitor.get(path, headers={"Accept-Language": language}).content.decode()
    assert f'<html lang="{language}"' in page


def test_the_language_is_changed_by_post_and_kept(visitor: Client) -> None:
    answer = visitor.post("/i18n/setlang/", {"language": "nl", "next": "/rules/"})
    assert answer["Location"] == "/rules/"
    assert '<html lang="nl"' in visitor.get("/rules/").content.decode()


@pytest.mark.parametrize("path", ["/", "/guest/", "/rules/", "/account/login/", "/account/signup/", "/nowhere/"])
def test_no_page_has_anything_inline(visitor: Client, path: str, settings: Settings) -> None:
    page = visitor.get(path).content.decode()
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick=" not in page
    assert "script-src 'self'" in visitor.get(path)["Content-Security-Policy"]


@pytest.mark.django_db(transaction=True)
def test_a_page_out_of_turn_gives_its_connection_back(ana: User) -> None:
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
