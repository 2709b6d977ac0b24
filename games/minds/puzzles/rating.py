"""How hard a puzzle is: how often those fail at it who look more or less far ahead."""

from __future__ import annotations

from dataclasses import replace

from games.minds.levels import LEVELS, Level
from games.minds.position import Position
from games.minds.puzzles.levels import card_of, number_of
from games.minds.puzzles.puzzle import FEWEST, MOST
from games.minds.puzzles.replies import best, wins

TRIES = 10
"""How often each of them tries, every time with another seed."""
EASIEST, SPREAD = 800, 1000
"""The rating of what nobody fails at, and how much more that is at which all fail."""
ELO = 400


def between() -> tuple[Level, ...]:
    """Between the levels that do not see to the end of a puzzle and those that do: one for each trick more."""
    near, far = (min(LEVELS, key=lambda level: abs(level.exact - at)) for at in (FEWEST - 1, MOST - 1))
    return tuple(replace(near, key=f"{near.key}-{exact}", exact=exact) for exact in range(near.exact + 1, far.exact))


TRYING = (*LEVELS[:2], *between(), *LEVELS[2:])
"""Who tries, from the weakest to the strongest."""


def fails(at: Position) -> tuple[int, ...]:
    """How many of its tries each of ``TRYING`` failed, that is, played a card after which the win was gone."""
    return tuple(_failed(level, at) for level in TRYING)


def _failed(level: Level, at: Position) -> int:
    if level.late_heat:
        return sum(not solves(level, at, seed) for seed in range(TRIES))
    # Who is never unsteady plays the same cards every time.
    return 0 if solves(level, at, 0) else TRIES


def solves(level: Level, at: Position, seed: int) -> bool:
    """Whether a level that is to play and could win does so, against perfect play."""
    seat = at.to_play
    while at.left:
        mine = at.to_play == seat
        at = at.after(number_of(at, card_of(level, at, seed) if mine else best(at)))
        if mine and not wins(at, seat):
            return False
    return True


def rated(failed: tuple[int, ...]) -> int:
    """The rating that follows from the failures, between ``EASIEST`` and as much more as ``SPREAD``."""
    return EASIEST + round(SPREAD * sum(failed) / (TRIES * len(failed)))


def chance(strength: float, rating: float) -> float:
    """How likely somebody of this strength solves a puzzle of this rating, by Elo's formula."""
    return 1 / (1 + 10 ** ((rating - strength) / ELO))
