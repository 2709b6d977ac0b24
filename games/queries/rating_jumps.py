"""Rating jumps: how much ratings changed within the last days, for moderators."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Abs
from django.utils import timezone

from games.models import Rated, Rating, User
from games.queries import glicko

JUMP_WINDOW = timedelta(days=7)


def query_jumps(**ratings: Any) -> QuerySet[Any]:
    """Return the ratings with ``jump``, the change within ``JUMP_WINDOW``; provisional games do not count.

    ``ratings`` are lookups of the ratings to return.
    """
    since = timezone.now() - JUMP_WINDOW
    sure = Rated.objects.filter(
        user=OuterRef("user"), pool=OuterRef("pool"), at__gt=since, deviation_before__lte=glicko.MAX_SURE_DEVIATION
    )
    first = Subquery(sure.order_by("at", "game").values("rating_before")[:1])
    return Rating.objects.filter(at__gt=since, **ratings).annotate(jump=F("rating") - first)


def query_people_with_jump(points: int) -> Any:
    """Return a subquery of the people one of whose ratings rose or fell by at least ``points``."""
    return query_jumps().annotate(size=Abs("jump")).filter(size__gte=points).values("user")


def get_jumps(person: User) -> dict[str, int]:
    """Return the rounded change of each rating of a person, by pool; without those that did not change."""
    jumps = query_jumps(user=person).exclude(jump=None).values_list("pool", "jump")
    return {pool: round(jump) for pool, jump in jumps if round(jump)}
