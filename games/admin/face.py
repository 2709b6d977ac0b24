"""What all pages of the desk share: nothing can be added, changed or deleted, nothing is counted to its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.admin.paginator import CappedPaginator
from games.admin.show import address, plain
from games.models import User
from games.pages.errors import bad_request

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin

LONGEST_SEARCH = 100
DATES = ("year", "month", "day")


class Face(Base):
    """A read-only admin, also for superusers. Filters by address are those that the list offers, so that nobody
    finds out by filtering what no page shows."""

    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    paginator = CappedPaginator
    change_list_template = "admin/desk/list.html"
    change_form_template = "admin/desk/object.html"
    object_history_template = "admin/desk/history.html"

    def has_add_permission(self, request: HttpRequest, *about: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        names = [name for name in self.list_filter if isinstance(name, str)]
        filters = {f"{name}{end}" for name in names for end in ("", "__exact", "__isnull")}
        dates = {f"{self.date_hierarchy}__{part}" for part in DATES} if self.date_hierarchy else set()
        own = {str(getattr(name, "parameter_name", "")) for name in self.list_filter}
        return lookup in filters | dates | own

    def changelist_view(self, request: HttpRequest, extra_context: Mapping[str, Any] | None = None) -> HttpResponse:
        try:
            return super().changelist_view(request, dict(extra_context or {}))
        except DisallowedModelAdminLookup:
            return bad_request(request)

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        return super().get_search_results(request, queryset, search_term[:LONGEST_SEARCH].replace("\x00", ""))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: Mapping[str, Any] | None = None,
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        more: dict[str, Any] = {}
        if row is not None and self.has_view_permission(request, row):
            more = {"title": self.title(row), "subtitle": None, **self.about(request, row)}
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Mapping[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        more = {} if row is None else {"title": self.title(row)}
        return super().history_view(request, object_id, {**more, **(extra_context or {})})

    def title(self, row: Any) -> str:
        """What a row is called; foreign text has to be ``plain``."""
        return f"{str(self.opts.verbose_name).capitalize()} {plain(row)}"

    def about(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """What a row's page shows beside its fields."""
        return {}

    def noted(self, request: HttpRequest, row: Any, what: str) -> None:
        """Django's own log entry of what was done to a row, without words that people wrote."""
        if isinstance(request.user, User):
            self.log_change(request, row, what)

    def back(self, request: HttpRequest, row: Any, told: str = "") -> HttpResponseBase:
        """To a row's page, which says what was done."""
        if told:
            messages.success(request, told)
        return redirect(address(row))

    def refused(self, request: HttpRequest, row: Any, sentence: str) -> HttpResponseBase:
        """To a row's page, which says why nothing was done."""
        messages.error(request, sentence or _("Nothing was changed."))
        return redirect(address(row))
