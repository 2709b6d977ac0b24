"""Finished game, card by card, with the knowledge of the seat to play before each card."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from games.engine.knowledge import Knowledge, build_knowledge
from games.rules.moves import apply, start
from games.rules.record import Record
from games.rules.state import State
from games.rules.visible_state import build_visible_state


@dataclass(frozen=True)
class FinishedGame:
    """Game of a record, which must be legal; the game may have ended before its last card."""

    record: Record

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The states from the deal on, one more than the number of cards played."""
        record = self.record
        states = [start(record.hands, record.deck, record.leader)]
        for card in record.plays:
            states.append(apply(states[-1], card))
        return tuple(states)

    def build_knowledge(self, ply: int) -> Knowledge:
        """Return the knowledge of the seat to play after ``ply`` cards, from its own views only.

        Raise ``ValueError`` if the game is over.
        """
        seat = self.states[ply].to_play
        if seat is None:
            raise ValueError("the game is over")
        return build_knowledge(
            [build_visible_state(state, seat, self.record.rulings) for state in self.states[: ply + 1]]
        )


def build_generator(knowledge: Knowledge) -> np.random.Generator:
    """Return a random generator seeded only by what the seat knows, so that results reveal no hidden cards."""
    known_cards = (knowledge.hand, knowledge.played, knowledge.own_blind, knowledge.theirs)
    text = f"{knowledge.ply} {knowledge.revealed} " + " ".join("".join(map(str, cards)) for cards in known_cards)
    return np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]))
