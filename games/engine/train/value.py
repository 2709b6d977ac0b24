"""Value of followers at the start of phase two: labelled ends of phase one and the fit to them.

A label is the winner of phase two, with two tricks of play by lookahead and then perfect play. The value is in log
odds. The seats are symmetric, so a card is worth to one seat what it costs the other; copies of a card have the same
value.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from games.engine import lookahead
from games.engine.endgame_solver import Solver, solve_outcome
from games.engine.playout import Floats
from games.engine.position import CARDS, NUMBERS, SCORES_IN_PHASE_ONE, Position
from games.engine.train.self_play import PhaseOneEnds

CARD_KINDS = list(NUMBERS)
COUNT = len(CARD_KINDS)
RIDGE = 1.0
MAX_NODES = 300_000
LOOKAHEAD_TRICKS = 2
"""Tricks played by lookahead before the solver takes over."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Labelled ends of phase one, one row for each end whose winner is known.

    ``followers`` is 1 for a follower of seat 0 and -1 for one of seat 1, ``scored`` and ``leader`` likewise; ``won`` is
    the result of seat 0: 1, 0.5 or 0.
    """

    followers: npt.NDArray[np.int8]
    scored: npt.NDArray[np.int8]
    leader: npt.NDArray[np.int8]
    won: npt.NDArray[np.float32]


def build_position(ends: PhaseOneEnds, row: int) -> Position:
    """Return the position in which phase two of a game begins."""
    scored = ends.scored[row]
    hands = [tuple(sorted(pile[row].tolist())) for pile in ends.followers]
    piles = [tuple(np.flatnonzero(scored == seat).tolist()) for seat in (0, 1)]
    return Position((hands[0], hands[1]), (piles[0], piles[1]), int(ends.leader[row]))


def solve_winner(position: Position) -> float | None:
    """Return the result of seat 0: 1, 0.5 or 0, None if the search hits its limit."""
    for _ in range(2 * LOOKAHEAD_TRICKS):
        position = position.play(lookahead.find_best_card(position))
    outcome = solve_outcome(Solver(position, MAX_NODES), position)
    if outcome is None:
        return None
    return (1 + (outcome if position.to_play == 0 else -outcome)) / 2


def label_ends(ends: PhaseOneEnds) -> Labels:
    """Return the labels of the ends whose winner is known."""
    winners = [
        (row, won) for row in range(len(ends.leader)) if (won := solve_winner(build_position(ends, row))) is not None
    ]
    rows = np.array([row for row, _ in winners])
    sides = np.zeros((len(rows), len(CARDS)), dtype=np.int8)
    for seat, sign in ((0, 1), (1, -1)):
        np.put_along_axis(sides, ends.followers[seat][rows], sign, axis=1)
    scored = np.where(ends.scored[rows] < 0, 0, 1 - 2 * ends.scored[rows]).astype(np.int8)
    results = np.array([won for _, won in winners], dtype=np.float32)
    return Labels(sides, scored, (1 - 2 * ends.leader[rows]).astype(np.int8), results)


def join_labels(parts: list[Labels]) -> Labels:
    """Return these labels, concatenated."""
    return Labels(*(np.concatenate([getattr(part, name) for part in parts]) for name in Labels.__slots__))


def label_all(ends: PhaseOneEnds, at_once: int = 1000) -> Labels:
    """Return the labels of all ends, computed in batches of ``at_once``."""
    count = len(ends.leader)
    batches = [slice(begin, begin + at_once) for begin in range(0, count, at_once)]
    return join_labels([label_ends(_slice_ends(ends, batch)) for batch in batches])


def _slice_ends(ends: PhaseOneEnds, batch: slice) -> PhaseOneEnds:
    return PhaseOneEnds((ends.followers[0][batch], ends.followers[1][batch]), ends.scored[batch], ends.leader[batch])


def build_inputs(labels: Labels) -> Floats:
    """Return a row of inputs for each label.

    The inputs are the followers by kind of card, the cards that were scored in phase one, and the leader.
    """
    kinds = np.zeros((len(CARDS), COUNT), dtype=np.float32)
    for number, card in enumerate(CARDS):
        kinds[number, CARD_KINDS.index(card)] = 1
    scored = labels.scored[:, SCORES_IN_PHASE_ONE].astype(np.float32)
    leader = labels.leader[:, None].astype(np.float32)
    return np.concatenate([labels.followers.astype(np.float32) @ kinds, scored, leader], axis=1)


def fit_value(rows: Floats, won: Floats, steps: int = 30) -> Floats:
    """Return the weights of the inputs, fitted by Newton's method with a ridge penalty."""
    weights = np.zeros(rows.shape[1])
    for _ in range(steps):
        predicted = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (won - predicted) - RIDGE * weights
        hessian = (rows * (predicted * (1 - predicted))[:, None]).T @ rows + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(hessian, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def compute_loss(rows: Floats, won: Floats, weights: Floats) -> float:
    """Return the mean log loss of these weights."""
    predicted = np.clip(1 / (1 + np.exp(-rows @ weights)), 1e-6, 1 - 1e-6)
    return float(-(won * np.log(predicted) + (1 - won) * np.log(1 - predicted)).mean())


def split_weights(weights: Floats) -> tuple[dict[str, float], dict[str, float], float]:
    """Return the weights of followers and of scored cards by card code, and the weight of the leader."""
    follower = {str(card): round(float(weight), 4) for card, weight in zip(CARD_KINDS, weights, strict=False)}
    scored = [str(card) for card, early in zip(CARDS, SCORES_IN_PHASE_ONE, strict=True) if early]
    early = {code: round(float(weight), 4) for code, weight in zip(scored, weights[COUNT:-1], strict=True)}
    return follower, early, round(float(weights[-1]), 4)
