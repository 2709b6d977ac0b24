"""Leaders and winners of the tricks of a log with gaps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from games.inference.card_multiset import COUNT_BITS, FULL_DECK, UNITS, CardMultiset
from games.inference.record import Spot, TableTrick, get_phase
from games.rules.cards import Card, Faction
from games.rules.state import HAND_SIZE, Phase, Seat, get_other_seat
from games.rules.tricks import POWERS, decide_trick


class Side(NamedTuple):
    """A seat that is known only relative to others: an unknown seat number ``base``, or its opponent.

    Base 0 is seat 0 itself; the others are numbered by the trick after which the seats are not known.
    Equal sides are certainly one seat; unequal ones of one base are certainly two.
    """

    base: int
    flip: int

    @property
    def seat(self) -> Seat | None:
        """The seat, if it is known."""
        return None if self.base else self.flip

    @property
    def opponent(self) -> Side:
        """The other side."""
        return _get_opponent(self)


@cache
def _get_side(base: int, flip: int) -> Side:
    """There are some dozens of them, and two in each trick."""
    return Side(base, flip)


@cache
def _get_opponent(side: Side) -> Side:
    return _get_side(side.base, get_other_seat(side.flip))


@dataclass(frozen=True, slots=True)
class TrickChain:
    """Leader and winner of each trick, known or relative, and the tricks led by another than the winner before."""

    leaders: tuple[Side, ...]
    winners: tuple[Side, ...]
    broken: frozenset[int]

    def taker(self, index: int, spot: Spot) -> Side:
        """Who played the lead or the answer of a trick, or recruits its revealed or blind card."""
        if spot is Spot.REVEALED:
            return self.winners[index]
        if spot is Spot.BLIND:
            return self.winners[index].opponent
        return self.leaders[index].opponent if spot is Spot.FOLLOW else self.leaders[index]

    def scorer(self, index: int, faction: Faction) -> Side | None:
        """Return the side whose score pile gets a card of a faction played in a trick; None if it is discarded."""
        flip = get_scorer(get_phase(index), faction)
        if flip is None:
            return None
        return self.winners[index].opponent if flip else self.winners[index]


@cache
def get_scorer(phase: Phase, faction: Faction) -> int | None:
    """Who gets a played card of a faction: 0 for the winner of its trick, 1 for the loser; None if it is discarded."""
    return POWERS[faction].scorer(phase, 0)


NO_ANCHORS: Mapping[int, Seat] = MappingProxyType({})
ALL_CARDS = (FULL_DECK, FULL_DECK)


def build_chain(
    tricks: tuple[TableTrick, ...],
    options: tuple[CardMultiset, CardMultiset] = ALL_CARDS,
    anchors: Mapping[int, Seat] = NO_ANCHORS,
) -> TrickChain:
    """Return the chain of leaders through the tricks.

    ``options`` are the cards a gap in a trick of either phase may hold, ``anchors`` the seats of bases known from
    elsewhere.

    A statement of who leads also tells who won the trick before, and through complete tricks who led the earlier ones.
    A statement that the cards contradict stands, because people did lead so; it is in ``broken``.
    """
    leaders, winners, broken, seats = [], [], set(), {0: 0, **anchors}
    side = Side(1, 0)
    for index, trick in enumerate(tricks):
        if trick.leader is not None:
            if side.base not in seats:
                seats[side.base] = trick.leader ^ side.flip
            elif seats[side.base] ^ side.flip != trick.leader:
                broken.add(index)
            side = _get_side(0, trick.leader)
        leaders.append(side)
        lead, follow = trick.lead, trick.follow
        wins = (
            decide_trick(lead, follow)[0]
            if lead and follow
            else _decide_with_gap(lead, follow, options[index >= HAND_SIZE])
        )
        side = _get_side(index + 2, 0) if wins is None else _get_opponent(side) if wins else side
        winners.append(side)
    return TrickChain(_resolve_sides(leaders, seats), _resolve_sides(winners, seats), frozenset(broken))


def _decide_with_gap(lead: Card | None, follow: Card | None, options: CardMultiset) -> bool | None:
    """Whether the follower wins a trick that lacks a card, which is one of these; None if that depends on the card."""
    if lead is None and follow is None:
        return None
    held, (wins, loses) = options.packed, _list_deciding_cards(lead, follow)
    may_win, may_lose = bool(held & wins), bool(held & loses)
    return None if may_win is may_lose else may_win


@cache
def _list_deciding_cards(lead: Card | None, follow: Card | None) -> tuple[int, int]:
    """Return the cards beside a logged one with which the follower wins, and with which not.

    All bits of their counts.
    """
    found = [0, 0]
    for card, unit in UNITS.items():
        found[decide_trick(lead or card, follow or card)[0]] |= unit * COUNT_BITS
    return found[1], found[0]


def _resolve_sides(sides: list[Side], seats: dict[int, Seat]) -> tuple[Side, ...]:
    if len(seats) == 1:
        return tuple(sides)
    return tuple([_get_side(0, seats[one.base] ^ one.flip) if one.base in seats else one for one in sides])
