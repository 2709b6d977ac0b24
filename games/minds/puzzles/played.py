"""Games that the levels play against each other, to find puzzles in."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from games.minds.choice import choose
from games.minds.levels import LEVELS
from games.minds.position import Position
from games.minds.puzzles.levels import card_of, number_of
from games.minds.puzzles.puzzle import FEWEST, MOST, numbered
from games.rules.cards import DECK
from games.rules.moves import apply, deal
from games.rules.state import Phase
from games.rules.visible import Visible, visible

PLAYERS = LEVELS[:2]
"""Who plays: those who err, since little is left to find where both play well. They take a millisecond a card."""
LINES = 8
"""In how many ways phase two of one game is played."""
SEEDS = 1 << 31


def endings(chance: np.random.Generator) -> Iterator[Position]:
    """Positions of one made game that may be puzzles by their size, line after line; some may come more than once."""
    begins = phase_two(chance)
    for _ in range(LINES):
        yield from _line(begins, chance)


def phase_two(chance: np.random.Generator) -> Position:
    """How phase two of a made game begins."""
    state = deal(tuple(DECK[at] for at in chance.permutation(len(DECK))), int(chance.integers(2)))
    levels, seeds = _players(chance)
    views: tuple[list[Visible], list[Visible]] = ([], [])
    while state.phase is Phase.ONE:
        for one in (0, 1):
            views[one].append(visible(state, one))
        seat = state.leader if state.lead is None else 1 - state.leader
        state = apply(state, choose(views[seat], PLAYERS[levels[seat]], seeds[seat]))
    return numbered(state)


def _line(at: Position, chance: np.random.Generator) -> Iterator[Position]:
    levels, seeds = _players(chance)
    while at.left >= FEWEST:
        if at.left <= MOST:
            yield at
        seat = at.to_play
        at = at.after(number_of(at, card_of(PLAYERS[levels[seat]], at, seeds[seat])))


def _players(chance: np.random.Generator) -> tuple[list[int], list[int]]:
    """A level and a seed for each seat."""
    return chance.integers(len(PLAYERS), size=2).tolist(), chance.integers(SEEDS, size=2).tolist()
