"""A plain player of one trick at a time, to compare with and to begin learning from."""

from __future__ import annotations

import numpy as np

from games.minds.position import BEATS, CARDS, EARLY, FACTION, FACTIONS, VALUE, WILD
from games.minds.weights import Weights
from games.rules.cards import Faction
from games.rules.state import HAND

DWARVES = FACTION == FACTIONS.index(Faction.DWARVES)
WORTH = np.where(DWARVES, 4.5, VALUE) + np.where(WILD, 1.5, 0) + np.where(EARLY, 0.5, 0)
"""What a card is worth as a follower: its value, a Dwarf nothing in particular, a wild card more."""
COST = VALUE + np.where(WILD, 3.0, 0)


def greedy() -> Weights:
    """The policy that wins the card turned up when it is better than most, as cheaply as it can, and else plays low."""
    wanted = WORTH - WORTH.mean()
    gain = np.sign(wanted)[:, None, None] * 20 + 4.0 * (EARLY[None, :, None] | EARLY[None, None, :])
    answers = gain * BEATS[None, :, :] - COST[None, None, :]
    leads = np.sign(wanted)[:, None] * COST[None, :]
    follower = (wanted / 8).astype(np.float32)
    early = np.where(EARLY, 0.25, 0).astype(np.float32)
    stacked = [np.repeat(one[None].astype(np.float32), HAND, axis=0) for one in (leads, answers)]
    assert len(CARDS) == len(follower)
    return Weights(follower, early, 0.0, stacked[0], stacked[1])
