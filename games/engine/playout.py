"""Playouts: phase one played to its end in many worlds at once, with both seats playing by a policy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from games.engine.determinization import Numbers
from games.engine.position import BEATS, CARDS, SUIT, WILD, Bools
from games.engine.weights import Tables, Weights

Floats = npt.NDArray[np.floating[Any]]
Flags = npt.NDArray[np.bool_]
COUNT = len(CARDS)
IMPOSSIBLE_LOGIT = np.float32(-1e9)
FOLLOWS = SUIT | WILD[None, :]
"""True if the second card may answer the first from a hand that holds the first card's faction."""
NEXT = np.arange(2 * COUNT) % COUNT


@dataclass(slots=True)
class PlayoutBatch:
    """Games at the same ply of phase one, one per row.

    ``leads`` and ``follows`` are the hands of the seats that lead and follow this trick; ``first`` is true if the first
    seat leads. ``deck`` begins with the blind card. ``worth`` is the value that the first seat has gained so far, in
    log odds. ``world`` is the row of ``noise`` for each game.
    """

    leads: Numbers
    follows: Numbers
    first: Flags
    revealed: Numbers
    deck: Numbers
    worth: Floats
    noise: Floats
    world: Numbers

    @property
    def tricks_left(self) -> int:
        """The number of tricks of phase one that are not complete yet."""
        return (int(self.deck.shape[1]) + 1) // 2


def draw_noise(rng: np.random.Generator, worlds: int) -> Floats:
    """Return Gumbel noise, a row for each world and a column for each card.

    The card with the highest sum of logit and noise is a draw from the softmax of the logits.
    """
    return np.asarray(-np.log(-np.log(rng.random((worlds, COUNT), dtype=np.float32) + 1e-9) + 1e-9), dtype=np.float32)


def play_to_end(batch: PlayoutBatch, weights: Weights, tables: Tables, lead: Numbers | None = None) -> Floats:
    """Play phase one to its end and return its value for the first seat, as the log odds of winning.

    ``lead`` are the cards that were led already, if any.
    """
    while batch.deck.shape[1]:
        if lead is None:
            lead = play_leads(batch, tables)
        complete_trick(batch, weights, lead, play_answers(batch, tables, lead))
        lead = None
    log_odds: Floats = batch.worth + np.where(batch.first, weights.leader, -weights.leader).astype(np.float32)
    return log_odds


def complete_trick(batch: PlayoutBatch, weights: Weights, lead: Numbers, answer: Numbers) -> None:
    """Complete a trick; both cards must have been removed from the hands."""
    beaten = BEATS[lead, answer]
    won = batch.first ^ beaten
    gain = (
        weights.follower[batch.revealed]
        - weights.follower[batch.deck[:, 0]]
        + weights.early[lead]
        + weights.early[answer]
    )
    batch.worth = batch.worth + np.where(won, gain, -gain)
    start_next_trick(batch, won, beaten)


def start_next_trick(batch: PlayoutBatch, won: Bools, beaten: Bools) -> None:
    """Let the winner of the trick lead, and reveal the next card.

    ``won`` is true if the first seat won the trick, ``beaten`` if the answer won it.
    """
    if batch.leads.shape[1]:
        swapped = beaten[:, None]
        leads, follows = batch.leads, batch.follows
        batch.leads, batch.follows = np.where(swapped, follows, leads), np.where(swapped, leads, follows)
    batch.first = won
    if batch.deck.shape[1] > 1:
        batch.revealed = batch.deck[:, 1]
    batch.deck = batch.deck[:, 2:]


def play_leads(batch: PlayoutBatch, tables: Tables) -> Numbers:
    """Play a lead in every game and return the leads."""
    logits = tables.lead(batch.tricks_left, batch.revealed[:, None], batch.leads)
    card, batch.leads = _draw_cards(logits, batch.leads, batch)
    return card


def play_answers(batch: PlayoutBatch, tables: Tables, lead: Numbers) -> Numbers:
    """Play a legal answer to the lead in every game and return the answers."""
    logits = tables.answer(batch.tricks_left, batch.revealed[:, None], lead[:, None], batch.follows)
    pairs = lead[:, None] * COUNT + batch.follows
    allowed, bound = FOLLOWS.take(pairs), SUIT.take(pairs).any(axis=1)
    logits = np.where(allowed | ~bound[:, None], logits, IMPOSSIBLE_LOGIT)
    card, batch.follows = _draw_cards(logits, batch.follows, batch)
    return card


def _draw_cards(logits: Floats, hands: Numbers, batch: PlayoutBatch) -> tuple[Numbers, Numbers]:
    """Return a card of each hand, drawn by the softmax of its logits, and the hands without it."""
    # Shift the columns for each trick; otherwise a world would prefer the same cards in all tricks.
    columns = NEXT[7 * batch.deck.shape[1] % COUNT :].take(hands)
    chosen = (logits + batch.noise.reshape(-1).take((batch.world * COUNT)[:, None] + columns)).argmax(axis=1)
    rows = np.arange(len(hands))
    card = hands[rows, chosen]
    rest = hands[:, :-1].copy()
    is_inside = chosen < rest.shape[1]
    rest[rows[is_inside], chosen[is_inside]] = hands[is_inside, -1]
    return card, rest
