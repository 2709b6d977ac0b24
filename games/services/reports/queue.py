"""Moderation queue: senders, read marks, claims and decisions.

Reports and appeals are claimed by one moderator and decided by the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
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
    """A sender of reports: a person, a device without an account, or both; the account counts where there is one."""

    user: User | None = None
    device: Device | None = None

    @property
    def is_known(self) -> bool:
        """Whether there is a person or a device."""
        return self.user is not None or self.device is not None

    @property
    def source(self) -> str:
        """The key of the sender; refused with ``not_permitted`` where there is none."""
        if self.user is not None:
            return f"user:{self.user.pk}"
        if self.device is None:
            raise Refusal("not_permitted")
        return f"device:{self.device.pk}"


def clean_report_text(text: str) -> str:
    """Return the cleaned text of a report; refused with ``text_needed``."""
    text = clean_text(text)
    if not text:
        raise Refusal("text_needed")
    return text


# Read marks.


def mark_read(moderator: User, queue: str, numbers: Iterable[int]) -> None:
    """Mark rows of a queue as read by this moderator; once is enough."""
    missing = list_unread(moderator, queue, numbers)
    if missing:
        marks = (ReadMark(moderator=moderator, queue=queue, number=number) for number in missing)
        ReadMark.objects.bulk_create(marks, ignore_conflicts=True)


def list_unread(moderator: User, queue: str, numbers: Iterable[int]) -> set[int]:
    """Return the numbers that this moderator has not read."""
    asked = set(numbers)
    marks = ReadMark.objects.filter(moderator=moderator, queue=queue, number__in=asked)
    return asked - set(marks.values_list("number", flat=True))


def delete_marks(queue: str, number: int) -> None:
    """Delete the read marks of a decided row."""
    ReadMark.objects.filter(queue=queue, number=number).delete()


QueueRow = TypeVar("QueueRow", bound=QueuedItem)


def claim_row(moderator: Moderator, row: QueueRow, check: Callable[[QueueRow], None]) -> QueueRow:
    """Claim a row; doing so twice is harmless. Refused with ``claimed_by_other`` and ``already_decided``."""

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
    """Release a row to the queue. Refused with ``not_claimed`` for others; a superuser may release any row."""

    def change(row: QueueRow) -> None:
        if row.claimed_by_id != moderator.user.pk and not (moderator.user.is_superuser and row.claimed_by_id):
            raise Refusal("not_claimed")
        row.status, row.claimed_by, row.claimed_at = QueueStatus.OPEN, None, None

    return _change_row(moderator, row, check, change)


def decide_row(
    moderator: Moderator, row: QueueRow, outcome: str, note: str, check: Callable[[QueueRow], None]
) -> QueueRow:
    """Decide a claimed row; the sender reads the outcome and the note. Refused with ``not_claimed``."""

    def change(row: QueueRow) -> None:
        if row.claimed_by_id != moderator.user.pk:
            raise Refusal("not_claimed")
        sent: Any = row
        row.status, row.decided_by, row.decided_at = QueueStatus.DECIDED, moderator.user, timezone.now()
        sent.outcome, row.note = outcome, clean_text(note)
        delete_marks(str(row._meta.model_name), row.pk)

    return _change_row(moderator, row, check, change)


def catch_refusal(check: Callable[[], None]) -> Refusal | None:
    """Return the refusal of a check, None where it passes."""
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
