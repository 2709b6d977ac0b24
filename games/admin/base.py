"""Base of all admin pages: read-only rows, capped lists, and addresses by number only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import MAXYEAR
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.options import TO_FIELD_VAR
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.admin.display import escape_invisible, get_admin_url
from games.models import User
from games.views.errors import bad_request

MAX_COUNT = 10_000
"""Rows that a list shows at most. For older ones, moderators search or filter."""


class CappedPaginator(Paginator):  # type: ignore[type-arg]
    """Paginator that counts up to ``MAX_COUNT``: counting all rows of a large table reads them all."""

    @cached_property
    def _counted(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[: MAX_COUNT + 1].count())

    @cached_property
    def count(self) -> int:
        """Count the rows, up to ``MAX_COUNT``."""
        return min(self._counted, MAX_COUNT)

    @property
    def capped(self) -> bool:
        """Whether there are more rows than ``count`` says."""
        return self._counted > MAX_COUNT


View = Callable[..., HttpResponseBase]


def refuse_to_field(admin_view: Callable[..., View]) -> Callable[..., View]:
    """Return a site's ``admin_view`` that answers 400 where a row is asked for by another field than its number.

    Django's pop-ups use that, which this admin has not; the answer would reveal what such a field holds.
    """

    def wrapper(view: View, cacheable: bool = False) -> View:
        return admin_view(_wrap_view(view), cacheable)

    return wrapper


def _wrap_view(view: View) -> View:
    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if TO_FIELD_VAR in request.GET or TO_FIELD_VAR in request.POST:
            return bad_request(request)
        return view(request, *args, **kwargs)

    return wrapper


if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin

LONGEST_SEARCH = 100
DATE_PARTS = ("year", "month", "day")


class ReadOnlyAdmin(Base):
    """Admin that adds, changes and deletes nothing, also for superusers.

    Lists can be filtered only by what they offer, so that nobody learns by filtering what no page shows.
    """

    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    paginator = CappedPaginator
    change_list_template = "admin/moderation/change_list.html"
    change_form_template = "admin/moderation/detail.html"
    object_history_template = "admin/moderation/object_history.html"

    def has_add_permission(self, request: HttpRequest, *about: Any) -> bool:
        """Return False: rows are added by services."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: rows are changed by services."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: rows are deleted by services."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Return whether a list offers this lookup."""
        names = [name for name in self.list_filter if isinstance(name, str)]
        filters = {f"{name}{end}" for name in names for end in ("", "__exact", "__isnull")}
        dates = {f"{self.date_hierarchy}__{part}" for part in DATE_PARTS} if self.date_hierarchy else set()
        own = {str(getattr(name, "parameter_name", "")) for name in self.list_filter}
        return lookup in filters | dates | own

    def changelist_view(self, request: HttpRequest, extra_context: Mapping[str, Any] | None = None) -> HttpResponse:
        """Show the list; answer 400 to a lookup or a date that it does not offer."""
        if not self._is_date_valid(request):
            return bad_request(request)
        try:
            return super().changelist_view(request, dict(extra_context or {}))
        except DisallowedModelAdminLookup:
            return bad_request(request)

    def _is_date_valid(self, request: HttpRequest) -> bool:
        """Return whether the chosen date can be looked up: Django computes the day after it."""
        year, *rest = (request.GET.get(f"{self.date_hierarchy}__{part}", "") for part in DATE_PARTS)
        return year != str(MAXYEAR) and max(map(len, (year, *rest))) <= len(str(MAXYEAR))

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Search for a term of limited length without NUL, which PostgreSQL refuses."""
        return super().get_search_results(request, queryset, search_term[:LONGEST_SEARCH].replace("\x00", ""))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: Mapping[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the page of a row with its title and context."""
        row = self.get_object(request, object_id)
        context: dict[str, Any] = {}
        if row is not None and self.has_view_permission(request, row):
            context = {"title": self.get_title(row), "subtitle": None, **self.get_page_context(request, row)}
        return super().change_view(request, object_id, form_url, {**context, **(extra_context or {})})

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Mapping[str, Any] | None = None
    ) -> HttpResponse:
        """Show Django's log of a row with its title."""
        row = self.get_object(request, object_id)
        context = {} if row is None else {"title": self.get_title(row)}
        return super().history_view(request, object_id, {**context, **(extra_context or {})})

    def get_title(self, row: Any) -> str:
        """Return the title of a row. Foreign text has to pass ``escape_invisible``."""
        return f"{str(self.opts.verbose_name).capitalize()} {escape_invisible(row)}"

    def get_page_context(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """Return what a row's page shows beside its fields."""
        return {}

    def log_action(self, request: HttpRequest, row: Any, what: str) -> None:
        """Write Django's own log entry of what was done to a row, without text that people wrote."""
        if isinstance(request.user, User):
            self.log_change(request, row, what)

    def redirect_to_row(self, request: HttpRequest, row: Any, message: str = "") -> HttpResponseBase:
        """Redirect to the page of a row, with a message about what was done."""
        if message:
            messages.success(request, message)
        return redirect(get_admin_url(row))

    def redirect_refused(self, request: HttpRequest, row: Any, sentence: str) -> HttpResponseBase:
        """Redirect to the page of a row, with a message about why nothing was done."""
        messages.error(request, sentence or _("Nothing was changed."))
        return redirect(get_admin_url(row))
