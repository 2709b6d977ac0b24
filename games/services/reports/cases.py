"""Cases: the undecided reports of one game with one target, claimed and decided together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery

from games.models import Report
from games.models.moderation import QueueStatus
from games.services.moderation.permissions import Moderator
from games.services.reports import reports

UNDECIDED = (QueueStatus.OPEN, QueueStatus.CLAIMED)


def filter_waiting(report: Report) -> QuerySet[Report]:
    """Return the undecided reports of a report's case, oldest first."""
    return Report.objects.filter(game=report.game_id, target=report.target, status__in=UNDECIDED).order_by("pk")


def filter_heads(queryset: QuerySet[Report]) -> QuerySet[Report]:
    """Return the oldest of each case's undecided reports, and all decided ones."""
    return queryset.exclude(
        Exists(_filter_same_case(status__in=UNDECIDED, pk__lt=OuterRef("pk"))), status__in=UNDECIDED
    )


def list_numbers(rows: Iterable[Report]) -> dict[int, list[int]]:
    """Return the numbers of all undecided reports in the case of each of these, by one query."""
    rows = list(rows)
    reports = Report.objects.filter(game__in={row.game_id for row in rows}, status__in=UNDECIDED).order_by("pk")
    numbers: dict[tuple[int, str], list[int]] = defaultdict(list)
    for number, game, target in reports.values_list("pk", "game", "target"):
        numbers[game, target].append(number)
    return {row.pk: numbers[row.game_id, row.target] for row in rows}


def get_size_expression() -> Any:
    """Return the number of reports in a case, as an expression to sort by."""
    sizes = (
        _filter_same_case(status__in=UNDECIDED).order_by().values("target").annotate(count=Count("pk")).values("count")
    )
    return Subquery(sizes)


def claim_case(moderator: Moderator, report: Report) -> Report:
    """Claim the whole case; refused as ``reports.claim_report`` for any of its reports."""
    return _apply_to_case(report, filter_waiting(report), lambda row: reports.claim_report(moderator, row))


def release_case(moderator: Moderator, report: Report) -> Report:
    """Release the whole case to the queue."""
    return _apply_to_case(
        report,
        filter_waiting(report).filter(status=QueueStatus.CLAIMED),
        lambda row: reports.release_report(moderator, row),
    )


def decide_case(
    moderator: Moderator, report: Report, outcome: str, note: str = "", newest: int | None = None
) -> Report:
    """Decide a claimed case alike for every sender; reports after ``newest`` were not read and stay open.

    Refused as ``reports.decide_report``.
    """
    rows = filter_waiting(report) if newest is None else filter_waiting(report).filter(pk__lte=newest)

    def settle(row: Report) -> Report:
        if row.pk != report.pk:
            reports.claim_report(moderator, row)
        return reports.decide_report(moderator, row, outcome, note)

    return _apply_to_case(report, rows, settle)


def settle_case(
    moderator: Moderator,
    report: Report,
    act: Callable[[], object],
    outcome: str,
    note: str = "",
    newest: int | None = None,
) -> object:
    """Claim a case, do ``act`` because of it, and decide it: all of that, or with a refusal nothing."""
    with transaction.atomic():
        claim_case(moderator, report)
        result = act()
        decide_case(moderator, report, outcome, note, newest)
    return result


def _filter_same_case(**conditions: Any) -> QuerySet[Report]:
    return Report.objects.filter(game=OuterRef("game"), target=OuterRef("target"), **conditions)


def _apply_to_case(report: Report, rows: QuerySet[Report], step: Callable[[Report], Report]) -> Report:
    """Apply ``step`` to the report, which may refuse it, and to the rest of its case."""
    with transaction.atomic():
        result = step(report)
        for row in rows.exclude(pk=report.pk):
            step(row)
    return result
