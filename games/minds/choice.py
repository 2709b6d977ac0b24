"""The card that a mind plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from games.minds import late
from games.minds.endings import Solver, outcome_of
from games.minds.forgetting import remembered
from games.minds.knowledge import Knowledge, known, position_with
from games.minds.levels import Level
from games.minds.position import CARDS, NUMBERS, Position
from games.minds.search import alive, chances
from games.minds.weights import Weights, fitted
from games.rules.cards import Card
from games.rules.rulings import Draw
from games.rules.state import Phase
from games.rules.visible import Visible

ALL = np.arange(len(CARDS))


def choose(views: Sequence[Visible], level: Level, seed: int, draw: str = Draw.VOTES) -> Card:
    """A legal card for the seat that was shown ``views``, one a card since the deal, and is to play.

    The same for the same views, level and seed; ``seed`` is of the game and the seat, the same for all its cards.
    ``draw`` is that of the game's rulings. ``ValueError`` when it is not this seat's turn.
    """
    return chosen(known(views), level, seed, draw)


def chosen(knowledge: Knowledge, level: Level, seed: int, draw: str = Draw.VOTES) -> Card:
    """The same for what a seat knows that is to play."""
    knowledge = remembered(knowledge, level, seed)
    cards = tuple(dict.fromkeys(knowledge.legal))
    if len(cards) == 1:
        return cards[0]
    chance = np.random.default_rng([0, seed, knowledge.ply])
    if knowledge.phase is Phase.ONE:
        return _early(knowledge, level, chance, fitted())
    return _late(knowledge, level, chance, draw)


def _early(knowledge: Knowledge, level: Level, chance: np.random.Generator, weights: Weights) -> Card:
    if level.worlds:
        found = chances(knowledge, level.worlds, weights, chance, level.reads)
        return _drawn({card: one.win for card, one in found.items()}, level.heat, chance)
    return _drawn(preferences(knowledge, weights), level.heat, chance)


def preferences(knowledge: Knowledge, weights: Weights) -> dict[Card, float]:
    """The policy's logit of each legal card in phase one."""
    turned = np.array(NUMBERS[knowledge.revealed][0] if knowledge.revealed else 0)
    left = len(knowledge.hand)
    tables = weights.tables(alive(knowledge), left)
    if knowledge.lead is None:
        row = tables.lead(left, turned, ALL)
    else:
        row = tables.answer(left, turned, np.array(NUMBERS[knowledge.lead][0]), ALL)
    return {card: float(row[NUMBERS[card][0]]) for card in knowledge.legal}


def _drawn(worth: Mapping[Card, float], heat: float, chance: np.random.Generator) -> Card:
    """The best card, or with heat one by the softmax of what they are worth over it."""
    cards = list(worth)
    luck = chance.gumbel(size=len(cards)) * heat
    return max(zip(cards, luck, strict=True), key=lambda one: worth[one[0]] + one[1])[0]


def _late(knowledge: Knowledge, level: Level, chance: np.random.Generator, draw: str) -> Card:
    at = position_with(knowledge, knowledge.unseen)
    looks = late.worths(at)
    if at.left <= level.exact:
        best = _perfect(at, looks, level.nodes, draw)
        if best is not None:
            return CARDS[best]
    return _drawn({CARDS[card]: worth for card, worth in looks.items()}, level.late_heat, chance)


def _perfect(at: Position, looks: Mapping[int, float], nodes: int, draw: str) -> int | None:
    """Of the cards that keep the outcome the one that looks best; None where that is not known.

    In a lost position all cards keep it, and the one that looks best asks most of the other seat.
    """
    solver = Solver(at, nodes)
    outcome = outcome_of(solver, at, draw)
    if outcome is None:
        return None
    for card in sorted(looks, key=lambda one: (-looks[one], one)):
        after = at.after(card)
        found = outcome_of(solver, after, draw)
        if found is not None and (found if after.to_play == at.to_play else -found) == outcome:
            return card
    return None
