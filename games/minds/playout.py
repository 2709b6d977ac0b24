"""Phase one played out in many worlds at once, both seats by the policy, and what its end is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from games.minds.position import BEATS, CARDS, SUIT, WILD, Bools
from games.minds.weights import Tables, Weights
from games.minds.worlds import Numbers

Floats = npt.NDArray[np.floating[Any]]
Flags = npt.NDArray[np.bool_]
COUNT = len(CARDS)
NEVER = np.float32(-1e9)
FOLLOWS = SUIT | WILD[None, :]
NEXT = np.arange(2 * COUNT) % COUNT


@dataclass(slots=True)
class Run:
    """Games at the same card of phase one, a row each: both hands, who leads, the deck from the blind card on, what
    the first seat has so far, and the worlds, whose noise decides among cards of like worth.

    ``leads`` and ``follows`` are the hands of whoever leads and follows this trick, ``first`` whether the first seat
    leads. ``style`` is how the second seat plays: 0 by the policy, others by those of ``styles``.
    """

    leads: Numbers
    follows: Numbers
    first: Flags
    revealed: Numbers
    deck: Numbers
    worth: Floats
    noise: Floats
    world: Numbers
    style: Numbers | None = None
    styles: tuple[Tables, ...] = ()

    @property
    def left(self) -> int:
        """Tricks of phase one that are not complete."""
        return (int(self.deck.shape[1]) + 1) // 2


def noise(chance: np.random.Generator, worlds: int) -> Floats:
    """For each world and card what makes a choice by the highest sum one of the softmax."""
    return np.asarray(
        -np.log(-np.log(chance.random((worlds, COUNT), dtype=np.float32) + 1e-9) + 1e-9), dtype=np.float32
    )


def finished(run: Run, weights: Weights, tables: Tables, lead: Numbers | None = None) -> Floats:
    """What phase one comes to for the first seat, as the log odds of winning; ``lead``: the cards led already."""
    while run.deck.shape[1]:
        if lead is None:
            lead = leads(run, tables)
        complete(run, weights, lead, answers(run, tables, lead))
        lead = None
    found: Floats = run.worth + np.where(run.first, weights.leader, -weights.leader).astype(np.float32)
    return found


def complete(run: Run, weights: Weights, lead: Numbers, answer: Numbers) -> None:
    """End a trick of which both cards have left their hands."""
    beaten = BEATS[lead, answer]
    won = run.first ^ beaten
    gain = (
        weights.follower[run.revealed] - weights.follower[run.deck[:, 0]] + weights.early[lead] + weights.early[answer]
    )
    run.worth = run.worth + np.where(won, gain, -gain)
    pass_on(run, won, beaten)


def pass_on(run: Run, won: Bools, beaten: Bools) -> None:
    """The winner leads, and the next card is turned up. ``won``: by the first seat; ``beaten``: by the answer."""
    if run.leads.shape[1]:
        swapped = beaten[:, None]
        run.leads, run.follows = np.where(swapped, run.follows, run.leads), np.where(swapped, run.leads, run.follows)
    run.first = won
    if run.deck.shape[1] > 1:
        run.revealed = run.deck[:, 1]
    run.deck = run.deck[:, 2:]


def leads(run: Run, tables: Tables) -> Numbers:
    """A lead of every game; it leaves its hand."""
    logits = tables.lead(run.left, run.revealed[:, None], run.leads)
    for rows, other in _otherwise(run, ~run.first):
        logits[rows] = other.lead(1, run.revealed[rows, None], run.leads[rows])
    card, run.leads = _drawn(logits, run.leads, run)
    return card


def answers(run: Run, tables: Tables, lead: Numbers) -> Numbers:
    """A legal answer to the lead of every game; it leaves its hand."""
    logits = tables.answer(run.left, run.revealed[:, None], lead[:, None], run.follows)
    for rows, other in _otherwise(run, run.first):
        logits[rows] = other.answer(1, run.revealed[rows, None], lead[rows, None], run.follows[rows])
    pairs = lead[:, None] * COUNT + run.follows
    allowed, bound = FOLLOWS.take(pairs), SUIT.take(pairs).any(axis=1)
    logits = np.where(allowed | ~bound[:, None], logits, NEVER)
    card, run.follows = _drawn(logits, run.follows, run)
    return card


def _otherwise(run: Run, theirs: Flags) -> Iterator[tuple[Numbers, Tables]]:
    """The games in which the second seat plays now, in a style of its own, and the policy of that style."""
    if run.style is not None:
        for at, policy in enumerate(run.styles, 1):
            yield np.flatnonzero(theirs & (run.style == at)), policy


def _drawn(logits: Floats, hands: Numbers, run: Run) -> tuple[Numbers, Numbers]:
    """A card of each hand by the softmax of its logits, and the hands without it."""
    # Another column each time, or a world would love the same card in every trick.
    turned = NEXT[7 * run.deck.shape[1] % COUNT :].take(hands)
    at = (logits + run.noise.reshape(-1).take((run.world * COUNT)[:, None] + turned)).argmax(axis=1)
    rows = np.arange(len(hands))
    card = hands[rows, at]
    left = hands[:, :-1].copy()
    inside = at < left.shape[1]
    left[rows[inside], at[inside]] = hands[inside, -1]
    return card, left
