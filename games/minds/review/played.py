"""A finished game step by step, and what the seat to play knew at each."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from games.minds.knowledge import Knowledge, known
from games.rules.moves import apply, start
from games.rules.record import Record
from games.rules.state import State
from games.rules.visible import visible


@dataclass(frozen=True)
class Played:
    """The game of a record, which must be legal; it may have ended before its last card."""

    record: Record

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The states from the deal on, one more than cards were played."""
        record = self.record
        found = [start(record.hands, record.deck, record.leader)]
        for card in record.plays:
            found.append(apply(found[-1], card))
        return tuple(found)

    def knowledge(self, ply: int) -> Knowledge:
        """What the seat to play knew before the ``ply``-th card, by what it was shown and nothing else."""
        seat = self.states[ply].to_play
        if seat is None:
            raise ValueError("the game is over")
        return known([visible(state, seat, self.record.rulings) for state in self.states[: ply + 1]])


def chance_of(knowledge: Knowledge) -> np.random.Generator:
    """Chance that follows from what a seat knows: from the other cards it would tell of them."""
    open_cards = (knowledge.hand, knowledge.played, knowledge.own_blind, knowledge.theirs)
    text = f"{knowledge.ply} {knowledge.revealed} " + " ".join("".join(map(str, cards)) for cards in open_cards)
    return np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]))
