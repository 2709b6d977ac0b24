"""The follower piles of a physical game, which are the hands of phase two, as far as known."""

from __future__ import annotations

from games.rules.cards import COPIES
from games.rules.logged.held import Held
from games.rules.logged.inference import Known, gaps
from games.rules.logged.slots import TRICKS, Spot, loggings
from games.rules.state import HAND, Cards, Seat


def followers(known: Known, seat: Seat) -> Cards:
    """The cards a seat has certainly recruited and not yet played in phase two, sorted; none when all is over.

    The trap: after an unlogged play of the seat in phase two none is certain, for it may have been any of them.
    """
    if known.over == TRICKS:
        return ()
    if known.over < HAND:
        return tuple(sorted(_recruited(known, seat).elements()))
    if _unlogged_play(known, seat):
        return ()
    return tuple(sorted((known.account.own[seat] - _supported(known, seat)).elements()))


def size(known: Known, seat: Seat) -> int:
    """How many followers a seat has: one from each trick of phase one, less those played in phase two."""
    if known.over < HAND:
        return known.over
    if known.over == TRICKS:
        return 0
    now = known.tricks[known.over]
    played = [spot for spot, card in ((Spot.LEAD, now.lead), (Spot.FOLLOW, now.follow)) if card is not None]
    return TRICKS - known.over - sum(known.taker(known.over, spot).seat == seat for spot in played)


def _recruited(known: Known, seat: Seat) -> Held:
    recruits = (Spot.REVEALED, Spot.BLIND)
    logged = loggings(known.tricks[: known.over])
    return Held(c for at, spot, c in logged if spot in recruits and known.taker(at, spot).seat == seat)


def _supported(known: Known, seat: Seat) -> Held:
    """The cards of phase two that a seat may have played; of single cards also those the other seat did play."""
    played = [item for item in loggings(known.tricks) if item[0] >= HAND]
    seats = (seat, None)
    return Held(card for at, spot, card in played if COPIES[card] == 1 or known.taker(at, spot).seat in seats)


def _unlogged_play(known: Known, seat: Seat) -> bool:
    """Whether a card the seat has played is missing; an answer in the open trick shows that its lead is."""
    missing = [(index, spot) for index, spot in gaps(known) if index >= HAND]
    now = known.tricks[known.over]
    if now.lead is None and now.follow is not None:
        missing.append((known.over, Spot.LEAD))
    return any(known.taker(index, spot).seat in (seat, None) for index, spot in missing)
