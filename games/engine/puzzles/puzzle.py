"""Puzzle: a position of phase two in which only one card wins, and its settled votes."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.position import Position, build_position
from games.rules.cards import Card, Faction
from games.rules.scoring import compute_vote
from games.rules.state import Seat, SeatCards, State

SettledVotes = dict[Faction, Seat | None]
"""Seat that gets each settled vote, None if neither seat gets it. Open votes are missing."""


def list_settled_votes(state: State) -> SettledVotes:
    """Return the votes of a state of phase two that no card can change any more."""
    votes: SettledVotes = {}
    for faction in Faction:
        holders = {compute_vote(faction, _add_all_cards(state, seat)).seat for seat in (0, 1)}
        if len(holders) == 1:
            votes[faction] = holders.pop()
    return votes


def get_certain_result(state: State, seat: Seat) -> bool | None:
    """Return True if a seat is certain to win, False if it can no longer win, None while that is open."""
    holders = list(list_settled_votes(state).values())
    open_votes = len(Faction) - len(holders)
    lead = holders.count(seat) - holders.count(1 - seat)
    return True if lead > open_votes else False if lead + open_votes <= 0 else None


def _add_all_cards(state: State, seat: Seat) -> SeatCards:
    """Return the score piles with all remaining cards added to those of one seat: more cards never lose a vote."""
    lead: tuple[Card, ...] = () if state.lead is None else (state.lead,)
    remaining = (*state.hands[0], *state.hands[1], *lead)
    first, second = state.score
    return (first + remaining, second) if seat == 0 else (first, second + remaining)


SOLVER: Seat = 0
OTHER: Seat = 1
MIN_TRICKS, MAX_TRICKS = 4, 8
"""Range of the number of tricks left in a puzzle."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Puzzle whose solver has seat 0 and is to play.

    ``lead`` is the card that the other seat led, None if the solver leads. ``answer`` is the only card that wins; it is
    a secret until the solver has tried. ``rating`` is the difficulty, ``failures`` the number of failures of each
    level, and ``game`` the number of the generated game that the puzzle comes from.
    """

    hands: SeatCards
    score: SeatCards
    lead: Card | None
    answer: Card
    rating: int
    failures: tuple[int, ...]
    game: int

    @property
    def tricks(self) -> int:
        """The number of tricks left, including that of the card that was led."""
        return len(self.hands[SOLVER])

    @property
    def leader(self) -> Seat:
        """The seat that leads the trick."""
        return SOLVER if self.lead is None else OTHER

    def build_state(self) -> State:
        """Return the puzzle as a state of the rules without earlier tricks; it never counts as finished."""
        return State(self.leader, self.hands, (), self.lead, score=self.score)

    def build_position(self) -> Position:
        """Return the puzzle as a position of the engine."""
        return build_position(self.build_state())
