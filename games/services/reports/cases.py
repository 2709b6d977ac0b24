"""Cases: the reports of one game with the same target, claimed and decided together; and the lengths of the queues."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone

from games.models import Appeal, Report, User
from games.models.moderation import QueueStatus
from games.services.moderation.permissions import Moderator
from games.services.reports import reports

UNDECIDED = (QueueStatus.OPEN, QueueStatus.CLAIMED)


def filter_waiting(report: Report) -> QuerySet[Report]:
    """Return the undecided reports of a report's case, oldest first."""
    return Report.objects.filter(game=report.game_id, target=report.target, status__in=UNDECIDED).order_by("pk")


def filter_case(report: Report) -> QuerySet[Report]:
    """Return the reports that wait for a decision together with a report, or were decided with it, oldest first."""
    same = Report.objects.filter(game=report.game_id, target=report.target)
    return same.filter(decided_at=report.decided_at).order_by("pk")


def filter_heads(queryset: QuerySet[Report]) -> QuerySet[Report]:
    """Return the oldest undecided report of each case, and all decided reports."""
    return queryset.exclude(
        Exists(_filter_same_case(status__in=UNDECIDED, pk__lt=OuterRef("pk"))), status__in=UNDECIDED
    )


MAX_PENDING_COUNT = 100
"""The most rows of a queue that are counted."""


def count_pending_rows(moderator: User) -> dict[str, int]:
    """Return the number of rows in each queue that a moderator may see, up to ``MAX_PENDING_COUNT``.

    A case is one row, and claimed rows count until they are decided.
    """
    queues: dict[str, QuerySet[Any]] = {"report": filter_heads(Report.objects.all()), "appeal": Appeal.objects.all()}
    return {
        name: rows.filter(status__in=UNDECIDED).order_by()[:MAX_PENDING_COUNT].count()
        for name, rows in queues.items()
        if moderator.has_perm(f"games.view_{name}")
    }


def list_numbers(rows: Iterable[Report]) -> dict[int, list[int]]:
    """Return the keys of all undecided reports in each row's case, by the key of the row. It takes one query."""
    rows = list(rows)
    reports = Report.objects.filter(game__in={row.game_id for row in rows}, status__in=UNDECIDED).order_by("pk")
    numbers: dict[tuple[int, str], list[int]] = defaultdict(list)
    for number, game, target in reports.values_list("pk", "game", "target"):
        numbers[game, target].append(number)
    return {row.pk: numbers[row.game_id, row.target] for row in rows}


def get_size_expression() -> Any:
    """Return a query expression for the number of undecided reports in a case."""
    sizes = (
        _filter_same_case(status__in=UNDECIDED).order_by().values("target").annotate(count=Count("pk")).values("count")
    )
    return Subquery(sizes)


def claim_case(moderator: Moderator, report: Report) -> Report:
    """Claim all reports of a case. Raise ``Refusal`` as ``reports.claim_report`` does for any of them."""
    return _apply_to_case(report, filter_waiting(report), lambda row: reports.claim_report(moderator, row))


def release_case(moderator: Moderator, report: Report) -> Report:
    """Release all claimed reports of a case to the queue."""
    return _apply_to_case(
        report,
        filter_waiting(report).filter(status=QueueStatus.CLAIMED),
        lambda row: reports.release_report(moderator, row),
    )


def decide_case(
    moderator: Moderator, report: Report, outcome: str, note: str = "", newest: int | None = None
) -> Report:
    """Decide all reports of a claimed case alike, with one time. Reports after ``newest`` were not read and stay open.

    Raise ``Refusal`` as ``reports.decide_report`` does.
    """
    rows = filter_waiting(report) if newest is None else filter_waiting(report).filter(pk__lte=newest)
    now = timezone.now()

    def claim_and_decide(row: Report) -> Report:
        if row.pk != report.pk:
            reports.claim_report(moderator, row)
        return reports.decide_report(moderator, row, outcome, note, now)

    return _apply_to_case(report, rows, claim_and_decide)


def settle_case(
    moderator: Moderator,
    report: Report,
    act: Callable[[], object],
    outcome: str,
    note: str = "",
    newest: int | None = None,
) -> object:
    """Claim a case, call ``act``, decide the case, and return the result of ``act``, in one transaction."""
    with transaction.atomic():
        claim_case(moderator, report)
        result = act()
        decide_case(moderator, report, outcome, note, newest)
    return result


def _filter_same_case(**conditions: Any) -> QuerySet[Report]:
    return Report.objects.filter(game=OuterRef("game"), target=OuterRef("target"), **conditions)


def _apply_to_case(report: Report, rows: QuerySet[Report], step: Callable[[Report], Report]) -> Report:
    """Apply ``step`` to the report, then to the rest of its case, and return the result for the report."""
    with transaction.atomic():
        result = step(report)
        for row in rows.exclude(pk=report.pk):
            step(row)
    return result
