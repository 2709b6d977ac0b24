"""Change lists of the admin: waiting reports, unread rows, cases, and a date hierarchy by two look-ups."""

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
    """List whose rows know how many reports about them wait, by one query for the page."""

    report_field = "game"

    def get_results(self, request: Any) -> None:
        """Add ``waiting`` to each row."""
        super().get_results(request)
        rows: list[Any] = list(self.result_list)
        counts = count_waiting_reports(self.report_field, [row.pk for row in rows])
        for row in rows:
            row.waiting = counts[row.pk]
        self.result_list = rows


class UnreadChangeList(ChangeList):
    """Queue whose rows know whether this moderator has opened them, by one query for the page."""

    def get_results(self, request: Any) -> None:
        """Add ``unread`` to each row."""
        super().get_results(request)
        rows: list[Any] = list(self.result_list)
        case_numbers = self.list_case_numbers(rows)
        numbers = [number for case in case_numbers.values() for number in case]
        unread = queue.list_unread(request.user, str(self.opts.model_name), numbers)
        for row in rows:
            row.unread = row.status in WAITING and bool(unread.intersection(case_numbers[row.pk]))
        self.result_list = rows

    def list_case_numbers(self, rows: list[Any]) -> dict[int, list[int]]:
        """Return the numbers of the rows that are read and decided with each row."""
        return {row.pk: [row.pk] for row in rows}


class CaseChangeList(UnreadChangeList):
    """Queue of reports with a row for each case. A search finds each report by itself."""

    def get_queryset(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the first report of each case, or in a search all reports."""
        queryset = super().get_queryset(request, *args, **kwargs)
        return queryset if self.query else cases.filter_heads(queryset)

    def list_case_numbers(self, rows: list[Any]) -> dict[int, list[int]]:
        """Return the numbers of each case, and add ``senders`` to each row."""
        waiting = cases.list_numbers([row for row in rows if row.status in WAITING])
        numbers = {row.pk: waiting.get(row.pk, [row.pk]) for row in rows}
        for row in rows:
            row.senders = len(numbers[row.pk])
        return numbers


class PersonReportCountChangeList(ReportCountChangeList):
    """List of people who know how many reports about them wait."""

    report_field = "person"


def count_waiting_reports(field: str, keys: Iterable[int]) -> Counter[int]:
    """Return how many reports wait, by their game or person."""
    reports = Report.objects.filter(**{f"{field}__in": list(keys)}, status__in=WAITING).order_by()
    return Counter(dict(reports.values_list(field).annotate(Count("pk"))))


def query_reported(field: str) -> Any:
    """Return the games or people about whom reports wait, for a filter."""
    return Report.objects.filter(status__in=WAITING).exclude(**{field: None}).values(field)


WAITING_LABEL = gettext_lazy("reports waiting")

DateChoice = dict[str, str]


class DateHierarchy:
    """Years, months and days between the oldest row and the newest, by two look-ups in an index.

    Django's own hierarchy asks which of them have rows, and reads all rows for that.
    """

    def __init__(self, change_list: ChangeList) -> None:
        self.change_list = change_list
        self.field = str(change_list.date_hierarchy)
        self.chosen = [self._get_chosen(part) for part in ("year", "month", "day")]

    def build_context(self) -> dict[str, Any]:
        """Return the context of Django's own template."""
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

    def _build_choice(self, format_name: str, *at: int) -> DateChoice:
        return {"link": self._build_link(*at), "title": self._format_title(format_name, *at)}

    def _format_title(self, format_name: str, *at: int) -> str:
        year, month, day = (*at, 1, 1)[:3]
        return date_format(date(year, month, day), format_name)

    def _build_link(self, *at: int) -> str:
        parts = zip(("year", "month", "day"), at, strict=False)
        return self.change_list.get_query_string(
            {f"{self.field}__{part}": value for part, value in parts}, [f"{self.field}__"]
        )

    def _build_choices(
        self, choices: list[DateChoice], back: DateChoice | None = None, here: str = ""
    ) -> dict[str, Any]:
        return {"show": True, "choices": choices or [{"title": here}], "back": back}


def _get_local_date(moment: datetime) -> date:
    return timezone.localtime(moment).date()
