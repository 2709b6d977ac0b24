"""Replay pages, and tables whose cards are logged."""

from __future__ import annotations

from django.test import Client

from games.models import Game
from games.services.companion import play
from tests.services.companion.entries import card, cards_of, honest_game, item
from tests.views.tables import device_at


def replay_page(client: Client, game: Game, query: str = "") -> str:
    """Return the replay page of an online game or a table."""
    answer = client.get(f"{game.address}replay/{query}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def log_cards(host: Client, table: Game, tricks: int = 26, without: tuple[str, ...] = ()) -> None:
    """Log a complete game at a table, card by card, except the cards ``without``."""
    state = honest_game(10)
    items = [item("lead", seat=state.tricks[0].leader)]
    items += [card(*where) for one in state.tricks[:tricks] for where, _ in cards_of(one) if where[3] not in without]
    assert all(isinstance(one, int) for one in play.execute_commands(table.pk, device_at(host, table).pk, items))
