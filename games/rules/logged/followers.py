"""The follower piles of a physical game, which are the hands of phase two, as far as known."""

from __future__ import annotations

from games.rules.logged.held import TWINS, Held
from games.rules.logged.inference import Known, gaps
from games.rules.logged.slots import TRICKS, Spot
from games.rules.logged.sorting import sorted_out
from games.rules.state import HAND, Cards, Seat


def followers(known: Known, seat: Seat) -> Cards:
    """The cards a seat has certainly recruited and not yet played in phase two, sorted; none when all is over.

    The trap: after an unlogged play of the seat in phase two none is certain, for it may have been any of them.
    """
    if known.over == TRICKS:
        return ()
    if known.over < HAND:
        return tuple(_recruited(known, seat).in_order())
    if _unlogged_play(known, seat):
        return ()
    return tuple((known.account.own[seat] - _supported(known, seat)).in_order())


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
    return sorted_out(known.tricks[: known.over], known.chain).recruits[seat]


def _supported(known: Known, seat: Seat) -> Held:
    """The cards of phase two that a seat may have played; of single cards also those the other seat did play."""
    logged = known.counted
    return logged.supported.without(TWINS) | (logged.supported - logged.supporters[1 - seat])


def _unlogged_play(known: Known, seat: Seat) -> bool:
    """Whether a card the seat has played is missing; an answer in the open trick shows that its lead is."""
    missing = [(index, spot) for index, spot in gaps(known) if index >= HAND]
    now = known.tricks[known.over]
    if now.lead is None and now.follow is not None:
        missing.append((known.over, Spot.LEAD))
    return any(known.taker(index, spot).seat in (seat, None) for index, spot in missing)
