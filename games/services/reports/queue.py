"""The queue of the desk: reports and appeals are claimed by one moderator and decided by the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.db import transaction
from django.utils import timezone

from games.models.moderation import Desk, InQueue
from games.people.plain import clean_text
from games.rules.errors import Refusal
from games.services.moderation.judges import Judge
from games.services.reports import marks

Q = TypeVar("Q", bound=InQueue)


def claim(by: Judge, row: Q, check: Callable[[Q], None]) -> Q:
    """Take something on; doing so twice is harmless. Refused with ``claimed_by_other`` and ``already_decided``."""

    def change(row: Q) -> None:
        if row.claimed_by_id not in (None, by.user.pk):
            raise Refusal("claimed_by_other")
        row.status, row.claimed_by, row.claimed_at = Desk.CLAIMED, by.user, row.claimed_at or timezone.now()

    return _changed(by, row, check, change)


def release(by: Judge, row: Q, check: Callable[[Q], None]) -> Q:
    """Give it back to the queue. Refused with ``not_claimed`` for others; a superuser may free anybody's."""

    def change(row: Q) -> None:
        if row.claimed_by_id != by.user.pk and not (by.user.is_superuser and row.claimed_by_id):
            raise Refusal("not_claimed")
        row.status, row.claimed_by, row.claimed_at = Desk.OPEN, None, None

    return _changed(by, row, check, change)


def decide(by: Judge, row: Q, outcome: str, note: str, check: Callable[[Q], None]) -> Q:
    """Decide what one has claimed; the sender reads the outcome and the note. Refused with ``not_claimed``."""

    def change(row: Q) -> None:
        if row.claimed_by_id != by.user.pk:
            raise Refusal("not_claimed")
        sent: Any = row
        row.status, row.decided_by, row.decided_at = Desk.DECIDED, by.user, timezone.now()
        sent.outcome, row.note = outcome, clean_text(note)
        marks.forget(str(row._meta.model_name), row.pk)

    return _changed(by, row, check, change)


def refused(check: Callable[[], None]) -> Refusal | None:
    """What a check refuses, None where it passes."""
    try:
        check()
    except Refusal as refusal:
        return refusal
    return None


def _changed(by: Judge, row: Q, check: Callable[[Q], None], change: Callable[[Q], None]) -> Q:
    with transaction.atomic():
        rows: Any = type(row)._default_manager.select_for_update()
        fresh: Q = rows.get(pk=row.pk)
        check(fresh)
        if fresh.status == Desk.DECIDED:
            raise Refusal("already_decided")
        change(fresh)
        told: Any = fresh
        told._history_user = by.user
        fresh.save()
    return fresh
