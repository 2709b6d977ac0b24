"""Finding puzzles in made games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np

from games.minds.position import CARDS, Ids, Position
from games.minds.puzzles.obvious import obvious
from games.minds.puzzles.played import endings
from games.minds.puzzles.puzzle import Puzzle
from games.minds.puzzles.rating import fails, rated
from games.minds.puzzles.replies import winning
from games.rules.cards import hand_order
from games.rules.state import Cards, other

CHOICES = 3
"""Cards of which at least to choose."""


def puzzles(seed: int) -> Iterator[Puzzle]:
    """Puzzles without end, at most one of a game; the same ones for the same seed."""
    for game in count():
        found = of_game(seed, game)
        if found is not None:
            yield found


def of_game(seed: int, game: int) -> Puzzle | None:
    """The first puzzle in one made game, None where it has none."""
    for at in endings(np.random.default_rng([seed, game])):
        if fits(at):
            return _puzzle(at, game)
    return None


def fits(at: Position) -> bool:
    """Whether a position is a puzzle: a choice, of which one card wins, which is not an obvious one."""
    if len({CARDS[one] for one in at.legal()}) < CHOICES:
        return False
    wins = winning(at)
    return len(wins) == 1 and not obvious(at, wins[0])


def _puzzle(at: Position, game: int) -> Puzzle:
    """The position with its solver on seat 0."""
    seat, failed = at.to_play, fails(at)
    hands, score = ((_cards(pair[seat]), _cards(pair[other(seat)])) for pair in (at.hands, at.score))
    lead = None if at.lead is None else CARDS[at.lead]
    (answer,) = winning(at)
    return Puzzle(hands, score, lead, answer, rated(failed), failed, game)


def _cards(ids: Ids) -> Cards:
    return tuple(sorted((CARDS[one] for one in ids), key=hand_order))
