"""Memory model: the knowledge that a forgetful level keeps, consistent throughout a game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from games.engine.knowledge import Knowledge
from games.engine.levels import Level
from games.engine.position import CARDS, FACTIONS
from games.rules.cards import Card
from games.rules.state import Cards, Phase

ONCE_A_GAME = 1
"""First part of the seed for draws made once a game; the seed for draws at each card begins with 0."""


def forget_cards(knowledge: Knowledge, level: Level, seed: int) -> Knowledge:
    """Return the knowledge without the cards and voids that the level has forgotten.

    A forgotten card counts as unseen; a card that lies open is never forgotten.
    """
    if not level.forgotten_cards and not level.forgotten_voids:
        return knowledge
    rng = np.random.default_rng([ONCE_A_GAME, seed])
    card_draws, faction_draws = rng.random(len(CARDS)), rng.random(len(FACTIONS))
    forgotten = _list_forgotten_cards(
        knowledge, {CARDS[number] for number in np.flatnonzero(card_draws < level.forgotten_cards)}
    )
    void = frozenset(
        faction for faction in knowledge.void if faction_draws[FACTIONS.index(faction)] >= level.forgotten_voids
    )
    if knowledge.phase is Phase.ONE:
        return replace(knowledge, unseen=knowledge.unseen + forgotten, void=void)
    return replace(knowledge, unseen=_guess_hand(knowledge, forgotten, card_draws))


def _list_forgotten_cards(knowledge: Knowledge, forgettable: set[Card]) -> Cards:
    """Return the forgotten played cards, except those in the score piles and the card that was led."""
    visible = Counter(knowledge.score[0] + knowledge.score[1])
    visible += Counter(() if knowledge.lead is None else (knowledge.lead,))
    return tuple((Counter(card for card in knowledge.played if card in forgettable) - visible).elements())


def _guess_hand(knowledge: Knowledge, forgotten: Cards, card_draws: np.ndarray) -> Cards:
    """Return a guess of the other hand in phase two: the known followers, then other cards in an order drawn once."""
    preference = {card: float(card_draws[number]) for number, card in enumerate(CARDS)}
    certain = tuple((Counter(knowledge.theirs) & Counter(knowledge.unseen)).elements())
    rest = (Counter(knowledge.unseen + forgotten) - Counter(certain)).elements()
    preferred = sorted(rest, key=lambda card: (preference[card], card))
    return (*certain, *preferred)[: knowledge.held]
