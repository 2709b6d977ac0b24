"""History of a row from django-simple-history: what changed, by whom and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.admin.display import EMPTY, render_text, render_time
from games.admin.labels import get_person_label
from games.models import User
from games.texts.moderation import translate_reason

MAX_CHANGES = 50
_HIDDEN_FIELDS = frozenset({"id", "source", "target", "snapshot", "is_active"})


@dataclass(frozen=True, slots=True)
class RowChange:
    """Change of a row. ``values`` has the name, the old value and the new value of each changed field.

    They are unknown for the first change of a row whose creation is not recorded.
    """

    at: datetime
    moderator: str
    reason: str
    is_creation: bool
    values: tuple[tuple[str, SafeString, SafeString], ...]


def list_changes(row: Any) -> Sequence[RowChange]:
    """Return the last changes of a row, newest first, with names for people.

    A record that equals the one before, such as that of a second claim, is left out.
    """
    records = list(
        row.history.select_related("history_user").order_by("-history_date", "-history_id")[: MAX_CHANGES + 1]
    )
    pairs = [*pairwise(records), *([(records[-1], None)] if records and len(records) <= MAX_CHANGES else [])]
    names = _get_names(records)
    changes = [(_build_change(new, old, names), old) for new, old in pairs]
    return [change for change, old in changes if change.values or old is None]


def _get_names(records: Sequence[Any]) -> Mapping[int, str]:
    """Return the labels of the people in these records by primary key, with one query."""
    fields = [field for field in _list_fields(records[0]) if _is_person_field(field)] if records else []
    user_ids = {getattr(record, field.attname) for record in records for field in fields} - {None}
    return {person.pk: get_person_label(person) for person in User.objects.filter(pk__in=user_ids)} if user_ids else {}


def _build_change(new: Any, old: Any, names: Mapping[int, str]) -> RowChange:
    moderator = get_person_label(new.history_user) if new.history_user else ""
    return RowChange(
        new.history_date,
        moderator,
        translate_reason(new.history_change_reason or ""),
        new.history_type == "+",
        () if old is None else _list_values(new, old, names),
    )


def _list_values(new: Any, old: Any, names: Mapping[int, str]) -> tuple[tuple[str, SafeString, SafeString], ...]:
    values = []
    for field in _list_fields(new):
        was, now = getattr(old, field.attname), getattr(new, field.attname)
        if was != now:
            labels = names if _is_person_field(field) else dict(field.flatchoices)
            values.append((str(field.verbose_name), _render_value(was, labels), _render_value(now, labels)))
    return tuple(values)


def _list_fields(record: Any) -> list[Any]:
    return [field for field in record.tracked_fields if field.name not in _HIDDEN_FIELDS]


def _is_person_field(field: Any) -> bool:
    return bool(field.related_model is User)


def _render_value(value: Any, labels: Mapping[Any, Any]) -> SafeString:
    """Render the label of a value, or the value itself where ``labels`` has none."""
    if value in (None, ""):
        return EMPTY
    if value in labels:
        return render_text(labels[value])
    if isinstance(value, bool):
        return render_text(_("yes") if value else _("no"))
    return render_time(value) if isinstance(value, datetime) else render_text(translate_reason(str(value)))
