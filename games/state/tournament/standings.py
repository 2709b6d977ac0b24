"""Standings of a tournament: points, then votes, then cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from games.state.series import SideCounts
from games.state.tournament.boards import POINT, Board, BoardOutcome, Round, iterate_boards


@dataclass(frozen=True, slots=True)
class Standing:
    """Standing of an entrant. ``won``, ``drawn`` and ``lost`` include forfeits, but not byes.

    Entrants who are level in points, votes and cards share their rank. Byes and forfeits bring no votes and no cards.
    """

    entrant: int
    rank: int
    half_points: int
    won: int
    drawn: int
    lost: int
    byes: int
    votes: int
    cards: int

    @property
    def points(self) -> Fraction:
        """Return the points: a win and a bye 1, a draw ½."""
        return Fraction(self.half_points, POINT)

    @property
    def order(self) -> tuple[int, int, int]:
        """Return what ranks the entrant, the higher the better."""
        return self.half_points, self.votes, self.cards


def compute_standings(entrants: Sequence[int], rounds: Sequence[Round]) -> list[Standing]:
    """Return the standings, best first; entrants who are level stay in the given order."""
    unranked = [_sum_up(entrant, list(iterate_boards(rounds, entrant))) for entrant in entrants]
    orders = sorted((standing.order for standing in unranked), reverse=True)
    ranked = [replace(standing, rank=orders.index(standing.order) + 1) for standing in unranked]
    return sorted(ranked, key=lambda standing: standing.rank)


def _sum_up(entrant: int, boards: Sequence[Board]) -> Standing:
    points = [board.get_half_points(entrant) for board in boards]
    decided = [board for board in boards if board.second is not None and board.result is not None]
    byes = [board for board in boards if board.result is not None and board.result.outcome == BoardOutcome.BYE]
    outcomes = [board.get_half_points(entrant) for board in decided]
    return Standing(
        entrant=entrant,
        rank=0,
        half_points=sum(points),
        won=outcomes.count(POINT),
        drawn=outcomes.count(POINT // 2),
        lost=outcomes.count(0),
        byes=len(byes),
        votes=sum(_get_own(board.result.votes, board, entrant) for board in decided if board.result),
        cards=sum(_get_own(board.result.cards, board, entrant) for board in decided if board.result),
    )


def _get_own(pair: SideCounts | None, board: Board, entrant: int) -> int:
    """Return the number of an entrant of a pair of votes or cards, 0 if it is unknown."""
    if pair is None:
        return 0
    return pair[0] if board.first == entrant else pair[1]
