"""Seats at a table of a shared deal, which each person may take once, on a phone of their own."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Entry, Game, SharedDeal, User
from games.queries import shared_deals
from games.rules.errors import Refusal
from games.state.game_state import Event
from games.state.table_events import TableEventKind

ARRIVALS = (TableEventKind.PLACED, TableEventKind.ASKED_IN)
"""Kinds of entries by which a device gets a seat or requests one."""


def require_new_to_deal(game: Game, events: Sequence[Event]) -> None:
    """Require that the people who get or request seats at a table of a shared deal may play it.

    The lock on the deal keeps two games from dealing the same cards to one person. Raise ``Refusal`` with
    ``deal_closed``, ``deal_played``, ``not_at_table`` for a device without a user, and ``bad_choice`` for a place that
    is not exactly one seat.
    """
    arrivals = [event for event in events if event.kind in ARRIVALS]
    if game.shared_deal_id is None or not arrivals:
        return
    deal = SharedDeal.objects.select_for_update().get(pk=game.shared_deal_id)
    for event in arrivals:
        _require_new_person(game, deal, event)


def _require_new_person(game: Game, deal: SharedDeal, event: Event) -> None:
    """Require that a person is new to the deal, or had the same seat of this table before."""
    seats = event.data["seats"] if event.kind == TableEventKind.PLACED else [event.data["seat"]]
    user = User.objects.filter(pk=event.data.get("user", event.actor_id)).first()
    if len(seats) != 1:
        raise Refusal("bad_choice", "one_phone_each")
    if user is None:
        raise Refusal("not_at_table")
    placed = Entry.objects.filter(game=game, kind=TableEventKind.PLACED, data__user__in=shared_deals.list_selves(user))
    former = [data["seats"] for data in placed.values_list("data", flat=True)]
    if not former and shared_deals.is_paired(deal, user):
        # Only a board of the round opens a table of its deal.
        shared_deals.require_new_to(deal, user)
    elif not former:
        shared_deals.require_playable(deal, user)
    elif any(seats != own for own in former):
        raise Refusal("deal_played")
