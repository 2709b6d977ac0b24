"""Lengths of time in words, for sentences that state a limit."""

from __future__ import annotations

from datetime import timedelta

from django.utils.functional import lazy
from django.utils.translation import ngettext


def duration(span: timedelta) -> str:
    """``2 minutes``: in days, hours or minutes if they come out even, else in whole seconds."""
    seconds = int(span.total_seconds())
    days, hours, minutes = seconds // 86400, seconds // 3600, seconds // 60
    if days and seconds % 86400 == 0:
        return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
    if hours and seconds % 3600 == 0:
        return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
    if minutes and seconds % 60 == 0:
        return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}


late_duration = lazy(duration, str)
"""The same, in the language of who reads it."""
