"""Relations between people, and challenges."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.games import Game
from games.models.people import User


class Relation(models.Model):
    """A relation of ``by`` to ``whom``: a follow, a block or a mute. ``whom`` must not notice a block or a mute."""

    class Kind(models.TextChoices):
        """Kind of a relation."""

        FOLLOW = "follow"
        BLOCK = "block"
        MUTE = "mute"

    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="ties")
    whom = models.ForeignKey(User, on_delete=models.CASCADE, related_name="ties_to")
    kind = models.CharField(max_length=6, choices=Kind)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "games_tie"
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["by", "kind", "whom"], name="one_tie_of_a_kind")]
        indexes: ClassVar = [models.Index(fields=["whom", "kind"], name="tie_to")]

    def __str__(self) -> str:
        return f"{self.by_id} {self.kind} {self.whom_id}"


class Challenge(models.Model):
    """An invitation by ``by`` to ``to``, who can accept it without its link, or decline it."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="challenge")
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="challenges")
    to = models.ForeignKey(User, on_delete=models.CASCADE, related_name="challenged")
    at = models.DateTimeField(auto_now_add=True)
    declined_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        indexes: ClassVar = [
            models.Index(fields=["to", "at"], name="challenge_to"),
            models.Index(fields=["at"], name="challenge_at"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"
