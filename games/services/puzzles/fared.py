"""How people fare with puzzles, and what that makes of the ratings that the levels gave them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from games.minds.puzzles.rating import chance
from games.models import PuzzleTries
from games.services.puzzles import choosing

ENOUGH = 20
"""First tries from which on people have a say in a rating; before that it is what the levels gave."""
STEP = 32
"""How far one try moves a rating at most, until there are enough."""
FURTHEST = 400
"""How far people can move a rating from what the levels gave."""


@dataclass(frozen=True, slots=True)
class Tries:
    """How many people tried a puzzle, and how many of them solved it at the first try."""

    solved: int = 0
    tried: int = 0


def count(number: int, solved: bool, strength: int) -> None:
    """Count the first try of somebody of this ``strength``, by Elo's formula: a puzzle that the weak solve is easier.

    The trap: whoever calls sees to it that nobody is counted twice.
    """
    with transaction.atomic():
        PuzzleTries.objects.get_or_create(number=number)
        row = PuzzleTries.objects.select_for_update().get(number=number)
        gained = chance(strength, choosing.puzzle(number).rating + row.moved) - solved
        # Steps get smaller with the tries, so that a rating comes to rest.
        moved = row.moved + STEP * gained * ENOUGH / max(ENOUGH, row.tried)
        row.tried, row.solved = row.tried + 1, row.solved + solved
        row.moved = min(FURTHEST, max(-FURTHEST, moved))
        row.save()


def tries(number: int) -> Tries:
    """How people fared with a puzzle; nobody did as long as there are too few to tell."""
    row = PuzzleTries.objects.filter(number=number, tried__gte=ENOUGH).first()
    return Tries() if row is None else Tries(row.solved, row.tried)


def rating(number: int) -> int:
    """How hard a puzzle is: by the levels that tried it, and by people once enough of them did."""
    return choosing.puzzle(number).rating + moves([number]).get(number, 0)


def moves(numbers: list[int] | None = None) -> Mapping[int, int]:
    """By how much people have moved the ratings of puzzles, those alone of which enough is known."""
    rows = PuzzleTries.objects.filter(tried__gte=ENOUGH)
    if numbers is not None:
        rows = rows.filter(number__in=numbers)
    return {number: round(moved) for number, moved in rows.values_list("number", "moved")}
