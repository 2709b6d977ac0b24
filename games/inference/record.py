"""Record format ``claim-table/1``: the log of a physical game, with its parser and serializer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any, NamedTuple

from games.rules.cards import CARDS_WITH_NONE, COPIES, Card, Faction
from games.rules.record import list_codes
from games.rules.record_fields import (
    BadRecord,
    GameOrigin,
    check_fields,
    parse_card,
    parse_cards,
    parse_origin,
    parse_pair,
    parse_rulings,
    parse_seat,
    parse_seat_names,
    serialize_origin,
    serialize_rulings,
)
from games.rules.rulings import TABLE_RULINGS, Lead, Rulings
from games.rules.state import HAND_SIZE, Cards, Phase, Seat, SeatCards
from games.rules.tricks import list_scored_factions

# Slots of a log of the printed deck, and the cards logged in them.

TRICK_COUNT = 2 * HAND_SIZE


class Spot(StrEnum):
    """A spot of a trick in which something can be logged; ``LEADER`` is the leader as the players state it."""

    LEADER = "leader"
    REVEALED = "revealed"
    LEAD = "lead"
    FOLLOW = "follow"
    BLIND = "blind"

    # As in ``Faction``.
    __hash__ = str.__hash__


CARD_SPOTS = {
    Phase.ONE: (Spot.REVEALED, Spot.LEAD, Spot.FOLLOW, Spot.BLIND),
    Phase.TWO: (Spot.LEAD, Spot.FOLLOW),
}
"""The spots of a trick that hold a card, in the order of the game."""


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A spot of a trick."""

    phase: Phase
    number: int
    spot: Spot

    @property
    def index(self) -> int:
        """The index of the trick, counted from 0 over both phases."""
        return get_trick_index(self.phase, self.number)


class TableTrick(NamedTuple):
    """The logged cards of a trick, None if not logged. ``leader`` is set only if the players stated it."""

    revealed: Card | None = None
    lead: Card | None = None
    follow: Card | None = None
    blind: Card | None = None
    leader: Seat | None = None

    def at(self, spot: Spot) -> Card | None:
        """Return the card at a spot other than ``LEADER``."""
        card: Card | None = getattr(self, spot)
        return card

    def holding(self, spot: Spot, card: Card | None) -> TableTrick:
        """Return the trick with a card, or None, at a spot other than ``LEADER``."""
        changes: dict[str, Any] = {spot.value: card}
        return self._replace(**changes)


EMPTY_TRICK = TableTrick()

_LOGGED = tuple((spots, attrgetter(*(spot.value for spot in spots))) for spots in CARD_SPOTS.values())


@dataclass(frozen=True, slots=True)
class PileCount:
    """A faction in the final piles: the count of each seat's cards and, if needed, the value of its highest card."""

    counts: tuple[int, int]
    highest: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A physical game as far as it was logged; the content of a ``claim-table/1`` record.

    ``undead`` are Undead won in phase one that were logged apart from its tricks; None if the players log every card.
    The trap: they may be incomplete, so a missing card proves nothing. ``origin`` is the online game whose cards come
    first, None for a game that began at the table.
    """

    seats: tuple[str, str]
    leader: Seat | None = None
    phase_one: tuple[TableTrick, ...] = ()
    phase_two: tuple[TableTrick, ...] = ()
    undead: SeatCards | None = None
    phase_two_leader: Seat | None = None
    piles: tuple[tuple[Faction, PileCount], ...] = ()
    rulings: Rulings = TABLE_RULINGS
    origin: GameOrigin | None = None

    @property
    def tricks(self) -> tuple[TableTrick, ...]:
        """All 26 tricks, empty if not logged, with the stated leader of each phase in its first trick."""
        one = list(self.phase_one) + [EMPTY_TRICK] * (HAND_SIZE - len(self.phase_one))
        two = list(self.phase_two) + [EMPTY_TRICK] * (HAND_SIZE - len(self.phase_two))
        one[0] = _with_leader(one[0], self.leader)
        two[0] = _with_leader(two[0], self.phase_two_leader)
        return *one, *two

    def card(self, slot: Slot) -> Card | None:
        """Return the card logged in a slot with a spot other than ``LEADER``; None if there is none."""
        return self._trick(slot).at(slot.spot)

    def logged(self, slot: Slot, card: Card | None) -> TableRecord:
        """Return the record with ``card`` in a slot, or without a card there if None.

        Earlier tricks that are not logged become empty. Nothing is refused: the tally flags what cannot be, and the
        players decide.
        """
        return self._changed(slot, self._trick(slot).holding(slot.spot, card))

    def led(self, slot: Slot, leader: Seat | None) -> TableRecord:
        """Return the record with the stated leader of the slot's trick, or without a statement if None."""
        if slot.index == 0:
            return replace(self, leader=leader)
        if slot.index == HAND_SIZE:
            trick = self._trick(slot)._replace(leader=None)
            return replace(self._changed(slot, trick) if self.phase_two else self, phase_two_leader=leader)
        return self._changed(slot, self._trick(slot)._replace(leader=leader))

    def with_blinds(self, cards: Mapping[int, Card]) -> TableRecord:
        """Return the record with these blind cards, by the numbers of their tricks.

        Earlier tricks that are not logged become empty.
        """
        tricks = list(self.phase_one)
        tricks += [EMPTY_TRICK] * (max(cards, default=0) - len(tricks))
        for number, card in cards.items():
            tricks[number - 1] = tricks[number - 1]._replace(blind=card)
        return replace(self, phase_one=tuple(tricks))

    def _trick(self, slot: Slot) -> TableTrick:
        tricks = self.phase_one if slot.phase is Phase.ONE else self.phase_two
        return tricks[slot.number - 1] if slot.number <= len(tricks) else EMPTY_TRICK

    def _changed(self, slot: Slot, trick: TableTrick) -> TableRecord:
        one = slot.phase is Phase.ONE
        tricks = list(self.phase_one if one else self.phase_two)
        tricks += [EMPTY_TRICK] * (slot.number - len(tricks))
        tricks[slot.number - 1] = trick
        while tricks and tricks[-1] == EMPTY_TRICK:
            tricks.pop()
        return replace(self, phase_one=tuple(tricks)) if one else replace(self, phase_two=tuple(tricks))


