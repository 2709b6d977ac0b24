"""Self-play: many games of phase one at once, by a policy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.engine.determinization import Numbers
from games.engine.playout import Floats, PlayoutBatch, draw_noise, play_answers, play_leads, start_next_trick
from games.engine.position import BEATS, CARDS, SCORES_IN_PHASE_ONE
from games.engine.weights import Weights
from games.rules.state import HAND_SIZE

DECK = len(CARDS)


@dataclass(frozen=True, slots=True)
class PhaseOneEnds:
    """Ends of phase one, one per row.

    ``followers`` are the followers of each seat, ``scored`` is the seat that scored each card (-1 for neither), and
    ``leader`` the seat that leads phase two.
    """

    followers: tuple[Numbers, Numbers]
    scored: Numbers
    leader: Numbers


def shuffle_decks(count: int, rng: np.random.Generator) -> Numbers:
    """Return ``count`` shuffled deals, one per row: the hand of each seat, then the deck."""
    return np.argsort(rng.random((count, DECK)), axis=1)


def play_phase_one(dealt: Numbers, weights: Weights, noise_scales: Floats, rng: np.random.Generator) -> PhaseOneEnds:
    """Play phase one of every deal and return the ends; ``noise_scales`` has the noise scale of each game."""
    count = len(dealt)
    rows = np.arange(count)
    tables = weights.build_tables(np.ones(DECK, dtype=np.float32))
    batch = PlayoutBatch(
        leads=dealt[:, :HAND_SIZE],
        follows=dealt[:, HAND_SIZE : 2 * HAND_SIZE],
        first=np.ones(count, dtype=bool),
        revealed=dealt[:, 2 * HAND_SIZE],
        deck=dealt[:, 2 * HAND_SIZE + 1 :],
        worth=np.zeros(count, dtype=np.float32),
        noise=draw_noise(rng, count) * noise_scales[:, None].astype(np.float32),
        world=rows,
    )
    taken: tuple[list[Numbers], list[Numbers]] = ([], [])
    scored = np.full((count, DECK), -1)
    while batch.deck.shape[1]:
        lead = play_leads(batch, tables)
        answer = play_answers(batch, tables, lead)
        beaten = BEATS[lead, answer]
        won = batch.first ^ beaten
        taken[0].append(np.where(won, batch.revealed, batch.deck[:, 0]))
        taken[1].append(np.where(won, batch.deck[:, 0], batch.revealed))
        for card in (lead, answer):
            scored[rows, card] = np.where(SCORES_IN_PHASE_ONE[card], np.where(won, 0, 1), -1)
        start_next_trick(batch, won, beaten)
    return PhaseOneEnds((np.stack(taken[0], axis=1), np.stack(taken[1], axis=1)), scored, np.where(batch.first, 0, 1))
