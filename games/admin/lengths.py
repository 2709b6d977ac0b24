"""For how long: a day, a week, for good."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.words.spans import late_duration

_DAY, _WEEK = timedelta(days=1), timedelta(weeks=1)
LENGTHS: dict[str, tuple[Any, timedelta | None]] = {
    "day": (late_duration(_DAY), _DAY),
    "week": (late_duration(_WEEK), _WEEK),
    "good": (_("for good"), None),
}
"""What each is called, and how long it is."""


def ends(length: str) -> datetime | None:
    """When a length that begins now is over; None for good."""
    span = LENGTHS[length][1]
    return None if span is None else timezone.now() + span
