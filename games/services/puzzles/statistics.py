"""Statistics of people's first tries at puzzles, which shift the ratings that the levels gave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from games.engine.puzzles.rating import compute_solve_chance
from games.models import PuzzleTries
from games.services.puzzles import selection

MIN_TRIES = 20
"""First tries from which on they shift a rating; before that it is the levels'."""
MAX_STEP = 32
"""How far one try shifts a rating at most, until there are enough."""
MAX_SHIFT = 400
"""How far tries can shift a rating from the levels'."""


@dataclass(frozen=True, slots=True)
class Tries:
    """How many people tried a puzzle, and how many of them solved it at the first try."""

    solved: int = 0
    tried: int = 0


def count_try(number: int, solved: bool, strength: int) -> None:
    """Count a first try of a person of this ``strength``, by Elo's formula: a puzzle that the weak solve is easier.

    The trap: the caller makes sure that no person is counted twice.
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
    """Return the tries at a puzzle; none as long as there are too few to tell."""
    row = PuzzleTries.objects.filter(number=number, tried__gte=MIN_TRIES).first()
    return Tries() if row is None else Tries(row.solved, row.tried)


def get_rating(number: int) -> int:
    """Return the rating of a puzzle: the levels', shifted by people once there are enough tries."""
    return selection.get_puzzle(number).rating + get_rating_shifts([number]).get(number, 0)


def get_rating_shifts(numbers: list[int] | None = None) -> Mapping[int, int]:
    """Return by how much people have shifted the ratings of puzzles, where there are enough tries."""
    rows = PuzzleTries.objects.filter(tried__gte=MIN_TRIES)
    if numbers is not None:
        rows = rows.filter(number__in=numbers)
    return {number: round(moved) for number, moved in rows.values_list("number", "moved")}
