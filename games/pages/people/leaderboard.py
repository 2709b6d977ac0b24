"""The leaderboards: who leads, for good and in a month."""

from __future__ import annotations

import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages.answers import too_many, within_limit
from games.pages.online.lobby import account
from games.people import ratings
from games.people.ratings import Month
from games.stories.result import Pool
from games.words.choices import POOLS

FIRST_YEAR = 2020
_MONTH = re.compile(r"(2[0-9]{3})-(0[1-9]|1[0-2])")


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """``pool``: ``live`` or ``days``; ``month``, such as 2026-11, or else for good. 404 for others."""
    if not within_limit(request, "profile"):
        return too_many(request)
    pool = _pool(request.GET.get("pool", Pool.DAYS))
    month = month_of(request.GET["month"]) if "month" in request.GET else None
    reader = account(request)
    now = ratings.this_month()
    context: dict[str, Any] = {
        "pool": pool,
        "pools": POOLS,
        "month": month,
        "places": ratings.for_good(pool) if month is None else ratings.of_month(pool, month),
        "mine": ratings.place_of(reader, pool) if reader and month is None else None,
        "reader": reader,
        "this": now,
        "older": (month or now).before,
        "newer": month.next if month and month.first < now.first else None,
    }
    return render(request, "people/leaderboard.html", context)


def _pool(asked: str) -> Pool:
    if asked not in set(Pool):
        raise Http404
    return Pool(asked)


def month_of(asked: str) -> Month:
    """A month that has begun, and in which the site may have been there."""
    found = _MONTH.fullmatch(asked)
    month = found and Month(int(found[1]), int(found[2]))
    if month is None or month.year < FIRST_YEAR or month.first > ratings.this_month().first:
        raise Http404
    return month