def get_trick_index(phase: Phase, number: int) -> int:
    """Return the index of a trick, counted from 0 over both phases."""
    return (phase - 1) * HAND_SIZE + number - 1


def get_phase(index: int) -> Phase:
    """Return the phase of the trick with an index."""
    return Phase.ONE if index < HAND_SIZE else Phase.TWO


def get_trick_number(index: int) -> int:
    """Return the number within its phase, from 1, of the trick with an index."""
    return index % HAND_SIZE + 1


def list_logged_cards(tricks: tuple[TableTrick, ...]) -> Iterator[tuple[int, Spot, Card]]:
    """Yield every logged card with the index of its trick and its spot, in the order of the game."""
    for index, trick in enumerate(tricks):
        if trick is not EMPTY_TRICK:
            spots, cards = _LOGGED[index >= HAND_SIZE]
            for spot, card in zip(spots, cards(trick), strict=True):
                if card is not None:
                    yield index, spot, card


def list_trick_cards(trick: TableTrick, index: int) -> tuple[Card | None, ...]:
    """Return the cards of the trick with an index, None if not logged, in the order of the game."""
    return _LOGGED[index >= HAND_SIZE][1](trick)


def list_separate_undead(record: TableRecord) -> tuple[tuple[Seat, Card], ...]:
    """Return the Undead logged apart that are in no trick of phase one, each with the seat that won it."""
    if not record.undead:
        return ()
    piles: tuple[Cards, ...] = record.undead
    played = {card for trick in record.phase_one for card in (trick.lead, trick.follow)}
    return tuple((seat, card) for seat, pile in enumerate(piles) for card in pile if card not in played)


def _with_leader(trick: TableTrick, leader: Seat | None) -> TableTrick:
    return trick if leader is None or trick.leader is not None else trick._replace(leader=leader)


FORMAT = "claim-table/1"

OPTIONAL_FIELDS = frozenset(
    {"leader", "phase_one", "phase_two", "undead", "phase_two_leader", "piles", "rulings", "origin"}
)
TABLE_LEADS = frozenset({Lead.CHOSEN, Lead.RANDOM})
SPOT_NAMES = {phase: tuple(spot.value for spot in spots) for phase, spots in CARD_SPOTS.items()}
TRICK_FIELDS = {phase: frozenset({*names, Spot.LEADER.value}) for phase, names in SPOT_NAMES.items()}
PHASE_NAMES = {Phase.ONE: "phase one", Phase.TWO: "phase two"}


