"""Ratings: those of both seats before and after each rated game, and the current rating of each person."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.games import Game
from games.models.people import User
from games.texts.choices import OUTCOMES, POOLS


class RatingNumbers(models.Model):
    """The numbers of a Glicko-2 rating after ``games`` rated games, the last of them ``at`` that time."""

    pool = models.CharField(max_length=8, choices=POOLS)
    at = models.DateTimeField()
    games = models.PositiveIntegerField(default=0)
    rating = models.FloatField(default=0.0)
    deviation = models.FloatField(default=0.0)
    volatility = models.FloatField(default=0.0)

    class Meta:
        abstract = True


class Rated(RatingNumbers):
    """A seat of a rated game, with the rating of its player before and after the game.

    ``early``: a player gave the game up in its first half. The seat of a deleted account stays, because the rating of
    the opponent follows from it.
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
    """The current rating of a person in a pool.

    From ``sure_until`` on it is provisional, unless the person plays; None if it is provisional already.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="ratings")
    sure_until = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "pool"], name="one_rating_a_pool")]
        indexes: ClassVar = [models.Index(fields=["pool", "-rating"], name="rating_order")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool}"
