"""Template tags and filters of the admin: texts, people, reasons, times, and lengths of the queues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.contrib.admin.views.main import ChangeList
from django.template.defaultfilters import capfirst
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from games.admin.changelists import DateHierarchy
from games.admin.display import escape_invisible, render_clock_time, render_multiline_text, render_text, render_time
from games.admin.labels import (
    describe_appeal_outcome,
    describe_log_message,
    describe_log_object,
    get_act_label,
    get_person_label,
    get_status_label,
)
from games.admin.proposals import list_open_proposals, list_recent_reveals
from games.queries.acts import get_end, is_permanent_mute
from games.services.reports import cases
from games.texts.moderation import translate_reason

register = template.Library()
register.filter("inert_text", render_text)
register.filter("inert_lines", render_multiline_text)
register.filter("visible_text", escape_invisible)
register.filter("format_time", render_time)
register.filter("format_clock_time", render_clock_time)
register.filter("person_label", get_person_label)
register.filter("act_label", get_act_label)
register.filter("act_end", get_end)
register.filter("is_permanent_mute", is_permanent_mute)
register.filter("appeal_outcome", describe_appeal_outcome)
register.filter("describe_log_message", describe_log_message)
register.filter("game_status", get_status_label)
register.filter("describe_log_object", describe_log_object)
register.filter("translate_reason", translate_reason)

_CELL = re.compile(r"^<(td|th)\b")


@register.filter
def label_cells(cells: Iterable[str], headers: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the cells of a change list's row with the names of their columns, for narrow windows."""
    return [_label_cell(cell, header) for cell, header in zip(cells, headers, strict=False)]


def _label_cell(cell: str, header: Mapping[str, Any]) -> str:
    name = "" if "action-checkbox" in str(header.get("class_attrib", "")) else capfirst(str(header["text"]))
    attribute = format_html(' data-label="{}"', name)
    return mark_safe(_CELL.sub(lambda found: found[0] + attribute, cell, count=1))  # noqa: S308 - Django's own cell


@register.inclusion_tag("admin/date_hierarchy.html")
def capped_date_hierarchy(changes: ChangeList) -> dict[str, Any]:
    """Return the context of the date hierarchy of a change list."""
    return DateHierarchy(changes).build_context()


@register.simple_tag
def moderator_notices(user: Any) -> dict[str, Any]:
    """Return the notices to all moderators: reveals of hidden cards, and proposals for a second moderator."""
    if not user.has_perm("games.view_act"):
        return {}
    return {"reveals": list_recent_reveals(user), "proposals": list_open_proposals()}


@register.simple_tag
def queue_lengths(user: Any) -> dict[str, int]:
    """Return the number of rows in each queue that this user may see."""
    return cases.count_pending_rows(user)
