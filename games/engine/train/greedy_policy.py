"""Greedy policies of phase one: they play the games that training labels, and the benchmark compares with them."""

from __future__ import annotations

import numpy as np

from games.engine.position import CARDS, SCORES_IN_PHASE_ONE, TO_LOSER, VALUE, WILD
from games.engine.weights import ANSWER_PARTS, LEAD_PARTS, Weights

GREEDY_WORTH = np.where(TO_LOSER, 4.5, VALUE) + np.where(WILD, 1.5, 0) + np.where(SCORES_IN_PHASE_ONE, 0.5, 0)
"""Value of a follower that counts its powers: average for a card that goes to the loser, higher for a wild card."""
GREEDY_COST = VALUE + np.where(WILD, 3.0, 0)


def build_greedy_weights(knowing: bool = False) -> Weights:
    """Return the greedy policy: win a revealed card above average as cheaply as possible, otherwise play low.

    The policy rates cards by their values alone; with ``knowing`` also by the powers of their factions.
    """
    worth, cost = (GREEDY_WORTH, GREEDY_COST) if knowing else (VALUE.astype(float), VALUE.astype(float))
    wanted = worth - worth.mean()
    zeros = dict.fromkeys((*LEAD_PARTS, *ANSWER_PARTS), np.zeros(len(CARDS), np.float32))
    early = np.where(SCORES_IN_PHASE_ONE, 4.0, 0)
    lead = zeros | {"turned": cost}
    answer = zeros | {"card": -cost, "turned": np.sign(wanted) * 20, "taken": early, "won": early}
    follower, early_weights = (wanted / 8).astype(np.float32), np.where(SCORES_IN_PHASE_ONE, 0.25, 0).astype(np.float32)
    lead, answer = ({name: part.astype(np.float32) for name, part in parts.items()} for parts in (lead, answer))
    return Weights(follower, early_weights, 0.0, lead, answer)
