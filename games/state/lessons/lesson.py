"""Lesson: a small deal with the state of its game, a teacher on the other seat, and the trick that ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from games.rules.cards import Card
from games.rules.state import HAND_SIZE, Pair, Seat, State, Trick

# Games with fewer cards: the same rules, a smaller deal.


@dataclass(frozen=True, slots=True)
class SmallState(State):
    """State of a game in which a phase has ``size`` tricks, and the whole game ``total``.

    A game that begins in phase two has as many tricks as a phase.
    """

    size: int = HAND_SIZE
    total: int = 2 * HAND_SIZE

    @property
    def finished(self) -> bool:
        """Return whether all tricks of the game have been played."""
        return len(self.tricks) == self.total

    @property
    def number(self) -> int:
        """Return the trick being played, counted within its phase; the last trick when finished."""
        return self.size if self.finished else len(self.tricks) % self.size + 1

    @property
    def _sizes(self) -> tuple[int, ...]:
        return self.size, self.total


def build_small_state(
    hands: tuple[str, str], deck: str = "", leader: Seat = 0, score: tuple[str, str] = ("", "")
) -> SmallState:
    """Return the game of these cards, written as codes with spaces between.

    ``deck`` is in drawing order: revealed, blind, revealed, blind; without a deck the game begins in phase two.
    Raise ValueError unless both hands hold as many cards and the deck, if any, twice as many as a hand.
    """
    first, second = (_parse_cards(hand) for hand in hands)
    drawn = _parse_cards(deck)
    if len(first) != len(second) or len(drawn) not in (0, 2 * len(first)):
        raise ValueError("a small deal of odd hands")
    total = 2 * len(first) if drawn else len(first)
    return SmallState(leader, (first, second), drawn, score=_parse_pair(score), size=len(first), total=total)


def _parse_pair(codes: Iterable[str]) -> Pair:
    first, second = (_parse_cards(one) for one in codes)
    return first, second


def _parse_cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in codes.split())


LEARNER: Seat = 0
TEACHER: Seat = 1

Teacher = Callable[[SmallState], Card]
"""Chooses a legal card where the teacher is to play; always the same card for the same state."""
LessonCheck = Callable[[tuple[Trick, ...]], bool]
"""Whether the tricks of a lesson that is over have shown what it is about."""


def is_always_shown(tricks: tuple[Trick, ...]) -> bool:
    """Return True: the check of a lesson that shows what it is about in all its lines."""
    return True


@dataclass(frozen=True, slots=True)
class Lesson:
    """Lesson. ``key`` stands in its address and in the names of its texts; ``tricks`` is how many are played."""

    key: str
    deal: SmallState
    teacher: Teacher
    tricks: int
    shown: LessonCheck = is_always_shown

    @property
    def counts(self) -> bool:
        """Return whether the lesson is played to the last card, so that the factions vote at its end."""
        return self.tricks == self.deal.total
