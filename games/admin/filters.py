"""Filters of lists in the admin: by person, by rating jump, and by shared browser."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.changelists import FilterOptions
from games.admin.display import escape_invisible
from games.admin.labels import get_person_label
from games.models import User
from games.queries.rating_jumps import query_people_with_jump
from games.queries.shared_browsers import build_shares_with_account, build_shares_with_guest


class PersonFilter(admin.SimpleListFilter):
    """Filter of rows by person, to whom the person's page links; it is shown only while it is in use.

    ``fields`` are the fields of a row that refer to people.
    """

    title = _("user")
    parameter_name = "person"
    fields: ClassVar[tuple[str, ...]] = ("person",)

    def lookups(self, request: HttpRequest, model_admin: Any) -> FilterOptions:
        """Return the chosen person as the only choice."""
        number = self._get_number()
        person = None if number is None else User.objects.filter(pk=number, opponent="").first()
        return [] if person is None else [(str(person.pk), escape_invisible(get_person_label(person)))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows of the chosen person."""
        number = self._get_number()
        if number is None:
            return queryset
        condition = Q()
        for field in self.fields:
            condition |= Q(**{field: number})
        return queryset.filter(condition)

    def _get_number(self) -> int | None:
        value = self.value() or ""
        return int(value) if value.isdecimal() and len(value) < 19 else None


class ReportPersonFilter(PersonFilter):
    """Filter of reports by the person whom they are about."""

    title = _("reported user")


class ReporterFilter(PersonFilter):
    """Filter of reports by their sender."""

    title = _("sent by")
    parameter_name = "reporter"
    fields = ("reporter",)


class PlayerFilter(PersonFilter):
    """Filter of games by player."""

    title = _("player")
    fields = ("players__user",)


class RatingJumpFilter(admin.SimpleListFilter):
    """Filter of people by how much a rating rose or fell in the last days."""

    title = _("rating change in 7 days")
    parameter_name = "jump"
    steps: ClassVar[tuple[int, ...]] = (100, 200, 300)

    def lookups(self, request: HttpRequest, model_admin: Any) -> FilterOptions:
        """Return the steps."""
        return [(str(step), gettext("%(points)s or more") % {"points": step}) for step in self.steps]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the people with such a jump."""
        step = next((step for step in self.steps if str(step) == self.value()), None)
        return queryset if step is None else queryset.filter(pk__in=query_people_with_jump(step))


class SharedBrowserFilter(admin.SimpleListFilter):
    """Filter of people by a browser that they share."""

    title = _("shared browser")
    parameter_name = "browser"

    def lookups(self, request: HttpRequest, model_admin: Any) -> FilterOptions:
        """Return the kinds of people to share with."""
        return [("account", _("with another account")), ("guest", _("with a guest"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the people who share a browser."""
        conditions = {"account": build_shares_with_account, "guest": build_shares_with_guest}
        build = conditions.get(self.value() or "")
        return queryset if build is None else queryset.filter(build())
