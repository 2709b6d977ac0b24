"""A plain player of one trick at a time, to compare with and to begin learning from."""

from __future__ import annotations

import numpy as np

from games.minds.position import CARDS, EARLY, FACTION, FACTIONS, VALUE, WILD
from games.minds.weights import ANSWER_PARTS, LEAD_PARTS, Weights
from games.rules.cards import Faction

DWARVES = FACTION == FACTIONS.index(Faction.DWARVES)
WORTH = np.where(DWARVES, 4.5, VALUE) + np.where(WILD, 1.5, 0) + np.where(EARLY, 0.5, 0)
"""What a card is worth as a follower: its value, a Dwarf nothing in particular, a wild card more."""
COST = VALUE + np.where(WILD, 3.0, 0)


def greedy() -> Weights:
    """The policy that wins the card turned up when it is better than most, as cheaply as it can, and else plays low."""
    wanted = WORTH - WORTH.mean()
    sign, cost, early = np.sign(wanted) * 20, COST, np.where(EARLY, 4.0, 0)
    none = dict.fromkeys((*LEAD_PARTS, *ANSWER_PARTS), np.zeros(len(CARDS), np.float32))
    lead = none | {"turned": cost}
    answer = none | {"card": -cost, "turned": sign, "taken": early, "won": early}
    follower, scored = (wanted / 8).astype(np.float32), np.where(EARLY, 0.25, 0).astype(np.float32)
    return Weights(
        follower,
        scored,
        0.0,
        *({name: part.astype(np.float32) for name, part in one.items()} for one in (lead, answer)),
    )
