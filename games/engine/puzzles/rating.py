"""Rating of a puzzle, from the failures of levels that look more or less far ahead."""

from __future__ import annotations

from dataclasses import replace

from games.engine.levels import LEVELS, Level
from games.engine.position import Position
from games.engine.puzzles.level_moves import WEAK_LEVELS, choose_level_card
from games.engine.puzzles.perfect_play import choose_best_card, is_won
from games.engine.puzzles.puzzle import MAX_TRICKS, MIN_TRICKS

TRIES_PER_LEVEL = 10
"""Number of tries of each level, each with a different seed."""
EASIEST, SPREAD = 800, 1000
"""Rating of a puzzle that every level solves, and the distance from it to a puzzle that no level solves."""
ELO = 400
LEVELS_BY_STRENGTH = (*WEAK_LEVELS, *LEVELS[len(WEAK_LEVELS) :])


def list_intermediate_levels() -> tuple[Level, ...]:
    """Return the levels between those that cannot solve puzzles and those that can, one for each number of tricks."""
    near, far = (
        min(LEVELS_BY_STRENGTH, key=lambda level: abs(level.exact_tricks - tricks))
        for tricks in (MIN_TRICKS - 1, MAX_TRICKS - 1)
    )
    return tuple(
        replace(near, key=f"{near.key}-{exact_tricks}", exact_tricks=exact_tricks)
        for exact_tricks in range(near.exact_tricks + 1, far.exact_tricks)
    )


RATING_LEVELS = (*WEAK_LEVELS, *list_intermediate_levels(), *LEVELS_BY_STRENGTH[len(WEAK_LEVELS) :])
"""Levels that try a puzzle, from the weakest to the strongest."""


def count_failures(position: Position) -> tuple[int, ...]:
    """Return for each of ``RATING_LEVELS`` the number of tries in which it gave the win away."""
    return tuple(_count_level_failures(level, position) for level in RATING_LEVELS)


def _count_level_failures(level: Level, position: Position) -> int:
    if level.phase_two_temperature:
        return sum(not is_solved_by(level, position, seed) for seed in range(TRIES_PER_LEVEL))
    # Without randomness a level plays the same cards every time.
    return 0 if is_solved_by(level, position, 0) else TRIES_PER_LEVEL


def is_solved_by(level: Level, position: Position, seed: int) -> bool:
    """Return whether a level wins against perfect play; it must be to play in a won position."""
    seat = position.to_play
    while position.tricks_left:
        is_own = position.to_play == seat
        card = choose_level_card(level, position, seed) if is_own else choose_best_card(position)
        position = position.play(position.get_number(card))
        if is_own and not is_won(position, seat):
            return False
    return True


def compute_rating(failures: tuple[int, ...]) -> int:
    """Return the rating that follows from the failures, from ``EASIEST`` to ``EASIEST + SPREAD``."""
    return EASIEST + round(SPREAD * sum(failures) / (TRIES_PER_LEVEL * len(failures)))


def compute_solve_chance(strength: float, rating: float) -> float:
    """Return the chance that a player of this strength solves a puzzle of this rating, by Elo's formula."""
    return 1 / (1 + 10 ** ((rating - strength) / ELO))
