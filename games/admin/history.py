"""What changed in a moderated row, by whom and why, from the history that django-simple-history keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from games.admin.lists import called
from games.models import User

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
    """The last changes of a row, newest first. Its coming is the first, with nothing before it. People are named."""
    records = list(row.history.select_related("history_user").order_by("-history_date", "-history_id")[: KEPT + 1])
    pairs = [*pairwise(records), *([(records[-1], None)] if records and len(records) <= KEPT else [])]
    names = _names(records)
    return [_changed(new, old, names) for new, old in pairs]


def _names(records: Sequence[Any]) -> Mapping[int, str]:
    """The names of the people whom these records only number, by one query."""
    fields = [field for field in _fields(records[0]) if _of_person(field)] if records else []
    numbers = {getattr(record, field.attname) for record in records for field in fields} - {None}
    return {one.pk: called(one) for one in User.objects.filter(pk__in=numbers)} if numbers else {}


def _changed(new: Any, old: Any, names: Mapping[int, str]) -> Changed:
    by = called(new.history_user) if new.history_user else ""
    return Changed(
        new.history_date, by, new.history_change_reason or "", () if old is None else _values(new, old, names)
    )


def _values(new: Any, old: Any, names: Mapping[int, str]) -> tuple[tuple[str, str, str], ...]:
    found = []
    for field in _fields(new):
        was, now = getattr(old, field.attname), getattr(new, field.attname)
        if was != now:
            known = names if _of_person(field) else dict(field.flatchoices)
            found.append((str(field.verbose_name), _text(was, known), _text(now, known)))
    return tuple(found)


def _fields(record: Any) -> list[Any]:
    return [field for field in record.tracked_fields if field.name not in _NOT_SHOWN]


def _of_person(field: Any) -> bool:
    return bool(field.related_model is User)


def _text(value: Any, known: Mapping[Any, Any]) -> str:
    """A value as it is read: by its name where it stands for somebody or something."""
    if value in (None, ""):
        return "–"
    if value in known:
        return str(known[value])
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return value.isoformat(sep=" ", timespec="seconds") if isinstance(value, datetime) else str(value)
