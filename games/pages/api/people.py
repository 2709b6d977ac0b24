"""Somebody's profile in numbers, and their games, one after the other."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.urls import reverse
from ninja import Query, Router, Schema
from pydantic import AwareDatetime, Field

from games.models import User
from games.pages.api import limited
from games.pages.api.asker import asker
from games.pages.api.refusing import PROBLEMS
from games.pages.api.shapes import ProfileShown
from games.people import profiles, ratings, results
from games.people.results import Standing
from games.rules.errors import Refusal
from games.services.people.records import Span, records

router = Router(tags=["people"])
LINES = "application/x-ndjson"
MOST = 1_000_000
"""Games of a person that may be asked for at once: all that anybody ever plays."""


class Asked(Schema):
    """Which games are asked for: from one moment to another, and how many at most."""

    since: AwareDatetime | None = None
    until: AwareDatetime | None = None
    most: Annotated[int, Field(alias="max", ge=1, le=MOST)] = MOST


@router.get("/people/{str:name}", response={200: ProfileShown, **PROBLEMS}, summary="Somebody's profile")
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """What the page `/@/name/` shows you: that of whoever shows it to you."""
    reader = asker(request).user
    who = _shown(name, reader)
    limited.count("profile", limited.address(request))
    seen = results.seen_by(reader, who)
    sums, streaks = results.sums(seen), results.streaks(seen)
    return JsonResponse(
        {
            "name": profiles.name_of(who),
            "url": reverse("profile", args=[profiles.name_of(who)]),
            "ratings": _ratings(who),
            "standings": {sort: _standing(one) for sort, one in results.standings(sums).items() if one.games},
            "streaks": {"now": streaks.now, "best": streaks.best},
            "votes": [
                {"faction": one.faction, "won": one.won, "lost": one.lost} for one in results.faction_votes(sums)
            ],
            "against": [
                {"name": other.shown, "standing": _standing(one)}
                for other, one in results.against(results.listed_for(reader, seen, who))
            ],
        }
    )


@router.get("/people/{str:name}/games", response={200: str, **PROBLEMS}, summary="Somebody's games")
def games(request: HttpRequest, name: str, asked: Query[Asked]) -> HttpResponseBase:
    """Their online games that are over and that you may see, the oldest first: a line of `claim-record/1` each, as
    `application/x-ndjson`. `played` in a line says which game it was and when; to go on where you stopped, ask for what
    is `since` the last one, which comes once more."""
    reader = asker(request).user
    who = _shown(name, reader)
    limited.count("api_games", limited.address(request))
    lines = _lines(who, reader, Span(asked.since, asked.until, asked.most))
    return StreamingHttpResponse(_parts(lines), content_type=LINES, headers={"Cache-Control": "no-store"})


def _shown(name: str, reader: User | None) -> User:
    """Whose profile the reader may see; refused with ``no_such_person`` for all others alike."""
    found = profiles.called(name)
    if found is None or not profiles.shown_to(found, reader):
        raise Refusal("no_such_person")
    return found


def _lines(who: User, reader: User | None, span: Span) -> Iterator[bytes]:
    for some in records(who, reader, span):
        yield b"".join(json.dumps(one, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" for one in some)


async def _parts(lines: Iterator[bytes]) -> AsyncIterator[bytes]:
    following = sync_to_async(lambda: next(lines, None))
    while (part := await following()) is not None:
        yield part


def _ratings(who: User) -> list[dict[str, Any]]:
    rows = who.ratings.order_by("pool")
    told = ((one, ratings.shown(one)) for one in rows)
    return [{"pool": one.pool, "rating": at.points, "sure": at.sure, "games": one.games} for one, at in told]


def _standing(one: Standing) -> dict[str, int]:
    return {"won": one.won, "lost": one.lost, "draw": one.draw}
