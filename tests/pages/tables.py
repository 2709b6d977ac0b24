"""What tests of a table's pages do again and again."""

from __future__ import annotations

from typing import Any

from django.test import Client

from games.models import Device, Game
from games.people.devices import COOKIE, device_of
from games.services.table import tokens
from games.store import log
from games.stories.table import Table

JSON = {"Accept": "application/json"}


def opened(client: Client, device: str = "0", **more: str) -> Game:
    """A table for Ana and Bram, opened on this browser."""
    fields = {"first": "Ana", "second": "Bram", "depth": "every", "device": device, "watch": "on"}
    answer = client.post("/t/new/", {**fields, **more}, headers=JSON)
    assert answer.status_code == 200, answer.content
    return Game.objects.get(code=answer.json()["url"].split("/")[2])


def secret_of(game: Game) -> tokens.Secret:
    token = tokens.current(game)
    assert token is not None
    return tokens.show(token)


def look(client: Client, **code: str) -> Any:
    return client.post("/j/look/", code, headers=JSON)


def take(client: Client, game: Game, place: str, **more: str) -> Any:
    """Scan the table's code and tap "Join"."""
    return client.post("/j/take/", {"token": secret_of(game).token, "as": place, **more}, headers=JSON)


def act(client: Client, game: Game, name: str, **fields: object) -> Any:
    return client.post(f"/t/{game.code}/{name}/", fields, headers=JSON)


def device(client: Client, game: Game) -> Device:
    found = device_of(game.pk, {COOKIE: client.cookies[COOKIE].value})
    assert found is not None
    return found


def table_of(game: Game) -> Table:
    return log.load_as(Table, game.pk)


def seats(client: Client, game: Game) -> set[int]:
    return set(table_of(game).seats_of(device(client, game).pk))
