"""What tests of replays do again and again."""

from __future__ import annotations

from django.test import Client

from games.models import Game
from games.services.table import companion
from tests.pages.tables import device
from tests.services.companion_acts import card, cards_of, honest_game, item


def page(client: Client, game: Game, query: str = "") -> str:
    """The page of the replay, of a match or a table."""
    answer = client.get(f"{game.address}replay/{query}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def log_cards(host: Client, table: Game, tricks: int = 26, without: tuple[str, ...] = ()) -> None:
    """Log an honest game at a table, card by card, some of them forgotten."""
    state = honest_game(10)
    items = [item("lead", seat=state.tricks[0].leader)]
    items += [card(*where) for one in state.tricks[:tricks] for where, _ in cards_of(one) if where[3] not in without]
    assert all(isinstance(one, int) for one in companion.act(table.pk, device(host, table).pk, items))
