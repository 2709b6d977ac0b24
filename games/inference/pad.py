"""The next slot to log at the table, and the cards that are possible in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.inference.card_locations import COUNTED
from games.inference.card_multiset import FULL_DECK, CardMultiset
from games.inference.deduction import Deduction, list_gaps
from games.inference.record import (
    TRICK_COUNT,
    Slot,
    Spot,
    TableRecord,
    get_phase,
    get_trick_number,
    list_separate_undead,
)
from games.rules.state import HAND_SIZE, Phase, Seat
from games.rules.tricks import list_scored_factions


class RequestedSlot(NamedTuple):
    """A slot to be logged, and the seat whose card it is; None for a revealed card or an unknown seat."""

    slot: Slot
    seat: Seat | None


def get_requested_slot(known: Deduction) -> tuple[RequestedSlot, ...]:
    """Return what is to be logged now, in the order of the game; cards of one trick may come in any order.

    The blind card of the trick before comes first and is optional. ``LEADER`` is asked when it is not known.
    """
    return () if known.over == TRICK_COUNT else tuple(_find_requested_slot(known))


def _find_requested_slot(known: Deduction) -> Iterator[RequestedSlot]:
    at = known.over
    if 0 < at <= HAND_SIZE and known.tricks[at - 1].blind is None:
        yield _build_request(known, at - 1, Spot.BLIND)
    if known.chain.leaders[at].seat is None:
        yield _build_request(known, at, Spot.LEADER)
    if at < HAND_SIZE and known.tricks[at].revealed is None:
        yield _build_request(known, at, Spot.REVEALED)
    for spot in (Spot.LEAD, Spot.FOLLOW):
        if known.tricks[at].at(spot) is None:
            yield _build_request(known, at, spot)


def list_missing_slots(known: Deduction, record: TableRecord) -> tuple[RequestedSlot, ...]:
    """Return the gaps in tricks that are over, in order; blind cards, which are optional, and what follows left out.

    Phase one counts only at the depth at which every card is logged. A leader is missing where a statement would tell
    the seats of that trick and of those after it.
    """
    if record.piles:
        return ()
    first = 0 if record.undead is None else HAND_SIZE
    found = [_build_request(known, index, Spot.LEADER) for index in _find_leaderless_trick(known, first)]
    found += [
        _build_request(known, at, spot) for at, spot in list_gaps(known) if at >= first and spot is not Spot.BLIND
    ]
    return tuple(sorted(found, key=lambda one: one.slot.index))


def _find_leaderless_trick(known: Deduction, first: int) -> Iterator[int]:
    leaders = known.chain.leaders
    told = {leaders[known.over].base} if known.over < TRICK_COUNT else set()
    for index in range(first, known.over):
        if leaders[index].base and leaders[index].base not in told:
            told.add(leaders[index].base)
            yield index


def _build_request(known: Deduction, index: int, spot: Spot) -> RequestedSlot:
    slot = Slot(get_phase(index), get_trick_number(index), spot)
    shared = spot in (Spot.LEADER, Spot.REVEALED)
    return RequestedSlot(slot, None if shared else known.taker(index, spot).seat)


def list_remaining_cards(record: TableRecord, slot: Slot) -> CardMultiset:
    """Return the cards that can still be in a slot, with their copies, whatever is logged there now.

    Left out are cards logged elsewhere and, in phase two, those played in phase one. Whose follower a card is makes no
    difference: a card that its seat cannot have must be loggable, to be flagged.
    """
    elsewhere = record if slot.spot is Spot.LEADER else record.logged(slot, None)
    played, recruited, supported = _count_copies(elsewhere)
    if slot.phase is Phase.TWO:
        return FULL_DECK - played - supported
    if slot.spot in (Spot.REVEALED, Spot.BLIND):
        return FULL_DECK - played - recruited
    return FULL_DECK - played - (recruited | supported)


def list_remaining_undead(record: TableRecord) -> CardMultiset:
    """Return the cards that can still be logged as won in phase one apart from its tricks."""
    early = list_scored_factions(Phase.ONE)
    return CardMultiset({card: n for card, n in list_unseen_cards(record).items() if card.faction in early})


def list_unseen_cards(record: TableRecord) -> CardMultiset:
    """Return the cards logged nowhere, with their copies."""
    played, recruited, supported = _count_copies(record)
    return FULL_DECK - played - (recruited | supported)


def list_spent_cards(record: TableRecord) -> CardMultiset:
    """Return the cards that are certainly gone before phase two: played in phase one, or won there and logged apart."""
    return _count_copies(record)[0]


@lru_cache(64)
def _count_copies(record: TableRecord) -> tuple[CardMultiset, CardMultiset, CardMultiset]:
    """Return the logged cards played in phase one, recruited, and played in phase two."""
    played = recruited = supported = 0
    for index, trick in enumerate(record.tricks):
        both = COUNTED[trick.lead] + COUNTED[trick.follow]
        if index < HAND_SIZE:
            played += both
            recruited += COUNTED[trick.revealed] + COUNTED[trick.blind]
        else:
            supported += both
    apart = CardMultiset(card for _, card in list_separate_undead(record))
    return CardMultiset.of(played) + apart, CardMultiset.of(recruited), CardMultiset.of(supported)
