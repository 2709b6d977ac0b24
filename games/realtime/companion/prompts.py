"""Prompts of a device: the slots to log next, and the keys of their pads."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from games.inference.card_multiset import EMPTY, CardMultiset
from games.inference.pad import RequestedSlot, list_remaining_cards, list_remaining_undead, list_spent_cards
from games.inference.record import EMPTY_TRICK, PileCount, Slot, Spot, TableRecord
from games.inference.tally import Tally
from games.rules.cards import COPIES, Faction
from games.rules.state import HAND_SIZE, Cards, Phase, Seat, SeatCards
from games.rules.tricks import list_scored_factions
from games.schemas.table import AskShown, PadKeys, Pads, PileShown
from games.state.sheet import BOTH_SEATS, LogDepth, Seats, get_missing_pile_field, get_play_tally
from games.state.table_state import TableState
from games.texts.formatting import join_sentences
from games.texts.table import describe_low_count, describe_request, format_faction

CACHE_SIZE = 1024
"""Cached prompts and pads: enough for some dozen games."""


def build_prompts(table: TableState, device: int | None, tally: Tally, record: TableRecord) -> tuple[AskShown, ...]:
    """Return the prompts of the slots to log now, in the order for this device.

    The device's own blind card comes first until the next trick has begun, and last from then on. Slots that the device
    logs come before those of other devices. The blind card of another seat is never included.
    """
    if table.over or table.depth is LogDepth.PILES:
        return ()
    own, acting = table.seats_of(device), get_acting_seats(table, device)
    requests = _list_phase_two_slots(tally) if table.depth is LogDepth.SCORING else tally.asked
    blinds = [request for request in requests if request.slot.spot is Spot.BLIND and request.seat in own]
    others = sorted(
        (request for request in requests if request.slot.spot is not Spot.BLIND),
        key=lambda request: not _is_own(request, acting, tally.leader),
    )
    has_begun = any(record.tricks[request.slot.index] != EMPTY_TRICK for request in others)
    ordered = [*others, *blinds] if has_begun else [*blinds, *others]
    return tuple(build_prompt(table, request, acting, tally) for request in ordered)


def build_prompt(table: TableState, request: RequestedSlot, acting: Seats, tally: Tally) -> AskShown:
    """Return the prompt for a slot, with its sentence. ``acting`` are the seats for which the device logs."""
    is_own = _is_own(request, acting, tally.leader)
    is_spare = request.slot.spot is Spot.BLIND and are_blinds_optional(table)
    text = describe_request(request.slot, request.seat, table.names, mine=acting != BOTH_SEATS)
    return _build_prompt_message(request, is_own, is_spare, _get_likely_cards(request, tally), text)


@lru_cache(CACHE_SIZE)
def _build_prompt_message(
    request: RequestedSlot, is_own: bool, is_spare: bool, likely: Cards | None, text: str
) -> AskShown:
    """Return a prompt; cached, since every view repeats the prompts of missing slots."""
    slot, is_blind = request.slot, request.slot.spot is Spot.BLIND
    make: Any = AskShown
    return cast(
        AskShown,
        make(
            phase=int(slot.phase),
            trick=slot.number,
            place=slot.spot.value,
            seat=request.seat,
            mine=is_own,
            private=is_blind,
            optional=is_blind,
            spare=is_spare,
            likely=None if likely is None else tuple([str(card) for card in likely]),
            pad=_get_pad(slot),
            text=text,
        ),
    )


def _get_likely_cards(request: RequestedSlot, tally: Tally) -> Cards | None:
    if request.slot.phase is Phase.ONE or request.seat is None or not tally.may[request.seat]:
        return None
    return tally.may[request.seat]


def get_acting_seats(table: TableState, device: int | None) -> Seats:
    """Return the seats for which a device logs: its own, and those without a device."""
    own = table.seats_of(device)
    return own | table.seating.free_seats if own else own


def are_blinds_optional(table: TableState) -> bool:
    """Return whether the game goes on without logged blind cards.

    That is so if each seat has a device of its own: blind cards would then take every fifth tap.
    """
    return not table.seating.free_seats and all(len(place.seats) < 2 for place in table.seating.places.values())


@lru_cache(64)
def build_pads(record: TableRecord) -> Pads:
    """Return the keys of all pads for the record that a device may see; cached for devices that see the same."""
    tricks = record.tricks
    number = next((n for n in range(1, HAND_SIZE) if tricks[n - 1].revealed is None), HAND_SIZE)
    return Pads(
        recruit=_build_keys(list_remaining_cards(record, Slot(Phase.ONE, number, Spot.REVEALED))),
        play=_build_keys(list_remaining_cards(record, Slot(Phase.ONE, 1, Spot.LEADER))),
        support=_build_keys(list_remaining_cards(record, Slot(Phase.TWO, 1, Spot.LEADER)), list_spent_cards(record)),
        undead=_build_keys(list_remaining_undead(record), only=list_scored_factions(Phase.ONE)),
    )


def build_piles(table: TableState) -> tuple[PileShown, ...] | None:
    """Return the final piles to be counted; None at a log depth at which they follow from the tricks."""
    if table.depth is not LogDepth.PILES:
        return None
    counted, score = dict(table.sheet.record.piles), get_play_tally(replace(table.public(), piles=())).score
    make: Any = PileShown
    return tuple(
        make(
            faction=faction.value,
            name=format_faction(faction),
            size=sum(copies for card, copies in COPIES.items() if card.faction is faction),
            counts=counted[faction].counts if faction in counted else None,
            highest=counted[faction].highest if faction in counted else (None, None),
            asks=get_missing_pile_field(faction, counted.get(faction)),
            logged=_count_logged(faction, score),
            doubt=_build_doubt(table, faction, counted.get(faction), _count_logged(faction, score)),
        )
        for faction in Faction
    )


def _count_logged(faction: Faction, score: SeatCards) -> tuple[int, int]:
    first, second = (sum(card.faction is faction for card in pile) for pile in score)
    return first, second


def _build_doubt(table: TableState, faction: Faction, counted: PileCount | None, logged: tuple[int, int]) -> str:
    """Return the warnings about seats with fewer cards counted than logged, joined to one text."""
    fewer = [seat for seat in (0, 1) if counted and counted.counts[seat] < logged[seat]]
    return join_sentences(describe_low_count(faction, table.names[seat], logged[seat]) for seat in fewer)


def _list_phase_two_slots(tally: Tally) -> tuple[RequestedSlot, ...]:
    """Return the requests of phase two; during phase one, those for the first trick of phase two."""
    if tally.phase is Phase.TWO:
        return tuple(request for request in tally.asked if request.slot.phase is Phase.TWO)
    first = (Spot.LEADER, Spot.LEAD, Spot.FOLLOW)
    return tuple(RequestedSlot(Slot(Phase.TWO, 1, spot), None) for spot in first)


def _is_own(request: RequestedSlot, acting: Seats, leader: Seat | None) -> bool:
    """Return whether a device that logs for the ``acting`` seats logs a slot.

    The leader's device logs the revealed card too. Every device with a seat may name the leader.
    """
    seat = leader if request.slot.spot is Spot.REVEALED else request.seat
    return bool(acting) and (seat is None or seat in acting)


def _get_pad(slot: Slot) -> str | None:
    if slot.spot is Spot.LEADER:
        return None
    if slot.spot in (Spot.REVEALED, Spot.BLIND):
        return "recruit"
    return "play" if slot.phase is Phase.ONE else "support"


@lru_cache(CACHE_SIZE)
def _build_keys(
    left: CardMultiset, played: CardMultiset = EMPTY, only: tuple[Faction, ...] = tuple(Faction)
) -> PadKeys:
    held = {card: count for card, count in left.items() if card.faction in only}
    gone = [card for card in COPIES if card.faction in only and card not in held]
    off = {str(card): "phase_one" if card in played else "seen" for card in gone}
    make: Any = PadKeys
    return cast(PadKeys, make(left={str(card): count for card, count in held.items()}, off=off))
