"""Immutable state of a game, with its seats, phases and tricks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, Self

from games.rules.cards import Card

Seat = int
"""0 or 1."""

Cards = tuple[Card, ...]
SeatCards = tuple[Cards, Cards]
"""The cards of seat 0 and of seat 1."""

HAND_SIZE = 13
"""Number of cards in a hand, and of tricks in a phase."""


class Phase(IntEnum):
    """Phase of a game: seats recruit followers in phase one and win supporters with them in phase two."""

    ONE = 1
    TWO = 2

    # For speed, as in ``Faction``.
    __hash__ = int.__hash__


class Trick(NamedTuple):
    """Complete trick; ``revealed`` and ``blind`` are None in phase two."""

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
    """Complete state of a game, secrets included; never show it, show ``build_visible_state`` of it.

    ``deck`` begins with the revealed card of the current trick and its blind card. In phase two the followers are the
    hands, and ``followers`` is empty.
    """

    leader: Seat
    hands: SeatCards
    deck: Cards
    lead: Card | None = None
    followers: SeatCards = ((), ())
    score: SeatCards = ((), ())
    tricks: tuple[Trick, ...] = ()

    @property
    def phase(self) -> Phase:
        """Return the current phase; phase two begins when the deck is empty."""
        return Phase.ONE if self.deck else Phase.TWO

    @property
    def finished(self) -> bool:
        """Return whether all 26 tricks are complete."""
        return len(self.tricks) == 2 * HAND_SIZE

    @property
    def number(self) -> int:
        """Return the number of the current trick, 1 to 13 within its phase; 13 when the game is finished."""
        done = len(self.tricks)
        return HAND_SIZE if done == 2 * HAND_SIZE else done % HAND_SIZE + 1

    @property
    def ply(self) -> int:
        """Return the number of cards played so far, 0 to 52."""
        return 2 * len(self.tricks) + (self.lead is not None)

    @property
    def to_play(self) -> Seat | None:
        """Return the seat to play; None when the game is finished."""
        if self.lead is not None:
            return 1 - self.leader
        return None if self.finished else self.leader

    @property
    def revealed(self) -> Card | None:
        """Return the revealed card of the current trick; None in phase two."""
        return self.deck[0] if self.deck else None

    def then(
        self,
        leader: Seat,
        hands: SeatCards,
        deck: Cards,
        lead: Card | None,
        followers: SeatCards,
        score: SeatCards,
        tricks: tuple[Trick, ...],
    ) -> Self:
        """Return a state of the same game with these fields; faster than ``dataclasses.replace``."""
        return type(self)(leader, hands, deck, lead, followers, score, tricks, *self._sizes)

    @property
    def _sizes(self) -> tuple[int, ...]:
        """Return the additional fields of a subclass for smaller games."""
        return ()


def get_other_seat(seat: Seat) -> Seat:
    """Return the opponent's seat."""
    return 1 - seat


def replace_cards(pair: SeatCards, seat: Seat, cards: Cards) -> SeatCards:
    """Return ``pair`` with the cards of ``seat`` replaced by ``cards``."""
    return (cards, pair[1]) if seat == 0 else (pair[0], cards)


def remove_card(cards: Cards, card: Card) -> Cards:
    """Return ``cards`` without one copy of ``card``; raise ``ValueError`` if ``card`` is not among them."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]
