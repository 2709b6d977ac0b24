"""What a seat may hold in phase two as far as known, and the card that the rules leave it."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.cards import Card
from games.rules.logged.followers import followers
from games.rules.logged.held import RANKS, Held
from games.rules.logged.inference import Known
from games.rules.logged.slots import TRICKS, Slot, Spot, number_of, phase_of
from games.rules.state import HAND, Cards, Pair, Seat
from games.rules.tricks import follow_options


class Forced(NamedTuple):
    """The only card that can lie in a slot by the rules."""

    slot: Slot
    card: Card


def holdable(known: Known) -> Pair:
    """The cards that each seat may still play in phase two, sorted; its hand where that is known."""
    first, second = (tuple(sorted(known.account.supporters(seat), key=RANKS.__getitem__)) for seat in (0, 1))
    return first, second


def forced(known: Known) -> Forced | None:
    """The card that the seat in turn must play in phase two; None unless there is only one that it can be.

    The trap: people may fail to follow, so this is what ought to be played, and no card is known by it.
    """
    at = known.over
    if not HAND <= at < TRICKS or not known.trusted or known.tricks[at].follow is not None:
        return None
    lead = known.tricks[at].lead
    spot = Spot.LEAD if lead is None else Spot.FOLLOW
    seat = known.taker(at, spot).seat
    found = set() if seat is None else set(_legal(known, seat, lead))
    return Forced(Slot(phase_of(at), number_of(at), spot), found.pop()) if len(found) == 1 else None


def _legal(known: Known, seat: Seat, lead: Card | None) -> Cards:
    """The cards that a seat may play by the rules, whichever of the possible hands it has; none if that differs."""
    held: Held = known.account.supporters(seat)
    may = tuple(held)
    if lead is None:
        return may
    follows = any(card.faction is lead.faction for card in followers(known, seat))
    if not follows and any(card.faction is lead.faction for card in may):
        return ()
    return follow_options(may, lead.faction)
