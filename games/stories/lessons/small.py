"""A game with fewer cards, for lessons: the same rules, a smaller deal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.cards import Card
from games.rules.state import HAND, Pair, Seat, State


@dataclass(frozen=True, slots=True)
class Small(State):
    """A game in which a phase has ``size`` tricks, and the whole of it ``total``.

    A game that begins in phase two has as many as a phase.
    """

    size: int = HAND
    total: int = 2 * HAND

    @property
    def finished(self) -> bool:
        return len(self.tricks) == self.total

    @property
    def number(self) -> int:
        """The trick being played, counted within its phase; the last one when finished."""
        return self.size if self.finished else len(self.tricks) % self.size + 1

    @property
    def _sizes(self) -> tuple[int, ...]:
        return self.size, self.total


def small(hands: tuple[str, str], deck: str = "", leader: Seat = 0, score: tuple[str, str] = ("", "")) -> Small:
    """The game of these cards, written as codes with spaces between.

    ``deck`` is in drawing order: revealed, blind, revealed, blind; without one the game begins in phase two.
    ValueError unless both hands hold as many cards and the deck twice as many, if any.
    """
    first, second = (_cards(hand) for hand in hands)
    drawn = _cards(deck)
    if len(first) != len(second) or len(drawn) not in (0, 2 * len(first)):
        raise ValueError("a small deal of odd hands")
    total = 2 * len(first) if drawn else len(first)
    return Small(leader, (first, second), drawn, score=_pair(score), size=len(first), total=total)


def _pair(codes: Iterable[str]) -> Pair:
    first, second = (_cards(one) for one in codes)
    return first, second


def _cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in codes.split())
