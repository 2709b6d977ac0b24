"""A plain player of one trick at a time, to compare with and to begin learning from."""

from __future__ import annotations

import numpy as np

from games.minds.position import CARDS, EARLY, TO_LOSER, VALUE, WILD
from games.minds.weights import ANSWER_PARTS, LEAD_PARTS, Weights

WORTH = np.where(TO_LOSER, 4.5, VALUE) + np.where(WILD, 1.5, 0) + np.where(EARLY, 0.5, 0)
"""A follower to who knows the powers: what goes to the loser is worth nothing in particular, a wild card more."""
COST = VALUE + np.where(WILD, 3.0, 0)


def greedy(knowing: bool = False) -> Weights:
    """The policy that wins the card turned up when it is better than most, as cheaply as it can, and else plays low.

    It goes by the values of the cards alone; ``knowing``, by what their factions make of them too.
    """
    worth, cost = (WORTH, COST) if knowing else (VALUE.astype(float), VALUE.astype(float))
    wanted = worth - worth.mean()
    none = dict.fromkeys((*LEAD_PARTS, *ANSWER_PARTS), np.zeros(len(CARDS), np.float32))
    early = np.where(EARLY, 4.0, 0)
    lead = none | {"turned": cost}
    answer = none | {"card": -cost, "turned": np.sign(wanted) * 20, "taken": early, "won": early}
    follower, scored = (wanted / 8).astype(np.float32), np.where(EARLY, 0.25, 0).astype(np.float32)
    lead, answer = ({name: part.astype(np.float32) for name, part in parts.items()} for parts in (lead, answer))
    return Weights(follower, scored, 0.0, lead, answer)
