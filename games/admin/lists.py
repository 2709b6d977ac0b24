"""Columns and filters that several lists of the desk have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.contrib.admin.views.main import ChangeList
from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.show import NOTHING, inert
from games.models import Report, User
from games.models.moderation import Desk
from games.services.reports import cases, marks

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


class Unread(ChangeList):
    """A queue whose rows know whether the moderator who looks has opened them, by one query for the page."""

    def get_results(self, request: Any) -> None:
        super().get_results(request)
        rows: list[Any] = list(self.result_list)
        together = self.together(rows)
        every = [one for numbers in together.values() for one in numbers]
        fresh = marks.unread(request.user, str(self.opts.model_name), every)
        for row in rows:
            row.unread = row.status in WAITING and bool(fresh.intersection(together[row.pk]))
        self.result_list = rows

    def together(self, rows: list[Any]) -> dict[int, list[int]]:
        """The rows that are read and decided with each row."""
        return {row.pk: [row.pk] for row in rows}


class Cases(Unread):
    """The queue of reports: a row a case, with how many reports it has. A search finds each report by itself."""

    def get_queryset(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        found = super().get_queryset(request, *args, **kwargs)
        return found if self.query else cases.heads(found)

    def together(self, rows: list[Any]) -> dict[int, list[int]]:
        known = cases.numbers([row for row in rows if row.status in WAITING])
        found = {row.pk: known.get(row.pk, [row.pk]) for row in rows}
        for row in rows:
            row.senders = len(found[row.pk])
        return found


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
    return NOTHING if person is None else inert(called(person))


def called(person: User) -> str:
    """What moderators call somebody: by the name shown, with the user name of an account where that is another."""
    name = person.display_name or person.username
    if person.opponent:
        return _("opponent of the site: %(level)s") % {"level": person.opponent}
    if person.is_guest:
        return _("%(name)s (guest)") % {"name": name}
    return name if name.casefold() == person.username.casefold() else f"{name} ({person.username})"


WAITING_LABEL = gettext_lazy("reports waiting")
