"""Phase one by sampling: what the seat to play could hope for, and what its card cost."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from games.minds.choice import preferences
from games.minds.knowledge import Knowledge
from games.minds.playout import Floats, noise
from games.minds.review.calibrated import apart, mean_of
from games.minds.review.played import chance_of
from games.minds.review.told import Judged, Point, Sure
from games.minds.review.verdicts import ALIKE, verdict
from games.minds.search import _tried as tried
from games.minds.search import alive
from games.minds.weights import fitted
from games.minds.worlds import Worlds, sampled
from games.rules.cards import Card
from games.rules.state import Cards

WORLDS = 2_000

Wins = Mapping[Card, Floats]
"""The chance of the seat to play after each card, in each world."""


def wins_after(knowledge: Knowledge, count: int | None = None) -> Wins:
    """Every legal card in the same worlds that fit what the seat knows, ``WORLDS`` of them, with the same noise."""
    chance = chance_of(knowledge)
    return wins_in(
        sampled(knowledge, count or WORLDS, chance), knowledge, tuple(dict.fromkeys(knowledge.legal)), chance
    )


def wins_in(worlds: Worlds, knowledge: Knowledge, cards: Cards, chance: np.random.Generator) -> Wins:
    """These cards in these worlds."""
    count, weights = len(worlds.hands), fitted()
    policy = weights, weights.tables(alive(knowledge), len(knowledge.hand))
    return tried(knowledge, list(cards), worlds, noise(chance, count), policy, np.arange(count))


def hope(knowledge: Knowledge, wins: Wins) -> Floats:
    """What the seat may hope for in each world, its card drawn by the policy."""
    liked = preferences(knowledge, fitted())
    cards = list(wins)
    logits = np.array([liked[card] for card in cards])
    odds = np.exp(logits - logits.max())
    found: Floats = np.einsum("c,cw->w", odds / odds.sum(), np.stack([wins[card] for card in cards]))
    return found


def point(knowledge: Knowledge, wins: Wins) -> Point:
    """The chance of seat 0 before a card, by what the seat to play knows."""
    found = for_first(knowledge, mean_of(hope(knowledge, wins)))
    return Point(knowledge.ply, found.chance, found.error)


def for_first(knowledge: Knowledge, sure: Sure) -> Sure:
    """The chance of seat 0 where that of the seat to play is ``sure``."""
    return sure if knowledge.seat == 0 else Sure(1 - sure.chance, sure.error)


def judged(knowledge: Knowledge, wins: Wins, card: Card) -> Judged:
    """What is said of the card that was played."""
    others = {one: float(found.mean()) for one, found in wins.items() if one != card}
    said = Judged(knowledge.ply, knowledge.seat, card)
    if not others:
        return said
    best = max(sorted(others), key=lambda one: others[one])
    loss = apart(wins[best], wins[card])
    called = verdict(loss)
    if called is None:
        return said
    better = tuple(one for one in sorted(others, key=lambda one: -others[one]) if _as_good(wins, one, best, card))
    return Judged(said.ply, said.seat, card, called, loss.chance, loss.error, better)


def _as_good(wins: Wins, one: Card, best: Card, card: Card) -> bool:
    """Within three points of the best, and itself more than three points better than what was played."""
    return apart(wins[best], wins[one]).chance < ALIKE < apart(wins[one], wins[card]).chance
