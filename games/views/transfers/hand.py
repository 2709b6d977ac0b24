"""Page on which a player enters the hand of a physical game that continues online."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.inference.position import count_hand, list_unseen_cards
from games.models import Device, Game
from games.rules.cards import Card, hand_sort_key
from games.rules.errors import Refusal
from games.rules.state import get_other_seat
from games.services.transfers import agreement
from games.state.table_state import TableState
from games.texts.names import translate_name
from games.texts.refusals import get_refusal_sentence
from games.texts.table import format_faction
from games.views.responses import respond_done, respond_refused, wants_json
from games.views.transfers.table_requests import run_at_table


@never_cache
@sensitive_post_parameters("card")
@require_http_methods(["GET", "HEAD", "POST"])
def enter_hand(request: HttpRequest, code: str) -> HttpResponse:
    """Show the cards that a hand can have, or on POST enter the hand of the requesting device.

    ``card`` is repeated, once for each card. Neither page nor answer depends on the other hand, except that both
    players are asked again if their hands do not fit together.
    """
    return run_at_table(request, code, _respond)


def _respond(request: HttpRequest, game: Game, table: TableState, device: Device) -> HttpResponse:
    agreement.require_hand(table, device.pk)
    respond = _enter if request.method == "POST" else _render
    return respond(request, game, table, device)


def _enter(request: HttpRequest, game: Game, table: TableState, device: Device) -> HttpResponse:
    codes = request.POST.getlist("card")
    try:
        after = agreement.enter_hand(game, device, agreement.parse_hand(codes))
    except Refusal as refusal:
        if wants_json(request) or refusal.code != "bad_hand":
            raise
        count = count_hand(table.seen(device.pk), min(table.seats_of(device.pk)))
        problem = get_refusal_sentence(refusal) if len(codes) == count else _describe_count(len(codes), count)
        return _render(request, game, table, device, codes, problem, status=409)
    if after.transfer.is_exhausted:
        return respond_refused(request, Refusal("hand_conflict"), reverse("table_transfer", args=[game.code]))
    again = after.transfer.is_agreed and after.transfer.hands == (None, None)
    return respond_done(request, reverse("table_hand" if again else "table", args=[game.code]))


def _describe_count(marked: int, count: int) -> str:
    return _("You marked %(marked)s of %(count)s. Mark exactly the cards in your hand.") % {
        "marked": marked,
        "count": count,
    }


def _render(
    request: HttpRequest,
    game: Game,
    table: TableState,
    device: Device,
    codes: Sequence[str] = (),
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    seat = min(table.seats_of(device.pk))
    seen = table.seen(device.pk)
    context: dict[str, Any] = {
        "game": game,
        "opponent": translate_name(table.names[get_other_seat(seat)]),
        "is_entered": table.transfer.hands[seat] is not None,
        "has_conflict": bool(table.transfer.conflicts),
        "factions": _group_keys(list_unseen_cards(seen), codes),
        "count": count_hand(seen, seat),
        "problem": problem,
    }
    return render(request, "transfers/hand.html", context, status=status)


def _group_keys(cards: Sequence[Card], codes: Sequence[str]) -> list[tuple[str, str, list[tuple[str, int, bool]]]]:
    """Return the letter and the name of each faction with its cards: code, value, and whether it is chosen."""
    chosen, groups = Counter(codes), []
    for faction, group in groupby(sorted(cards, key=hand_sort_key), lambda card: card.faction):
        keys = []
        for card in group:
            chosen[str(card)] -= 1
            keys.append((str(card), card.value, chosen[str(card)] >= 0))
        groups.append((faction.value, format_faction(faction), keys))
    return groups
