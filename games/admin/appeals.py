"""Admin of appeals: a queue in which a moderator decides on the acts of other moderators."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db import transaction
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.actions import UNDO_ACTIONS, list_available_actions
from games.admin.decisions import UNDO_OUTCOME, DecisionForm, list_appeal_outcomes
from games.admin.display import EMPTY, get_admin_url, render_link, render_multiline_text, render_short_text, render_time
from games.admin.labels import describe_appeal_outcome, get_act_label, get_person_label, render_person
from games.admin.queue import QueueAdmin, StageFilter
from games.models import Act, Appeal, Proposal
from games.models.moderation import Ruling
from games.rules.errors import Refusal
from games.services.moderation.permissions import Moderator
from games.services.moderation.proposals import propose_action
from games.services.reports import appeals
from games.state.moderation import ActKind
from games.texts.moderation import translate_reason


@admin.register(Appeal)
class AppealAdmin(QueueAdmin):
    """Admin of appeals against acts."""

    change_form_template = "admin/moderation/appeal_detail.html"
    outcomes = Ruling
    permission = appeals.PERMISSION
    services = (appeals.claim_appeal, appeals.release_appeal)
    list_display = ("number", "fresh", "age", "status", "against", "on", "sender", "beginning", "claimer")
    list_display_links = ("number",)
    list_filter = (StageFilter, "outcome")
    list_select_related = ("act__who", "act__game", "act__person", "act__undoes", "person", "claimed_by")
    date_hierarchy = "made_at"
    search_fields = ("text", "act__game__code", "person__username", "person__display_name")
    search_help_text = _("Search by text, game code or name.")
    fieldsets = (
        (None, {"fields": ("against", "on", "why", "said", "words", "sender", "sent_at")}),
        (_("Handling"), {"fields": ("status", "claimer", "result", "sender_note")}),
    )
    readonly_fields = ("against", "on", "why", "said", "words", "sender", "sent_at", "claimer", "result", "sender_note")

    def get_fieldsets(self, request: HttpRequest, obj: Appeal | None = None) -> Any:
        """Return the fields of an appeal; the message of the act only if it is another text than its reason."""
        if obj is not None and obj.act.message not in ("", obj.act.reason):
            return self.fieldsets
        (name, options), *others = self.fieldsets
        return [(name, {"fields": [field for field in options["fields"] if field != "said"]}), *others]

    def get_decision_form(self, moderator: Moderator, row: Appeal, data: Any = None) -> DecisionForm:
        """Return the form of the decision, with the choice to undo the act if this moderator may."""
        is_undoable = bool(list_available_actions(moderator, UNDO_ACTIONS, row.act)[0])
        return DecisionForm(list_appeal_outcomes(is_undoable, hasattr(row.act, "undone_by")), data)

    def apply_decision(self, moderator: Moderator, row: Appeal, form: Any) -> Act | None:
        """Claim and decide the appeal. Return the act that undoes the other one, None for other outcomes."""
        outcome, note = form.cleaned_data["outcome"], form.cleaned_data["note"]
        if outcome == UNDO_OUTCOME:
            return appeals.grant_appeal(moderator, row, note)
        with transaction.atomic():
            appeals.claim_appeal(moderator, row)
            appeals.decide_appeal(moderator, row, outcome, note)
        return None

    def propose_decision(self, moderator: Moderator, row: Appeal, form: Any) -> Proposal:
        """Claim the appeal and propose to undo its act.

        Refused with ``not_undoable`` for an act that is not on a game.
        """
        if row.act.game is None:
            raise Refusal("not_undoable")
        with transaction.atomic():
            appeals.claim_appeal(moderator, row)
            justification = appeals.build_justification(form.cleaned_data["note"])
            return propose_action(moderator, ActKind.UNDO, row.act.game, justification, {}, row.act)

    def get_decision_refusal(self, moderator: Moderator, row: Appeal) -> Refusal | None:
        """Return the refusal of a moderator who may not decide the appeal, None for others."""
        return appeals.find_refusal(moderator, row)

    @admin.display(description=_("number"), ordering="pk")
    def number(self, appeal: Appeal) -> int:
        """Return the number of the appeal."""
        return int(appeal.pk)

    @admin.display(description=_("action"))
    def against(self, appeal: Appeal) -> SafeString:
        """Return a link to the act, with its moderator."""
        act = appeal.act
        return format_html(
            '<a href="{}">{}</a>, {}', get_admin_url(act), f"{act.pk} {get_act_label(act)}", render_person(act.who)
        )

    @admin.display(description=_("game or user"))
    def on(self, appeal: Appeal) -> SafeString:
        """Return a link to the game or person of the act."""
        act = appeal.act
        return (
            render_link(act.game, act.game.code)
            if act.game
            else render_link(act.person, act.person and get_person_label(act.person))
        )

    @admin.display(description=_("reason for the action"))
    def why(self, appeal: Appeal) -> SafeString:
        """Return the reason of the act."""
        return render_multiline_text(translate_reason(appeal.act.reason))

    @admin.display(description=_("message about the action"))
    def said(self, appeal: Appeal) -> SafeString:
        """Return the message of the act."""
        return render_multiline_text(translate_reason(appeal.act.message))

    @admin.display(description=_("text"))
    def beginning(self, appeal: Appeal) -> SafeString:
        """Return the beginning of the appeal."""
        return render_short_text(appeal.text)

    @admin.display(description=_("text"))
    def words(self, appeal: Appeal) -> SafeString:
        """Return the text of the appeal."""
        return render_multiline_text(appeal.text)

    @admin.display(description=_("sent by"))
    def sender(self, appeal: Appeal) -> Any:
        """Return a link to the person who appealed, or a text for a device."""
        return (
            render_link(appeal.person, get_person_label(appeal.person))
            if appeal.person
            else gettext("a device at the table")
        )

    @admin.display(description=_("outcome"))
    def result(self, appeal: Appeal) -> Any:
        """Return the outcome, with the moderator and the time."""
        if not appeal.outcome:
            return EMPTY
        parts = (describe_appeal_outcome(appeal), render_person(appeal.decided_by), render_time(appeal.decided_at))
        return format_html_join(mark_safe(" · "), "{}", ((part,) for part in parts))

    @admin.display(description=_("note to the sender"))
    def sender_note(self, appeal: Appeal) -> SafeString:
        """Return the note to the sender."""
        return render_multiline_text(appeal.note)
