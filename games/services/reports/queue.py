"""Moderation queue: senders, read marks, claims and decisions.

The moderator who claims a report or an appeal also decides it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db import transaction
from django.utils import timezone

from games.accounts.text_cleaning import clean_text
from games.models import Device, ReadMark, User
from games.models.moderation import QueuedItem, QueueStatus
from games.rules.errors import Refusal
from games.services.moderation.permissions import Moderator


@dataclass(frozen=True, slots=True)
class Sender:
    """Sender of a report: a person, a device without an account, or both, in which case the person counts."""

    user: User | None = None
    device: Device | None = None

    @property
    def is_known(self) -> bool:
        """Return whether there is a person or a device."""
        return self.user is not None or self.device is not None

    @property
    def source(self) -> str:
        """Return the key of the sender. Raise ``Refusal`` with ``not_permitted`` if there is none."""
        if self.user is not None:
            return f"user:{self.user.pk}"
        if self.device is None:
            raise Refusal("not_permitted")
        return f"device:{self.device.pk}"


def clean_report_text(text: str) -> str:
    """Return the cleaned text of a report. Raise ``Refusal`` with ``text_needed`` if nothing is left."""
    text = clean_text(text)
    if not text:
        raise Refusal("text_needed")
    return text


# Read marks.


def mark_read(moderator: User, queue: str, numbers: Iterable[int]) -> None:
    """Mark rows of a queue as read by this moderator. Marking them again is harmless."""
    missing = list_unread(moderator, queue, numbers)
    if missing:
        marks = (ReadMark(moderator=moderator, queue=queue, number=number) for number in missing)
        ReadMark.objects.bulk_create(marks, ignore_conflicts=True)


def list_unread(moderator: User, queue: str, numbers: Iterable[int]) -> set[int]:
    """Return the given numbers that this moderator has not read."""
    candidates = set(numbers)
    marks = ReadMark.objects.filter(moderator=moderator, queue=queue, number__in=candidates)
    return candidates - set(marks.values_list("number", flat=True))


def delete_marks(queue: str, number: int) -> None:
    """Delete the read marks of a decided row."""
    ReadMark.objects.filter(queue=queue, number=number).delete()


QueueRow = TypeVar("QueueRow", bound=QueuedItem)


def claim_row(moderator: Moderator, row: QueueRow, check: Callable[[QueueRow], None]) -> QueueRow:
    """Claim a row. Claiming it again is harmless.

    Raise ``Refusal`` as ``check`` does, and with ``claimed_by_other`` or ``already_decided``.
    """

    def change(row: QueueRow) -> None:
        if row.claimed_by_id not in (None, moderator.user.pk):
            raise Refusal("claimed_by_other")
        row.status, row.claimed_by, row.claimed_at = (
            QueueStatus.CLAIMED,
            moderator.user,
            row.claimed_at or timezone.now(),
        )

    return _change_row(moderator, row, check, change)


def release_row(moderator: Moderator, row: QueueRow, check: Callable[[QueueRow], None]) -> QueueRow:
    """Release a row to the queue. A superuser may release any claimed row.

    Raise ``Refusal`` as ``check`` does, and with ``not_claimed`` or ``already_decided``.
    """

    def change(row: QueueRow) -> None:
        if row.claimed_by_id != moderator.user.pk and not (moderator.user.is_superuser and row.claimed_by_id):
            raise Refusal("not_claimed")
        row.status, row.claimed_by, row.claimed_at = QueueStatus.OPEN, None, None

    return _change_row(moderator, row, check, change)


def decide_row(
    moderator: Moderator,
    row: QueueRow,
    outcome: str,
    note: str,
    check: Callable[[QueueRow], None],
    at: datetime | None = None,
) -> QueueRow:
    """Decide a claimed row, at a given time or now. The sender reads the outcome and the note.

    Raise ``Refusal`` as ``check`` does, and with ``not_claimed`` or ``already_decided``.
    """

    def change(row: QueueRow) -> None:
        if row.claimed_by_id != moderator.user.pk:
            raise Refusal("not_claimed")
        item: Any = row
        row.status, row.decided_by, row.decided_at = QueueStatus.DECIDED, moderator.user, at or timezone.now()
        item.outcome, row.note = outcome, clean_text(note)
        delete_marks(str(row._meta.model_name), row.pk)

    return _change_row(moderator, row, check, change)


def catch_refusal(check: Callable[[], None]) -> Refusal | None:
    """Return the refusal that a check raises, or None."""
    try:
        check()
    except Refusal as refusal:
        return refusal
    return None


def _change_row(
    moderator: Moderator, row: QueueRow, check: Callable[[QueueRow], None], change: Callable[[QueueRow], None]
) -> QueueRow:
    with transaction.atomic():
        rows: Any = type(row)._default_manager.select_for_update()
        fresh: QueueRow = rows.get(pk=row.pk)
        check(fresh)
        if fresh.status == QueueStatus.DECIDED:
            raise Refusal("already_decided")
        change(fresh)
        historical: Any = fresh
        historical._history_user = moderator.user
        fresh.save()
    return fresh
