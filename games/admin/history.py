"""What changed in a moderated row, by whom and why, from the history that django-simple-history keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

KEPT = 50
_NOT_SHOWN = frozenset({"id", "source", "target", "snapshot", "is_active"})


@dataclass(frozen=True, slots=True)
class Changed:
    """One change of a row. ``values`` are name, before and after of each field."""

    at: datetime
    by: str
    why: str
    values: tuple[tuple[str, str, str], ...]


def changes_of(row: Any) -> Sequence[Changed]:
    """The last changes of a row, newest first. Its coming is the first, with nothing before it."""
    records = list(row.history.select_related("history_user").order_by("-history_date", "-history_id")[: KEPT + 1])
    pairs = [*pairwise(records), *([(records[-1], None)] if records and len(records) <= KEPT else [])]
    return [_changed(new, old) for new, old in pairs]


def _changed(new: Any, old: Any) -> Changed:
    by = new.history_user.username if new.history_user else ""
    return Changed(new.history_date, by, new.history_change_reason or "", () if old is None else _values(new, old))


def _values(new: Any, old: Any) -> tuple[tuple[str, str, str], ...]:
    fields = [field for field in new.tracked_fields if field.name not in _NOT_SHOWN]
    pairs = [(field, getattr(old, field.attname), getattr(new, field.attname)) for field in fields]
    return tuple((str(field.verbose_name), _text(was), _text(now)) for field, was, now in pairs if was != now)


def _text(value: Any) -> str:
    if value in (None, ""):
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return value.isoformat(sep=" ", timespec="seconds") if isinstance(value, datetime) else str(value)
