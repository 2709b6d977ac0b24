"""The years, months and days by which a long list is narrowed, without reading the list."""

from __future__ import annotations

import calendar
from datetime import date, datetime
from typing import Any

from django.contrib.admin.views.main import ChangeList
from django.utils import timezone
from django.utils.formats import date_format

Choice = dict[str, str]


class Hierarchy:
    """The choices of a list: every year, month or day between the oldest row and the newest, two look-ups in an index.

    Django's own asks which of them have rows, and reads all rows for that.
    """

    def __init__(self, changes: ChangeList) -> None:
        self.changes = changes
        self.field = str(changes.date_hierarchy)
        self.chosen = [self._chosen(part) for part in ("year", "month", "day")]

    def show(self) -> dict[str, Any]:
        """The context of Django's own template."""
        bounds = self._bounds()
        if bounds is None:
            return {"show": False}
        year, month, day = self.chosen
        if year and month and day:
            return self._shown(
                [], self._choice("YEAR_MONTH_FORMAT", year, month), self._title("DATE_FORMAT", year, month, day)
            )
        if year and month:
            return self._shown(self._days(year, month, *bounds), self._choice("Y", year))
        if year:
            return self._shown(self._months(year, *bounds), {"link": self._link(), "title": "…"})
        return self._shown([self._choice("Y", one) for one in range(bounds[0].year, bounds[1].year + 1)])

    def _chosen(self, part: str) -> int | None:
        value = self.changes.params.get(f"{self.field}__{part}")
        return int(value) if value and str(value).isdecimal() else None

    def _bounds(self) -> tuple[date, date] | None:
        rows = self.changes.model._default_manager.values_list(self.field, flat=True)
        first, last = rows.order_by(self.field).first(), rows.order_by(f"-{self.field}").first()
        return None if first is None or last is None else (_day(first), _day(last))

    def _months(self, year: int, first: date, last: date) -> list[Choice]:
        months = range(1, 13)
        within = [one for one in months if (first.year, first.month) <= (year, one) <= (last.year, last.month)]
        return [self._choice("YEAR_MONTH_FORMAT", year, one) for one in within]

    def _days(self, year: int, month: int, first: date, last: date) -> list[Choice]:
        days = range(1, calendar.monthrange(year, month)[1] + 1)
        within = [one for one in days if first <= date(year, month, one) <= last]
        return [self._choice("MONTH_DAY_FORMAT", year, month, one) for one in within]

    def _choice(self, form: str, *at: int) -> Choice:
        return {"link": self._link(*at), "title": self._title(form, *at)}

    def _title(self, form: str, *at: int) -> str:
        year, month, day = (*at, 1, 1)[:3]
        return date_format(date(year, month, day), form)

    def _link(self, *at: int) -> str:
        parts = zip(("year", "month", "day"), at, strict=False)
        return self.changes.get_query_string(
            {f"{self.field}__{part}": value for part, value in parts}, [f"{self.field}__"]
        )

    def _shown(self, choices: list[Choice], back: Choice | None = None, here: str = "") -> dict[str, Any]:
        return {"show": True, "choices": choices or [{"title": here}], "back": back}


def _day(moment: datetime) -> date:
    return timezone.localtime(moment).date()
