"""Hostile input: whatever an address or a field holds, every page answers without a server error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from django.test.client import BOUNDARY, ClientHandler, encode_multipart
from django.utils.datastructures import MultiValueDict
from pytest_django import Settings

from games.api.api import api
from games.eventlog import event_store
from games.services.moderation.permissions import Moderator
from tests.admin.routes import PART, all_routes, form_of, path_of
from tests.admin.sample_data import SampleData

pytestmark = pytest.mark.django_db
TEXTS = (
    "\0",
    "9" * 30,
    "9" * 5000,
    "²",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
    "9999",
    "http://[",
    "nowhere",
    '{"id": "x"}',
)
"""Each was too much for somebody: a database, a parser, a calendar, what makes addresses."""
WORST = ("\0", "9" * 5000, "²")
PARTS = ("%00", "%ED%A0%80", "9" * 30, "9" * 5000)
HALF = "+2AA-"
"""Half a character, in UTF-7."""
SECTIONS = sorted({route.split("/")[0] for route in all_routes()})
Cookies = dict[str, str]


@pytest.fixture
def sample(ana: Any, bram: Any, cleo: Any, mona: Moderator, sara: Moderator, settings: Settings) -> SampleData:
    settings.RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS = False
    return SampleData(ana, bram, cleo, mona, sara)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of fields that views ask for."""
    names: set[str] = set()
    for method in ("__getitem__", "get", "getlist", "__contains__"):
        monkeypatch.setattr(MultiValueDict, method, recording(names, getattr(MultiValueDict, method)))
    return names


def recording(names: set[str], method: Any) -> Any:
    def note(values: Any, name: Any, *more: Any) -> Any:
        if isinstance(values, QueryDict) and isinstance(name, str):
            names.add(name)
        return method(values, name, *more)

    return note


class Browser:
    """A client of one role whose requests are rolled back, and must not fail."""

    def __init__(self, sample: SampleData, role: str) -> None:
        self._cookies = {name: one.value for name, one in sample.clients[role].cookies.items()}
        self._handler = ClientHandler(enforce_csrf_checks=False)

    def send(self, method: str, path: str, fields: Any, **more: Any) -> int:
        """The status of the answer; whatever breaks is raised."""
        client = Client()
        client.handler = self._handler
        client.cookies = type(client.cookies)(self._cookies)
        cache.clear()
        event_store.state_cache.clear()
        with transaction.atomic():
            answer = getattr(client, method.lower())(path, fields, **more)
            transaction.set_rollback(True)
        assert answer.status_code < 500, (method, path, fields)
        return int(answer.status_code)


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section or "lobby")
def test_no_address_breaks(section: str, sample: SampleData, asked: set[str]) -> None:
    for route in all_routes():
        if route.split("/")[0] == section:
            send_hostile_input(Browser(sample, role(route)), route, sample, asked)


def role(route: str) -> str:
    """Who gets furthest there."""
    if route.startswith(("guest/", "j", "account/login/", "account/signup/", "account/password/reset/", "api/")):
        return "visitor"
    return {"t": "host", "admin": "mona"}.get(route.split("/")[0], "ana")


def send_hostile_input(browser: Browser, route: str, sample: SampleData, asked: set[str]) -> None:
    path, usual = path_of(route, sample), form_of(route, sample)
    for hostile in paths(route, sample):
        browser.send("POST" if usual else "GET", hostile, usual)
    for method, sent in (("GET", {}), ("POST", usual)):
        names = named(browser, method, path, sent, asked) | unnamed(route)
        for fields in overwritten(names, together=route.startswith("admin/")):
            browser.send(method, path, {**sent, **fields})
    content = f"multipart/form-data; boundary={BOUNDARY}; charset=utf-7"
    body = encode_multipart(BOUNDARY, {**usual, **dict.fromkeys(names or {"text"}, HALF)})
    assert browser.send("POST", path, body, content_type=content) == 400


def paths(route: str, sample: SampleData) -> Iterator[str]:
    """The addresses of a route with one part as no link has it."""
    for part in PART.finditer(route):
        mark = "somewhere"
        whole = path_of(route[: part.start()] + mark + route[part.end() :], sample)
        yield from (whole.replace(mark, hostile) for hostile in PARTS)


def named(browser: Browser, method: str, path: str, fields: Any, asked: set[str]) -> set[str]:
    """Return the fields that a page reads as HTML or JSON; none where it does not take the method."""
    asked.clear()
    for accept in ("text/html", "application/json"):
        if browser.send(method, path, fields, headers={"Accept": accept}) == 405:
            return set()
    return asked - {"csrfmiddlewaretoken"}


def unnamed(route: str) -> set[str]:
    """The fields of an address that no view asks for by name: those of the API, and the dates of the desk's lists."""
    if route.startswith("api/"):
        paths: Any = api.get_openapi_schema()["paths"]
        operation = paths.get("/" + PART.sub(r"{\1}", route), {}).get("get", {})
        return {one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"}
    dates = {f"{field}__{part}" for field in ("at", "made_at", "changed_at") for part in ("year", "month", "day")}
    return dates if re.fullmatch(r"admin/games/\w+/", route) else set()


def overwritten(names: set[str], together: bool) -> Iterator[dict[str, str]]:
    """Yield each text in all fields at once, and the worst also in each field alone, which others may hide."""
    if names:
        yield from (dict.fromkeys(names, text) for text in TEXTS)
    if not together:
        yield from ({name: text} for name in sorted(names) for text in WORST)
