"""Secrecy of views: with hidden cards dealt anew, an audience sees exactly the same."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.moves import legal_moves
from games.rules.rulings import LastTrick, Rulings
from games.rules.state import State
from games.rules.visible_state import build_visible_state
from tests.repetitions import sample_size
from tests.rules.random_games import QUIET, games, random_game
from tests.rules.worlds import AUDIENCES, Audience, View, difference, hidden_cards, redealt, world


def open_view(state: State, audience: Audience) -> object:
    return build_visible_state(state, audience)


def strict_view(state: State, audience: Audience) -> object:
    return build_visible_state(state, audience, Rulings(strict=True, last_trick=LastTrick.LEAD))


def whole_view(state: State, audience: Audience) -> object:
    return build_visible_state(state, audience, Rulings(last_trick=LastTrick.ALL))


@settings(QUIET, max_examples=sample_size(25))
@given(games(), st.integers(0, 2**32), st.sampled_from([open_view, strict_view, whole_view]))
def test_an_audience_sees_the_same_in_every_world_that_it_cannot_tell_apart(
    states: list[State], seed: int, view: View
) -> None:
    chance = random.Random(seed)
    for state in states:
        record = world(state, states[0])
        for audience in AUDIENCES:
            assert difference(record, audience, view, chance) is None


def leaked_to(audience: Audience, view: View, seeds: int = 12) -> bool:
    """Whether some world tells on ``view``, at any card of a few games."""
    chance = random.Random(3)
    games = [random_game(seed) for seed in range(seeds)]
    return any(difference(world(state, states[0]), audience, view, chance) for states in games for state in states[::3])


def other_hand(state: State, audience: Audience) -> object:
    return open_view(state, audience), state.hands[1 if audience == 0 else 0]


def next_blind(state: State, audience: Audience) -> object:
    return open_view(state, audience), state.deck[1:2]


def next_revealed(state: State, audience: Audience) -> object:
    return open_view(state, audience), state.deck[2:3]


def other_recruits(state: State, audience: Audience) -> object:
    return open_view(state, audience), state.followers[1 if audience == 0 else 0]


def every_blind(state: State, audience: Audience) -> object:
    return open_view(state, audience), [trick.blind for trick in state.tricks[-1:]]


def count_of_legal_cards(state: State, audience: Audience) -> object:
    return open_view(state, audience), len(legal_moves(state))


def order_of_the_recruits_of_both(state: State, audience: Audience) -> object:
    return replace(build_visible_state(state, audience), recruits=sum(state.followers, ()))


LEAKS = [
    other_hand,
    next_blind,
    next_revealed,
    other_recruits,
    every_blind,
    count_of_legal_cards,
    order_of_the_recruits_of_both,
]


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("leak", LEAKS)
def test_a_view_that_leaks_is_caught(leak: View, audience: Audience) -> None:
    assert leaked_to(audience, leak)


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("plies", [0, 10, 25, 30])
def test_dealing_anew_truly_moves_hidden_cards(audience: Audience, plies: int) -> None:
    chance = random.Random(5)
    records = [world(states[plies], states[0]) for states in map(random_game, range(60))]
    worlds = [redealt(record, audience, chance) for record in records]
    moved = [hidden_cards(a, audience) != hidden_cards(b, audience) for a, b in zip(records, worlds, strict=True)]
    assert sum(moved) >= 0.9 * len(moved)


def test_a_player_of_phase_two_knows_every_hand() -> None:
    chance = random.Random(5)
    for states in map(random_game, range(20)):
        for plies in range(26, 52, 5):
            record = world(states[plies], states[0])
            assert hidden_cards(record, 0)[:2] == hidden_cards(redealt(record, 0, chance), 0)[:2]
