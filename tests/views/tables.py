"""Tables (games with the printed deck), opened, used and logged over HTTP, and replay pages."""

from __future__ import annotations

from typing import Any

from django.test import Client

from games.accounts.device_cookie import COOKIE, get_device
from games.eventlog import event_store
from games.models import Device, Game
from games.services.companion import join_tokens, play
from games.state.table_state import TableState
from tests.services.companion.entries import card, cards_of, honest_game, item

JSON = {"Accept": "application/json"}


def open_table(client: Client, device: str = "0", **more: str) -> Game:
    """Open a table for Ana and Bram in this browser."""
    fields = {"first": "Ana", "second": "Bram", "depth": "every", "device": device, "watch": "on"}
    answer = client.post("/t/new/", {**fields, **more}, headers=JSON)
    assert answer.status_code == 200, answer.content
    return Game.objects.get(code=answer.json()["url"].split("/")[2])


def join_secret(game: Game) -> join_tokens.TokenSecret:
    token = join_tokens.get_table_token(game)
    assert token is not None
    return join_tokens.get_secret(token)


def look_up_code(client: Client, **code: str) -> Any:
    return client.post("/j/look/", code, headers=JSON)


def take_place(client: Client, game: Game, place: str, **more: str) -> Any:
    """Join a table with its code."""
    return client.post("/j/take/", {"token": join_secret(game).token, "as": place, **more}, headers=JSON)


def post_action(client: Client, game: Game, name: str, **fields: object) -> Any:
    return client.post(f"/t/{game.code}/{name}/", fields, headers=JSON)


def device_at(client: Client, game: Game) -> Device:
    found = get_device(game.pk, {COOKIE: client.cookies[COOKIE].value})
    assert found is not None
    return found


def table_of(game: Game) -> TableState:
    return event_store.load_state_of_kind(TableState, game.pk)


def seats_of(client: Client, game: Game) -> set[int]:
    return set(table_of(game).seats_of(device_at(client, game).pk))


def log_cards(host: Client, table: Game, tricks: int = 26, without: tuple[str, ...] = ()) -> None:
    """Log a complete game at a table, card by card, except the cards ``without``."""
    state = honest_game(10)
    items = [item("lead", seat=state.tricks[0].leader)]
    for trick in state.tricks[:tricks]:
        items += [card(*place) for place, _ in cards_of(trick) if place[3] not in without]
    outcomes = play.execute_commands(table.pk, device_at(host, table).pk, items)
    assert all(isinstance(outcome, int) for outcome in outcomes)


def replay_page(client: Client, game: Game, query: str = "") -> str:
    """Return the replay page of an online game or a table."""
    answer = client.get(f"{game.address}replay/{query}")
    assert answer.status_code == 200
    return str(answer.content.decode())
