"""Who led and who won each trick of a log with gaps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from games.rules.cards import Card, Faction
from games.rules.logged.held import COUNT_BITS, UNITS, WHOLE, Held
from games.rules.logged.slots import Spot, TableTrick, phase_of
from games.rules.state import HAND, Phase, Seat, other
from games.rules.tricks import POWERS, judge


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
        return _opponent(self)


@cache
def _side(base: int, flip: int) -> Side:
    """There are some dozens of them, and two in each trick."""
    return Side(base, flip)


@cache
def _opponent(side: Side) -> Side:
    return _side(side.base, other(side.flip))


@dataclass(frozen=True, slots=True)
class Chain:
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
        """The side whose score pile gets a card of a faction played in a trick; None if it is discarded."""
        flip = scorer_of(phase_of(index), faction)
        if flip is None:
            return None
        return self.winners[index].opponent if flip else self.winners[index]


@cache
def scorer_of(phase: Phase, faction: Faction) -> int | None:
    """Who gets a played card of a faction: 0 for the winner of its trick, 1 for the loser; None if it is discarded."""
    return POWERS[faction].scorer(phase, 0)


NO_ANCHORS: Mapping[int, Seat] = MappingProxyType({})
EVERY_CARD = (WHOLE, WHOLE)


def chain(
    tricks: tuple[TableTrick, ...],
    options: tuple[Held, Held] = EVERY_CARD,
    anchors: Mapping[int, Seat] = NO_ANCHORS,
) -> Chain:
    """The chain of leaders through the tricks.

    ``options`` are the cards a gap in a trick of either phase may hold, ``anchors`` the seats of bases known from
    elsewhere.

    A statement of who leads also tells who won the trick before, and through complete tricks who led the
    earlier ones. A statement that the cards contradict stands, because people did lead so; it is in ``broken``.
    """
    leaders, winners, broken, seats = [], [], set(), {0: 0, **anchors}
    side = Side(1, 0)
    for index, trick in enumerate(tricks):
        if trick.leader is not None:
            if side.base not in seats:
                seats[side.base] = trick.leader ^ side.flip
            elif seats[side.base] ^ side.flip != trick.leader:
                broken.add(index)
            side = _side(0, trick.leader)
        leaders.append(side)
        lead, follow = trick.lead, trick.follow
        wins = judge(lead, follow)[0] if lead and follow else _with_a_gap(lead, follow, options[index >= HAND])
        side = _side(index + 2, 0) if wins is None else _opponent(side) if wins else side
        winners.append(side)
    return Chain(_settled(leaders, seats), _settled(winners, seats), frozenset(broken))


def _with_a_gap(lead: Card | None, follow: Card | None, options: Held) -> bool | None:
    """Whether the follower wins a trick that lacks a card, which is one of these; None if that depends on the card."""
    if lead is None and follow is None:
        return None
    held, (wins, loses) = options.packed, _decided(lead, follow)
    may_win, may_lose = bool(held & wins), bool(held & loses)
    return None if may_win is may_lose else may_win


@cache
def _decided(lead: Card | None, follow: Card | None) -> tuple[int, int]:
    """The cards beside a logged one with which the follower wins, and with which not: all bits of their counts."""
    found = [0, 0]
    for card, unit in UNITS.items():
        found[judge(lead or card, follow or card)[0]] |= unit * COUNT_BITS
    return found[1], found[0]


def _settled(sides: list[Side], seats: dict[int, Seat]) -> tuple[Side, ...]:
    if len(seats) == 1:
        return tuple(sides)
    return tuple([_side(0, seats[one.base] ^ one.flip) if one.base in seats else one for one in sides])
