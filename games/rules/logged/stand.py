"""Where a physical game stands: what its tally begins with, and what is printed of it without one."""

from __future__ import annotations

from games.rules.logged.bounds import scored
from games.rules.logged.followers import followers
from games.rules.logged.held import RANKS
from games.rules.logged.inference import Known
from games.rules.logged.slots import TRICKS, TableRecord
from games.rules.state import Pair, Seat, other


def ended(record: TableRecord, known: Known) -> bool:
    """Whether a game is over: played to its end, or its piles are counted."""
    return known.over == TRICKS or bool(record.piles)


def reached(record: TableRecord, known: Known) -> int:
    """The index of the trick that a game is at: the last one where it is over."""
    return TRICKS - 1 if ended(record, known) else known.over


def leads(record: TableRecord, known: Known) -> Seat | None:
    """Who leads the trick that is being played; None where that is not known, and where the game is over."""
    return None if ended(record, known) else known.chain.leaders[known.over].seat


def turn(record: TableRecord, known: Known) -> Seat | None:
    """Whose card is awaited; None where that is not known, and where the game is over."""
    leader = leads(record, known)
    return leader if leader is None or known.tricks[known.over].lead is None else other(leader)


def in_hand(record: TableRecord, known: Known) -> Pair:
    """The cards certainly recruited and not yet played in phase two, where they are the hands."""
    return ((), ()) if ended(record, known) else (followers(known, 0), followers(known, 1))


def piles(known: Known) -> Pair:
    """The cards that are known to lie in the score piles, sorted; those whose seat is not known are left out."""
    won = [(card, side.seat) for card, side in scored(known, known.over)]
    first, second = [sorted([card for card, seat in won if seat == one], key=RANKS.__getitem__) for one in (0, 1)]
    return tuple(first), tuple(second)
