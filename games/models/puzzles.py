"""What people have done with puzzles."""

from __future__ import annotations

from django.db import models

from games.models.people import User


class PuzzleProgress(models.Model):
    """One row for a person, guest or account, who has decided a puzzle: ``games.people.puzzles`` says what is in it."""

    user = models.OneToOneField(User, models.CASCADE, related_name="puzzle_progress", editable=False)
    kept = models.JSONField(default=dict, editable=False)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"
