"""The card that a mind plays: by what its seat was shown, its level and its seed, and by nothing else."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from games.minds.choice import choose
from games.minds.endings import solve
from games.minds.forgetting import remembered
from games.minds.knowledge import known
from games.minds.levels import BY_KEY, LEVELS, Level
from games.minds.position import CARDS, position
from games.rules.cards import DECK
from games.rules.moves import apply, deal, legal_moves
from games.rules.state import Phase, Seat, State
from tests.draws import some
from tests.faults import times
from tests.minds.games import shown, states_of
from tests.rules.random_games import random_game
from tests.rules.worlds import redealt, world

MASTER, PAGE = LEVELS[-1], LEVELS[0]
ROOT = Path(__file__).parents[2]


def game(level: Level, seed: int) -> list[State]:
    """A game in which one seat is a mind, the other plays at random; all its states."""
    chance = random.Random(seed)
    states = [deal(tuple(chance.sample(DECK, 52)), chance.randrange(2))]
    while (seat := states[-1].to_play) is not None:
        card = choose(shown(states, seat), level, seed) if seat == seed % 2 else chance.choice(legal_moves(states[-1]))
        states.append(apply(states[-1], card))
    return states


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)
def test_every_level_plays_a_whole_game_by_the_rules_and_the_same_for_its_seed(level: Level) -> None:
    states = game(level, 4)
    assert len(states) == 53
    assert game(level, 4) == states


def steps(states: list[State]) -> Iterator[tuple[int, Seat]]:
    """The plies at which there is something to choose, and whose choice it is."""
    for at, state in enumerate(states[:-1]):
        if state.to_play is not None and len(set(legal_moves(state))) > 1:
            yield at, state.to_play


@pytest.mark.faults
@pytest.mark.parametrize("key", ["page", "herald", "master"])
def test_the_unseen_cards_make_no_difference(key: str) -> None:
    """Dealt anew as the seat could not tell, at every step: the same card. 1,002 games in the long form, with few
    worlds."""
    level = replace(BY_KEY[key], worlds=min(BY_KEY[key].worlds, 16), exact=min(BY_KEY[key].exact, 7), nodes=1_000)
    chance = random.Random(key)
    differs = 0
    for seed in range(times(1, 334)):
        states = random_game(seed)
        seen = shown(states, 0), shown(states, 1)
        for at, seat in steps(states):
            other = states_of(redealt(world(states[at], states[0]), seat, chance))
            assert choose(seen[seat][: at + 1], level, seed) == choose(shown(other, seat), level, seed)
            differs += other[-1].hands != states[at].hands
    assert differs


def test_a_mind_that_peeked_would_be_caught() -> None:
    """One that went by the highest card of the other hand."""
    chance = random.Random(1)
    states = random_game(1)
    highest = []
    for at, seat in steps(states):
        other = states_of(redealt(world(states[at], states[0]), seat, chance))[-1]
        highest.append((max(states[at].hands[1 - seat]), max(other.hands[1 - seat])))
    assert any(truly != otherwise for truly, otherwise in highest)


def test_the_best_level_keeps_every_win_in_phase_two() -> None:
    """Against random cards it never gives away what it has."""
    for seed in range(some(3)):
        states = game(MASTER, seed)
        for at in range(26, 52):
            state = states[at]
            if state.to_play == seed % 2 and state.phase is Phase.TWO:
                found = solve(position(state))
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
            what = known(shown(states[: at + 1], seat))
            assert remembered(what, MASTER, 3) is what
            found = remembered(what, PAGE, 3)
            lost.append(frozenset(card for card in found.unseen if card not in what.unseen))
            assert set(what.unseen) < set(found.unseen)
    assert all(early <= late for early, late in pairwise(lost))


def test_nothing_is_compiled_and_no_compiler_loaded_before_a_first_ending() -> None:
    script = "import sys, games.minds.choice\nassert not {'numba', 'django'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


def test_levels_look_further_and_forget_less_from_one_to_the_next() -> None:
    pairs = list(pairwise(LEVELS))
    assert len(LEVELS) == len(BY_KEY) == 5
    for lower, higher in pairs:
        assert (lower.worlds, lower.exact, lower.nodes) <= (higher.worlds, higher.exact, higher.nodes)
        assert lower.forgets >= higher.forgets
