"""Appeals at the desk: the queue, for another moderator than the one who acted."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db import transaction
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.decide import UNDO, DecideForm, rulings
from games.admin.deeds import ON_ACTS, offered
from games.admin.lists import called, who
from games.admin.queue import Queue, Stage
from games.admin.show import NOTHING, address, inert_lines, link, short, when
from games.models import Act, Appeal, Proposal
from games.models.moderation import Ruling
from games.rules.errors import Refusal
from games.services.moderation import Judge, propose
from games.services.reports import appeals
from games.stories.act_kinds import ActKind


@admin.register(Appeal)
class AppealAdmin(Queue):
    """Texts of people who ask that an act is looked at again."""

    change_form_template = "admin/desk/appeal.html"
    outcomes = Ruling
    permission = appeals.PERMISSION
    services = (appeals.claim, appeals.release)
    list_display = ("number", "fresh", "age", "status", "against", "on", "sender", "beginning", "claimer")
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

    def deciding(self, by: Judge, row: Appeal, data: Any = None) -> DecideForm:
        return DecideForm(rulings(Ruling, bool(offered(by, ON_ACTS, row.act)[0])), data)

    def settle(self, by: Judge, row: Appeal, form: Any) -> Act | None:
        outcome, note = form.cleaned_data["outcome"], form.cleaned_data["note"]
        if outcome == UNDO:
            return appeals.grant(by, row, note)
        with transaction.atomic():
            appeals.claim(by, row)
            appeals.decide(by, row, outcome, note)
        return None

    def waits(self, by: Judge, row: Appeal, form: Any) -> Proposal:
        if row.act.game is None:
            raise Refusal("not_undoable")
        with transaction.atomic():
            appeals.claim(by, row)
            why = appeals.granted(form.cleaned_data["note"])
            return propose(by, ActKind.UNDO, row.act.game, why, {}, row.act)

    def barred(self, by: Judge, row: Appeal) -> Refusal | None:
        return appeals.refusal(by, row)

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
        return link(act.game, act.game.code) if act.game else link(act.person, act.person and called(act.person))

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
        return link(appeal.person, called(appeal.person)) if appeal.person else gettext("a device at the table")

    @admin.display(description=_("outcome"))
    def result(self, appeal: Appeal) -> Any:
        if not appeal.outcome:
            return NOTHING
        parts = (appeal.get_outcome_display(), who(appeal.decided_by), when(appeal.decided_at))
        return format_html_join(mark_safe(" · "), "{}", ((part,) for part in parts))

    @admin.display(description=_("note to the sender"))
    def told(self, appeal: Appeal) -> SafeString:
        return inert_lines(appeal.note)
