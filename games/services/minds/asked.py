"""The games that wait for one of the site's own, found again from the log whatever was lost."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.models import Game, GameQuerySet, Player
from games.services.minds.people import names
from games.store import log
from games.stories.story import Story

MOST = 200
"""Games that are asked for at a time, those that wait longest first."""


def waiting(since: timedelta) -> list[Story]:
    """The games that have waited for one of the site's own for so long at least."""
    late = unanswered().filter(changed_at__lte=timezone.now() - since).order_by("changed_at")
    return [log.load(pk) for pk in late.values_list("pk", flat=True)[:MOST]]


def unanswered() -> GameQuerySet:
    """Those in which it is the turn of one of the site's own."""
    return Game.objects.waiting_for(Player.objects.filter(user__username__in=names()))
