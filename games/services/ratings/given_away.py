"""Rated games that one player gives to another, again and again: the desk is asked to look at them."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from django.db import IntegrityError, transaction

from games.models import Rated, Report, User
from games.models.moderation import Category
from games.services.reports.reports import snapshot
from games.stories.result import Outcome
from games.words.reasons import GIVEN_AWAY

MANY = 3
"""So many rated games given up in their first half, by the same player to the same one, are no accident ..."""
WITHIN = timedelta(days=30)
"""... where they lie as close together."""


def look(seat: Rated) -> None:
    """After a game got its ratings: if it was given up early, and others like it were, tell the moderators once.

    What they have decided counts no more. To be called for both seats; that of the winner says nothing.
    """
    if seat.early and seat.outcome == Outcome.LOST:
        won = Rated.objects.get(game=seat.game_id, outcome=Outcome.WON)
        source = f"site:{seat.user_id}:{won.user_id}"
        if _like(seat, won.user_id, source) >= MANY:
            _tell(seat, source)


def _like(seat: Rated, winner: int, source: str) -> int:
    """How many such games there are that no moderator has looked at."""
    games = Rated.objects.filter(user=winner, pool=seat.pool, early=True, outcome=Outcome.WON).values("game")
    mine = Rated.objects.filter(user=seat.user_id, outcome=Outcome.LOST, game__in=games, at__gt=seat.at - WITHIN)
    last = Report.objects.filter(source=source).order_by("-pk").first()
    if last is None:
        return mine.count()
    return 0 if last.decided_at is None else mine.filter(at__gt=last.decided_at).count()


def _tell(seat: Rated, source: str) -> None:
    report = Report(
        game=seat.game,
        person=User(pk=seat.user_id),
        seat=seat.seat,
        source=source,
        target=f"person:{seat.user_id}",
        category=Category.CHEATING,
        text=GIVEN_AWAY,
        snapshot=snapshot(seat.game),
    )
    # Another process may have told of the same two just now.
    with suppress(IntegrityError), transaction.atomic():
        report.save()
