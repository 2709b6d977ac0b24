"""Boards of a tournament: who met whom in a round, and the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.rules.cards import DECK, Faction
from games.rules.state import Seat
from games.state.series import SideCounts

POINT = 2
"""A point in half points, the unit in which points are counted."""
EntrantPair = tuple[int, int | None]
"""Two entrants, the first of whom leads the first trick; or one who sits out, with None."""


class BoardOutcome(StrEnum):
    """Outcome of a board. A bye counts as a win; ``NOBODY`` is a loss for both."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NOBODY = "nobody"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class BoardResult:
    """Result of a board: the outcome, and the votes and the cards in the score piles of each seat if known.

    A ``forfeit`` was not played: the winner has the points, but has sat out, and the two may meet again.
    """

    outcome: BoardOutcome
    votes: SideCounts | None = None
    cards: SideCounts | None = None
    forfeit: bool = False

    @classmethod
    def of_winner(
        cls, winner: Seat | None, votes: SideCounts | None = None, cards: SideCounts | None = None
    ) -> BoardResult:
        """Return the result of a game; without a winner it is a draw."""
        outcomes = {None: BoardOutcome.DRAW, 0: BoardOutcome.FIRST, 1: BoardOutcome.SECOND}
        return cls(outcomes[winner], votes, cards)

    @property
    def key(self) -> str:
        """Return the result as a code, by which a form says which result its reader saw."""
        pairs = ("-".join(map(str, pair)) if pair else "" for pair in (self.votes, self.cards))
        return "/".join([self.outcome, *pairs])

    @property
    def is_valid(self) -> bool:
        """Return whether the result is possible, as far as its numbers go; a resignation may contradict the votes."""
        numbers = [(self.votes, len(Faction)), (self.cards, len(DECK))]
        return all(pair is None or (min(pair) >= 0 and sum(pair) <= most) for pair, most in numbers)


BYE = BoardResult(BoardOutcome.BYE)


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a round. ``second`` is None for a bye, ``result`` is None until it counts."""

    first: int
    second: int | None = None
    result: BoardResult | None = None

    @property
    def entrants(self) -> tuple[int, ...]:
        """Return the entrants on the board."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def is_meeting(self) -> bool:
        """Return whether two entrants play each other, so that they should not meet again."""
        return self.second is not None and not (self.result is not None and self.result.forfeit)

    def get_half_points(self, entrant: int) -> int:
        """Return the half points of an entrant on the board."""
        match self.result and self.result.outcome:
            case BoardOutcome.BYE:
                return POINT
            case BoardOutcome.DRAW:
                return POINT // 2
            case BoardOutcome.FIRST:
                return POINT if entrant == self.first else 0
            case BoardOutcome.SECOND:
                return POINT if entrant == self.second else 0
        return 0

    def has_sat_out(self, entrant: int) -> bool:
        """Return whether an entrant had a bye or won by forfeit, which count alike for the next bye."""
        if self.second is None:
            return True
        return self.result is not None and self.result.forfeit and self.get_half_points(entrant) == POINT


Round = Sequence[Board]


def find_board(boards: Round, entrant: int) -> Board | None:
    """Return the board of an entrant in a round, or None."""
    return next((board for board in boards if entrant in board.entrants), None)


def iterate_boards(rounds: Iterable[Round], entrant: int) -> Iterator[Board]:
    """Yield the boards of an entrant, in the order of the rounds."""
    for boards in rounds:
        board = find_board(boards, entrant)
        if board is not None:
            yield board
