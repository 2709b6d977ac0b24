"""Lesson: a small deal with the state of its game, a teacher on the other seat, and the trick that ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from games.rules.cards import Card
from games.rules.state import HAND_SIZE, Seat, SeatCards, State, Trick

# Games by the same rules with a smaller deal.


@dataclass(frozen=True, slots=True)
class SmallState(State):
    """State of a game with ``size`` tricks in each phase and ``total`` tricks in all.

    In a game that begins in phase two both numbers are equal.
    """

    size: int = HAND_SIZE
    total: int = 2 * HAND_SIZE

    @property
    def finished(self) -> bool:
        """Return whether all tricks of the game have been played."""
        return len(self.tricks) == self.total

    @property
    def number(self) -> int:
        """Return the number of the current trick within its phase; of the last trick when finished."""
        return self.size if self.finished else len(self.tricks) % self.size + 1

    @property
    def _sizes(self) -> tuple[int, ...]:
        return self.size, self.total


def build_small_state(
    hands: tuple[str, str], deck: str = "", leader: Seat = 0, score: tuple[str, str] = ("", "")
) -> SmallState:
    """Return the state of a small deal. Cards are given as codes separated by spaces.

    ``deck`` is in drawing order: revealed, blind, revealed, blind … Without a deck the game begins in phase two. Raise
    ValueError unless both hands are of equal size and the deck, if any, holds twice as many cards as a hand.
    """
    first, second = (_parse_cards(hand) for hand in hands)
    drawn = _parse_cards(deck)
    if len(first) != len(second) or len(drawn) not in (0, 2 * len(first)):
        raise ValueError("a small deal of odd hands")
    total = 2 * len(first) if drawn else len(first)
    return SmallState(leader, (first, second), drawn, score=_parse_pair(score), size=len(first), total=total)


def _parse_pair(codes: Iterable[str]) -> SeatCards:
    first, second = (_parse_cards(pile) for pile in codes)
    return first, second


def _parse_cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in codes.split())


LEARNER: Seat = 0
TEACHER: Seat = 1

Teacher = Callable[[SmallState], Card]
"""Function that chooses a legal card for the teacher. It is deterministic."""
LessonCheck = Callable[[tuple[Trick, ...]], bool]
"""Function that returns whether the tricks of a finished lesson demonstrate its subject."""


def is_always_shown(tricks: tuple[Trick, ...]) -> bool:
    """Return True, for lessons that demonstrate their subject in every line of play."""
    return True


@dataclass(frozen=True, slots=True)
class Lesson:
    """Lesson with a small deal. ``key`` is part of its URL and selects its texts; it ends after ``tricks`` tricks."""

    key: str
    deal: SmallState
    teacher: Teacher
    tricks: int
    shown: LessonCheck = is_always_shown

    @property
    def counts(self) -> bool:
        """Return whether the lesson is played to the last card, so that the factions vote at its end."""
        return self.tricks == self.deal.total
