"""What a mind that forgets still knows, the same all through a game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from games.minds.knowledge import Knowledge
from games.minds.levels import Level
from games.minds.position import CARDS, FACTIONS
from games.rules.cards import Card
from games.rules.state import Cards, Phase

ONCE = 1
"""Sets what is drawn once a game apart from what is drawn for each card."""


def remembered(knowledge: Knowledge, level: Level, seed: int) -> Knowledge:
    """What is left of it. A forgotten card may be anywhere that nobody sees; one that lies open is never forgotten."""
    if not level.forgets and not level.misses:
        return knowledge
    chance = np.random.default_rng([ONCE, seed])
    cards, factions = chance.random(len(CARDS)), chance.random(len(FACTIONS))
    gone = _forgotten(knowledge, {CARDS[at] for at in np.flatnonzero(cards < level.forgets)})
    void = frozenset(one for one in knowledge.void if factions[FACTIONS.index(one)] >= level.misses)
    if knowledge.phase is Phase.ONE:
        return replace(knowledge, unseen=knowledge.unseen + gone, void=void, tricks=())
    return replace(knowledge, unseen=_guessed(knowledge, gone, cards))


def _forgotten(knowledge: Knowledge, weak: set[Card]) -> Cards:
    """The played cards that it forgot, but for those in the score piles and the card that lies there."""
    lying = Counter(knowledge.score[0] + knowledge.score[1])
    lying += Counter(() if knowledge.lead is None else (knowledge.lead,))
    return tuple((Counter(card for card in knowledge.played if card in weak) - lying).elements())


def _guessed(knowledge: Knowledge, gone: Cards, cards: np.ndarray) -> Cards:
    """The other hand of phase two as it thinks: what it saw taken, and of the rest what it likes to think."""
    order = {card: float(cards[at]) for at, card in enumerate(CARDS)}
    certain = tuple((Counter(knowledge.theirs) & Counter(knowledge.unseen)).elements())
    rest = (Counter(knowledge.unseen + gone) - Counter(certain)).elements()
    liked = sorted(rest, key=lambda card: (order[card], card))
    return (*certain, *liked)[: knowledge.held]
