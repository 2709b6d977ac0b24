"""Ratings: what each rated game made of those of both, and where everybody stands."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.games import Game
from games.models.people import User
from games.texts.choices import OUTCOMES, POOLS


class RatingNumbers(models.Model):
    """What Glicko-2 knows of somebody. ``games`` is after how many rated ones, and ``at`` when the last of them was."""

    pool = models.CharField(max_length=8, choices=POOLS)
    at = models.DateTimeField()
    games = models.PositiveIntegerField(default=0)
    rating = models.FloatField(default=0.0)
    deviation = models.FloatField(default=0.0)
    volatility = models.FloatField(default=0.0)

    class Meta:
        abstract = True


class Rated(RatingNumbers):
    """A seat of a rated game: what it made of it, and the rating of whoever sat there, before and after.

    ``early``: the game was given up in its first half. The seat of somebody who left stays, as it does in the game: the
    rating of the other one follows from it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rated_seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="rated_seats")
    outcome = models.CharField(max_length=4, choices=OUTCOMES)
    early = models.BooleanField(default=False)
    rating_before = models.FloatField(default=0.0)
    deviation_before = models.FloatField(default=0.0)
    volatility_before = models.FloatField(default=0.0)

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "seat"], name="one_rating_a_seat")]
        indexes: ClassVar = [
            models.Index(fields=["pool", "at", "game"], name="rated_in_order"),
            models.Index(fields=["user", "pool", "-at", "-game"], name="rated_history"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat}"


class Rating(RatingNumbers):
    """Where somebody stands now. ``sure_until``: from then on the rating is a guess again, unless they play."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="ratings")
    sure_until = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "pool"], name="one_rating_a_pool")]
        indexes: ClassVar = [models.Index(fields=["pool", "-rating"], name="rating_order")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool}"
