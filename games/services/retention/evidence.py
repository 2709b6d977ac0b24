"""Retention of evidence that moderators no longer need.

Evidence about open cases and restricted people is kept. An act on a game is part of that game's log and stays with it,
and so does the row of the report that led to the act.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import chain
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from games import retention_periods
from games.models import Act, Appeal, Proposal, Report, User
from games.models.moderation import QueueStatus
from games.services.retention.batches import apply_to_each, delete_in_batches

EMPTIED_PREFIX = "gone:"
"""Prefix of the source of an emptied report, of which only the row is kept."""


def delete_appeals() -> Iterator[int]:
    """Delete old decided appeals."""
    old = Appeal.objects.filter(status=QueueStatus.DECIDED, decided_at__lt=_get_limit())
    return delete_in_batches(old.exclude(act__person__in=_filter_restricted()))


def delete_reports() -> Iterator[int]:
    """Delete old decided reports. If an act or a proposal refers to a report, empty it instead."""
    old = Report.objects.filter(status=QueueStatus.DECIDED, decided_at__lt=_get_limit()).exclude(
        person__in=_filter_restricted()
    )
    named = Q(pk__in=Act.objects.exclude(report=None).values("report"))
    named |= Q(pk__in=Proposal.objects.exclude(report=None).values("report"))
    return chain(
        delete_in_batches(old.exclude(named)),
        apply_to_each(old.filter(named).exclude(source__startswith=EMPTIED_PREFIX), _empty_report),
    )


def delete_acts() -> Iterator[int]:
    """Delete old acts on people, newest first, so that an undo goes before the act that it undid."""
    old = Act.objects.filter(at__lt=_get_limit()).exclude(person=None).exclude(person__in=_filter_restricted())
    return delete_in_batches(old.filter(undone_by=None, appeals=None, proposal=None))


def delete_history() -> Iterator[int]:
    """Delete old versions of people's rows, and all versions of deleted reports and appeals."""
    gone = (model.history.exclude(id__in=model.objects.values("pk")) for model in (Report, Appeal))
    return chain(delete_in_batches(User.history.filter(history_date__lt=_get_limit())), *map(delete_in_batches, gone))


def _get_limit() -> datetime:
    return timezone.now() - retention_periods.EVIDENCE


def _filter_restricted() -> QuerySet[User]:
    """Return the people who are suspended, muted or closed now."""
    now = timezone.now()
    restricted = (
        Q(suspended_until__gt=now) | Q(muted_until__gt=now) | Q(muted_for_good=True) | Q(closed_at__isnull=False)
    )
    return User.objects.filter(restricted, erased_at=None)


def _empty_report(report: Report) -> bool:
    values: dict[str, Any] = {"text": "", "note": "", "snapshot": {}, "reporter": None, "device": None}
    Report.objects.filter(pk=report.pk).update(**values, source=f"{EMPTIED_PREFIX}{report.pk}")
    Report.history.filter(id=report.pk).delete()
    return True
