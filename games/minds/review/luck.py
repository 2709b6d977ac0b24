"""What was luck: the deal, and the blind cards. Both hands are seen here, so that no luck is taken for play."""

from __future__ import annotations

from collections import Counter

import numpy as np

from games.minds.choice import preferences
from games.minds.knowledge import Knowledge
from games.minds.playout import Floats
from games.minds.position import NUMBERS
from games.minds.review.calibrated import apart, mean_of
from games.minds.review.early import for_first, wins_in
from games.minds.review.played import chance_of
from games.minds.review.told import Sure, Swing
from games.minds.weights import fitted
from games.minds.worlds import Numbers, Worlds
from games.rules.cards import Card
from games.rules.state import Cards, State, other

WORLDS = 1_000


def deal(knowledge: Knowledge, state: State) -> Sure:
    """The chance of seat 0 before the first card with both hands seen and every order of the deck equally likely."""
    return for_first(knowledge, mean_of(_hope(knowledge, _open(knowledge, state))))


def swing(knowledge: Knowledge, state: State) -> Swing | None:
    """What the blind card of the last trick changed; None before the first, and in the last of the phase, whose blind
    card follows from all others."""
    if not state.tricks or not state.deck:
        return None
    card = state.tricks[-1].blind
    if card is None:
        return None
    truly, otherwise = _worlds(knowledge, state, card)
    found = apart(_hope(knowledge, truly), _hope(knowledge, otherwise))
    side = 1 if knowledge.seat == 0 else -1
    return Swing(state.ply, other(knowledge.seat), card, side * found.chance, found.error)


def _open(knowledge: Knowledge, state: State) -> Worlds:
    """Worlds in which the other hand and its followers are as they are, and the deck is shuffled."""
    return Worlds(_theirs(state, knowledge), _same(_hidden(knowledge, state)), _orders(knowledge, state.deck[1:]))


def _worlds(knowledge: Knowledge, state: State, card: Card) -> tuple[Worlds, Worlds]:
    """The same with the last blind card as it was, and with another one that lay in the deck: in each pair of worlds
    the two have changed places."""
    others = _hidden(knowledge, state)
    others.remove(card)
    drawn = _orders(knowledge, (card, *state.deck[1:]))
    instead, deck = drawn[:, :1], drawn[:, 1:]
    true = np.full_like(instead, NUMBERS[card][0])
    hands = _theirs(state, knowledge)
    back = Worlds(hands, np.concatenate([_same(others), true], axis=1), np.where(deck == true, instead, deck))
    return back, Worlds(hands, np.concatenate([_same(others), instead], axis=1), deck)


def _hidden(knowledge: Knowledge, state: State) -> list[Card]:
    """The followers of the other seat that lay face down."""
    theirs = Counter(state.followers[other(knowledge.seat)])
    return list((theirs - Counter(knowledge.theirs)).elements())


def _theirs(state: State, knowledge: Knowledge) -> Numbers:
    return _same(state.hands[other(knowledge.seat)])


def _orders(knowledge: Knowledge, cards: Cards) -> Numbers:
    """These cards in another order in every world."""
    return _numbers(cards)[np.argsort(chance_of(knowledge).random((WORLDS, len(cards))), axis=1)]


def _numbers(cards: Cards | list[Card]) -> Numbers:
    return np.array([NUMBERS[card][0] for card in cards], dtype=np.int64)


def _same(cards: Cards | list[Card]) -> Numbers:
    """These cards in every world."""
    return np.tile(_numbers(cards), (WORLDS, 1))


def _hope(knowledge: Knowledge, worlds: Worlds) -> Floats:
    """What the seat to play may hope for in each of these worlds, after the card that the policy likes best."""
    liked = preferences(knowledge, fitted())
    card = max(sorted(liked), key=lambda one: liked[one])
    return wins_in(worlds, knowledge, (card,), chance_of(knowledge))[card]
