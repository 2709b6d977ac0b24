"""For how long: a day, a week, for good."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LENGTHS: dict[str, tuple[Any, timedelta | None]] = {
    "day": (_("a day"), timedelta(days=1)),
    "week": (_("a week"), timedelta(weeks=1)),
    "good": (_("for good"), None),
}


def ends(length: str) -> datetime | None:
    """When a length that begins now is over; None for good."""
    span = LENGTHS[length][1]
    return None if span is None else timezone.now() + span
