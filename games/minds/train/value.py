"""What followers are worth at the start of phase two: log odds, fitted to who won.

The seats are alike, so a card is worth to one what it costs the other, and all its copies are worth the same.
"""

from __future__ import annotations

import numpy as np

from games.minds.playout import Floats
from games.minds.position import CARDS, EARLY, NUMBERS
from games.minds.train.labels import Labels

KINDS = list(NUMBERS)
COUNT = len(KINDS)
RIDGE = 1.0


def inputs(labels: Labels) -> Floats:
    """A row each: followers by kind of card, scored ones of those that are scored in phase one, and who leads."""
    kinds = np.zeros((len(CARDS), COUNT), dtype=np.float32)
    for at, card in enumerate(CARDS):
        kinds[at, KINDS.index(card)] = 1
    scored = labels.scored[:, EARLY].astype(np.float32)
    leader = labels.leader[:, None].astype(np.float32)
    return np.concatenate([labels.followers.astype(np.float32) @ kinds, scored, leader], axis=1)


def fitted(rows: Floats, won: Floats, steps: int = 30) -> Floats:
    """The weights of the inputs by Newton's steps, drawn a little towards nothing."""
    weights = np.zeros(rows.shape[1])
    for _ in range(steps):
        odds = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (won - odds) - RIDGE * weights
        bend = (rows * (odds * (1 - odds))[:, None]).T @ rows + RIDGE * np.eye(len(weights))
        move = np.linalg.solve(bend, slope)
        weights = weights + move
        if np.abs(move).max() < 1e-6:
            break
    return weights


def loss(rows: Floats, won: Floats, weights: Floats) -> float:
    """The mean log loss."""
    odds = np.clip(1 / (1 + np.exp(-rows @ weights)), 1e-6, 1 - 1e-6)
    return float(-(won * np.log(odds) + (1 - won) * np.log(1 - odds)).mean())


def split(weights: Floats) -> tuple[dict[str, float], dict[str, float], float]:
    """The weights of followers and of scored cards by code, and that of leading."""
    follower = {str(card): round(float(one), 4) for card, one in zip(KINDS, weights, strict=False)}
    scored = [str(card) for card, early in zip(CARDS, EARLY, strict=True) if early]
    early = {code: round(float(one), 4) for code, one in zip(scored, weights[COUNT:-1], strict=True)}
    return follower, early, round(float(weights[-1]), 4)