def read(data: object) -> TableRecord:
    """Return the record in a decoded JSON value. Raise ``BadRecord``, which names the field, if it is malformed.

    A phase that is absent was not logged. ``leader`` may be absent or null only if no trick of phase one was logged.
    Mistakes that people can make with real cards do not make a record malformed: the tally warns of them.
    """
    fields = check_fields(data, FORMAT, required={"seats"}, optional=OPTIONAL_FIELDS)
    one = _parse_tricks(fields.get("phase_one", []), Phase.ONE)
    two = _parse_tricks(fields.get("phase_two", []), Phase.TWO)
    leader = _parse_leader(fields)
    phase_two_leader = _parse_optional_seat(fields.get("phase_two_leader"), "phase_two_leader")
    _check_leaders(one, leader, "leader")
    _check_leaders(two, phase_two_leader, "phase_two_leader")
    return TableRecord(
        seats=parse_seat_names(fields["seats"]),
        leader=leader,
        phase_one=one,
        phase_two=two,
        undead=_parse_undead(fields.get("undead")),
        phase_two_leader=phase_two_leader,
        piles=_parse_piles(fields.get("piles")),
        rulings=TABLE_RULINGS if fields.get("rulings") is None else parse_rulings(fields["rulings"], TABLE_LEADS),
        origin=parse_origin(fields["origin"]) if "origin" in fields else None,
    )


def write(record: TableRecord) -> dict[str, Any]:
    """Return the JSON value of a record, which ``read`` accepts."""
    data: dict[str, Any] = {"format": FORMAT, "seats": list(record.seats)}
    if record.leader is not None:
        data["leader"] = record.leader
    data["phase_one"] = [_serialize_trick(trick, Phase.ONE) for trick in record.phase_one]
    data["phase_two"] = [_serialize_trick(trick, Phase.TWO) for trick in record.phase_two]
    if record.undead is not None:
        data["undead"] = [list_codes(pile) for pile in record.undead]
    if record.phase_two_leader is not None:
        data["phase_two_leader"] = record.phase_two_leader
    if record.piles:
        data["piles"] = {
            faction.key: {"counts": list(pile.counts), "highest": list(pile.highest)} for faction, pile in record.piles
        }
    if record.origin is not None:
        data["origin"] = serialize_origin(record.origin)
    return data if record.rulings == TABLE_RULINGS else {**data, "rulings": serialize_rulings(record.rulings)}


def _serialize_trick(trick: TableTrick, phase: Phase) -> dict[str, Any]:
    cards = {spot.value: trick.at(spot) for spot in CARD_SPOTS[phase]}
    data: dict[str, Any] = {name: card and str(card) for name, card in cards.items()}
    return data if trick.leader is None else {**data, "leader": trick.leader}


def _parse_leader(fields: Mapping[str, Any]) -> Seat | None:
    if fields.get("phase_one") and "leader" not in fields:
        raise BadRecord("leader: it is missing")
    if fields.get("phase_one"):
        return parse_seat(fields["leader"], "leader")
    return _parse_optional_seat(fields.get("leader"), "leader")


def _check_leaders(tricks: tuple[TableTrick, ...], leader: Seat | None, name: str) -> None:
    stated = tricks[0].leader if tricks else None
    if None not in (stated, leader) and stated != leader:
        raise BadRecord(f"{name}: the first trick of the phase states another leader")


def _parse_tricks(value: object, phase: Phase) -> tuple[TableTrick, ...]:
    if not isinstance(value, list):
        raise BadRecord(f"{PHASE_NAMES[phase]}: it must be a list of tricks")
    if len(value) > HAND_SIZE:
        raise BadRecord(f"{PHASE_NAMES[phase]}, trick {HAND_SIZE + 1}: a phase has {HAND_SIZE} tricks")
    return tuple([_parse_trick(item, phase, n) for n, item in enumerate(value, 1)])


def _parse_trick(value: object, phase: Phase, number: int) -> TableTrick:
    if not isinstance(value, dict):
        raise BadRecord(f"{_describe_place(phase, number)}: it must be a JSON object")
    names = SPOT_NAMES[phase]
    if not value.keys() <= TRICK_FIELDS[phase]:
        unknown = sorted(name for name in value.keys() - TRICK_FIELDS[phase] if value[name] is not None)
        if unknown:
            raise BadRecord(
                f"{_describe_place(phase, number)}: {unknown[0][:40]!r}: "
                f"no such field in a trick of {PHASE_NAMES[phase]}"
            )
    try:
        cards = [CARDS_WITH_NONE[value.get(name)] for name in names]
    except (KeyError, TypeError):
        # Only a malformed record needs the slower parser, whose error names the place.
        cards = [_parse_optional_card(value.get(name), f"{_describe_place(phase, number)}, {name}") for name in names]
    leader = value.get("leader")
    stated = None if leader is None else parse_seat(leader, f"{_describe_place(phase, number)}, leader")
    revealed, lead, follow, blind = cards if phase is Phase.ONE else (None, *cards, None)
    return TableTrick(revealed, lead, follow, blind, stated)


