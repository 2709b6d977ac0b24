"""Operations for leaderboards and live games to watch."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import Router
from pydantic import Field

from games.api import throttling
from games.api.errors import PROBLEMS
from games.api.schemas import Leaderboard, ToWatch
from games.queries import ratings, watchable_games
from games.queries.ratings import LeaderboardRow
from games.realtime.matches.view import build_view
from games.state.result import RatingPool
from games.views.accounts.leaderboard import parse_month

router = Router(tags=["people"])
Month = Annotated[str, Field(pattern="^[0-9]{4}-(0[1-9]|1[0-2])$", examples=["2026-11"])]


@router.get("/leaderboard", response={200: Leaderboard, **PROBLEMS}, summary="Leaderboards")
def leaderboard(request: HttpRequest, pool: RatingPool = RatingPool.LIVE, month: Month | None = None) -> HttpResponse:
    """Return the leaderboard of all time, or of a `month` such as 2026-11; `pool` is `live` or `days`."""
    throttling.count_request("profile", throttling.get_client_address(request))
    places = (
        ratings.list_all_time_leaders(pool) if month is None else ratings.list_month_leaders(pool, parse_month(month))
    )
    return JsonResponse({"pool": pool, "month": month, "places": [_serialize_place(row) for row in places]})


@router.get("/watch", response={200: ToWatch, **PROBLEMS}, summary="Games to watch")
def watch(request: HttpRequest) -> HttpResponse:
    """List the games in play that may be watched, as spectators see them."""
    return JsonResponse({"games": [build_view(match, None) for match in watchable_games.list_watchable()]})


def _serialize_place(row: LeaderboardRow) -> dict[str, Any]:
    rating = {"rating": row.shown.points, "games": row.games, "change": row.change}
    return {"place": row.place, "name": row.user.shown, **rating}
