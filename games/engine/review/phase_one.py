"""Review of phase one by sampling, with verdicts on cards.

The model has a larger error than the sampling, so only large losses count as mistakes.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from games.engine.card_choice import compute_logits
from games.engine.determinization import SampledWorlds, sample_worlds
from games.engine.knowledge import Knowledge
from games.engine.playout import Floats, draw_noise
from games.engine.review.calibration import compute_difference, compute_mean_chance
from games.engine.review.finished_game import build_generator
from games.engine.review.values import Estimate, JudgedCard, Point
from games.engine.search import list_alive_cards, simulate_cards
from games.engine.weights import load_weights
from games.rules.cards import Card
from games.rules.state import Cards

MISTAKE, INACCURACY = "mistake", "perhaps"
MIN_LOSS = {MISTAKE: 0.05, INACCURACY: 0.03}
"""Minimum loss for each verdict, after two standard errors are subtracted."""
ERROR_COUNT = 2
EQUAL_LOSS = 0.03
"""Limit of the difference in chance between cards that count as equally good."""
ROUNDING = 1e-9
"""Tolerance for rounding errors: a loss of exactly three points counts as three points."""

WORLD_COUNT = 2_000

Wins = Mapping[Card, Floats]
"""The win chance of the seat to play after each card, in each world."""


def get_verdict(loss: Estimate) -> str | None:
    """Return the verdict on a card with this loss against the best other card; None for no verdict."""
    certain_loss = loss.chance - ERROR_COUNT * loss.error + ROUNDING
    return next((name for name, least in MIN_LOSS.items() if certain_loss >= least), None)


def simulate_legal_cards(knowledge: Knowledge, count: int | None = None) -> Wins:
    """Simulate every legal card in the same ``count`` worlds (default ``WORLD_COUNT``) and return the win chances."""
    rng = build_generator(knowledge)
    return simulate_cards_in(
        sample_worlds(knowledge, count or WORLD_COUNT, rng), knowledge, tuple(dict.fromkeys(knowledge.legal)), rng
    )


def simulate_cards_in(worlds: SampledWorlds, knowledge: Knowledge, cards: Cards, rng: np.random.Generator) -> Wins:
    """Simulate these cards in these worlds and return the win chances."""
    count, weights = len(worlds.hands), load_weights()
    policy = weights, weights.build_tables(list_alive_cards(knowledge), len(knowledge.hand))
    return simulate_cards(knowledge, list(cards), worlds, draw_noise(rng, count), policy, np.arange(count))


def compute_expected_wins(knowledge: Knowledge, wins: Wins) -> Floats:
    """Return the expected win chance of the seat to play in each world, if it draws its card by the policy."""
    logits_by_card = compute_logits(knowledge, load_weights())
    cards = list(wins)
    logits = np.array([logits_by_card[card] for card in cards])
    odds = np.exp(logits - logits.max())
    expected: Floats = np.einsum("c,cw->w", odds / odds.sum(), np.stack([wins[card] for card in cards]))
    return expected


def build_point(knowledge: Knowledge, wins: Wins) -> Point:
    """Return the chance of seat 0 before a card, given the knowledge of the seat to play."""
    estimate = convert_to_first_seat(knowledge, compute_mean_chance(compute_expected_wins(knowledge, wins)))
    return Point(knowledge.ply, estimate.chance, estimate.error)


def convert_to_first_seat(knowledge: Knowledge, estimate: Estimate) -> Estimate:
    """Return the chance of seat 0, given that of the seat to play."""
    return estimate if knowledge.seat == 0 else Estimate(1 - estimate.chance, estimate.error)


def judge_card(knowledge: Knowledge, wins: Wins, card: Card) -> JudgedCard:
    """Return the verdict on the card that was played, with its loss and the better cards."""
    others = {other: float(chances.mean()) for other, chances in wins.items() if other != card}
    unjudged = JudgedCard(knowledge.ply, knowledge.seat, card)
    if not others:
        return unjudged
    best = max(sorted(others), key=lambda other: others[other])
    loss = compute_difference(wins[best], wins[card])
    verdict = get_verdict(loss)
    if verdict is None:
        return unjudged
    better = tuple(
        other
        for other in sorted(others, key=lambda other: -others[other])
        if _is_better_choice(wins, other, best, card)
    )
    return JudgedCard(knowledge.ply, knowledge.seat, card, verdict, loss.chance, loss.error, better)


def _is_better_choice(wins: Wins, option: Card, best: Card, played: Card) -> bool:
    """Return whether a card is within ``EQUAL_LOSS`` of the best card and beats the played card by more than that."""
    return (
        compute_difference(wins[best], wins[option]).chance
        < EQUAL_LOSS
        < compute_difference(wins[option], wins[played]).chance
    )
