"""Comparison of finished games of one deal: matchpoints of a seat, and where two games differ."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from games.rules.cards import Faction
from games.rules.scoring import compute_votes
from games.rules.state import Cards, Seat, get_other_seat
from games.state.match_state import MatchState
from games.state.series import Pair

ALL_VOTES = len(Faction)


def count_votes(match: MatchState) -> Pair:
    """Return the votes of both seats in a finished game.

    The loser of a game that ended early gets none and the winner all. An early draw is 0 to 0.
    """
    if match.state is not None and match.played_out:
        votes = [vote.seat for vote in compute_votes(match.state.score)]
        return votes.count(0), votes.count(1)
    if match.winner is None:
        return 0, 0
    return (ALL_VOTES, 0) if match.winner == 0 else (0, ALL_VOTES)


def compute_lead(votes: Pair, seat: Seat) -> int:
    """Return by how many votes a seat is ahead, which is its score in the comparison."""
    return votes[seat] - votes[get_other_seat(seat)]


def compute_matchpoints(scores: Sequence[int]) -> list[Fraction | None]:
    """Return the matchpoints of each table for one seat, as a share of the possible ones.

    Each other table with a lower score counts 1, and each with the same score 1/2. A single table has none.
    """
    if len(scores) < 2:
        return [None] * len(scores)
    return [Fraction(_count_points(score, scores), 2 * (len(scores) - 1)) for score in scores]


def _count_points(score: int, scores: Sequence[int]) -> int:
    """Return twice the matchpoints of a score; the table's own score is among ``scores``."""
    lower = sum(other < score for other in scores)
    same = sum(other == score for other in scores) - 1
    return 2 * lower + same


def find_difference(own: Cards, other: Cards) -> int | None:
    """Return the index of the first card that two games play differently, or None if no card differs.

    If one game ends early, that is where it ends.
    """
    shared = min(len(own), len(other))
    different = (index for index in range(shared) if own[index] != other[index])
    return next(different, None if len(own) == len(other) else shared)
