"""Private page of the cards that a player gathers when an online game moves to the table."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.device_cookie import get_device
from games.eventlog import event_store
from games.models import Device, Game
from games.rules.state import Phase, Seat, get_other_seat
from games.state.match_state import MatchState
from games.state.seat_setup import SeatSetup, build_seat_setup
from games.state.table_state import TableState
from games.texts.names import translate_names
from games.texts.refusals import REFUSAL_SENTENCES
from games.texts.table import format_card
from games.views.companion.access import get_table_game
from games.views.deals.cards import group_by_faction


@never_cache
@require_safe
def setup_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show a player which cards to take. Only the browser that agreed to the transfer sees its own page."""
    game = get_table_game(code)
    match = _get_origin(game)
    seat = _find_seat(match, get_device(game.pk, request.COOKIES))
    if seat is None:
        raise PermissionDenied(_(REFUSAL_SENTENCES["not_at_table"]))
    if match is None or match.state is None:
        raise Http404
    table = event_store.load_state_of_kind(TableState, game.pk)
    context = _build_context(build_seat_setup(match.state, seat, table.setup), translate_names(table.names), seat)
    return render(request, "transfers/setup.html", {"game": game, **context})


def _get_origin(game: Game) -> MatchState | None:
    """Return the online game that moved to a table; raise 404 for a table that began there."""
    if game.origin_id is None:
        raise Http404
    return event_store.load_state_of_kind(MatchState, game.origin_id)


def _find_seat(match: MatchState | None, device: Device | None) -> Seat | None:
    if match is None or device is None or device.digest not in match.transfer.parties:
        return None
    return match.transfer.parties.index(device.digest)


def _build_context(setup: SeatSetup, names: tuple[str, str], seat: Seat) -> dict[str, Any]:
    other = get_other_seat(seat)
    return {
        "opponent": names[other],
        "setup": setup,
        "in_phase_one": setup.phase is Phase.ONE,
        "piles": [(names[each], group_by_faction(setup.score[each])) for each in (0, 1) if setup.score[each]],
        "discards": group_by_faction(setup.discards),
        "hand": group_by_faction(setup.hand),
        "followers": group_by_faction(setup.followers),
        "revealed": [format_card(card) for card in setup.revealed],
        "lead": [format_card(card) for card in setup.lead],
        "order": [format_card(card) for card in setup.order],
    }
