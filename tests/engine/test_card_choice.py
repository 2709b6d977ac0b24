"""Choice of a card: it depends on the views of the seat, the level and the seed alone."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from games.engine.card_choice import HIGH_VALUE, choose_card
from games.engine.endgame_solver import solve_endgame
from games.engine.knowledge import build_knowledge
from games.engine.levels import LEVELS, LEVELS_BY_KEY, Level
from games.engine.memory_model import forget_cards
from games.engine.position import CARDS, build_position
from games.rules.cards import DECK, Card, Faction
from games.rules.moves import apply, deal, legal_moves
from games.rules.state import Phase, Seat, State
from tests.engine.games import states_of, views_of
from tests.repetitions import fault_rounds
from tests.rules.random_games import random_game
from tests.rules.worlds import redealt, world

MASTER, PAGE = LEVELS[-1], LEVELS[0]
ROOT = Path(__file__).parents[2]


def game(level: Level, seed: int) -> list[State]:
    """A game in which one seat is a mind, the other plays at random; all its states."""
    chance = random.Random(seed)
    states = [deal(tuple(chance.sample(DECK, 52)), chance.randrange(2))]
    while (seat := states[-1].to_play) is not None:
        card = (
            choose_card(views_of(states, seat), level, seed)
            if seat == seed % 2
            else chance.choice(legal_moves(states[-1]))
        )
        states.append(apply(states[-1], card))
    return states


def quick(level: Level) -> Level:
    """Return the level with fewer sampled worlds and shorter searches."""
    return replace(level, worlds=min(level.worlds, 8), exact_tricks=min(level.exact_tricks, 7), max_nodes=1_000)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)
def test_every_level_plays_a_whole_game_by_the_rules_and_the_same_for_its_seed(level: Level) -> None:
    states = game(quick(level), 4)
    assert len(states) == 53
    assert game(quick(level), 4) == states


def steps(states: list[State]) -> Iterator[tuple[int, Seat]]:
    """The plies at which there is something to choose, and whose choice it is."""
    for at, state in enumerate(states[:-1]):
        if state.to_play is not None and len(set(legal_moves(state))) > 1:
            yield at, state.to_play


@pytest.mark.faults
@pytest.mark.parametrize("key", ["page", "herald", "master"])
def test_the_unseen_cards_make_no_difference(key: str) -> None:
    """At every step a deal that looks the same to the seat gives the same card: 1,002 games in the long form."""
    level = quick(LEVELS_BY_KEY[key])
    chance = random.Random(key)
    differs = 0
    for seed in range(fault_rounds(1, 334)):
        states = random_game(seed)
        seen = views_of(states, 0), views_of(states, 1)
        for at, seat in steps(states):
            other = states_of(redealt(world(states[at], states[0]), seat, chance))
            assert choose_card(seen[seat][: at + 1], level, seed) == choose_card(views_of(other, seat), level, seed)
            differs += other[-1].hands != states[at].hands
    assert differs


def test_the_best_level_keeps_every_win_in_phase_two() -> None:
    """Against random cards it never gives away what it has."""
    for seed in range(2):
        states = game(replace(MASTER, worlds=8), seed)
        for at in range(26, 52):
            state = states[at]
            if state.to_play == seed % 2 and state.phase is Phase.TWO:
                found = solve_endgame(build_position(state))
                after = {CARDS[card]: outcome for card, outcome in found.cards.items()}
                trick = states[-1].tricks[at // 2]
                card = trick.lead if state.lead is None else trick.follow
                assert after[card] == found.outcome


def test_the_weakest_forgets_the_same_all_through_a_game_and_the_best_nothing() -> None:
    states = random_game(8)
    lost: list[frozenset[object]] = []
    for at in range(8, 26):
        seat = states[at].to_play
        if seat == 0:
            what = build_knowledge(views_of(states[: at + 1], seat))
            assert forget_cards(what, MASTER, 3) is what
            found = forget_cards(what, PAGE, 3)
            lost.append(frozenset(card for card in found.unseen if card not in what.unseen))
            assert set(what.unseen) < set(found.unseen)
    assert all(early <= late for early, late in pairwise(lost))


def loses(state: State, card: Card) -> bool:
    """Whether the seat that follows loses the trick with a card, and the card with it."""
    trick = apply(state, card).tricks[-1]
    keeps = state.phase is Phase.TWO and card.faction is Faction.DWARVES
    return trick.winner == state.leader and not keeps


@pytest.mark.parametrize("key", ["page", "squire"])
def test_weak_levels_lose_no_trick_with_a_high_card_that_a_lower_one_loses(key: str) -> None:
    level, answers = quick(LEVELS_BY_KEY[key]), 0
    for seed in range(6):
        states = random_game(seed)
        for at, seat in steps(states):
            state = states[at]
            if state.lead is None:
                continue
            card = choose_card(views_of(states[: at + 1], seat), level, seed)
            lower = [other for other in legal_moves(state) if other.value < card.value and loses(state, other)]
            assert not (card.value >= HIGH_VALUE and loses(state, card) and lower), (seed, at, card, lower)
            answers += loses(state, card) and bool(lower)
    assert answers


def test_nothing_is_compiled_and_no_compiler_loaded_before_a_first_ending() -> None:
    script = "import sys, games.engine.card_choice\nassert not {'numba', 'django'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT).returncode == 0


def test_levels_look_further_and_forget_less_from_one_to_the_next() -> None:
    pairs = list(pairwise(LEVELS))
    assert len(LEVELS) == len(LEVELS_BY_KEY) == 5
    for lower, higher in pairs:
        assert (lower.worlds, lower.exact_tricks, lower.max_nodes) <= (
            higher.worlds,
            higher.exact_tricks,
            higher.max_nodes,
        )
        assert lower.forgotten_cards >= higher.forgotten_cards
