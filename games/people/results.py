"""What somebody's games come to, for whoever asks. The number of queries does not depend on the number of games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from games.models import Result, User
from games.rules.cards import Faction
from games.stories.result import Outcome, Sort

Rows = QuerySet[Result]
Sums = list[tuple[Sort, Outcome, str, str, int]]
"""How many games are alike in sort, outcome, and the factions that voted for the person and for the other."""
APART = (Sort.SITE, Sort.PROGRAM)
"""Games that are none of people's with people."""
AGAINST_SHOWN = 8
PAGE = 20
DAYS = (7, 30, 365)
"""How far back a list may be asked to go."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How many games were won, lost and drawn."""

    won: int = 0
    lost: int = 0
    draw: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost + self.draw


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list is asked for; nothing asked for is everything. ``level`` is that of one of the site's own."""

    sort: str = ""
    outcome: str = ""
    days: int | None = None
    other: User | None = None
    level: str = ""


@dataclass(frozen=True, slots=True)
class Streaks:
    """Games against people won one after the other: up to now, and at most."""

    now: int
    best: int


@dataclass(frozen=True, slots=True)
class FactionVotes:
    """How often a faction voted for a person and for whoever sat across, in games against people."""

    faction: Faction
    won: int
    lost: int

    @property
    def of(self) -> int:
        return self.won + self.lost


def seen_by(reader: User | None, person: User) -> Rows:
    """The games of a person that a reader may know of: their own, those they sat in themselves, and public ones."""
    rows = person.results.all()
    if reader == person:
        return rows
    return rows.filter(Q(public=True) | Q(other=reader)) if reader is not None else rows.filter(public=True)


def listed_for(reader: User | None, rows: Rows, person: User) -> Rows:
    """Those of them that may be named one by one: a table is shown to those who were told its address."""
    if reader == person:
        return rows
    among = rows.exclude(sort=Sort.TABLE)
    return among | rows.filter(other=reader) if reader is not None else among


def asked_for(rows: Rows, wanted: Wanted) -> Rows:
    """Those that a list is asked for."""
    fields: dict[str, Any] = {"sort": wanted.sort, "outcome": wanted.outcome, "level": wanted.level}
    rows = rows.filter(**{name: value for name, value in fields.items() if value})
    if wanted.days is not None:
        rows = rows.filter(at__gte=timezone.now() - timedelta(days=wanted.days))
    return rows if wanted.other is None else rows.filter(other=wanted.other)


def standing(rows: Rows) -> Standing:
    """What they come to."""
    return Standing(**rows.aggregate(**_counts()))


def sums(rows: Rows) -> Sums:
    """What they all come to, in one query: how many are alike in all that is summed."""
    found = rows.order_by().values_list("sort", "outcome", "votes", "lost").annotate(Count("pk"))
    return [(Sort(sort), Outcome(outcome), votes, lost, count) for sort, outcome, votes, lost, count in found]


def standings(found: Sums) -> dict[Sort, Standing]:
    """What those of each sort come to."""
    told = {sort: dict.fromkeys(Outcome, 0) for sort in Sort}
    for sort, outcome, _votes, _lost, count in found:
        told[sort][outcome] += count
    return {sort: Standing(**counts) for sort, counts in told.items()}


def faction_votes(found: Sums) -> list[FactionVotes]:
    """The votes of each faction, of games with people."""
    with_people = [one for one in found if one[0] not in APART]
    return [
        FactionVotes(
            faction,
            sum(count for _sort, _outcome, votes, _lost, count in with_people if faction in votes),
            sum(count for _sort, _outcome, _votes, lost, count in with_people if faction in lost),
        )
        for faction in Faction
    ]


def streaks(rows: Rows) -> Streaks:
    """Wins one after the other against people."""
    outcomes = rows.filter(sort=Sort.PEOPLE).order_by("-at", "-game").values_list("outcome", flat=True)
    runs = [(won, sum(1 for _ in some)) for won, some in groupby(outcomes.iterator(), lambda one: one == Outcome.WON)]
    now = runs[0][1] if runs and runs[0][0] else 0
    return Streaks(now, max((length for won, length in runs if won), default=0))


def against(rows: Rows) -> list[tuple[User, Standing]]:
    """The people played most often, and what came of it; nobody who left."""
    people = rows.exclude(sort__in=APART).filter(other__isnull=False, other__leaving_at=None).order_by()
    found = people.values("other").annotate(games=Count("pk"), **_counts()).order_by("-games", "other")
    told: list[Any] = list(found[:AGAINST_SHOWN])
    users = User.objects.in_bulk([row["other"] for row in told])
    return [(users[row["other"]], _standing(row)) for row in told]


def page(rows: Rows, before: str = "") -> tuple[list[Result], bool]:
    """The latest, or those before the game with this code; and whether there are older ones."""
    mark = rows.filter(game__code=before).values_list("at", "game").first() if before else None
    if mark is not None:
        rows = rows.filter(Q(at__lt=mark[0]) | Q(at=mark[0], game__lt=mark[1]))
    found = list(rows.order_by("-at", "-game").select_related("game", "other")[: PAGE + 1])
    return found[:PAGE], len(found) > PAGE


def _counts() -> dict[str, Count]:
    return {str(one): Count("pk", filter=Q(outcome=one)) for one in Outcome}


def _standing(row: Mapping[str, Any]) -> Standing:
    return Standing(row["won"], row["lost"], row["draw"])
