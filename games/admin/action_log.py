"""Admin of moderation acts: an append-only record with search, export as CSV or JSON, and undo by another act."""

from __future__ import annotations

import csv
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from games.admin.action_pages import ActionAdmin
from games.admin.actions import UNDO_ACTIONS
from games.admin.changelists import FilterOptions
from games.admin.display import (
    EMPTY,
    escape_invisible,
    get_admin_url,
    render_link,
    render_multiline_text,
    render_short_text,
    render_time,
)
from games.admin.filters import PersonFilter
from games.admin.labels import get_act_label, get_person_label, list_act_details, render_person
from games.models import Act, User
from games.models.moderation import EXPORT_RELATIONS
from games.texts.moderation import translate_reason
from games.views.errors import bad_request

EXPORT_CHUNK = 500
EXPORT_COLUMNS = (
    *("act", "at", "who", "what", "game", "person", "number", "entry", "reason", "message", "data", "undoes", "report"),
    "confirmed",
)
# Spreadsheets read a cell that begins with one of these as a formula; some convert the wide forms.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
Writer = Callable[[QuerySet[Any]], AsyncIterator[str]]


def escape_cell(value: Any) -> str:
    """Return a value as a cell that no spreadsheet reads as a formula."""
    text = "" if value is None else json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


class _LineBuffer:
    """File-like object that keeps only the last line written."""

    text = ""

    def write(self, text: str) -> None:
        self.text = text


async def write_csv(acts: QuerySet[Any]) -> AsyncIterator[str]:
    """Yield the header line, and a line for each act."""
    line = _LineBuffer()
    writer = csv.writer(line)
    writer.writerow(EXPORT_COLUMNS)
    yield "\ufeff" + line.text
    async for row in _iterate_rows(acts):
        writer.writerow([escape_cell(row[name]) for name in EXPORT_COLUMNS])
        yield line.text


async def write_json(acts: QuerySet[Any]) -> AsyncIterator[str]:
    """Yield the text of a JSON array with one object per line."""
    prefix = "[\n"
    async for row in _iterate_rows(acts):
        yield prefix + json.dumps(row, ensure_ascii=False)
        prefix = ",\n"
    yield "\n]\n" if prefix != "[\n" else "[]\n"


EXPORT_FORMATS: dict[str, tuple[Writer, str]] = {
    "csv": (write_csv, "text/csv; charset=utf-8"),
    "json": (write_json, "application/json; charset=utf-8"),
}


