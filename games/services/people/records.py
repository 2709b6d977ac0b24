"""Somebody's games as records, in the order in which they were, a few at a time, however many there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Q

from games.models import Result, User
from games.people import results
from games.rules.record import write
from games.store import newer
from games.stories.online import Match
from games.stories.result import Sort

AT_ONCE = 50
"""Games that are read together."""


@dataclass(frozen=True, slots=True)
class Span:
    """Which of them: from one moment to another, both with it, and at ``most`` so many lines."""

    since: datetime | None
    until: datetime | None
    most: int


def records(who: User, reader: User | None, span: Span) -> Iterator[list[dict[str, Any]]]:
    """The online games of ``who`` that a reader may be told of one by one, and whose cards are open, the oldest first.

    Some at a time, so that whoever reads slowly costs no memory: two queries each.
    """
    rows = _wanted(who, reader, span)
    left, after = span.most, Q()
    while left and (some := list(rows.filter(after).select_related("game")[:AT_ONCE])):
        found = [told for row, match in _matches(some) if (told := _record(row, match)) is not None][:left]
        left -= len(found)
        last = some[-1]
        after = Q(at__gt=last.at) | Q(at=last.at, game__gt=last.game_id)
        if found:
            yield found


def _wanted(who: User, reader: User | None, span: Span) -> results.Rows:
    told = results.listed_for(reader, results.seen_by(reader, who), who)
    rows = told.exclude(sort=Sort.TABLE).order_by("at", "game")
    if span.since is not None:
        rows = rows.filter(at__gte=span.since)
    return rows if span.until is None else rows.filter(at__lte=span.until)


def _matches(rows: list[Result]) -> Iterator[tuple[Result, Match]]:
    stories = newer.apart(row.game for row in rows)
    for row in rows:
        match = stories.get(row.game_id)
        if isinstance(match, Match):
            yield row, match


def _record(row: Result, match: Match) -> dict[str, Any] | None:
    """None where its cards are not open: a moderator ended it early, or reopened it just now."""
    if not match.record_open:
        return None
    return write(replace(match.record(), played=(match.code, row.at.isoformat())))
