"""Reports at the desk: the queue, and a report's page with what was told before of the same game and person."""

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

from games.admin import case
from games.admin.decide import VerdictForm
from games.admin.deeds import ON_GAMES, ON_PEOPLE, Deed, offered
from games.admin.lists import Cases, called, who
from games.admin.names import device_of, said_told, snapshot_told
from games.admin.queue import Queue, Stage
from games.admin.show import NOTHING, act_address, inert, inert_lines, link, short, when
from games.admin.story import tell
from games.admin.verdicts import options
from games.models import Act, Proposal, Report
from games.models.moderation import Outcome
from games.rules.errors import Refusal
from games.services.moderation import Judge, propose
from games.services.moderation.judges import impartial
from games.services.reports import cases, reports
from games.stories.status import Status
from games.words.reasons import in_words

SHOWN = 30


@admin.register(Report)
class ReportAdmin(Queue):
    """What players and watchers told of games and people."""

    change_form_template = "admin/desk/report.html"
    outcomes = Outcome
    permission = reports.PERMISSION
    services = (cases.claim, cases.release)
    list_changes = Cases
    list_display = (
        *(
            "number",
            "fresh",
            "age",
            "told_by",
            "status",
            "category",
            "about_game",
            "about_person",
            "beginning",
            "claimer",
        ),
    )
    list_display_links = ("number",)
    list_filter = (Stage, "category", "outcome")
    list_select_related = ("game", "person", "claimed_by")
    date_hierarchy = "made_at"
    search_fields = ("text", "game__code", "person__username", "person__display_name")
    search_help_text = _("Words of a report, a game's code, or a name.")
    fieldsets = (
        (None, {"fields": ("about_game", "about_person", "category", "words", "sender", "sent_at", "moment", "said")}),
        (_("Desk"), {"fields": ("status", "claimer", "result", "told")}),
    )
    readonly_fields = (
        *("about_game", "about_person", "words", "sender", "sent_at", "moment", "said", "claimer", "result", "told"),
    )

    def get_ordering(self, request: HttpRequest) -> Any:
        """What is open, then what is claimed; of these games that go on, then what several people tell, then the
        oldest. Of everything simply the newest."""
        status, *age = super().get_ordering(request)
        if not age:
            return [status]
        running = Case(When(game__status=Status.PLAYING, then=Value(0)), default=Value(1), output_field=IntegerField())
        return [status, running, cases.size().desc(), *age]

    def deciding(self, by: Judge, row: Report, data: Any = None) -> VerdictForm:
        return VerdictForm(options(by, row, *_offers(by, row)), data, initial={"canned": row.category})

    def settle(self, by: Judge, row: Report, form: Any) -> Act | None:
        option, given = form.option, form.cleaned_data
        done = cases.settle(
            by, row, lambda: option.do(by, form.why(row)), option.outcome, given["note"], given["newest"]
        )
        return done if isinstance(done, Act) else None

    def waits(self, by: Judge, row: Report, form: Any) -> Proposal:
        option = form.option
        with transaction.atomic():
            cases.claim(by, row)
            return propose(by, option.deed.kind, row.game, form.why(row), option.about())

    def barred(self, by: Judge, row: Report) -> Refusal | None:
        return reports.refusal(by, row)

    def together(self, row: Report) -> list[int]:
        return [one.pk for one in case.together(row)]

    def about(self, request: HttpRequest, row: Report) -> dict[str, Any]:
        more = super().about(request, row)
        by, free = more["by"], more["decides"] is not None
        acts = Act.objects.filter(game=row.game).select_related("who", "undone_by").order_by("-pk")
        others = Report.objects.filter(game=row.game).exclude(target=row.target).select_related("person")
        return {
            **more,
            **case.of(by, row),
            **(_links(row, *_offers(by, row)) if free else {}),
            "telling": tell(row.game, withheld=not free and not impartial(by, row.game)),
            "moment": row.snapshot.get("version"),
            "others": others.order_by("-pk")[:SHOWN],
            "acts": acts[:SHOWN],
            "row": row.pk,
        }

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("game", "person", "claimed_by", "decided_by", "reporter")

    @admin.display(description=_("reports"))
    def told_by(self, report: Any) -> str:
        return str(report.senders) if report.senders > 1 else ""

    @admin.display(description=_("number"), ordering="pk")
    def number(self, report: Report) -> int:
        return int(report.pk)

    @admin.display(description=_("game"))
    def about_game(self, report: Report) -> SafeString:
        at = report.game.get_status_display()
        return format_html("{} · {}", link(report.game, report.game.code), at)

    @admin.display(description=_("person"))
    def about_person(self, report: Report) -> Any:
        if report.person is not None:
            return link(report.person, called(report.person))
        names = [*report.snapshot.get("names", ()), "", ""]
        return NOTHING if report.seat is None else inert(names[report.seat] or gettext("a seat"))

    @admin.display(description=_("text"))
    def beginning(self, report: Report) -> SafeString:
        return short(in_words(report.text))

    @admin.display(description=_("text"))
    def words(self, report: Report) -> SafeString:
        return inert_lines(in_words(report.text))

    @admin.display(description=_("sent by"))
    def sender(self, report: Report) -> Any:
        if report.reporter is not None:
            return link(report.reporter, called(report.reporter))
        return gettext("the site") if report.device_id is None else inert(device_of(report.game, report.device_id))

    @admin.display(description=_("the moment"))
    def moment(self, report: Report) -> SafeString:
        return format_html_join(mark_safe("<br>"), "{}: <bdi>{}</bdi>", snapshot_told(report.snapshot))

    @admin.display(description=_("what was said"))
    def said(self, report: Report) -> SafeString | str:
        lines = list(said_told(report.snapshot))
        return format_html_join(mark_safe("<br>"), "<bdi>{}</bdi>: <bdi>{}</bdi>", lines) if lines else NOTHING

    @admin.display(description=_("outcome"))
    def result(self, report: Report) -> Any:
        if not report.outcome:
            return NOTHING
        parts = (report.get_outcome_display(), who(report.decided_by), when(report.decided_at))
        return format_html_join(mark_safe(" · "), "{}", ((part,) for part in parts))

    @admin.display(description=_("note to the sender"))
    def told(self, report: Report) -> SafeString:
        return inert_lines(report.note)


def _offers(by: Judge, row: Report) -> tuple[list[Deed], list[Deed]]:
    """What may be done to the person and to the game now, asked for once."""
    kept = row.__dict__.setdefault("offers", {})
    if by.user.pk not in kept:
        person = offered(by, ON_PEOPLE, row.person)[0] if row.person else []
        kept[by.user.pk] = (person, offered(by, ON_GAMES, row.game)[0])
    found: tuple[list[Deed], list[Deed]] = kept[by.user.pk]
    return found


def _links(row: Report, on_person: list[Deed], on_game: list[Deed]) -> dict[str, Any]:
    """The pages of all acts that this case may take, and the kinds of those on its game."""
    given = f"report={row.pk}&canned={row.category}"
    listed = [(deed, row.game) for deed in on_game] + [(deed, row.person) for deed in on_person]
    links = [
        (deed, f"{act_address(target, deed.kind.value)}?{given}") for deed, target in listed if target and deed.listed
    ]
    return {"links": links, "offered": {deed.kind.value for deed in on_game}}
