"""Statistics of people's first tries at puzzles, which shift the ratings from the engine's levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from games.engine.puzzles.rating import compute_solve_chance
from games.models import PuzzleTries
from games.services.puzzles import selection

MIN_TRIES = 20
"""Number of first tries that it takes to shift a rating."""
MAX_STEP = 32
"""Maximum shift of a rating by one try; the steps shrink after ``MIN_TRIES``."""
MAX_SHIFT = 400
"""Maximum distance of a rating from the one that the levels gave."""


@dataclass(frozen=True, slots=True)
class Tries:
    """Number of people who tried a puzzle, and of people who solved it at the first try."""

    solved: int = 0
    tried: int = 0


def count_try(number: int, solved: bool, strength: int) -> None:
    """Count a first try by a person of this ``strength``, and shift the puzzle's rating by Elo's formula.

    A puzzle that weak players solve becomes easier. The caller must not count a person twice.
    """
    with transaction.atomic():
        PuzzleTries.objects.get_or_create(number=number)
        row = PuzzleTries.objects.select_for_update().get(number=number)
        gained = compute_solve_chance(strength, selection.get_puzzle(number).rating + row.moved) - solved
        # Steps get smaller with the tries, so that a rating converges.
        moved = row.moved + MAX_STEP * gained * MIN_TRIES / max(MIN_TRIES, row.tried)
        row.tried, row.solved = row.tried + 1, row.solved + solved
        row.moved = min(MAX_SHIFT, max(-MAX_SHIFT, moved))
        row.save()


def get_tries(number: int) -> Tries:
    """Return the tries at a puzzle, or an empty ``Tries`` if there are fewer than ``MIN_TRIES``."""
    row = PuzzleTries.objects.filter(number=number, tried__gte=MIN_TRIES).first()
    return Tries() if row is None else Tries(row.solved, row.tried)


def get_rating(number: int) -> int:
    """Return the rating of a puzzle: the one from the levels, shifted by people once there are enough tries."""
    return selection.get_puzzle(number).rating + get_rating_shifts([number]).get(number, 0)


def get_rating_shifts(numbers: list[int] | None = None) -> Mapping[int, int]:
    """Return the shifts of ratings by people, by the number of the puzzle, for puzzles with enough tries."""
    rows = PuzzleTries.objects.filter(tried__gte=MIN_TRIES)
    if numbers is not None:
        rows = rows.filter(number__in=numbers)
    return {number: round(moved) for number, moved in rows.values_list("number", "moved")}
