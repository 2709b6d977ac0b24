"""Page that tells each player of a shared deal how to set up the printed deck, without a card of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.eventlog import event_store
from games.models import Game
from games.rules.cards import DECK
from games.rules.state import Seat
from games.state.deck_setup import DeckSetup, build_setup
from games.state.game_state import Status
from games.state.table_state import TableState
from games.texts.names import translate_names
from games.views.companion.access import get_table_game, require_view
from games.views.transfers import setup

Item = TypeVar("Item")
ROW_LENGTH = 8
"""Number of cards in a row on the table."""
SORTER, DEALER = 0, 1
"""Seats of the player who lays out the cards and of the player who takes them."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where the dealer puts the card at a position: the hand of a ``seat``, or else its ``number`` in the deck."""

    seat: Seat | None
    number: int | None = None


@never_cache
@require_safe
def setup_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show a player of a shared deal how to set up the deck, until the game has begun."""
    game = get_table_game(code)
    if game.origin_id is not None:
        return setup.setup_page(request, code)
    table = event_store.load_state_of_kind(TableState, game.pk)
    device = require_view(request, table, game)
    seats = table.seats_of(device.pk if device else None)
    if not table.setup or len(seats) != 1 or game.shared_deal is None:
        raise Http404
    if table.status is not Status.WAITING:
        return redirect(game.address)
    seat, instructions = min(seats), _build_setup(game, table.setup)
    context = {
        "game": game,
        "seat": seat,
        "opponent": translate_names(table.names)[1 - seat],
        "columns": range(1, ROW_LENGTH + 1),
        "deal_url": reverse("shared_deal", args=[game.shared_deal.code]),
        **(_build_sorter_context(instructions) if seat == SORTER else _build_dealer_context(instructions)),
    }
    return render(request, "companion/deck_setup.html", context)


def _build_setup(game: Game, seed: str) -> DeckSetup:
    """Return the instructions of a table. Those of another table of the deal lay out the cards in another order."""
    deal = game.shared_deal
    if deal is None:
        raise ValueError("a table without a shared deal has no setup")
    state = deal.shuffle.dealt()
    piles = {str(seat): hand for seat, hand in enumerate(state.hands)}
    return build_setup(DECK, piles, state.deck, seed)


def _build_sorter_context(setup: DeckSetup) -> dict[str, Any]:
    """Return the rows of cards as codes."""
    return {"rows": _split_rows([str(card) for card in setup.order])}


def _build_dealer_context(setup: DeckSetup) -> dict[str, Any]:
    """Return the rows of targets."""
    targets = {position: Target(seat) for seat in (0, 1) for position in setup.piles[str(seat)]}
    targets |= {position: Target(None, number) for number, position in enumerate(setup.deck, 1)}
    return {"rows": _split_rows([targets[position] for position in sorted(targets)])}


def _split_rows(items: Sequence[Item]) -> list[Sequence[Item]]:
    return [items[start : start + ROW_LENGTH] for start in range(0, len(items), ROW_LENGTH)]
