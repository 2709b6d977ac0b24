"""Choice of a card by a computer player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from games.engine import lookahead
from games.engine.endgame_solver import Solver, solve_after, solve_outcome
from games.engine.knowledge import Knowledge, build_knowledge, build_known_position
from games.engine.levels import Level
from games.engine.memory_model import forget_cards
from games.engine.position import BEATS_LIST, CARDS, NUMBERS, TO_LOSER_LIST, Position
from games.engine.search import estimate_chances, list_alive_cards
from games.engine.weights import Weights, load_weights
from games.rules.cards import Card
from games.rules.rulings import Draw
from games.rules.state import Phase
from games.rules.visible_state import VisibleState

ALL_CARDS = np.arange(len(CARDS))
HIGH_VALUE = 6
"""Least value of a card that a level with ``saves_high_cards`` does not waste."""


def choose_card(views: Sequence[VisibleState], level: Level, seed: int, draw: str = Draw.VOTES) -> Card:
    """Return a legal card for the seat to play.

    ``views`` are the views that the seat was shown, one for each card since the deal. Use one ``seed`` for all cards of
    a seat in a game; the card is the same for the same views, level and seed. ``draw`` is the ruling on draws. Raise
    ``ValueError`` if it is not this seat's turn.
    """
    return choose_from_knowledge(build_knowledge(views), level, seed, draw)


def choose_from_knowledge(knowledge: Knowledge, level: Level, seed: int, draw: str = Draw.VOTES) -> Card:
    """Return the card of ``choose_card``, given the knowledge of the seat to play."""
    knowledge = forget_cards(knowledge, level, seed)
    cards = tuple(dict.fromkeys(knowledge.legal))
    if len(cards) == 1:
        return cards[0]
    rng = np.random.default_rng([0, seed, knowledge.ply])
    if knowledge.phase is Phase.ONE:
        card = _choose_in_phase_one(knowledge, level, rng, load_weights())
    else:
        card = _choose_in_phase_two(knowledge, level, rng, draw)
    return _save_high_card(knowledge, card) if level.saves_high_cards else card


def _save_high_card(knowledge: Knowledge, card: Card) -> Card:
    """Return the lowest card that loses the trick if ``card`` is a high one that loses it, otherwise ``card``.

    In phase two a card that goes to the loser of the trick is not lost, so it is neither saved nor played instead.
    """
    losing = [option for option in knowledge.legal if _is_lost(knowledge, option)]
    return min(losing, key=lambda option: option.value) if card in losing and card.value >= HIGH_VALUE else card


def _is_lost(knowledge: Knowledge, card: Card) -> bool:
    """Return whether the other seat wins the trick and gets or discards this answer."""
    if knowledge.lead is None:
        return False
    number = NUMBERS[card][0]
    goes_to_loser = knowledge.phase is Phase.TWO and TO_LOSER_LIST[number]
    return not BEATS_LIST[NUMBERS[knowledge.lead][0]][number] and not goes_to_loser


def _choose_in_phase_one(knowledge: Knowledge, level: Level, rng: np.random.Generator, weights: Weights) -> Card:
    if level.worlds:
        chances = estimate_chances(knowledge, level.worlds, weights, rng)
        return _draw_card({card: estimate.win for card, estimate in chances.items()}, level.temperature, rng)
    return _draw_card(compute_logits(knowledge, weights), level.temperature, rng)


def compute_logits(knowledge: Knowledge, weights: Weights) -> dict[Card, float]:
    """Return the policy's logit of each legal card in phase one."""
    revealed = np.array(NUMBERS[knowledge.revealed][0] if knowledge.revealed else 0)
    tricks_left = len(knowledge.hand)
    tables = weights.build_tables(list_alive_cards(knowledge), tricks_left)
    if knowledge.lead is None:
        row = tables.lead(tricks_left, revealed, ALL_CARDS)
    else:
        row = tables.answer(tricks_left, revealed, np.array(NUMBERS[knowledge.lead][0]), ALL_CARDS)
    return {card: float(row[NUMBERS[card][0]]) for card in knowledge.legal}


def _draw_card(values: Mapping[Card, float], temperature: float, rng: np.random.Generator) -> Card:
    """Return the card with the highest value; with a temperature, draw a card by the softmax of value / temperature."""
    cards = list(values)
    noise = rng.gumbel(size=len(cards)) * temperature
    return max(zip(cards, noise, strict=True), key=lambda pair: values[pair[0]] + pair[1])[0]


def _choose_in_phase_two(knowledge: Knowledge, level: Level, rng: np.random.Generator, draw: str) -> Card:
    position = build_known_position(knowledge, knowledge.unseen)
    if position.tricks_left <= level.exact_tricks:
        best = _find_perfect_card(position, level.max_nodes, draw)
        if best is not None:
            return CARDS[best]
    values = lookahead.get_card_values(position)
    return _draw_card({CARDS[card]: value for card, value in values.items()}, level.phase_two_temperature, rng)


def _find_perfect_card(position: Position, max_nodes: int, draw: str) -> int | None:
    """Return the card with the highest lookahead value that keeps the outcome; None if that is not known.

    In a lost position every card keeps the outcome, and the one with the highest lookahead value is hardest to answer.
    """
    solver = Solver(position, max_nodes)
    outcome = solve_outcome(solver, position, draw)
    if outcome is None:
        return None
    order = lookahead.order_cards(position)
    return next((card for card in order if solve_after(solver, position, card, draw) == outcome), None)
