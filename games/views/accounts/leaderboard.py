"""Leaderboards of all time and of a month."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.queries import ratings
from games.queries.ratings import Month
from games.state.result import RatingPool
from games.texts.choices import POOLS
from games.views.current_user import get_account
from games.views.responses import is_within_rate_limit, respond_too_many_requests

FIRST_YEAR = 2020
_MONTH = re.compile(r"(2[0-9]{3})-(0[1-9]|1[0-2])")


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show a leaderboard.

    ``pool`` is ``live``, the default, or ``days``. ``month`` is a month such as 2026-11; without it, the leaderboard
    is of all time. Raise 404 for other values.
    """
    if not is_within_rate_limit(request, "profile"):
        return respond_too_many_requests(request)
    pool = _parse_pool(request.GET.get("pool", RatingPool.LIVE))
    month = parse_month(request.GET["month"]) if "month" in request.GET else None
    reader = get_account(request)
    now = ratings.get_this_month()
    context: dict[str, Any] = {
        "path": _get_path(request),
        "pool": pool,
        "pools": POOLS,
        "month": month,
        "places": ratings.list_all_time_leaders(pool) if month is None else ratings.list_month_leaders(pool, month),
        "mine": ratings.get_place(reader, pool) if reader and month is None else None,
        "reader": reader,
        "this": now,
        "older": (month or now).previous,
        "newer": month.next if month and month.first < now.first else None,
    }
    return render(request, "accounts/leaderboard.html", context)


def _get_path(request: HttpRequest) -> str:
    """Return the path of this leaderboard, without other parameters."""
    query = urlencode({name: request.GET[name] for name in ("pool", "month") if name in request.GET})
    return f"{request.path}?{query}" if query else request.path


def _parse_pool(text: str) -> RatingPool:
    if text not in set(RatingPool):
        raise Http404
    return RatingPool(text)


def parse_month(text: str) -> Month:
    """Return the month; raise 404 for invalid text, a future month, or a year before ``FIRST_YEAR``."""
    match = _MONTH.fullmatch(text)
    month = match and Month(int(match[1]), int(match[2]))
    if month is None or month.year < FIRST_YEAR or month.first > ratings.get_this_month().first:
        raise Http404
    return month
