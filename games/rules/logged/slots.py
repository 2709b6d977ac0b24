"""What people logged of a game played with the real deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any, NamedTuple

from games.rules.cards import Card, Faction
from games.rules.rulings import AT_TABLE, Rulings
from games.rules.state import HAND, Cards, Pair, Phase, Seat

TRICKS = 2 * HAND


class Spot(StrEnum):
    """Where in a trick something can be logged; ``LEADER`` is the leader as the players state it."""

    LEADER = "leader"
    REVEALED = "revealed"
    LEAD = "lead"
    FOLLOW = "follow"
    BLIND = "blind"

    # As for factions.
    __hash__ = str.__hash__


CARD_SPOTS = {
    Phase.ONE: (Spot.REVEALED, Spot.LEAD, Spot.FOLLOW, Spot.BLIND),
    Phase.TWO: (Spot.LEAD, Spot.FOLLOW),
}
"""The spots of a trick that hold a card, in the order of the game."""


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """One spot of one trick."""

    phase: Phase
    number: int
    spot: Spot

    @property
    def index(self) -> int:
        """The trick counted from 0 over both phases."""
        return index_of(self.phase, self.number)


class TableTrick(NamedTuple):
    """The logged cards of a trick, None where not logged. ``leader`` is set only if the players stated it."""

    revealed: Card | None = None
    lead: Card | None = None
    follow: Card | None = None
    blind: Card | None = None
    leader: Seat | None = None

    def at(self, spot: Spot) -> Card | None:
        """The card at a spot other than ``LEADER``."""
        card: Card | None = getattr(self, spot)
        return card

    def holding(self, spot: Spot, card: Card | None) -> TableTrick:
        """This trick with a card, or nothing, at a spot other than ``LEADER``."""
        changes: dict[str, Any] = {spot.value: card}
        return self._replace(**changes)


UNLOGGED = TableTrick()

_LOGGED = tuple((spots, attrgetter(*(spot.value for spot in spots))) for spots in CARD_SPOTS.values())


@dataclass(frozen=True, slots=True)
class PileCount:
    """A faction in the final piles: cards of each seat, and the value of each highest where asked."""

    counts: tuple[int, int]
    highest: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A physical game as far as it was logged; the content of a ``claim-table/1`` record.

    ``undead`` are Undead won in phase one that were logged apart from its tricks; None at the depth at which
    every card is logged. The trap: it need not be complete, a forgotten card is no card denied.
    """

    seats: tuple[str, str]
    leader: Seat | None = None
    phase_one: tuple[TableTrick, ...] = ()
    phase_two: tuple[TableTrick, ...] = ()
    undead: Pair | None = None
    phase_two_leader: Seat | None = None
    piles: tuple[tuple[Faction, PileCount], ...] = ()
    rulings: Rulings = AT_TABLE

    @property
    def tricks(self) -> tuple[TableTrick, ...]:
        """All 26 tricks, empty where not logged, the leader of a phase's first trick filled in."""
        one = list(self.phase_one) + [UNLOGGED] * (HAND - len(self.phase_one))
        two = list(self.phase_two) + [UNLOGGED] * (HAND - len(self.phase_two))
        one[0] = _led_by(one[0], self.leader)
        two[0] = _led_by(two[0], self.phase_two_leader)
        return *one, *two

    def card(self, slot: Slot) -> Card | None:
        """What is logged at a spot other than ``LEADER``."""
        return self._trick(slot).at(slot.spot)

    def logged(self, slot: Slot, card: Card | None) -> TableRecord:
        """This record with ``card`` at a slot (None takes it away); earlier tricks become empty ones.

        Nothing is refused: what cannot be is flagged by the tally, and the players decide.
        """
        return self._changed(slot, self._trick(slot).holding(slot.spot, card))

    def led(self, slot: Slot, leader: Seat | None) -> TableRecord:
        """This record with the stated leader of the slot's trick; None takes the statement away."""
        if slot.index == 0:
            return replace(self, leader=leader)
        if slot.index == HAND:
            trick = self._trick(slot)._replace(leader=None)
            return replace(self._changed(slot, trick) if self.phase_two else self, phase_two_leader=leader)
        return self._changed(slot, self._trick(slot)._replace(leader=leader))

    def with_blinds(self, cards: Mapping[int, Card]) -> TableRecord:
        """This record with these blind cards, by the numbers of their tricks; earlier tricks become empty ones."""
        tricks = list(self.phase_one)
        tricks += [UNLOGGED] * (max(cards, default=0) - len(tricks))
        for number, card in cards.items():
            tricks[number - 1] = tricks[number - 1]._replace(blind=card)
        return replace(self, phase_one=tuple(tricks))

    def _trick(self, slot: Slot) -> TableTrick:
        tricks = self.phase_one if slot.phase is Phase.ONE else self.phase_two
        return tricks[slot.number - 1] if slot.number <= len(tricks) else UNLOGGED

    def _changed(self, slot: Slot, trick: TableTrick) -> TableRecord:
        one = slot.phase is Phase.ONE
        tricks = list(self.phase_one if one else self.phase_two)
        tricks += [UNLOGGED] * (slot.number - len(tricks))
        tricks[slot.number - 1] = trick
        while tricks and tricks[-1] == UNLOGGED:
            tricks.pop()
        return replace(self, phase_one=tuple(tricks)) if one else replace(self, phase_two=tuple(tricks))


def index_of(phase: Phase, number: int) -> int:
    """The trick counted from 0 over both phases."""
    return (phase - 1) * HAND + number - 1


def phase_of(index: int) -> Phase:
    """The phase of the trick with an index."""
    return Phase.ONE if index < HAND else Phase.TWO


def number_of(index: int) -> int:
    """The number within its phase, from 1, of the trick with an index."""
    return index % HAND + 1


def loggings(tricks: tuple[TableTrick, ...]) -> Iterator[tuple[int, Spot, Card]]:
    """Every logged card with the index of its trick, in the order of the game."""
    for index, trick in enumerate(tricks):
        if trick is not UNLOGGED:
            spots, cards = _LOGGED[index >= HAND]
            for spot, card in zip(spots, cards(trick), strict=True):
                if card is not None:
                    yield index, spot, card


def cards_in(trick: TableTrick, index: int) -> tuple[Card | None, ...]:
    """What is logged at each spot of the trick with an index that holds a card, in the order of the game."""
    return _LOGGED[index >= HAND][1](trick)


def undead_apart(record: TableRecord) -> tuple[tuple[Seat, Card], ...]:
    """The Undead logged apart that are in no trick of phase one, each with the seat that won it."""
    if not record.undead:
        return ()
    piles: tuple[Cards, ...] = record.undead
    played = {card for trick in record.phase_one for card in (trick.lead, trick.follow)}
    return tuple((seat, card) for seat, pile in enumerate(piles) for card in pile if card not in played)


def _led_by(trick: TableTrick, leader: Seat | None) -> TableTrick:
    return trick if leader is None or trick.leader is not None else trick._replace(leader=leader)
