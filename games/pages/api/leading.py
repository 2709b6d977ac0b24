"""Who leads, and what is played just now."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import Router
from pydantic import Field

from games.live.online.view import view
from games.pages.api import limited
from games.pages.api.refusing import PROBLEMS
from games.pages.api.shapes import Leaderboard, ToWatch
from games.pages.people.leaderboard import month_of
from games.people import ratings, watching
from games.people.ratings import Place
from games.stories.result import Pool

router = Router(tags=["people"])


@router.get("/leaderboard", response={200: Leaderboard, **PROBLEMS}, summary="The leaderboards")
def leaderboard(
    request: HttpRequest, pool: Pool = Pool.DAYS, month: Annotated[str | None, Field(examples=["2026-11"])] = None
) -> HttpResponse:
    """For good, or of a `month` such as 2026-11; `pool` is `live` or `days`."""
    limited.count("profile", limited.address(request))
    places = ratings.for_good(pool) if month is None else ratings.of_month(pool, month_of(month))
    return JsonResponse({"pool": pool, "month": month, "places": [_place(one) for one in places]})


@router.get("/watch", response={200: ToWatch, **PROBLEMS}, summary="Games to watch")
def watch(request: HttpRequest) -> HttpResponse:
    """The games that are played just now and may be watched, as watchers see them."""
    return JsonResponse({"games": [view(match, None) for match in watching.to_watch()]})


def _place(one: Place) -> dict[str, Any]:
    rated = {"rating": one.shown.points, "games": one.games, "change": one.change}
    return {"place": one.place, "name": one.user.shown, **rated}
