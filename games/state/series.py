"""Standing of a series: the games that the same two players play one after the other.

A *side* is a player of the series, 0 or 1. It is the player's seat in the game from which the series is seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.rules.state import Seat, get_other_seat

SideCounts = tuple[int, int]
"""A number for each side."""

BEST_OF_CHOICES = (3, 5)
"""Numbers of games of which a player has to win more than half."""


@dataclass(frozen=True, slots=True)
class SeriesResult:
    """Result of a decided game for both sides.

    ``winner`` is a side, None after a draw. ``votes`` are None unless the cards were played to the end. ``best_of`` is
    the length that the players agreed on, 0 for a series without end.
    """

    winner: Seat | None
    votes: SideCounts | None = None
    best_of: int = 0


@dataclass(frozen=True, slots=True)
class Streak:
    """Wins in a row of a side."""

    side: Seat
    length: int


@dataclass(frozen=True, slots=True)
class BestOf:
    """A "best of" within a series: its length, 0 for no limit, and the wins in it.

    Another length, such as a first limit that is agreed on after a game, keeps the wins unless they would decide at
    once.
    """

    length: int
    wins: SideCounts = (0, 0)

    @property
    def winner(self) -> Seat | None:
        """Return the side that has won more than half of the games, or None."""
        return next((side for side in (0, 1) if self.length and 2 * self.wins[side] > self.length), None)

    def add_result(self, result: SeriesResult) -> BestOf:
        """Return the "best of" after one more game, which begins a new one if this one is won."""
        current = self.with_length(result.best_of)
        return current if result.winner is None else replace(current, wins=_add(current.wins, result.winner))

    def with_length(self, length: int) -> BestOf:
        """Return the "best of" that a game with this length belongs to."""
        longer = BestOf(length, self.wins)
        return BestOf(length) if self.winner is not None or longer.winner is not None else longer


@dataclass(frozen=True, slots=True)
class Standing:
    """Numbers of wins, draws and votes, the current streak, and the current "best of" of a series."""

    wins: SideCounts = (0, 0)
    draws: int = 0
    votes: SideCounts = (0, 0)
    streak: Streak | None = None
    best_of: BestOf = BestOf(0)

    @property
    def games(self) -> int:
        """Return the number of decided games."""
        return sum(self.wins) + self.draws

    def add_result(self, result: SeriesResult) -> Standing:
        """Return the standing after one more game."""
        first, second = result.votes or (0, 0)
        return Standing(
            wins=self.wins if result.winner is None else _add(self.wins, result.winner),
            draws=self.draws + (result.winner is None),
            votes=(self.votes[0] + first, self.votes[1] + second),
            streak=_extend_streak(self.streak, result.winner),
            best_of=self.best_of.add_result(result),
        )


def compute_standing(results: Iterable[SeriesResult], running_best_of: int | None = None) -> Standing:
    """Return the standing after games in their order.

    ``running_best_of`` is the length agreed for a last game that is not decided yet, None if there is none.
    """
    standing = Standing()
    for result in results:
        standing = standing.add_result(result)
    if running_best_of is None:
        return standing
    return replace(standing, best_of=standing.best_of.with_length(running_best_of))


def swap_result(result: SeriesResult) -> SeriesResult:
    """Return the result seen from the other side."""
    return replace(result, winner=_get_other(result.winner), votes=result.votes and _reverse(result.votes))


def swap_standing(standing: Standing) -> Standing:
    """Return the standing seen from the other side."""
    streak, best_of = standing.streak, standing.best_of
    return replace(
        standing,
        wins=_reverse(standing.wins),
        votes=_reverse(standing.votes),
        streak=streak and Streak(get_other_seat(streak.side), streak.length),
        best_of=BestOf(best_of.length, _reverse(best_of.wins)),
    )


def _get_other(side: Seat | None) -> Seat | None:
    return None if side is None else get_other_seat(side)


def _reverse(pair: SideCounts) -> SideCounts:
    return pair[1], pair[0]


def _add(wins: SideCounts, side: Seat) -> SideCounts:
    return (wins[0] + 1, wins[1]) if side == 0 else (wins[0], wins[1] + 1)


def _extend_streak(streak: Streak | None, winner: Seat | None) -> Streak | None:
    if winner is None:
        return None
    return Streak(winner, streak.length + 1 if streak is not None and streak.side == winner else 1)
