"""Base classes of the admin: read-only rows, capped lists, and rows looked up by primary key only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import MAXYEAR
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.models import LogEntry
from django.contrib.admin.options import TO_FIELD_VAR, get_content_type_for_model
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.admin.display import escape_invisible, get_admin_url
from games.admin.labels import describe_log_message
from games.models import User
from games.views.errors import bad_request

MAX_COUNT = 10_000
"""The most rows that a list pages through. Moderators search or filter for older ones."""


class CappedPaginator(Paginator):  # type: ignore[type-arg]
    """Paginator that counts up to ``MAX_COUNT``, because an exact count reads the whole table."""

    @cached_property
    def _counted(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[: MAX_COUNT + 1].count())

    @cached_property
    def count(self) -> int:
        """Return the number of rows, at most ``MAX_COUNT``."""
        return min(self._counted, MAX_COUNT)

    @property
    def capped(self) -> bool:
        """Return whether there are more rows than ``count`` says."""
        return self._counted > MAX_COUNT


View = Callable[..., HttpResponseBase]


def refuse_to_field(admin_view: Callable[..., View]) -> Callable[..., View]:
    """Wrap the ``admin_view`` of a site so that requests with Django's ``_to_field`` parameter get status 400.

    The parameter looks a row up by another field than its primary key, and the response would reveal the values of
    that field. Django needs it for pop-ups, which this admin does not have.
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
    """Admin whose rows nobody can add, change or delete, not even a superuser.

    A list accepts only the lookups that it offers: others would reveal values that no page shows.
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
        """Return whether the list offers this lookup."""
        names = [name for name in self.list_filter if isinstance(name, str)]
        filters = {f"{name}{suffix}" for name in names for suffix in ("", "__exact", "__isnull")}
        dates = {f"{self.date_hierarchy}__{part}" for part in DATE_PARTS} if self.date_hierarchy else set()
        custom = {str(getattr(name, "parameter_name", "")) for name in self.list_filter}
        return lookup in filters | dates | custom

    def changelist_view(self, request: HttpRequest, extra_context: Mapping[str, Any] | None = None) -> HttpResponse:
        """Show the list, or return status 400 for a lookup or date that it does not offer."""
        if not self._is_date_valid(request):
            return bad_request(request)
        try:
            return super().changelist_view(request, dict(extra_context or {}))
        except DisallowedModelAdminLookup:
            return bad_request(request)

    def _is_date_valid(self, request: HttpRequest) -> bool:
        """Return whether Django can look the chosen date up.

        Django computes the end of the period, which does not exist for the last year.
        """
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
            entries = LogEntry.objects.filter(content_type=get_content_type_for_model(row), object_id=row.pk)
            context = {
                "title": self.get_title(row),
                "subtitle": None,
                "has_history": entries.exists(),
                **self.get_page_context(request, row),
            }
        return super().change_view(request, object_id, form_url, {**context, **(extra_context or {})})

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Mapping[str, Any] | None = None
    ) -> HttpResponse:
        """Show Django's log of a row with its title, and with its messages in words."""
        row = self.get_object(request, object_id)
        context = {} if row is None else {"title": self.get_title(row)}
        response = super().history_view(request, object_id, {**context, **(extra_context or {})})
        for entry in getattr(response, "context_data", {}).get("action_list", ()):
            entry.change_message = describe_log_message(entry.get_change_message())
        return response

    def get_title(self, row: Any) -> str:
        """Return the title of a row's page. Overrides must pass text by users through ``escape_invisible``."""
        return f"{str(self.opts.verbose_name).capitalize()} {escape_invisible(row)}"

    def get_page_context(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """Return the context of a row's page in addition to its fields."""
        return {}

    def log_action(self, request: HttpRequest, row: Any, what: str) -> None:
        """Add an entry to Django's admin log. ``what`` must not contain text by users."""
        if isinstance(request.user, User):
            self.log_change(request, row, what)

    def redirect_to_row(self, request: HttpRequest, row: Any, message: str = "") -> HttpResponseBase:
        """Redirect to the page of a row, with a success message if there is one."""
        if message:
            messages.success(request, message)
        return redirect(get_admin_url(row))

    def redirect_refused(self, request: HttpRequest, row: Any, sentence: str) -> HttpResponseBase:
        """Redirect to the page of a row, with an error message."""
        messages.error(request, sentence or _("Nothing was changed."))
        return redirect(get_admin_url(row))
