"""Luck in a review: the deal and the blind cards.

The chances are computed with both hands open, so that luck is not mistaken for good play.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from games.engine.card_choice import compute_logits
from games.engine.determinization import Numbers, SampledWorlds
from games.engine.knowledge import Knowledge
from games.engine.playout import Floats
from games.engine.position import NUMBERS
from games.engine.review.calibration import compute_difference, compute_mean_chance
from games.engine.review.finished_game import build_generator
from games.engine.review.phase_one import convert_to_first_seat, simulate_cards_in
from games.engine.review.values import BlindSwing, Estimate
from games.engine.weights import load_weights
from games.rules.cards import Card
from games.rules.state import Cards, State, get_other_seat

WORLD_COUNT = 1_000


def estimate_deal(knowledge: Knowledge, state: State) -> Estimate:
    """Return the chance of seat 0 before the first card, with both hands open and random orders of the deck."""
    return convert_to_first_seat(
        knowledge, compute_mean_chance(_compute_expected_wins(knowledge, _build_open_worlds(knowledge, state)))
    )


def estimate_swing(knowledge: Knowledge, state: State) -> BlindSwing | None:
    """Return the change in the chances by the blind card of the last trick.

    None before the first trick, and in the last trick of the phase, whose blind card follows from all other cards.
    """
    if not state.tricks or not state.deck:
        return None
    card = state.tricks[-1].blind
    if card is None:
        return None
    true_worlds, other_worlds = _build_world_pairs(knowledge, state, card)
    difference = compute_difference(
        _compute_expected_wins(knowledge, true_worlds), _compute_expected_wins(knowledge, other_worlds)
    )
    sign = 1 if knowledge.seat == 0 else -1
    return BlindSwing(state.ply, get_other_seat(knowledge.seat), card, sign * difference.chance, difference.error)


def _build_open_worlds(knowledge: Knowledge, state: State) -> SampledWorlds:
    """Return worlds with the true hand and followers of the other seat, and a shuffled deck."""
    return SampledWorlds(
        _list_opponent_cards(state, knowledge),
        _repeat_cards(_list_hidden_followers(knowledge, state)),
        _shuffle_cards(knowledge, state.deck[1:]),
    )


def _build_world_pairs(knowledge: Knowledge, state: State, card: Card) -> tuple[SampledWorlds, SampledWorlds]:
    """Return worlds with the true blind card of the last trick, and the same worlds with a card from the deck instead.

    In the second world of each pair the two cards are swapped.
    """
    others = _list_hidden_followers(knowledge, state)
    others.remove(card)
    drawn = _shuffle_cards(knowledge, (card, *state.deck[1:]))
    other_card, deck = drawn[:, :1], drawn[:, 1:]
    true_card = np.full_like(other_card, NUMBERS[card][0])
    hands = _list_opponent_cards(state, knowledge)
    true_worlds = SampledWorlds(
        hands, np.concatenate([_repeat_cards(others), true_card], axis=1), np.where(deck == true_card, other_card, deck)
    )
    return true_worlds, SampledWorlds(hands, np.concatenate([_repeat_cards(others), other_card], axis=1), deck)


def _list_hidden_followers(knowledge: Knowledge, state: State) -> list[Card]:
    """Return the followers of the other seat that the seat to play has not seen."""
    theirs = Counter(state.followers[get_other_seat(knowledge.seat)])
    return list((theirs - Counter(knowledge.theirs)).elements())


def _list_opponent_cards(state: State, knowledge: Knowledge) -> Numbers:
    return _repeat_cards(state.hands[get_other_seat(knowledge.seat)])


def _shuffle_cards(knowledge: Knowledge, cards: Cards) -> Numbers:
    """Return these cards in a random order for each world."""
    return _list_numbers(cards)[np.argsort(build_generator(knowledge).random((WORLD_COUNT, len(cards))), axis=1)]


def _list_numbers(cards: Cards | list[Card]) -> Numbers:
    return np.array([NUMBERS[card][0] for card in cards], dtype=np.int64)


def _repeat_cards(cards: Cards | list[Card]) -> Numbers:
    """Return these cards in the same order for each world."""
    return np.tile(_list_numbers(cards), (WORLD_COUNT, 1))


def _compute_expected_wins(knowledge: Knowledge, worlds: SampledWorlds) -> Floats:
    """Return the win chance of the seat to play in each world, after the card that the policy prefers."""
    logits = compute_logits(knowledge, load_weights())
    card = max(sorted(logits), key=lambda option: logits[option])
    return simulate_cards_in(worlds, knowledge, (card,), build_generator(knowledge))[card]
