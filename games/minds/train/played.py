"""Many games of phase one at once, by a policy for each seat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.minds.playout import Floats, Run, answers, leads, noise, pass_on
from games.minds.position import BEATS, CARDS, EARLY
from games.minds.weights import Weights
from games.minds.worlds import Numbers
from games.rules.state import HAND

DECK = len(CARDS)


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends of phase one, a row each: the followers of both seats, who scored each card (-1: nobody), who leads."""

    followers: tuple[Numbers, Numbers]
    scored: Numbers
    leader: Numbers


def deals(count: int, chance: np.random.Generator) -> Numbers:
    """So many shuffled decks: a hand, the other hand, the deck."""
    return np.argsort(chance.random((count, DECK)), axis=1)


def played(dealt: Numbers, weights: Weights, loose: Floats, chance: np.random.Generator) -> Ends:
    """Play phase one of every deal; ``loose`` says for each how much chance decides, 0 not at all."""
    count = len(dealt)
    rows = np.arange(count)
    tables = weights.tables(np.ones(DECK, dtype=np.float32))
    run = Run(
        leads=dealt[:, :HAND],
        follows=dealt[:, HAND : 2 * HAND],
        first=np.ones(count, dtype=bool),
        revealed=dealt[:, 2 * HAND],
        deck=dealt[:, 2 * HAND + 1 :],
        worth=np.zeros(count, dtype=np.float32),
        noise=noise(chance, count) * loose[:, None].astype(np.float32),
        world=rows,
    )
    taken: tuple[list[Numbers], list[Numbers]] = ([], [])
    scored = np.full((count, DECK), -1)
    while run.deck.shape[1]:
        lead = leads(run, tables)
        answer = answers(run, tables, lead)
        beaten = BEATS[lead, answer]
        won = run.first ^ beaten
        taken[0].append(np.where(won, run.revealed, run.deck[:, 0]))
        taken[1].append(np.where(won, run.deck[:, 0], run.revealed))
        for card in (lead, answer):
            scored[rows, card] = np.where(EARLY[card], np.where(won, 0, 1), -1)
        pass_on(run, won, beaten)
    return Ends((np.stack(taken[0], axis=1), np.stack(taken[1], axis=1)), scored, np.where(run.first, 0, 1))
