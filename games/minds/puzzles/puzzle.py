"""A puzzle: a position of phase two in which one card wins, and how hard it is to find."""

from __future__ import annotations

from dataclasses import dataclass

from games.minds.position import Position, numbered_apart
from games.rules.cards import Card
from games.rules.state import Pair, Seat, State

SOLVER: Seat = 0
OTHER: Seat = 1
FEWEST, MOST = 4, 8
"""Tricks left."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The solver's seat is 0 and is to play; ``lead`` is the card that the other seat led, None where the solver leads.

    ``answer`` is the only card that wins: a secret until it was looked for. ``rating`` says how hard it is,
    ``fails`` how often each level failed, and ``game`` which made game it comes from.
    """

    hands: Pair
    score: Pair
    lead: Card | None
    answer: Card
    rating: int
    fails: tuple[int, ...]
    game: int

    @property
    def tricks(self) -> int:
        """Tricks left, that of the card that was led among them."""
        return len(self.hands[SOLVER])

    @property
    def leader(self) -> Seat:
        return SOLVER if self.lead is None else OTHER

    def state(self) -> State:
        """The same as a state of the rules, without the tricks before it; it never counts as finished."""
        return State(self.leader, self.hands, (), self.lead, score=self.score)

    def position(self) -> Position:
        """The same on numbers, as the engine wants it."""
        return numbered(self.state())


def numbered(state: State) -> Position:
    """A state of phase two on numbers."""
    lead = () if state.lead is None else (state.lead,)
    first, second, mine, theirs, led = numbered_apart(*state.hands, *state.score, lead)
    return Position((first, second), (mine, theirs), state.leader, led[0] if led else None)
