"""Puzzle progress of people, and statistics of puzzles."""

from __future__ import annotations

from django.db import models

from games.models.people import User


class PuzzleProgress(models.Model):
    """Puzzle progress of a person. ``kept`` is the data of ``games.queries.puzzle_progress.serialize``."""

    user = models.OneToOneField(User, models.CASCADE, related_name="puzzle_progress", editable=False)
    kept = models.JSONField(default=dict, editable=False)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"


class PuzzleTries(models.Model):
    """Statistics of people's first tries at a puzzle; ``games.services.puzzles.statistics`` computes them.

    ``moved`` is the resulting shift of the puzzle's rating, in points.
    """

    number = models.PositiveIntegerField(unique=True, editable=False)
    tried = models.PositiveIntegerField(default=0, editable=False)
    solved = models.PositiveIntegerField(default=0, editable=False)
    moved = models.FloatField(default=0.0, editable=False)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.number}"
