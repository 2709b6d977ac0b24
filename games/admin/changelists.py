"""Change lists of the admin, with waiting reports, unread rows and cases, and a date hierarchy by two queries."""

from __future__ import annotations

import calendar
from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from django.contrib.admin.views.main import ChangeList
from django.db.models import Count
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy

from games.models import Report
from games.models.moderation import QueueStatus
from games.services.reports import cases, queue

WAITING = (QueueStatus.OPEN, QueueStatus.CLAIMED)
FilterOptions = list[tuple[str, Any]]


class ReportCountChangeList(ChangeList):
    """Change list that counts the waiting reports about each row, with one query per page."""

    report_field = "game"

    def get_results(self, request: Any) -> None:
        """Set ``waiting``, the number of waiting reports, on each row."""
        super().get_results(request)
        rows: list[Any] = list(self.result_list)
        counts = count_waiting_reports(self.report_field, [row.pk for row in rows])
        for row in rows:
            row.waiting = counts[row.pk]
        self.result_list = rows


class UnreadChangeList(ChangeList):
    """Change list of a queue that marks rows which the moderator has not opened, with one query per page."""

    def get_results(self, request: Any) -> None:
        """Set ``unread`` on each row."""
        super().get_results(request)
        rows: list[Any] = list(self.result_list)
        case_numbers = self.list_case_numbers(rows)
        numbers = [number for case in case_numbers.values() for number in case]
        unread = queue.list_unread(request.user, str(self.opts.model_name), numbers)
        for row in rows:
            row.unread = row.status in WAITING and bool(unread.intersection(case_numbers[row.pk]))
        self.result_list = rows

    def list_case_numbers(self, rows: list[Any]) -> dict[int, list[int]]:
        """Return, by row, the primary keys of the rows that are read and decided together with it."""
        return {row.pk: [row.pk] for row in rows}


class CaseChangeList(UnreadChangeList):
    """Change list of reports with one row for each case. A search lists reports one by one."""

    @property
    def is_of_cases(self) -> bool:
        """Return whether each row is a case: decided reports have a row each, as those that match a search."""
        return not self.query and self.params.get("stage") not in ("decided", "all")

    def get_queryset(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the first report of each case, or all reports that match a search."""
        queryset = super().get_queryset(request, *args, **kwargs)
        return queryset if self.query else cases.filter_heads(queryset)

    def list_case_numbers(self, rows: list[Any]) -> dict[int, list[int]]:
        """Return, by row, the primary keys of the reports in its case, and set ``senders``, their number, on it."""
        waiting = cases.list_numbers([row for row in rows if row.status in WAITING])
        numbers = {row.pk: waiting.get(row.pk, [row.pk]) for row in rows}
        for row in rows:
            row.senders = len(numbers[row.pk])
        return numbers


class PersonReportCountChangeList(ReportCountChangeList):
    """Change list of people that counts the waiting reports about each."""

    report_field = "person"


def count_waiting_reports(field: str, keys: Iterable[int]) -> Counter[int]:
    """Return the number of waiting reports by game or person; those of a case count as one.

    ``field`` is ``game`` or ``person``, and ``keys`` are their primary keys.
    """
    reports = cases.filter_heads(Report.objects.filter(**{f"{field}__in": list(keys)}, status__in=WAITING))
    return Counter(dict(reports.order_by().values_list(field).annotate(Count("pk"))))


def query_reported(field: str) -> Any:
    """Return a subquery of the games or people with waiting reports; ``field`` is ``game`` or ``person``."""
    return Report.objects.filter(status__in=WAITING).exclude(**{field: None}).values(field)


WAITING_LABEL = gettext_lazy("pending reports")

DateChoice = dict[str, str]


class DateHierarchy:
    """Date hierarchy of all years, months and days from the oldest row to the newest, by two queries on an index.

    Django's own hierarchy leaves out dates without rows, and reads all rows for that.
    """

    def __init__(self, change_list: ChangeList) -> None:
        self.change_list = change_list
        self.field = str(change_list.date_hierarchy)
        self.chosen = [self._get_chosen(part) for part in ("year", "month", "day")]

    def build_context(self) -> dict[str, Any]:
        """Return the context of Django's template of the hierarchy."""
        bounds = self._get_bounds()
        if bounds is None:
            return {"show": False}
        year, month, day = self.chosen
        if year and month and day:
            return self._build_choices(
                [],
                self._build_choice("YEAR_MONTH_FORMAT", year, month),
                self._format_title("DATE_FORMAT", year, month, day),
            )
        if year and month:
            return self._build_choices(self._list_days(year, month, *bounds), self._build_choice("Y", year))
        if year:
            return self._build_choices(self._list_months(year, *bounds), {"link": self._build_link(), "title": "…"})
        return self._build_choices(
            [self._build_choice("Y", number) for number in range(bounds[0].year, bounds[1].year + 1)]
        )

    def _get_chosen(self, part: str) -> int | None:
        value = self.change_list.params.get(f"{self.field}__{part}")
        return int(value) if value and str(value).isdecimal() else None

    def _get_bounds(self) -> tuple[date, date] | None:
        rows = self.change_list.model._default_manager.values_list(self.field, flat=True)
        first, last = rows.order_by(self.field).first(), rows.order_by(f"-{self.field}").first()
        return None if first is None or last is None else (_get_local_date(first), _get_local_date(last))

    def _list_months(self, year: int, first: date, last: date) -> list[DateChoice]:
        months = range(1, 13)
        within = [number for number in months if (first.year, first.month) <= (year, number) <= (last.year, last.month)]
        return [self._build_choice("YEAR_MONTH_FORMAT", year, number) for number in within]

    def _list_days(self, year: int, month: int, first: date, last: date) -> list[DateChoice]:
        days = range(1, calendar.monthrange(year, month)[1] + 1)
        within = [number for number in days if first <= date(year, month, number) <= last]
        return [self._build_choice("MONTH_DAY_FORMAT", year, month, number) for number in within]

    def _build_choice(self, format_name: str, *numbers: int) -> DateChoice:
        return {"link": self._build_link(*numbers), "title": self._format_title(format_name, *numbers)}

    def _format_title(self, format_name: str, *numbers: int) -> str:
        year, month, day = (*numbers, 1, 1)[:3]
        return date_format(date(year, month, day), format_name)

    def _build_link(self, *numbers: int) -> str:
        parts = zip(("year", "month", "day"), numbers, strict=False)
        return self.change_list.get_query_string(
            {f"{self.field}__{part}": value for part, value in parts}, [f"{self.field}__"]
        )

    def _build_choices(
        self, choices: list[DateChoice], back: DateChoice | None = None, title: str = ""
    ) -> dict[str, Any]:
        return {"show": True, "choices": choices or [{"title": title}], "back": back}


def _get_local_date(moment: datetime) -> date:
    return timezone.localtime(moment).date()