def _describe_place(phase: Phase, number: int) -> str:
    return f"{PHASE_NAMES[phase]}, trick {number}"


def _parse_optional_card(value: object, place: str) -> Card | None:
    return None if value is None else parse_card(value, place)


def _parse_optional_seat(value: object, place: str) -> Seat | None:
    return None if value is None else parse_seat(value, place)


def _parse_undead(value: object) -> SeatCards | None:
    if value is None:
        return None
    first, second = parse_pair(value, "undead")
    piles = parse_cards(first, "undead of seat 0"), parse_cards(second, "undead of seat 1")
    for seat, pile in enumerate(piles):
        for card in pile:
            if card.faction not in list_scored_factions(Phase.ONE):
                raise BadRecord(f"undead of seat {seat}: {card} is no Undead")
    return piles


def _parse_piles(value: object) -> tuple[tuple[Faction, PileCount], ...]:
    if value is None:
        return ()
    if not isinstance(value, dict):
        raise BadRecord("piles: it must be a JSON object")
    if unknown := sorted(value.keys() - {faction.key for faction in Faction}):
        raise BadRecord(f"piles: {unknown[0][:40]!r}: no such faction")
    return tuple((faction, _parse_pile(value[faction.key], faction)) for faction in Faction if faction.key in value)


def _parse_pile(value: object, faction: Faction) -> PileCount:
    place = f"piles, {faction.key}"
    if not isinstance(value, dict) or "counts" not in value:
        raise BadRecord(f"{place}: counts: it is missing")
    if unknown := sorted(value.keys() - {"counts", "highest"}):
        raise BadRecord(f"{place}: {unknown[0][:40]!r}: no such field")
    first, second = (
        _parse_integer(count, f"{place}, counts") for count in parse_pair(value["counts"], f"{place}, counts")
    )
    tops = [None, None] if value.get("highest") is None else parse_pair(value["highest"], f"{place}, highest")
    one, two = (None if top is None else _parse_integer(top, f"{place}, highest") for top in tops)
    pile = PileCount((first, second), (one, two))
    check_pile(faction, pile)
    return pile


def _parse_integer(value: object, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadRecord(f"{place}: it must be a whole number, 0 or more")
    return value


def check_pile(faction: Faction, pile: PileCount) -> None:
    """Raise ``BadRecord`` if the cards of a faction cannot be in two piles with these counts and highest values."""
    place, size = f"piles, {faction.key}", count_available_cards(faction, 9)
    if sum(pile.counts) > size:
        raise BadRecord(f"{place}, counts: the deck holds {size} of them")
    for top, count in zip(pile.highest, pile.counts, strict=True):
        if top is not None and (
            Card(faction, top) not in COPIES or not 0 < count <= count_available_cards(faction, top)
        ):
            raise BadRecord(f"{place}, highest: {faction.value}{top} cannot be the highest of {count}")
    if None not in pile.highest and not list_possible_tops(faction, pile.counts, pile.highest):
        raise BadRecord(f"{place}, highest: these two cannot be the highest of {pile.counts}")


def count_available_cards(faction: Faction, top: int) -> int:
    """Return the number of cards of a faction in the deck, up to a value."""
    return sum(copies for card, copies in COPIES.items() if card.faction is faction and card.value <= top)


def list_possible_tops(
    faction: Faction, counts: tuple[int, int], highest: tuple[int | None, int | None]
) -> tuple[tuple[int, int], ...]:
    """Return the pairs of highest values that two piles with these counts can have; neither pile may be empty."""
    values = sorted(card.value for card in COPIES if card.faction is faction)
    first, second = (values if top is None else [top] for top in highest)
    return tuple((a, b) for a in first for b in second if _is_possible(faction, counts, (a, b)))


def _is_possible(faction: Faction, counts: tuple[int, int], tops: tuple[int, int]) -> bool:
    """Return whether the deck has enough cards up to each top; a card is in one pile only, so copies must suffice."""
    low = tops.index(min(tops))
    if tops[0] == tops[1] and COPIES[Card(faction, tops[0])] < 2:
        return False
    return counts[low] <= count_available_cards(faction, tops[low]) and sum(counts) <= count_available_cards(
        faction, max(tops)
    )
