"""Page that tells a player how to set up the printed deck, without a card that only the other may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.device_cookie import get_device
from games.eventlog import event_store
from games.models import Device
from games.rules.cards import DECK, Card
from games.rules.state import Seat, State, get_other_seat
from games.state.deck_setup import Positions, build_setup
from games.state.match_state import MatchState
from games.state.seat_setup import SORTER, SeatSetup, build_seat_setup
from games.state.table_state import TableState
from games.texts.names import translate_names
from games.texts.refusals import REFUSAL_SENTENCES
from games.views.companion.access import get_table_game
from games.views.deals.cards import group_by_faction

Item = TypeVar("Item")
CardList = tuple[str, list[tuple[str, str]]]
"""Heading of some cards, and their values by faction."""
ROW_LENGTH = 8
"""Number of cards in a row on the table."""


@never_cache
@require_safe
def setup_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show a player how to set up the deck, until a card is logged. Only the browser that holds the seat sees it."""
    game = get_table_game(code)
    table = event_store.load_state_of_kind(TableState, game.pk)
    origin = event_store.load_state_of_kind(MatchState, game.origin_id) if game.origin_id is not None else None
    seat = _require_seat(table, get_device(game.pk, request.COOKIES), origin)
    if not table.setup:
        raise Http404
    if not table.is_setup_open:
        return redirect(game.address)
    names = translate_names(table.names)
    context = {"game": game, "opponent": names[get_other_seat(seat)]}
    if origin is not None and origin.state is not None:
        context |= _build_transfer_context(origin.state, seat, table.setup, names)
    elif game.shared_deal is not None:
        context |= _build_deal_context(game.shared_deal.shuffle.dealt(), seat, table.setup)
    return render(request, "companion/setup/page.html", context)


def _require_seat(table: TableState, device: Device | None, origin: MatchState | None) -> Seat:
    """Return the seat of the requesting browser.

    Raise 403 unless it holds exactly one seat, and if an online game moved here, agreed to that as the same player.
    """
    seats = table.seats_of(device.pk if device else None)
    if device is None or len(seats) != 1:
        raise PermissionDenied(_(REFUSAL_SENTENCES["not_at_table"]))
    (seat,) = seats
    if origin is not None and origin.transfer.parties[seat] != device.digest:
        raise PermissionDenied(_(REFUSAL_SENTENCES["not_at_table"]))
    return seat


def _build_deal_context(state: State, seat: Seat, seed: str) -> dict[str, Any]:
    """Return the rows of a whole deal. Those of another table of the deal lay out the cards in another order."""
    setup = build_setup(DECK, {"theirs": state.hands[SORTER], "mine": state.hands[1 - SORTER]}, state.deck, seed)
    if seat == SORTER:
        return _build_sorter_context(setup.order)
    numbers = {position: str(number) for number, position in enumerate(setup.deck, 1)}
    return _build_dealer_context(len(DECK), {**setup.piles}, numbers)


def _build_transfer_context(state: State, seat: Seat, seed: str, names: tuple[str, str]) -> dict[str, Any]:
    """Return the rows of the cards that only one player or nobody has seen, and lists of the others."""
    setup = build_seat_setup(state, seat, seed)
    lists = {
        "own_cards": _list_cards((_("Your hand"), setup.hand), (_("Your followers, face down"), setup.followers)),
        "open_cards": _list_open_cards(setup, names),
    }
    if not setup.is_dealer:
        return {**lists, **_build_sorter_context(setup.order)}
    piles = {"mine": setup.hand_positions, "followers": setup.follower_positions}
    return {**lists, **_build_dealer_context(setup.arranged_count, piles, {})}


def _list_open_cards(setup: SeatSetup, names: tuple[str, str]) -> list[CardList]:
    return _list_cards(
        (_("%(name)s: score pile") % {"name": names[0]}, setup.score[0]),
        (_("%(name)s: score pile") % {"name": names[1]}, setup.score[1]),
        (_("Discarded, beside the table"), setup.discards),
        (_("Face up in the middle"), setup.revealed),
        (_("Led in this trick"), setup.lead),
    )


def _list_cards(*lists: tuple[str, Sequence[Card]]) -> list[CardList]:
    """Return the headings of those lists that have cards, each with its cards by faction."""
    return [(heading, group_by_faction(cards)) for heading, cards in lists if cards]


def _build_sorter_context(order: Iterable[Card]) -> dict[str, Any]:
    """Return the rows of cards as codes."""
    return {"is_dealer": False, "rows": _split_rows([str(card) for card in order])}


def _build_dealer_context(count: int, piles: dict[str, Positions], numbers: dict[int, str]) -> dict[str, Any]:
    """Return the rows of targets: the name of a pile, a number in the deck, or a dot for a card that stays."""
    targets = numbers | {position: name for name, positions in piles.items() for position in positions}
    return {"is_dealer": True, "rows": _split_rows([targets.get(at, "·") for at in range(1, count + 1)])}


def _split_rows(items: Sequence[Item]) -> list[Sequence[Item]]:
    return [items[start : start + ROW_LENGTH] for start in range(0, len(items), ROW_LENGTH)]
