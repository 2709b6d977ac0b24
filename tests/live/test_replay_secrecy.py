"""A replay as one of them saw it tells what that one knew then: two worlds that they cannot tell apart look alike."""

from __future__ import annotations

import json
import random

import pytest

from games.pages.replay.asked import Asked
from games.pages.replay.shown import owners, step
from games.pages.replay.told import lines
from games.rules.state import State
from games.stories.online import Options
from games.stories.replayed import Replayed
from games.stories.sitter import Sitter
from tests.rules.random_games import random_game
from tests.rules.worlds import Audience, difference, world

SITTERS = (Sitter(1, "Ana", False), Sitter(2, "Bram", True))


def replayed(state: State, options: Options) -> Replayed:
    """A game that ended there, as far as its replay asks."""
    return Replayed("K7MPX2QA", SITTERS, options, (state,), "resigned", 0)


def shown(state: State, audience: Audience, options: Options) -> str:
    """All that the page and its steps tell of a stand, seen through the eyes of a seat."""
    game = replayed(state, options)
    told = [line.told for line in lines(game, Asked(0, audience))]
    return json.dumps([step(game, state, owners(audience)), told], default=list)


@pytest.mark.parametrize("options", [Options(last_trick="all"), Options(strict=True, last_trick="lead")])
def test_no_byte_tells_a_seat_more_than_it_knew(options: Options) -> None:
    chance = random.Random(7)
    states = random_game(1)
    for state in states[1:-1]:
        for seat in (0, 1):
            leak = difference(world(state, states[0]), seat, lambda s, a: shown(s, a, options), chance)
            assert leak is None


def test_with_all_cards_open_both_hands_are_there() -> None:
    state = random_game(3)[11]
    found = step(replayed(state, Options()), state, owners(None))
    assert [sorted(hand) for hand in found["hands"]] == [sorted(map(str, hand)) for hand in state.hands]
    assert [len(pile) for pile in found["recruits"]] == [5, 5]
