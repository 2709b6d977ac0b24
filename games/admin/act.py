"""The record of acts: only ever added to, searched, exported, and where possible undone by another act."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from games.admin import export
from games.admin.acting import Acting
from games.admin.deeds import ON_ACTS
from games.admin.lists import Options, called, who
from games.admin.names import details_told
from games.admin.show import NOTHING, address, inert_lines, link, plain, short, when
from games.models import Act, User
from games.pages.errors import bad_request


class Moderator(admin.SimpleListFilter):
    """Who did it, of those who may or might."""

    title = _("moderator")
    parameter_name = "who"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Options:
        staff = User.objects.filter(is_staff=True).order_by("username")[:100]
        return [(str(one.pk), plain(called(one))) for one in staff]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        value = self.value() or ""
        return queryset.filter(who=int(value)) if value.isdecimal() and len(value) < 19 else queryset


@admin.register(Act)
class ActAdmin(Acting):
    """Who did what to whom, when and why."""

    deeds = ON_ACTS
    change_list_template = "admin/desk/acts.html"
    change_form_template = "admin/desk/act_page.html"
    list_display = ("number_of", "at_time", "moderator", "what", "on", "beginning", "taken_back")
    list_display_links = ("number_of",)
    list_filter = ("what", Moderator)
    list_select_related = ("who", "game", "person", "undone_by", "undoes", "proposal__decided_by")
    date_hierarchy = "at"
    ordering = ("-pk",)
    search_fields = ("reason", "message", "game__code", "person__username", "person__display_name", "who__username")
    search_help_text = _("Words of a reason or message, a game's code, or a name.")
    fields = (
        *("at_time", "moderator", "what", "on", "why", "told", "details", "number", "entry"),
        *("second", "because", "undone", "taken_back"),
    )
    readonly_fields = (
        *("at_time", "moderator", "on", "why", "told", "details", "second", "because", "undone", "taken_back"),
    )

    def get_urls(self) -> list[Any]:
        page = path("export.<slug:form>", self.admin_site.admin_view(self.export_view), name="games_act_export")
        return [page, *super().get_urls()]

    def export_view(self, request: HttpRequest, form: str) -> HttpResponseBase:
        """The acts that the list shows with the same search and filters, as a file."""
        if not request.user.has_perm("games.export_acts"):
            raise PermissionDenied
        if form not in export.FORMATS:
            raise Http404
        try:
            chosen = self.get_changelist_instance(request)
        except (DisallowedModelAdminLookup, IncorrectLookupParameters):
            return bad_request(request)
        return export.answer(chosen.queryset, form)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        more = {"exports": request.user.has_perm("games.export_acts"), "asked": request.GET.urlencode()}
        return super().changelist_view(request, {**more, **(extra_context or {})})

    def title(self, row: Act) -> str:
        return f"{row.pk} · {row.get_what_display()}"

    def about(self, request: HttpRequest, row: Act) -> dict[str, Any]:
        appeals = row.appeals.select_related("person", "claimed_by").order_by("-pk")
        return {**super().about(request, row), "appeals": appeals[:20]}

    @admin.display(description=_("number"), ordering="pk")
    def number_of(self, act: Act) -> int:
        return int(act.pk)

    @admin.display(description=_("time"), ordering="at")
    def at_time(self, act: Act) -> SafeString:
        return when(act.at)

    @admin.display(description=_("moderator"))
    def moderator(self, act: Act) -> Any:
        return who(act.who)

    @admin.display(description=_("game or person"))
    def on(self, act: Act) -> SafeString:
        return link(act.game, act.game.code) if act.game else link(act.person, act.person and called(act.person))

    @admin.display(description=_("reason"))
    def beginning(self, act: Act) -> SafeString:
        return short(act.reason)

    @admin.display(description=_("reason"))
    def why(self, act: Act) -> SafeString:
        return inert_lines(act.reason)

    @admin.display(description=_("message"))
    def told(self, act: Act) -> SafeString:
        return inert_lines(act.message)

    @admin.display(description=_("details"))
    def details(self, act: Act) -> Any:
        return format_html_join(mark_safe("<br>"), "{}: <bdi>{}</bdi>", details_told(act)) or NOTHING

    @admin.display(description=_("confirmed by"))
    def second(self, act: Act) -> Any:
        """The second moderator of an act that took one."""
        return who(act.confirmed_by)

    @admin.display(description=_("because of the report"))
    def because(self, act: Act) -> Any:
        return link(act.report, act.report_id) if act.report else NOTHING

    @admin.display(description=_("undoes"))
    def undone(self, act: Act) -> Any:
        return link(act.undoes, act.undoes_id) if act.undoes else NOTHING

    @admin.display(description=_("undone by"))
    def taken_back(self, act: Act) -> SafeString:
        by = getattr(act, "undone_by", None)
        return NOTHING if by is None else format_html('<a href="{}">{}</a>', address(by), by.pk)
