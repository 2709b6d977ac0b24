"""Operations for profiles and for streams of a person's games."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from typing import Annotated, Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.urls import reverse
from ninja import Query, Router, Schema
from pydantic import AfterValidator, AwareDatetime, Field

from games.api import throttling
from games.api.authentication import get_api_user
from games.api.errors import PROBLEMS
from games.api.schemas import ProfileShown
from games.models import User
from games.queries import profiles, ratings, results
from games.queries.results import Score
from games.rules.errors import Refusal
from games.services.accounts.data_export import RecordFilter, iterate_records

router = Router(tags=["people"])
NDJSON = "application/x-ndjson"
MAX_GAMES = 1_000_000
"""Most games in one response, more than any person plays."""


def _convert_to_utc(moment: datetime) -> datetime:
    """Return the moment in UTC; raise ValueError if that is before the year 1 or after the year 9999."""
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("not between the years 1 and 9999") from error


Moment = Annotated[AwareDatetime, AfterValidator(_convert_to_utc)]


class GamesQuery(Schema):
    """Filters of the games: the first and the last moment, and the maximum number."""

    since: Moment | None = None
    until: Moment | None = None
    most: Annotated[int, Field(alias="max", ge=1, le=MAX_GAMES)] = MAX_GAMES


@router.get("/people/{str:name}", response={200: ProfileShown, **PROBLEMS}, summary="A player's profile")
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Return what the page `/@/name/` shows you, if its owner lets you see it."""
    reader = get_api_user(request).user
    person = _get_visible_person(name, reader)
    throttling.count_request("profile", throttling.get_client_address(request))
    visible = results.filter_visible(reader, person)
    counts, streaks = results.count_results(visible), results.get_streaks(visible)
    return JsonResponse(
        {
            "name": profiles.get_profile_name(person),
            "url": reverse("profile", args=[profiles.get_profile_name(person)]),
            "ratings": _serialize_ratings(person),
            "standings": {
                sort: _serialize_standing(row) for sort, row in results.score_by_sort(counts).items() if row.games
            },
            "streaks": {"now": streaks.now, "best": streaks.best},
            "votes": [
                {"faction": row.faction, "won": row.won, "lost": row.lost}
                for row in results.count_faction_votes(counts)
            ],
            "against": [
                {"name": other.shown, "standing": _serialize_standing(row)}
                for other, row in results.list_opponents(results.filter_listed(reader, visible, person))
            ],
        }
    )


@router.get("/people/{str:name}/games", response={200: str, **PROBLEMS}, summary="A player's games")
def games(request: HttpRequest, name: str, asked: Query[GamesQuery]) -> HttpResponseBase:
    """Stream the finished online games of a person that you may see, the oldest first.

    The response is `application/x-ndjson`, and each line is a `claim-record/1`. `played` in a line says which game it
    was, and when. To continue, ask for games `since` the last one that you have; that game comes once more.
    """
    reader = get_api_user(request).user
    person = _get_visible_person(name, reader)
    throttling.count_request("api_games", throttling.get_client_address(request))
    lines = _iterate_lines(person, reader, RecordFilter(asked.since, asked.until, asked.most))
    return StreamingHttpResponse(_stream(lines), content_type=NDJSON, headers={"Cache-Control": "no-store"})


def _get_visible_person(name: str, reader: User | None) -> User:
    """Return the person with this name.

    Raise ``Refusal`` with ``no_such_person`` alike for an unknown name and for a profile that the reader may not see.
    """
    person = profiles.get_by_name(name)
    if person is None or not profiles.can_view_profile(person, reader):
        raise Refusal("no_such_person")
    return person


def _iterate_lines(person: User, reader: User | None, record_filter: RecordFilter) -> Iterator[bytes]:
    for batch in iterate_records(person, reader, record_filter):
        yield b"".join(
            json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" for record in batch
        )


async def _stream(lines: Iterator[bytes]) -> AsyncIterator[bytes]:
    next_part = sync_to_async(lambda: next(lines, None))
    while (part := await next_part()) is not None:
        yield part


def _serialize_ratings(person: User) -> list[dict[str, Any]]:
    rows = person.ratings.order_by("pool")
    shown_ratings = ((row, ratings.show_rating(row)) for row in rows)
    return [
        {"pool": row.pool, "rating": rating.points, "sure": rating.sure, "games": row.games}
        for row, rating in shown_ratings
    ]


def _serialize_standing(score: Score) -> dict[str, int]:
    return {"won": score.won, "lost": score.lost, "draw": score.draw}
