"""Tests of guesses at the other hand from the cards that were played."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from games.engine.card_choice import compute_logits
from games.engine.knowledge import Knowledge, build_knowledge
from games.engine.levels import LEVELS
from games.engine.memory_model import forget_cards
from games.engine.opponent_model import (
    ERROR_RATE,
    STYLE_PRIORS,
    build_greedy_weights,
    build_plain_styles,
    compute_likelihoods,
    sample_weighted,
)
from games.engine.position import CARDS, NUMBERS
from games.engine.weights import Weights, load_weights
from games.rules.cards import Card
from games.rules.moves import apply, legal_moves
from games.rules.state import Seat, State, get_other_seat
from tests.engine.games import views_of
from tests.rules.random_games import random_game

POLICY, PLAIN = 0, [1, 2]


def choice(states: list[State], weights: Weights) -> dict[Card, float]:
    """The logit of each card of the seat that is to play."""
    seat = states[-1].to_play
    assert seat is not None
    return compute_logits(build_knowledge(views_of(states, seat)), weights)


def game(seed: int, weights: Weights) -> list[State]:
    """Phase one until its last trick: seat 0 plays at random, seat 1 what these weights like best."""
    states = random_game(seed)[:1]
    while states[-1].ply < 24:
        liked = choice(states, weights)
        random = legal_moves(states[-1])[states[-1].ply % len(legal_moves(states[-1]))]
        card = random if states[-1].to_play == 0 else max(sorted(liked), key=lambda one: liked[one])
        states.append(apply(states[-1], card))
    return states


def as_known(states: list[State]) -> Knowledge:
    """What seat 0 knows at its last turn."""
    at = max(at for at, state in enumerate(states) if state.to_play == 0)
    return build_knowledge(views_of(states[: at + 1], 0))


def odds(what: Knowledge, hands: list[tuple[Card, ...]]) -> np.ndarray:
    numbers = np.array([[NUMBERS[card][0] for card in hand] for hand in hands])
    return compute_likelihoods(what, numbers, load_weights())


@pytest.mark.parametrize("seed", range(2))
def test_the_likelihood_is_that_of_every_card_it_played(seed: int) -> None:
    """Reckoned from the true hand at each of its turns, in each style."""
    states = random_game(seed)[:22]
    seat = states[-1].to_play
    assert seat is not None
    true = np.log(STYLE_PRIORS)
    for at, state in enumerate(states[:-1]):
        if state.to_play == get_other_seat(seat):
            card = (
                Counter(state.hands[get_other_seat(seat)]) - Counter(states[at + 1].hands[get_other_seat(seat)])
            ).popitem()[0]
            true = true + [played(states[: at + 1], card, way) for way in (load_weights(), *build_plain_styles())]
    found = np.log(odds(build_knowledge(views_of(states, seat)), [states[-1].hands[get_other_seat(seat)]])[0])
    assert found - found.max() == pytest.approx(true - true.max(), abs=1e-3)


def played(states: list[State], card: Card, weights: Weights) -> float:
    """The log chance that the seat to play plays this card, which goes by what all can see."""
    seat = states[-1].to_play
    assert seat is not None
    what = build_knowledge(views_of(states, seat))
    row = compute_logits(what, weights)
    every = Counter(what.legal)
    likes = {one: math.exp(logit) for one, logit in row.items()}
    part = likes[card] / sum(likes[one] * count for one, count in every.items())
    return math.log((1 - ERROR_RATE) * part + ERROR_RATE / every.total())


@pytest.mark.parametrize("knowing", [False, True])
def test_a_plain_style_is_recognised(knowing: bool) -> None:
    """As one of the two, which are much alike."""
    for seed in range(2):
        states = game(seed, build_greedy_weights(knowing))
        found = odds(as_known(states), [before(states).hands[1]])[0]
        assert found[PLAIN].sum() > 10 * found[POLICY]


def test_a_player_by_the_policy_is_recognized() -> None:
    found = []
    for seed in range(3):
        states = game(seed, load_weights())
        found.append(odds(as_known(states), [before(states).hands[1]])[0].argmax())
    assert found.count(POLICY) >= 2


def before(states: list[State]) -> State:
    """The state at the last turn of seat 0."""
    return next(state for state in reversed(states) if state.to_play == 0)


def test_cards_that_it_holds_come_oftener_than_by_chance() -> None:
    gained = []
    for seed in range(5):
        states = game(seed, build_greedy_weights())[:20]
        what = as_known(states)
        worlds = sample_weighted(what, 500, load_weights(), np.random.default_rng(seed))
        true = Counter(before(states).hands[1])
        share = np.mean([(Counter(CARDS[one] for one in hand) & true).total() for hand in worlds.hands.tolist()])
        gained.append(share / len(worlds.hands[0]) - worlds.hands.shape[1] / len(what.unseen))
    assert np.mean(gained) > 0.05


@pytest.mark.parametrize("at", [0, 1, 12, 25])
def test_guessed_worlds_fit_and_the_same_chance_makes_the_same(at: int) -> None:
    states = random_game(5)
    seat = states[at].to_play
    assert seat is not None
    what = build_knowledge(views_of(states[: at + 1], seat))
    one, two = (sample_weighted(what, 50, load_weights(), np.random.default_rng(2)) for _ in range(2))
    assert (one.hands == two.hands).all()
    assert one.style is not None
    assert set(one.style.tolist()) <= {POLICY, *PLAIN}
    for hand, blind, deck in zip(one.hands, one.blind, one.deck, strict=True):
        cards = [CARDS[number] for number in (*hand, *blind, *deck)]
        assert (len(hand), len(blind), len(deck)) == (what.held, what.blind, what.deck)
        assert Counter(cards) == Counter(what.unseen)
        assert not {CARDS[number].faction for number in hand} & what.void


def test_only_the_best_level_reads_and_who_forgets_does_not() -> None:
    assert [level.models_opponent for level in LEVELS] == [False, False, False, False, True]
    what = build_knowledge(views_of(random_game(2)[:13], turn(12)))
    assert len(what.tricks) == 6
    assert forget_cards(what, LEVELS[2], 1).tricks == ()


def turn(at: int) -> Seat:
    seat = random_game(2)[at].to_play
    assert seat is not None
    return seat


def test_tricks_that_went_by_unseen_tell_nothing() -> None:
    what = build_knowledge(views_of(random_game(2)[:13], turn(12))[-2:])
    assert what.tricks == ()
    assert compute_likelihoods(what, np.array([[0]]), load_weights())[0] == pytest.approx(
        np.array(STYLE_PRIORS) / max(STYLE_PRIORS)
    )
