"""Slots to log next at the table, and the cards that are possible in them."""

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
    """A slot to log, and the seat of its card; None for a leader, a revealed card or an unknown seat."""

    slot: Slot
    seat: Seat | None


def get_requested_slot(known: Deduction) -> tuple[RequestedSlot, ...]:
    """Return the slots to log now, in the order of the game; the cards of a trick may be logged in any order.

    The blind card of the previous trick comes first and is optional. ``LEADER`` is requested if it is not known.
    """
    return () if known.over == TRICK_COUNT else tuple(_list_requested_slots(known))


def _list_requested_slots(known: Deduction) -> Iterator[RequestedSlot]:
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
    """Return the gaps in finished tricks, in order, without blind cards, which are optional.

    There are none with counted piles. Gaps that a deduction fills are left out. Phase one is included only if
    ``undead`` is None, which means that every card is logged. A leader is missing if stating it would reveal the seats
    of its trick and of later tricks.
    """
    if record.piles:
        return ()
    first = 0 if record.undead is None else HAND_SIZE
    found = [_build_request(known, index, Spot.LEADER) for index in _list_leaderless_tricks(known, first)]
    found += [
        _build_request(known, at, spot) for at, spot in list_gaps(known) if at >= first and spot is not Spot.BLIND
    ]
    return tuple(sorted(found, key=lambda request: request.slot.index))


def _list_leaderless_tricks(known: Deduction, first: int) -> Iterator[int]:
    leaders = known.chain.leaders
    bases = {leaders[known.over].base} if known.over < TRICK_COUNT else set()
    for index in range(first, known.over):
        if leaders[index].base and leaders[index].base not in bases:
            bases.add(leaders[index].base)
            yield index


def _build_request(known: Deduction, index: int, spot: Spot) -> RequestedSlot:
    slot = Slot(get_phase(index), get_trick_number(index), spot)
    shared = spot in (Spot.LEADER, Spot.REVEALED)
    return RequestedSlot(slot, None if shared else known.taker(index, spot).seat)


def list_remaining_cards(record: TableRecord, slot: Slot) -> CardMultiset:
    """Return the cards that can still be in a slot, with their copies, whatever is logged there now.

    Cards logged elsewhere are left out, except that a follower is logged twice: as recruited, and as played in phase
    two. Cards that the seat of the slot cannot have are included: they must be loggable, so that they can be flagged.
    """
    elsewhere = record if slot.spot is Spot.LEADER else record.logged(slot, None)
    played, recruited, supported = _count_copies(elsewhere)
    if slot.phase is Phase.TWO:
        return FULL_DECK - played - supported
    if slot.spot in (Spot.REVEALED, Spot.BLIND):
        return FULL_DECK - played - recruited
    return FULL_DECK - played - (recruited | supported)


def list_remaining_undead(record: TableRecord) -> CardMultiset:
    """Return the Undead that can still be logged as won in phase one, apart from its tricks."""
    early = list_scored_factions(Phase.ONE)
    return CardMultiset({card: count for card, count in list_unseen_cards(record).items() if card.faction in early})


def list_unseen_cards(record: TableRecord) -> CardMultiset:
    """Return the cards that are not logged anywhere, with their copies."""
    played, recruited, supported = _count_copies(record)
    return FULL_DECK - played - (recruited | supported)


def list_spent_cards(record: TableRecord) -> CardMultiset:
    """Return the cards that are certainly gone before phase two: played in phase one, or Undead logged apart."""
    return _count_copies(record)[0]


@lru_cache(64)
def _count_copies(record: TableRecord) -> tuple[CardMultiset, CardMultiset, CardMultiset]:
    """Return the logged cards played in phase one, recruited, and played in phase two.

    Undead logged apart count as played in phase one.
    """
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
