"""Results and reviews of games, which follow from the logs and can be rebuilt from them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.games import Game
from games.models.people import User
from games.texts.choices import OUTCOMES, SORTS


class Result(models.Model):
    """The result of a decided game for one seat, from ``games.state.result``.

    ``sort`` is the kind of opponent, ``level`` the level of a bot. ``votes`` and ``lost`` are the letters of the
    factions that voted for the person and for the opponent. ``public``: whether lists may show the game to strangers.
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
            # Covering indexes: a profile sums up these columns without reading rows.
            models.Index(
                fields=["user", "-at", "-game", "sort", "outcome", "public", "other", "votes", "lost"],
                name="result_history",
            ),
            models.Index(fields=["user", "other", "sort", "outcome", "public"], name="result_against"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat}"


class StoredReview(models.Model):
    """The review of a finished game. It names all cards, so the caller must check who may see them.

    ``edition`` identifies the engine that made it, and ``cards`` is a digest of the game's cards. When either differs,
    the review is made again.
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