def respond_export(acts: QuerySet[Any], form: str) -> StreamingHttpResponse:
    """Return the acts as an uncached download in a format of ``EXPORT_FORMATS``."""
    write, content_type = EXPORT_FORMATS[form]
    headers = {"Content-Disposition": f'attachment; filename="acts.{form}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(write(acts), content_type=content_type, headers=headers)


async def _iterate_rows(acts: QuerySet[Any]) -> AsyncIterator[dict[str, Any]]:
    """Yield the acts as dictionaries, oldest first; they are read in chunks so that other requests do not wait."""
    last_pk = 0
    rows = acts.select_related(*EXPORT_RELATIONS).order_by("pk")
    while chunk := [act async for act in rows.filter(pk__gt=last_pk)[:EXPORT_CHUNK]]:
        for act in chunk:
            yield act.row()
        last_pk = chunk[-1].pk


class ModeratorFilter(admin.SimpleListFilter):
    """Filter of acts by moderator."""

    title = _("moderator")
    parameter_name = "who"

    def lookups(self, request: HttpRequest, model_admin: Any) -> FilterOptions:
        """Return the staff as choices."""
        staff = User.objects.filter(is_staff=True).order_by("username")[:100]
        return [(str(person.pk), escape_invisible(get_person_label(person))) for person in staff]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        """Return the acts of the chosen moderator."""
        value = self.value() or ""
        return queryset.filter(who=int(value)) if value.isdecimal() and len(value) < 19 else queryset


@admin.register(Act)
class ActAdmin(ActionAdmin):
    """Admin of acts: who did what to whom, when and why."""

    moderation_actions = UNDO_ACTIONS
    change_list_template = "admin/moderation/act_change_list.html"
    change_form_template = "admin/moderation/act_detail.html"
    list_display = ("number_of", "at_time", "moderator", "kind", "on", "beginning", "taken_back")
    list_display_links = ("number_of",)
    list_filter = (PersonFilter, "what", ModeratorFilter)
    list_select_related = ("who", "game", "person", "undone_by", "undoes", "proposal__decided_by")
    date_hierarchy = "at"
    ordering = ("-pk",)
    search_fields = ("reason", "message", "game__code", "person__username", "person__display_name", "who__username")
    search_help_text = _("Search by reason, message, game code or name.")
    fields = (
        *("at_time", "moderator", "kind", "on", "why", "message_text", "details", "number", "entry"),
        *("second", "because", "undone", "taken_back"),
    )
    readonly_fields = (
        *("at_time", "moderator", "kind", "on", "why", "message_text", "details"),
        *("second", "because", "undone", "taken_back"),
    )

    def get_urls(self) -> list[Any]:
        """Add the URL of the export."""
        page = path("export.<slug:form>", self.admin_site.admin_view(self.export_view), name="games_act_export")
        return [page, *super().get_urls()]

    def export_view(self, request: HttpRequest, form: str) -> HttpResponseBase:
        """Return the acts as a file, with the search and filters of the list."""
        if not request.user.has_perm("games.export_acts"):
            raise PermissionDenied
        if form not in EXPORT_FORMATS:
            raise Http404
        try:
            change_list = self.get_changelist_instance(request)
        except (DisallowedModelAdminLookup, IncorrectLookupParameters):
            return bad_request(request)
        return respond_export(change_list.queryset, form)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Show the list with links to the export."""
        context = {"can_export": request.user.has_perm("games.export_acts"), "query_string": request.GET.urlencode()}
        return super().changelist_view(request, {**context, **(extra_context or {})})

    def get_title(self, row: Act) -> str:
        """Return the number and the kind of an act."""
        return f"{row.pk} · {get_act_label(row)}"

    def get_fields(self, request: HttpRequest, obj: Act | None = None) -> Any:
        """Return the fields of an act; the message only if it is another text than the reason."""
        has_message = obj is not None and obj.message not in ("", obj.reason)
        return [name for name in self.fields if name != "message_text" or has_message]

    def get_page_context(self, request: HttpRequest, row: Act) -> dict[str, Any]:
        """Add the appeals against the act."""
        appeals = row.appeals.select_related("person", "claimed_by").order_by("-pk")
        return {**super().get_page_context(request, row), "appeals": appeals[:20]}

    @admin.display(description=_("number"), ordering="pk")
    def number_of(self, act: Act) -> int:
        """Return the number of the act."""
        return int(act.pk)

    @admin.display(description=_("time"), ordering="at")
    def at_time(self, act: Act) -> SafeString:
        """Return the time of the act."""
        return render_time(act.at)

    @admin.display(description=_("moderator"))
    def moderator(self, act: Act) -> Any:
        """Return the moderator who acted."""
        return render_person(act.who)

    @admin.display(description=_("action"), ordering="what")
    def kind(self, act: Act) -> str:
        """Return the kind of the act."""
        return get_act_label(act)

    @admin.display(description=_("game or user"))
    def on(self, act: Act) -> SafeString:
        """Return a link to the game or person."""
        return (
            render_link(act.game, act.game.code)
            if act.game
            else render_link(act.person, act.person and get_person_label(act.person))
        )

    @admin.display(description=_("reason"))
    def beginning(self, act: Act) -> SafeString:
        """Return the beginning of the reason."""
        return render_short_text(translate_reason(act.reason))

    @admin.display(description=_("reason"))
    def why(self, act: Act) -> SafeString:
        """Return the reason."""
        return render_multiline_text(translate_reason(act.reason))

    @admin.display(description=_("message"))
    def message_text(self, act: Act) -> SafeString:
        """Return the message to the people concerned."""
        return render_multiline_text(translate_reason(act.message))

    @admin.display(description=_("details"))
    def details(self, act: Act) -> Any:
        """Return the details of the act, one per line."""
        return format_html_join(mark_safe("<br>"), "{}: {}", list_act_details(act)) or EMPTY

    @admin.display(description=_("confirmed by"))
    def second(self, act: Act) -> Any:
        """Return the moderator who confirmed the act, a dash for none."""
        return render_person(act.confirmed_by)

    @admin.display(description=_("related report"))
    def because(self, act: Act) -> Any:
        """Return a link to the report that led to the act."""
        return render_link(act.report, act.report_id) if act.report else EMPTY

    @admin.display(description=_("undoes"))
    def undone(self, act: Act) -> Any:
        """Return a link to the act that this one undoes."""
        return render_link(act.undoes, f"{act.undoes.pk} {act.undoes.get_what_display()}") if act.undoes else EMPTY

    @admin.display(description=_("undone by"))
    def taken_back(self, act: Act) -> SafeString:
        """Return a link to the act that undoes this one."""
        undo = getattr(act, "undone_by", None)
        return EMPTY if undo is None else format_html('<a href="{}">{}</a>', get_admin_url(undo), undo.pk)
