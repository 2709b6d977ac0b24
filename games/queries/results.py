"""Results of a person's games: scores, streaks, votes, opponents and pages, in a fixed number of queries."""

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
from games.state.result import OpponentKind, Outcome

Rows = QuerySet[Result]
ResultCounts = list[tuple[OpponentKind, Outcome, str, str, int]]
"""Counts of games by kind of opponent, outcome, and the factions that voted for the person and for the opponent."""
NOT_PEOPLE = (OpponentKind.SITE, OpponentKind.PROGRAM)
"""Kinds of opponents that are not people."""
OPPONENTS_SHOWN = 8
PAGE_SIZE = 20
DAY_CHOICES = (7, 30, 365)
"""Choices for the age of listed games, in days."""


@dataclass(frozen=True, slots=True)
class Score:
    """Numbers of games won, lost and drawn."""

    won: int = 0
    lost: int = 0
    draw: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.lost + self.draw


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """Filter of a list; an empty field filters nothing. ``sort`` is a kind of opponent, ``level`` a level of bots."""

    sort: str = ""
    outcome: str = ""
    days: int | None = None
    other: User | None = None
    level: str = ""


@dataclass(frozen=True, slots=True)
class Streaks:
    """Wins in a row against people: the current streak and the longest."""

    now: int
    best: int


@dataclass(frozen=True, slots=True)
class FactionVotes:
    """Votes of a faction for a person (won) and for the opponent (lost), in games against people."""

    faction: Faction
    won: int
    lost: int

    @property
    def total(self) -> int:
        """The number of votes of the faction."""
        return self.won + self.lost


def filter_visible(reader: User | None, person: User) -> Rows:
    """Return the results that a reader may know of: the person all, others public games and those with the reader."""
    rows = person.results.all()
    if reader == person:
        return rows
    return rows.filter(Q(public=True) | Q(other=reader)) if reader is not None else rows.filter(public=True)


def filter_listed(reader: User | None, rows: Rows, person: User) -> Rows:
    """Return the results that a list may link for a reader: the URL of a table is for its players only."""
    if reader == person:
        return rows
    matches = rows.exclude(sort=OpponentKind.TABLE)
    return matches | rows.filter(other=reader) if reader is not None else matches


def filter_results(rows: Rows, wanted: ResultFilter) -> Rows:
    """Return the results that pass a filter."""
    fields: dict[str, Any] = {"sort": wanted.sort, "outcome": wanted.outcome, "level": wanted.level}
    rows = rows.filter(**{name: value for name, value in fields.items() if value})
    if wanted.days is not None:
        rows = rows.filter(at__gte=timezone.now() - timedelta(days=wanted.days))
    return rows if wanted.other is None else rows.filter(other=wanted.other)


def count_score(rows: Rows) -> Score:
    """Return the score of all games."""
    return Score(**rows.aggregate(**_outcome_counts()))


def count_results(rows: Rows) -> ResultCounts:
    """Return the counts for ``score_by_sort`` and ``count_faction_votes``, with one query."""
    groups = rows.order_by().values_list("sort", "outcome", "votes", "lost").annotate(Count("pk"))
    return [(OpponentKind(sort), Outcome(outcome), votes, lost, count) for sort, outcome, votes, lost, count in groups]


def score_by_sort(counts: ResultCounts) -> dict[OpponentKind, Score]:
    """Return the score against each kind of opponent."""
    outcomes = {sort: dict.fromkeys(Outcome, 0) for sort in OpponentKind}
    for sort, outcome, _votes, _lost, count in counts:
        outcomes[sort][outcome] += count
    return {sort: Score(**numbers) for sort, numbers in outcomes.items()}


def count_faction_votes(counts: ResultCounts) -> list[FactionVotes]:
    """Return the votes of each faction in games with people."""
    with_people = [group for group in counts if group[0] not in NOT_PEOPLE]
    return [
        FactionVotes(
            faction,
            sum(count for _sort, _outcome, votes, _lost, count in with_people if faction in votes),
            sum(count for _sort, _outcome, _votes, lost, count in with_people if faction in lost),
        )
        for faction in Faction
    ]


def get_streaks(rows: Rows) -> Streaks:
    """Return the streaks of wins against people."""
    outcomes = rows.filter(sort=OpponentKind.PEOPLE).order_by("-at", "-game").values_list("outcome", flat=True)
    groups = groupby(outcomes.iterator(), lambda outcome: outcome == Outcome.WON)
    runs = [(is_won, sum(1 for _ in run)) for is_won, run in groups]
    current = runs[0][1] if runs and runs[0][0] else 0
    return Streaks(current, max((length for is_won, length in runs if is_won), default=0))


def list_opponents(rows: Rows) -> list[tuple[User, Score]]:
    """Return the most frequent opponents and the scores against them, without deleted accounts."""
    people = rows.exclude(sort__in=NOT_PEOPLE).filter(other__isnull=False, other__leaving_at=None).order_by()
    opponents = people.values("other").annotate(games=Count("pk"), **_outcome_counts()).order_by("-games", "other")
    shown: list[Any] = list(opponents[:OPPONENTS_SHOWN])
    users = User.objects.in_bulk([row["other"] for row in shown])
    return [(users[row["other"]], _to_score(row)) for row in shown]


def get_page(rows: Rows, before: str = "") -> tuple[list[Result], bool]:
    """Return a page of the latest results, or of those before the game ``before``, and whether there are older ones."""
    start = rows.filter(game__code=before).values_list("at", "game").first() if before else None
    if start is not None:
        rows = rows.filter(Q(at__lt=start[0]) | Q(at=start[0], game__lt=start[1]))
    page = list(rows.order_by("-at", "-game").select_related("game", "other")[: PAGE_SIZE + 1])
    return page[:PAGE_SIZE], len(page) > PAGE_SIZE


def _outcome_counts() -> dict[str, Count]:
    return {str(outcome): Count("pk", filter=Q(outcome=outcome)) for outcome in Outcome}


def _to_score(row: Mapping[str, Any]) -> Score:
    return Score(row["won"], row["lost"], row["draw"])
