"""Admin of reports: the queue of cases, and the page of a case with its log, people and decision."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db import transaction
from django.db.models import Case, IntegerField, Value, When
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin import cases as case_context
from games.admin.action_form_base import READY_TEXT_PARAMETER, get_ready_text, list_ready_texts
from games.admin.actions import (
    GAME_ACTIONS,
    PERSON_ACTIONS,
    ModerationAction,
    list_acts_to_undo,
    list_available_actions,
)
from games.admin.changelists import CaseChangeList
from games.admin.decisions import VerdictForm, list_verdict_options
from games.admin.display import (
    EMPTY,
    get_action_url,
    render_link,
    render_multiline_text,
    render_short_text,
    render_text,
    render_time,
)
from games.admin.filters import ReporterFilter, ReportPersonFilter
from games.admin.game_log import build_game_log
from games.admin.labels import (
    get_act_label,
    get_device_label_of_game,
    get_person_label,
    get_status_label,
    list_chat_messages,
    list_snapshot_details,
    render_person,
)
from games.admin.queue import QueueAdmin, StageFilter
from games.models import Act, Proposal, Report
from games.models.moderation import Outcome
from games.queries.acts import build_paused_expression
from games.rules.errors import Refusal
from games.services.moderation.permissions import Moderator, is_impartial, is_sealed_for
from games.services.moderation.proposals import propose_action
from games.services.reports import cases, reports
from games.state.game_state import Status
from games.texts.moderation import translate_reason

MAX_ROWS = 30


@admin.register(Report)
class ReportAdmin(QueueAdmin):
    """Admin of the reports of players and watchers."""

    change_form_template = "admin/moderation/report_detail.html"
    outcomes = Outcome
    permission = reports.PERMISSION
    services = (cases.claim_case, cases.release_case)
    list_changes = CaseChangeList
    list_display = (
        *(
            "number",
            "fresh",
            "age",
            "report_count",
            "status",
            "category",
            "about_game",
            "about_person",
            "beginning",
            "claimer",
        ),
    )
    list_display_links = ("number",)
    list_filter = (StageFilter, ReportPersonFilter, ReporterFilter, "category", "outcome")
    list_select_related = ("game", "person", "claimed_by")
    date_hierarchy = "made_at"
    search_fields = ("text", "game__code", "person__username", "person__display_name")
    search_help_text = _("Search by text, game code or name.")
    fieldsets = (
        (None, {"fields": ("about_game", "about_person", "category", "words", "sender", "sent_at", "moment", "said")}),
        (_("Handling"), {"fields": ("status", "claimer", "result", "sender_note")}),
    )
    readonly_fields = (
        *(
            "about_game",
            "about_person",
            "words",
            "sender",
            "sent_at",
            "moment",
            "said",
            "claimer",
            "result",
            "sender_note",
        ),
    )

    def get_ordering(self, request: HttpRequest) -> Any:
        """Order open cases first, then by running games, number of reports and age.

        All reports, or decided ones, are ordered newest first.
        """
        status, *age = super().get_ordering(request)
        if not age:
            return [status]
        running = Case(When(game__status=Status.PLAYING, then=Value(0)), default=Value(1), output_field=IntegerField())
        return [status, running, cases.get_size_expression().desc(), *age]

    def get_decision_form(self, moderator: Moderator, row: Report, data: Any = None) -> VerdictForm:
        """Return the form of the verdict; the prepared reason is that of the report's category."""
        return VerdictForm(
            list_verdict_options(moderator, row, *_get_available_actions(moderator, row)),
            data,
            initial={"reason": get_ready_text(row.category)},
        )

    def apply_decision(self, moderator: Moderator, row: Report, form: Any) -> Act | None:
        """Carry out the verdict on the case, and return its act or None."""
        option, data = form.option, form.cleaned_data
        act = cases.settle_case(
            moderator,
            row,
            lambda: option.perform(moderator, form.build_justification(row)),
            option.outcome,
            data["note"],
            data["newest"],
        )
        return act if isinstance(act, Act) else None

    def propose_decision(self, moderator: Moderator, row: Report, form: Any) -> Proposal:
        """Claim the case and propose the verdict's act to another moderator."""
        option = form.option
        with transaction.atomic():
            cases.claim_case(moderator, row)
            return propose_action(
                moderator, option.action.kind, row.game, form.build_justification(row), option.get_arguments()
            )

    def get_decision_refusal(self, moderator: Moderator, row: Report) -> Refusal | None:
        """Return the refusal of a moderator who may not decide the case, None for others."""
        return reports.find_refusal(moderator, row)

    def list_case_numbers(self, row: Report) -> list[int]:
        """Return the primary keys of the reports in the case."""
        return [report.pk for report in case_context.list_case_reports(row)]

    def get_page_context(self, request: HttpRequest, row: Report) -> dict[str, Any]:
        """Add the case and its actions, and the log, acts and other reports of the game."""
        context = super().get_page_context(request, row)
        moderator, form = context["moderator"], context["decision_form"]
        can_decide = form is not None
        if form is not None and READY_TEXT_PARAMETER in request.GET:
            form.initial["reason"] = get_ready_text(request.GET[READY_TEXT_PARAMETER])
        acts = Act.objects.filter(game=row.game).select_related("who", "undoes", "undone_by").order_by("-pk")
        others = Report.objects.filter(game=row.game).exclude(target=row.target).select_related("person")
        return {
            **context,
            **case_context.build_case_context(moderator, row),
            **(_build_action_links(row, *_get_available_actions(moderator, row)) if can_decide else {}),
            "game_log": build_game_log(
                row.game,
                withheld=not can_decide and not is_impartial(moderator, row.game),
                sealed=is_sealed_for(moderator, row.game),
            ),
            "acts_in_force": list_acts_to_undo(moderator, row.game, can_decide),
            "reported_entry": row.snapshot.get("version"),
            "others": others.order_by("-pk")[:MAX_ROWS],
            "acts": acts[:MAX_ROWS],
            "report_number": row.pk,
            "ready_texts": list_ready_texts(),
        }

    def get_queryset(self, request: HttpRequest) -> Any:
        """Return the reports with the related rows that the list and the page show."""
        reports = super().get_queryset(request).annotate(paused=build_paused_expression("game"))
        return reports.select_related("game", "person", "claimed_by", "decided_by", "reporter")

    @admin.display(description=_("reports"))
    def report_count(self, report: Any) -> str:
        """Return the number of reports in a case."""
        return str(report.senders)

    @admin.display(description=_("number"), ordering="pk")
    def number(self, report: Report) -> int:
        """Return the number of the report."""
        return int(report.pk)

    @admin.display(description=_("game"))
    def about_game(self, report: Any) -> SafeString:
        """Return a link to the game, with its status."""
        status = get_status_label(report.game, report.paused)
        return format_html("{} · {}", render_link(report.game, report.game.code), status)

    @admin.display(description=_("user"))
    def about_person(self, report: Report) -> Any:
        """Return a link to the person, or the name of a seat without one."""
        if report.person is not None:
            return render_link(report.person, get_person_label(report.person))
        names = [*report.snapshot.get("names", ()), "", ""]
        return EMPTY if report.seat is None else render_text(names[report.seat] or gettext("a seat"))

    @admin.display(description=_("text"))
    def beginning(self, report: Report) -> SafeString:
        """Return the beginning of the report."""
        return render_short_text(translate_reason(report.text))

    @admin.display(description=_("text"))
    def words(self, report: Report) -> SafeString:
        """Return the text of the report."""
        return render_multiline_text(translate_reason(report.text))

    @admin.display(description=_("sent by"))
    def sender(self, report: Report) -> Any:
        """Return a link to the reporter, or the label of the reporting device or of the site."""
        if report.reporter is not None:
            return render_link(report.reporter, get_person_label(report.reporter))
        return (
            gettext("the site")
            if report.device_id is None
            else render_text(get_device_label_of_game(report.game, report.device_id))
        )

    @admin.display(description=_("game state"))
    def moment(self, report: Report) -> SafeString:
        """Return the state of the game at the time of the report."""
        return format_html_join(mark_safe("<br>"), "{}: <bdi>{}</bdi>", list_snapshot_details(report.snapshot))

    @admin.display(description=_("chat"))
    def said(self, report: Report) -> SafeString | str:
        """Return the chat messages in the report."""
        lines = list(list_chat_messages(report.snapshot))
        return format_html_join(mark_safe("<br>"), "<bdi>{}</bdi>: <bdi>{}</bdi>", lines) if lines else EMPTY

    @admin.display(description=_("outcome"))
    def result(self, report: Report) -> Any:
        """Return the outcome, with the actions on the case, the moderator and the time."""
        if not report.outcome:
            return EMPTY
        acts = Act.objects.filter(report__in=case_context.list_case_reports(report)).select_related("undoes")
        links = (render_link(act, f"{act.pk} {get_act_label(act)}") for act in acts.order_by("pk"))
        decider = (render_person(report.decided_by), render_time(report.decided_at))
        parts = (report.get_outcome_display(), *links, *decider)
        return format_html_join(mark_safe(" · "), "{}", ((part,) for part in parts))

    @admin.display(description=_("note to the sender"))
    def sender_note(self, report: Report) -> SafeString:
        """Return the note to the sender."""
        return render_multiline_text(report.note)


def _get_available_actions(moderator: Moderator, row: Report) -> tuple[list[ModerationAction], list[ModerationAction]]:
    """Return the available actions on the person and on the game, which are cached on the report."""
    available = row.__dict__.setdefault("available_actions", {})
    if moderator.user.pk not in available:
        person = list_available_actions(moderator, PERSON_ACTIONS, row.person)[0] if row.person else []
        available[moderator.user.pk] = (person, list_available_actions(moderator, GAME_ACTIONS, row.game)[0])
    actions: tuple[list[ModerationAction], list[ModerationAction]] = available[moderator.user.pk]
    return actions


def _build_action_links(
    row: Report, person_actions: list[ModerationAction], game_actions: list[ModerationAction]
) -> dict[str, Any]:
    """Return the links to all actions of a case, and the kinds of the actions on its game."""
    query = f"report={row.pk}&{READY_TEXT_PARAMETER}={row.category}"
    targets = [(action, row.game) for action in game_actions] + [(action, row.person) for action in person_actions]
    links = [
        (action, f"{get_action_url(target, action.kind.value)}?{query}")
        for action, target in targets
        if target and action.is_listed
    ]
    return {"action_links": links, "action_kinds": {action.kind.value for action in game_actions}}
