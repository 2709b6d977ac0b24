"""Appeals at the desk: the queue, for another moderator than the one who acted."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from games.admin.deeds import ON_ACTS, offered
from games.admin.lists import who
from games.admin.queue import Queue, Stage
from games.admin.show import NOTHING, act_address, address, inert, inert_lines, link, short, when
from games.models import Appeal
from games.models.moderation import Ruling
from games.services.moderation import judge_of
from games.services.reports import appeals


@admin.register(Appeal)
class AppealAdmin(Queue):
    """Texts of people who ask that an act is looked at again."""

    change_form_template = "admin/desk/appeal.html"
    outcomes = Ruling
    permission = appeals.PERMISSION
    services = (appeals.claim, appeals.release, appeals.decide)
    list_display = ("number", "status", "against", "on", "sender", "beginning", "sent_at", "claimer")
    list_display_links = ("number",)
    list_filter = (Stage, "outcome")
    list_select_related = ("act__who", "act__game", "act__person", "person", "claimed_by")
    date_hierarchy = "made_at"
    search_fields = ("text", "act__game__code", "person__username", "person__display_name")
    search_help_text = _("Words of an appeal, a game's code, or a name.")
    fieldsets = (
        (None, {"fields": ("against", "on", "why", "said", "words", "sender", "sent_at")}),
        (_("Desk"), {"fields": ("status", "claimer", "result", "told")}),
    )
    readonly_fields = ("against", "on", "why", "said", "words", "sender", "sent_at", "claimer", "result", "told")

    def about(self, request: HttpRequest, row: Appeal) -> dict[str, Any]:
        undo = offered(judge_of(request), ON_ACTS, row.act)[0]
        return {**super().about(request, row), "undo": act_address(row.act, "undo") if undo else ""}

    @admin.display(description=_("number"), ordering="pk")
    def number(self, appeal: Appeal) -> int:
        return int(appeal.pk)

    @admin.display(description=_("act"))
    def against(self, appeal: Appeal) -> SafeString:
        act = appeal.act
        return format_html('<a href="{}">{}</a>, {}', address(act), f"{act.pk} {act.get_what_display()}", who(act.who))

    @admin.display(description=_("game or person"))
    def on(self, appeal: Appeal) -> SafeString:
        act = appeal.act
        return link(act.game, act.game.code) if act.game else link(act.person, act.person and act.person.shown)

    @admin.display(description=_("reason of the act"))
    def why(self, appeal: Appeal) -> SafeString:
        return inert_lines(appeal.act.reason)

    @admin.display(description=_("message of the act"))
    def said(self, appeal: Appeal) -> SafeString:
        return inert_lines(appeal.act.message)

    @admin.display(description=_("text"))
    def beginning(self, appeal: Appeal) -> SafeString:
        return short(appeal.text)

    @admin.display(description=_("text"))
    def words(self, appeal: Appeal) -> SafeString:
        return inert_lines(appeal.text)

    @admin.display(description=_("sent by"))
    def sender(self, appeal: Appeal) -> Any:
        return link(appeal.person, appeal.person.shown) if appeal.person else inert(f"d{appeal.device_id}")

    @admin.display(description=_("outcome"))
    def result(self, appeal: Appeal) -> Any:
        if not appeal.outcome:
            return NOTHING
        parts = (appeal.get_outcome_display(), who(appeal.decided_by), when(appeal.decided_at))
        return format_html_join(mark_safe(" · "), "{}", ((part,) for part in parts))

    @admin.display(description=_("note to the sender"))
    def told(self, appeal: Appeal) -> SafeString:
        return inert_lines(appeal.note)
