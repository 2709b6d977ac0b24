"""Models of puzzles that people solved."""

from __future__ import annotations

from django.db import models

from games.models.people import User


class PuzzleProgress(models.Model):
    """Puzzle progress of a person, guest or account; ``games.queries.puzzle_progress`` says what is in it."""

    user = models.OneToOneField(User, models.CASCADE, related_name="puzzle_progress", editable=False)
    kept = models.JSONField(default=dict, editable=False)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"


class PuzzleTries(models.Model):
    """How people fared with a puzzle at their first try: ``games.services.puzzles.statistics`` says what counts.

    ``moved`` is by how much that has moved its rating.
    """

    number = models.PositiveIntegerField(unique=True, editable=False)
    tried = models.PositiveIntegerField(default=0, editable=False)
    solved = models.PositiveIntegerField(default=0, editable=False)
    moved = models.FloatField(default=0.0, editable=False)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.number}"
