"""What moderators needed and need no longer. What still counts stays: open cases, and people under a measure.

An act on a game is a part of that game's log and stays with it, and so does the row of the report that led to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import chain
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from games import kept
from games.models import Act, Appeal, Proposal, Report, User
from games.models.moderation import Desk
from games.services.tidying.portions import delete, each

EMPTIED = "gone:"
"""Begins the source of a report of which nothing but the row is kept."""


def appeals() -> Iterator[int]:
    """Decided appeals."""
    old = Appeal.objects.filter(status=Desk.DECIDED, decided_at__lt=_limit())
    return delete(old.exclude(act__person__in=_measured()))


def reports() -> Iterator[int]:
    """Decided reports; where an act that stays names the report, what was written and by whom."""
    old = Report.objects.filter(status=Desk.DECIDED, decided_at__lt=_limit()).exclude(person__in=_measured())
    named = Q(pk__in=Act.objects.exclude(report=None).values("report"))
    named |= Q(pk__in=Proposal.objects.exclude(report=None).values("report"))
    return chain(delete(old.exclude(named)), each(old.filter(named).exclude(source__startswith=EMPTIED), _empty))


def acts() -> Iterator[int]:
    """Acts on people that are over, in their order backwards: what undid another one goes first."""
    old = Act.objects.filter(at__lt=_limit()).exclude(person=None).exclude(person__in=_measured())
    return delete(old.filter(undone_by=None, appeals=None, proposal=None))


def history() -> Iterator[int]:
    """What rows of people were before, and what reports and appeals were that are gone: also that they went."""
    gone = (model.history.exclude(id__in=model.objects.values("pk")) for model in (Report, Appeal))
    return chain(delete(User.history.filter(history_date__lt=_limit())), *map(delete, gone))


def _limit() -> datetime:
    return timezone.now() - kept.EVIDENCE


def _measured() -> QuerySet[User]:
    """People whom an act keeps from something now."""
    now = timezone.now()
    kept_out = Q(suspended_until__gt=now) | Q(muted_until__gt=now) | Q(muted_for_good=True) | Q(closed_at__isnull=False)
    return User.objects.filter(kept_out, erased_at=None)


def _empty(report: Report) -> bool:
    values: dict[str, Any] = {"text": "", "note": "", "snapshot": {}, "reporter": None, "device": None}
    Report.objects.filter(pk=report.pk).update(**values, source=f"{EMPTIED}{report.pk}")
    Report.history.filter(id=report.pk).delete()
    return True
