"""The frozen values a game consists of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, Self

from games.rules.cards import Card

Seat = int
"""0 or 1."""

Cards = tuple[Card, ...]
Pair = tuple[Cards, Cards]
"""Something of each seat: the cards of seat 0 and of seat 1."""

HAND = 13
"""Cards in a hand, and tricks in a phase."""


class Phase(IntEnum):
    """Phase one recruits followers, phase two gathers supporters with them."""

    ONE = 1
    TWO = 2

    # As for factions.
    __hash__ = int.__hash__


class Trick(NamedTuple):
    """A complete trick. ``revealed`` and ``blind`` are None in phase two."""

    phase: Phase
    number: int
    leader: Seat
    lead: Card
    follow: Card
    winner: Seat
    revealed: Card | None
    blind: Card | None


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a game in progress, secrets included: never show it, show ``visible``.

    ``deck`` begins with the revealed card of the trick being played, then its blind card.
    In phase two the followers are the hands and ``followers`` is empty.
    """

    leader: Seat
    hands: Pair
    deck: Cards
    lead: Card | None = None
    followers: Pair = ((), ())
    score: Pair = ((), ())
    tricks: tuple[Trick, ...] = ()

    @property
    def phase(self) -> Phase:
        return Phase.ONE if self.deck else Phase.TWO

    @property
    def finished(self) -> bool:
        return len(self.tricks) == 2 * HAND

    @property
    def number(self) -> int:
        """The trick being played, 1 to 13 within its phase; 13 when finished."""
        done = len(self.tricks)
        return HAND if done == 2 * HAND else done % HAND + 1

    @property
    def ply(self) -> int:
        """Cards played so far, 0 to 52."""
        return 2 * len(self.tricks) + (self.lead is not None)

    @property
    def to_play(self) -> Seat | None:
        """The seat whose card is awaited; None when finished."""
        if self.lead is not None:
            return 1 - self.leader
        return None if self.finished else self.leader

    @property
    def revealed(self) -> Card | None:
        return self.deck[0] if self.deck else None

    def then(
        self,
        leader: Seat,
        hands: Pair,
        deck: Cards,
        lead: Card | None,
        followers: Pair,
        score: Pair,
        tricks: tuple[Trick, ...],
    ) -> Self:
        """A later state of the same game, made anew: copying and changing one takes five times as long."""
        return type(self)(leader, hands, deck, lead, followers, score, tricks, *self._sizes)

    @property
    def _sizes(self) -> tuple[int, ...]:
        """What a kind of game that is smaller has beside its cards."""
        return ()


def other(seat: Seat) -> Seat:
    return 1 - seat


def replaced(pair: Pair, seat: Seat, cards: Cards) -> Pair:
    """``pair`` with the cards of ``seat`` put in."""
    return (cards, pair[1]) if seat == 0 else (pair[0], cards)


def without(cards: Cards, card: Card) -> Cards:
    """``cards`` less one copy of ``card``, which must be among them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
