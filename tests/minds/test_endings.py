"""Perfect endings: the same as trying every line by the rules."""

from __future__ import annotations

import pytest

from games.minds.endings import solve
from games.minds.position import CARDS, position
from games.rules.moves import apply
from games.rules.rulings import Draw
from tests.draws import some
from tests.faults import times
from tests.minds.minimax import best, ending, margin


def assert_solved(seed: int, most: int, draw: str, plain: bool) -> None:
    state = ending(seed, most)
    side = 1 if state.to_play == 0 else -1
    found = solve(position(state), draw, plain=plain)
    assert found.outcome == side * best(state, draw), seed
    assert found.margin == side * margin(state), seed
    after = {card: side * best(apply(state, CARDS[card]), draw) for card in found.cards}
    assert found.cards == after, seed


@pytest.mark.faults
@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
@pytest.mark.parametrize("draw", Draw)
def test_the_same_as_every_line_played_out(draw: str, plain: bool) -> None:
    for seed in range(times(some(100), 500)):
        assert_solved(seed, times(4, 5), draw, plain)
