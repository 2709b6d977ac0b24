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
    """A seat that may be known only relative to others: the seat of ``base``, or its opponent if ``flip`` is 1.

    Base 0 is seat 0. Any other base is an unknown seat: the leader of the trick with that number, counted from 1.
    Equal sides are certainly the same seat; different sides with the same base are certainly different seats.
    """

    base: int
    flip: int

    @property
    def seat(self) -> Seat | None:
        """The seat; None if it is unknown."""
        return None if self.base else self.flip

    @property
    def opponent(self) -> Side:
        """The other side."""
        return _get_opponent(self)


@cache
def _get_side(base: int, flip: int) -> Side:
    """Return a cached ``Side``: some dozens exist, and each trick has two."""
    return Side(base, flip)


@cache
def _get_opponent(side: Side) -> Side:
    return _get_side(side.base, get_other_seat(side.flip))


@dataclass(frozen=True, slots=True)
class TrickChain:
    """The leader and winner of each trick, and the ``broken`` tricks: those not led by the winner of the one before."""

    leaders: tuple[Side, ...]
    winners: tuple[Side, ...]
    broken: frozenset[int]

    def taker(self, index: int, spot: Spot) -> Side:
        """Return the side that played the lead or the follow of a trick, or recruited its revealed or blind card."""
        if spot is Spot.REVEALED:
            return self.winners[index]
        if spot is Spot.BLIND:
            return self.winners[index].opponent
        return self.leaders[index].opponent if spot is Spot.FOLLOW else self.leaders[index]

    def scorer(self, index: int, faction: Faction) -> Side | None:
        """Return the side that scores a card of a faction played in a trick; None if the card is discarded."""
        flip = get_scorer(get_phase(index), faction)
        if flip is None:
            return None
        return self.winners[index].opponent if flip else self.winners[index]


@cache
def get_scorer(phase: Phase, faction: Faction) -> int | None:
    """Return who scores a played card of a faction: 0 for the trick's winner, 1 for its loser, None for neither."""
    return POWERS[faction].scorer(phase, 0)


NO_ANCHORS: Mapping[int, Seat] = MappingProxyType({})
ALL_CARDS = (FULL_DECK, FULL_DECK)


def build_chain(
    tricks: tuple[TableTrick, ...],
    options: tuple[CardMultiset, CardMultiset] = ALL_CARDS,
    anchors: Mapping[int, Seat] = NO_ANCHORS,
) -> TrickChain:
    """Return the chain of leaders and winners of the tricks.

    ``options`` are the cards that may be in a gap in phase one and in phase two, ``anchors`` the seats of bases that
    are known from elsewhere.

    A stated leader also determines the winner of the trick before and, through complete tricks, earlier leaders. If the
    cards contradict the statement, it stands, since it says how people really played; the trick is in ``broken``.
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
    """Return whether the follower wins a trick that lacks a card; None if that depends on which option it is."""
    if lead is None and follow is None:
        return None
    possible, (wins, loses) = options.packed, _list_deciding_cards(lead, follow)
    may_win, may_lose = bool(possible & wins), bool(possible & loses)
    return None if may_win is may_lose else may_win


@cache
def _list_deciding_cards(lead: Card | None, follow: Card | None) -> tuple[int, int]:
    """Return the missing cards with which the follower wins, and those with which it loses.

    Both are masks with all bits of the counts in a packed ``CardMultiset``.
    """
    masks = [0, 0]
    for card, unit in UNITS.items():
        masks[decide_trick(lead or card, follow or card)[0]] |= unit * COUNT_BITS
    return masks[1], masks[0]


def _resolve_sides(sides: list[Side], seats: dict[int, Seat]) -> tuple[Side, ...]:
    if len(seats) == 1:
        return tuple(sides)
    return tuple([_get_side(0, seats[side.base] ^ side.flip) if side.base in seats else side for side in sides])
