"""The games that wait for one of the site's own, found again from the log whatever was lost."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F, Q
from django.utils import timezone

from games.models import Game
from games.store import log
from games.stories.status import Mode, Status
from games.stories.story import Story

MOST = 200
"""Games that are asked for at a time, those that wait longest first."""


def waiting(since: timedelta) -> list[Story]:
    """The games that have waited for one of the site's own for so long at least."""
    theirs = Q(players__seat=F("turn")) & ~Q(players__user__opponent="")
    found = Game.objects.filter(theirs, mode=Mode.ONLINE, status=Status.PLAYING, turn__isnull=False)
    late = found.filter(changed_at__lte=timezone.now() - since).order_by("changed_at")
    return [log.load(pk) for pk in late.values_list("pk", flat=True)[:MOST]]
