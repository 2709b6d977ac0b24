"""Cases: what waits of one game with one target is claimed together, and one verdict answers all of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery

from games.models import Report
from games.models.moderation import Desk
from games.services.moderation.judges import Judge
from games.services.reports import reports

WAITING = (Desk.OPEN, Desk.CLAIMED)


def waiting(report: Report) -> QuerySet[Report]:
    """What waits of a report's case, the oldest first."""
    return Report.objects.filter(game=report.game_id, target=report.target, status__in=WAITING).order_by("pk")


def heads(queryset: QuerySet[Report]) -> QuerySet[Report]:
    """Of the reports that wait the oldest of each case; of the others every one."""
    return queryset.exclude(Exists(_same(status__in=WAITING, pk__lt=OuterRef("pk"))), status__in=WAITING)


def numbers(rows: Iterable[Report]) -> dict[int, list[int]]:
    """The numbers of all reports that wait in the case of each of these, by one query."""
    rows = list(rows)
    same = Report.objects.filter(game__in={row.game_id for row in rows}, status__in=WAITING).order_by("pk")
    found: dict[tuple[int, str], list[int]] = defaultdict(list)
    for number, game, target in same.values_list("pk", "game", "target"):
        found[game, target].append(number)
    return {row.pk: found[row.game_id, row.target] for row in rows}


def size() -> Any:
    """How many reports a case has, as an expression to sort by."""
    counted = _same(status__in=WAITING).order_by().values("target").annotate(count=Count("pk")).values("count")
    return Subquery(counted)


def claim(by: Judge, report: Report) -> Report:
    """Take the whole case on; refused as ``reports.claim`` for any of it."""
    return _each(report, waiting(report), lambda one: reports.claim(by, one))


def release(by: Judge, report: Report) -> Report:
    """Give the whole case back to the queue."""
    return _each(report, waiting(report).filter(status=Desk.CLAIMED), lambda one: reports.release(by, one))


def decide(by: Judge, report: Report, outcome: str, note: str = "", newest: int | None = None) -> Report:
    """Answer a claimed case, every sender alike; what came in after the report ``newest`` was not read and stays.

    Refused as ``reports.decide``.
    """
    read = waiting(report) if newest is None else waiting(report).filter(pk__lte=newest)

    def settled(one: Report) -> Report:
        if one.pk != report.pk:
            reports.claim(by, one)
        return reports.decide(by, one, outcome, note)

    return _each(report, read, settled)


def settle(
    by: Judge, report: Report, act: Callable[[], object], outcome: str, note: str = "", newest: int | None = None
) -> object:
    """Claim a case, do what is done because of it, and answer it: all of that, or with a refusal nothing."""
    with transaction.atomic():
        claim(by, report)
        done = act()
        decide(by, report, outcome, note, newest)
    return done


def _same(**about: Any) -> QuerySet[Report]:
    return Report.objects.filter(game=OuterRef("game"), target=OuterRef("target"), **about)


def _each(report: Report, rows: QuerySet[Report], step: Callable[[Report], Report]) -> Report:
    """Do something to the report, which may refuse it, and to the rest of its case."""
    with transaction.atomic():
        done = step(report)
        for one in rows.exclude(pk=report.pk):
            step(one)
    return done
