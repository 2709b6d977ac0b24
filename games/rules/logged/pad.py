"""What the pad at the table asks for next, and which of its keys can be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.rules.logged.held import WHOLE, Held
from games.rules.logged.inference import Known, gaps
from games.rules.logged.slots import TRICKS, Slot, Spot, TableRecord, number_of, phase_of, undead_apart
from games.rules.logged.sorting import COUNTED
from games.rules.state import HAND, Phase, Seat
from games.rules.tricks import scored_in


class Asked(NamedTuple):
    """A slot to be logged, and the seat whose card it is; None for a revealed card or an unknown seat."""

    slot: Slot
    seat: Seat | None


def asked(known: Known) -> tuple[Asked, ...]:
    """What is to be logged now, in the order of the game; cards of one trick may come in any order.

    The blind card of the trick before comes first and is optional. ``LEADER`` is asked when it is not known.
    """
    return () if known.over == TRICKS else tuple(_asked(known))


def _asked(known: Known) -> Iterator[Asked]:
    at = known.over
    if 0 < at <= HAND and known.tricks[at - 1].blind is None:
        yield _ask(known, at - 1, Spot.BLIND)
    if known.chain.leaders[at].seat is None:
        yield _ask(known, at, Spot.LEADER)
    if at < HAND and known.tricks[at].revealed is None:
        yield _ask(known, at, Spot.REVEALED)
    for spot in (Spot.LEAD, Spot.FOLLOW):
        if known.tricks[at].at(spot) is None:
            yield _ask(known, at, spot)


def missing(known: Known, record: TableRecord) -> tuple[Asked, ...]:
    """The gaps in tricks that are over, in order; blind cards, which are optional, and what follows left out.

    Phase one counts only at the depth at which every card is logged. A leader is missing where a statement would
    tell the seats of that trick and of those after it.
    """
    if record.piles:
        return ()
    first = 0 if record.undead is None else HAND
    found = [_ask(known, index, Spot.LEADER) for index in _leaderless(known, first)]
    found += [_ask(known, at, spot) for at, spot in gaps(known) if at >= first and spot is not Spot.BLIND]
    return tuple(sorted(found, key=lambda one: one.slot.index))


def _leaderless(known: Known, first: int) -> Iterator[int]:
    leaders = known.chain.leaders
    told = {leaders[known.over].base} if known.over < TRICKS else set()
    for index in range(first, known.over):
        if leaders[index].base and leaders[index].base not in told:
            told.add(leaders[index].base)
            yield index


def _ask(known: Known, index: int, spot: Spot) -> Asked:
    slot = Slot(phase_of(index), number_of(index), spot)
    shared = spot in (Spot.LEADER, Spot.REVEALED)
    return Asked(slot, None if shared else known.taker(index, spot).seat)


def remaining(record: TableRecord, slot: Slot) -> Held:
    """The cards that can still be in a slot, with their copies, whatever is logged there now.

    Left out are cards logged elsewhere and, in phase two, those played in phase one. Whose follower a card is
    makes no difference: a card that its seat cannot have must be loggable, to be flagged.
    """
    elsewhere = record if slot.spot is Spot.LEADER else record.logged(slot, None)
    played, recruited, supported = _copies(elsewhere)
    if slot.phase is Phase.TWO:
        return WHOLE - played - supported
    if slot.spot in (Spot.REVEALED, Spot.BLIND):
        return WHOLE - played - recruited
    return WHOLE - played - (recruited | supported)


def remaining_undead(record: TableRecord) -> Held:
    """The cards that can still be logged as won in phase one apart from its tricks."""
    early = scored_in(Phase.ONE)
    return Held({card: n for card, n in unseen(record).items() if card.faction in early})


def unseen(record: TableRecord) -> Held:
    """The cards logged nowhere, with their copies."""
    played, recruited, supported = _copies(record)
    return WHOLE - played - (recruited | supported)


def spent(record: TableRecord) -> Held:
    """The cards that are certainly gone before phase two: played in phase one, or won there and logged apart."""
    return _copies(record)[0]


@lru_cache(64)
def _copies(record: TableRecord) -> tuple[Held, Held, Held]:
    """The logged cards played in phase one, recruited, and played in phase two."""
    played = recruited = supported = 0
    for index, trick in enumerate(record.tricks):
        both = COUNTED[trick.lead] + COUNTED[trick.follow]
        if index < HAND:
            played += both
            recruited += COUNTED[trick.revealed] + COUNTED[trick.blind]
        else:
            supported += both
    apart = Held(card for _, card in undead_apart(record))
    return Held.of(played) + apart, Held.of(recruited), Held.of(supported)
