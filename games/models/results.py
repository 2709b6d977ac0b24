"""Results of games for those who played them: rows that follow from the logs and can be rebuilt from them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.games import Game
from games.models.people import User
from games.texts.choices import OUTCOMES, SORTS


class Result(models.Model):
    """A decided game as the person in one of its seats sees it: ``games.state.result`` says what counts.

    ``level`` is that of one of the site's own across. ``votes`` and ``lost`` are the letters of the factions that voted
    for the person and for the other seat. ``public``: whether strangers may be shown it in a list.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="results")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="results")
    other = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    sort = models.CharField(max_length=8, choices=SORTS)
    level = models.CharField(max_length=16, default="", blank=True)
    outcome = models.CharField(max_length=4, choices=OUTCOMES)
    votes = models.CharField(max_length=5, default="", blank=True)
    lost = models.CharField(max_length=5, default="", blank=True)
    public = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "seat"], name="one_result_a_seat")]
        indexes: ClassVar = [
            # Whatever is summed stands in them, so that a profile reads no row for that.
            models.Index(
                fields=["user", "-at", "-game", "sort", "outcome", "public", "other", "votes", "lost"],
                name="result_history",
            ),
            models.Index(fields=["user", "other", "sort", "outcome", "public"], name="result_against"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat}"


# The reviews that were made, one a game.


class StoredReview(models.Model):
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
        db_table = "games_keptreview"
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.game_id} {self.edition}"
