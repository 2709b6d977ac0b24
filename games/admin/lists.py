"""Columns and filters that several lists of the desk have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.contrib.admin.views.main import ChangeList
from django.db.models import Count
from django.utils.translation import gettext_lazy as _

from games.admin.show import inert
from games.models import Report, User
from games.models.moderation import Desk

WAITING = (Desk.OPEN, Desk.CLAIMED)
Options = list[tuple[str, Any]]


class WithReports(ChangeList):
    """A list whose rows know how many reports about them wait, by one query for the page."""

    by = "game"

    def get_results(self, request: Any) -> None:
        super().get_results(request)
        rows: list[Any] = list(self.result_list)
        counts = waiting_reports(self.by, [row.pk for row in rows])
        for row in rows:
            row.waiting = counts[row.pk]
        self.result_list = rows


class PeopleWithReports(WithReports):
    by = "person"


def waiting_reports(by: str, keys: Iterable[int]) -> Counter[int]:
    """How many reports wait, by their game or person."""
    found = Report.objects.filter(**{f"{by}__in": list(keys)}, status__in=WAITING).order_by()
    return Counter(dict(found.values_list(by).annotate(Count("pk"))))


def reported(by: str) -> Any:
    """The games or people about whom reports wait, for a filter."""
    return Report.objects.filter(status__in=WAITING).exclude(**{by: None}).values(by)


def who(person: User | None) -> Any:
    """A member of the staff, or anybody, in a list."""
    return inert("–" if person is None else person.username)


WAITING_LABEL = _("reports waiting")
