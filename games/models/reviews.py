"""The reviews that were made, one a game."""

from __future__ import annotations

from django.db import models

from games.models.games import Game


class KeptReview(models.Model):
    """What was found out about a finished game. It tells all its cards, so only those who may see them get it.

    ``edition`` says which engine made it, ``cards`` of which cards, as a digest: where either is another one by now,
    it is made again.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="review")
    edition = models.CharField(max_length=32)
    cards = models.CharField(max_length=64)
    data = models.JSONField()
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.game_id} {self.edition}"
