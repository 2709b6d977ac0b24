"""What the other seat has played tells of its hand and of how it plays."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from games.minds.choice import preferences
from games.minds.forgetting import remembered
from games.minds.greedy import greedy
from games.minds.guess import BEFORE, ERRS, guessed, likelihoods, plain
from games.minds.knowledge import Knowledge, known
from games.minds.levels import LEVELS
from games.minds.position import CARDS, NUMBERS
from games.minds.weights import Weights, fitted
from games.rules.cards import Card
from games.rules.moves import apply, legal_moves
from games.rules.state import Seat, State, other
from tests.draws import some
from tests.minds.games import shown
from tests.rules.random_games import random_game

POLICY, PLAIN = 0, [1, 2]


def choice(states: list[State], weights: Weights) -> dict[Card, float]:
    """The logit of each card of the seat that is to play."""
    seat = states[-1].to_play
    assert seat is not None
    return preferences(known(shown(states, seat)), weights)


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
    return known(shown(states[: at + 1], 0))


def odds(what: Knowledge, hands: list[tuple[Card, ...]]) -> np.ndarray:
    numbers = np.array([[NUMBERS[card][0] for card in hand] for hand in hands])
    return likelihoods(what, numbers, fitted())


@pytest.mark.parametrize("seed", range(some(4)))
def test_the_likelihood_is_that_of_every_card_it_played(seed: int) -> None:
    """Reckoned from the true hand at each of its turns, in each style."""
    states = random_game(seed)[:22]
    seat = states[-1].to_play
    assert seat is not None
    true = np.log(BEFORE)
    for at, state in enumerate(states[:-1]):
        if state.to_play == other(seat):
            card = (Counter(state.hands[other(seat)]) - Counter(states[at + 1].hands[other(seat)])).popitem()[0]
            true = true + [played(states[: at + 1], card, way) for way in (fitted(), *plain())]
    found = np.log(odds(known(shown(states, seat)), [states[-1].hands[other(seat)]])[0])
    assert found - found.max() == pytest.approx(true - true.max(), abs=1e-3)


def played(states: list[State], card: Card, weights: Weights) -> float:
    """The log chance that the seat to play plays this card, which goes by what all can see."""
    seat = states[-1].to_play
    assert seat is not None
    what = known(shown(states, seat))
    row = preferences(what, weights)
    every = Counter(what.legal)
    likes = {one: math.exp(logit) for one, logit in row.items()}
    part = likes[card] / sum(likes[one] * count for one, count in every.items())
    return math.log((1 - ERRS) * part + ERRS / every.total())


@pytest.mark.parametrize("knowing", [False, True])
def test_a_plain_style_is_recognised(knowing: bool) -> None:
    """As one of the two, which are much alike."""
    for seed in range(some(3)):
        states = game(seed, greedy(knowing))
        found = odds(as_known(states), [before(states).hands[1]])[0]
        assert found[PLAIN].sum() > 10 * found[POLICY]


def test_one_who_plays_by_the_policy_is_recognised() -> None:
    found = []
    for seed in range(5):
        states = game(seed, fitted())
        found.append(odds(as_known(states), [before(states).hands[1]])[0].argmax())
    assert found.count(POLICY) >= 4


def before(states: list[State]) -> State:
    """The state at the last turn of seat 0."""
    return next(state for state in reversed(states) if state.to_play == 0)


def test_cards_that_it_holds_come_oftener_than_by_chance() -> None:
    gained = []
    for seed in range(5):
        states = game(seed, greedy())[:20]
        what = as_known(states)
        worlds = guessed(what, 500, fitted(), np.random.default_rng(seed))
        true = Counter(before(states).hands[1])
        share = np.mean([(Counter(CARDS[one] for one in hand) & true).total() for hand in worlds.hands.tolist()])
        gained.append(share / len(worlds.hands[0]) - worlds.hands.shape[1] / len(what.unseen))
    assert np.mean(gained) > 0.05


@pytest.mark.parametrize("at", [0, 1, 12, 25])
def test_guessed_worlds_fit_and_the_same_chance_makes_the_same(at: int) -> None:
    states = random_game(5)
    seat = states[at].to_play
    assert seat is not None
    what = known(shown(states[: at + 1], seat))
    one, two = (guessed(what, 50, fitted(), np.random.default_rng(2)) for _ in range(2))
    assert (one.hands == two.hands).all()
    assert one.style is not None
    assert set(one.style.tolist()) <= {POLICY, *PLAIN}
    for hand, blind, deck in zip(one.hands, one.blind, one.deck, strict=True):
        cards = [CARDS[number] for number in (*hand, *blind, *deck)]
        assert (len(hand), len(blind), len(deck)) == (what.held, what.blind, what.deck)
        assert Counter(cards) == Counter(what.unseen)
        assert not {CARDS[number].faction for number in hand} & what.void


def test_only_the_best_level_reads_and_who_forgets_does_not() -> None:
    assert [level.reads for level in LEVELS] == [False, False, False, False, True]
    what = known(shown(random_game(2)[:13], turn(12)))
    assert len(what.tricks) == 6
    assert remembered(what, LEVELS[2], 1).tricks == ()


def turn(at: int) -> Seat:
    seat = random_game(2)[at].to_play
    assert seat is not None
    return seat


def test_tricks_that_went_by_unseen_tell_nothing() -> None:
    what = known(shown(random_game(2)[:13], turn(12))[-2:])
    assert what.tricks == ()
    assert likelihoods(what, np.array([[0]]), fitted())[0] == pytest.approx(np.array(BEFORE) / max(BEFORE))
