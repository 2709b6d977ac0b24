"""What the templates of the desk show: foreign texts, moments, and the length of the queues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.contrib.admin.views.main import ChangeList
from django.template.defaultfilters import capfirst
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from games.admin.dates import Hierarchy
from games.admin.lists import called
from games.admin.proposals import all_waiting, lately_revealed
from games.admin.show import inert, inert_lines, plain, when
from games.models import Appeal, Report
from games.models.moderation import Desk

register = template.Library()
register.filter("inert", inert)
register.filter("inert_lines", inert_lines)
register.filter("plain", plain)
register.filter("when", when)
register.filter("called", called)

LONG_QUEUE = 100
_CELL = re.compile(r"^<(td|th)\b")


@register.filter
def labelled(cells: Iterable[str], headers: Iterable[Mapping[str, Any]]) -> list[str]:
    """The cells of a row of a list, each with the name of its column, for windows that are too narrow for columns."""
    return [_labelled(cell, header) for cell, header in zip(cells, headers, strict=False)]


def _labelled(cell: str, header: Mapping[str, Any]) -> str:
    name = "" if "action-checkbox" in str(header.get("class_attrib", "")) else capfirst(str(header["text"]))
    begin = format_html(' data-label="{}"', name)
    return mark_safe(_CELL.sub(lambda found: found[0] + begin, cell, count=1))  # noqa: S308 - Django's own cell


@register.inclusion_tag("admin/date_hierarchy.html")
def dates(changes: ChangeList) -> dict[str, Any]:
    """The years, months and days of a list."""
    return Hierarchy(changes).show()


@register.simple_tag
def told(user: Any) -> dict[str, Any]:
    """What all moderators have to know: looks at hidden cards, and acts that wait for a second moderator."""
    if not user.has_perm("games.view_act"):
        return {}
    return {"looks": lately_revealed(user), "waiting": all_waiting()}


@register.simple_tag
def queue(user: Any) -> dict[str, int]:
    """How much waits to be claimed, as far as it is worth counting and this user may see."""
    waits: dict[str, Any] = {"report": Report, "appeal": Appeal}
    return {
        name: model.objects.filter(status=Desk.OPEN).order_by()[:LONG_QUEUE].count()
        for name, model in waits.items()
        if user.has_perm(f"games.view_{name}")
    }
