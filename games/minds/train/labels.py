"""Who wins from the start of phase two: two tricks by looking one ahead, then perfectly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from games.minds import late
from games.minds.endings import Solver, outcome_of
from games.minds.position import CARDS, Position
from games.minds.train.played import Ends

LIMIT = 300_000
PLAIN_TRICKS = 2


@dataclass(frozen=True, slots=True)
class Labels:
    """A row for each end of phase one whose winner was found: 1 for a follower of seat 0, -1 for one of seat 1; the
    same
    for what they scored and for the leader; and what seat 0 gets: 1, 0.5 or 0."""

    followers: npt.NDArray[np.int8]
    scored: npt.NDArray[np.int8]
    leader: npt.NDArray[np.int8]
    won: npt.NDArray[np.float32]


def start(ends: Ends, row: int) -> Position:
    """Phase two of a game as it begins."""
    scored = ends.scored[row]
    hands = [tuple(sorted(pile[row].tolist())) for pile in ends.followers]
    piles = [tuple(np.flatnonzero(scored == seat).tolist()) for seat in (0, 1)]
    return Position((hands[0], hands[1]), (piles[0], piles[1]), int(ends.leader[row]))


def winner(at: Position) -> float | None:
    """1, 0.5 or 0 for seat 0; None where the search gives up."""
    for _ in range(2 * PLAIN_TRICKS):
        at = at.after(late.best(at))
    found = outcome_of(Solver(at, LIMIT), at)
    if found is None:
        return None
    return (1 + (found if at.to_play == 0 else -found)) / 2


def labelled(ends: Ends) -> Labels:
    """The ends whose winner could be found."""
    found = [(row, won) for row in range(len(ends.leader)) if (won := winner(start(ends, row))) is not None]
    rows = np.array([row for row, _ in found])
    sides = np.zeros((len(rows), len(CARDS)), dtype=np.int8)
    for seat, sign in ((0, 1), (1, -1)):
        np.put_along_axis(sides, ends.followers[seat][rows], sign, axis=1)
    scored = np.where(ends.scored[rows] < 0, 0, 1 - 2 * ends.scored[rows]).astype(np.int8)
    shares = np.array([won for _, won in found], dtype=np.float32)
    return Labels(sides, scored, (1 - 2 * ends.leader[rows]).astype(np.int8), shares)


def joined(parts: list[Labels]) -> Labels:
    return Labels(*(np.concatenate([getattr(one, name) for one in parts]) for name in Labels.__slots__))


def all_from(ends: Ends, at_once: int = 1000) -> Labels:
    """All labels, some at a time."""
    count = len(ends.leader)
    pieces = [slice(begin, begin + at_once) for begin in range(0, count, at_once)]
    return joined([labelled(_part(ends, piece)) for piece in pieces])


def _part(ends: Ends, piece: slice) -> Ends:
    return Ends((ends.followers[0][piece], ends.followers[1][piece]), ends.scored[piece], ends.leader[piece])
