"""Every door of the site against everybody: one table, and nothing in the site that is not in it.

A cell says what a request gets: ``ok`` (2xx), ``on`` (sent on to another page, as after a form), ``login``, ``name``
(a visitor chooses one first), the code of a refusal, or the status. ``=`` repeats the cell before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Model
from django.http import HttpResponseBase
from django.test import Client
from django.test.client import ClientHandler

from games import limits
from games.models import Act, Appeal, Challenge, Device, Entry, Game, JoinToken, Player, Report, Tie, User
from games.services.moderation import Judge
from games.store import log
from tests.admin.doors import address, form, routes
from tests.admin.roles import ROLES, House

pytestmark = pytest.mark.django_db
TABLE = Path(__file__).parent / "matrix.txt"
METHODS = ("GET", "POST")


@pytest.fixture
def house(ana: User, bram: User, cleo: User, mona: Judge, sara: Judge) -> House:
    return House(ana, bram, cleo, mona, sara)


def test_every_door_opens_to_whom_it_should(house: House) -> None:
    found = "\n".join(table(house)) + "\n"
    assert found == TABLE.read_text()


def table(house: House) -> Iterator[str]:
    """The table as it is, a line a door and method."""
    wide = max(len(route) for route in routes()) + 6
    world, handler = kept(), ClientHandler(enforce_csrf_checks=False)
    yield f"{'':{wide}}{''.join(f'{role:<17}' for role in ROLES)}".rstrip()
    for route in routes():
        for method in METHODS:
            cells = [knock(house, role, method, route, world, handler) for role in ROLES]
            told = ["=" if at and cell == cells[at - 1] else cell for at, cell in enumerate(cells)]
            yield f"{method:<5}/{route:<{wide - 6}}{''.join(f'{cell:<17}' for cell in told)}".rstrip()


def knock(house: House, role: str, method: str, route: str, world: list[object], handler: ClientHandler) -> str:
    """What a request gets, in a world that forgets it afterwards. GET must change nothing there."""
    client = Client()
    client.handler = handler
    client.cookies = type(client.cookies)({name: one.value for name, one in house.clients[role].cookies.items()})
    limits.reset()
    cache.clear()
    log.cache.clear()
    accept = "text/html" if route.startswith(("account/", "admin/")) else "application/json"
    send = client.post if method == "POST" else client.get
    with transaction.atomic():
        answer = send(address(route, house), form(route, house), headers={"accept": accept})
        assert method != "GET" or kept() == world, (role, route)
        transaction.set_rollback(True)
    return cell(answer)


def kept() -> list[object]:
    """What only a POST may change."""
    counted = " UNION ALL ".join(
        f"SELECT count(*) FROM {name}" for name in tables(Entry, Act, Player, Device, JoinToken, User, Tie, Challenge)
    )
    asked = [counted, *(f"SELECT * FROM {name} ORDER BY id" for name in tables(Game, Report, Appeal))]
    with connection.cursor() as cursor:
        return [row for query in asked for row in cursor.execute(query).fetchall()]


def tables(*models: type[Model]) -> list[str]:
    return [model._meta.db_table for model in models]


def cell(answer: HttpResponseBase) -> str:
    if 200 <= answer.status_code < 300:
        return "ok"
    if 300 <= answer.status_code < 400:
        return _sent_on(answer["Location"])
    told = answer.json() if answer.get("Content-Type", "").startswith("application/json") else {}  # type: ignore[attr-defined]
    return str(told.get("code", answer.status_code))


def _sent_on(place: str) -> str:
    pages = {"/account/login/": "login", "/admin/login/": "login", "/guest/": "name", "/account/signup/": "signup"}
    return next((name for start, name in pages.items() if place.startswith(start)), "on")
