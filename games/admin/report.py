"""Reports at the desk: the queue, and a report's page with what was told before of the same game and person."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.deeds import ON_GAMES, ON_PEOPLE, offered
from games.admin.lists import who
from games.admin.queue import Queue, Stage
from games.admin.show import NOTHING, act_address, inert, inert_lines, link, plain, short, when
from games.models import Act, Report
from games.models.moderation import Outcome
from games.services.moderation import judge_of
from games.services.reports import reports

SHOWN = 30


@admin.register(Report)
class ReportAdmin(Queue):
    """What players and watchers told of games and people."""

    change_form_template = "admin/desk/report.html"
    outcomes = Outcome
    permission = reports.PERMISSION
    services = (reports.claim, reports.release, reports.decide)
    list_display = ("number", "status", "category", "about_game", "about_person", "beginning", "sent_at", "claimer")
    list_display_links = ("number",)
    list_filter = (Stage, "category", "outcome")
    list_select_related = ("game", "person", "claimed_by")
    date_hierarchy = "made_at"
    search_fields = ("text", "game__code", "person__username", "person__display_name")
    search_help_text = _("Words of a report, a game's code, or a name.")
    fieldsets = (
        (None, {"fields": ("about_game", "about_person", "category", "words", "sender", "sent_at", "moment")}),
        (_("Desk"), {"fields": ("status", "claimer", "result", "told")}),
    )
    readonly_fields = (
        *("about_game", "about_person", "words", "sender", "sent_at", "moment", "claimer", "result", "told"),
    )

    def about(self, request: HttpRequest, row: Report) -> dict[str, Any]:
        by, links = judge_of(request), []
        for deeds, target in ((ON_GAMES, row.game), (ON_PEOPLE, row.person)):
            offers = offered(by, deeds, target)[0] if target else []
            links += [(deed, act_address(target, deed.kind.value)) for deed in offers if target and deed.listed]
        earlier = reports.earlier(row).select_related("person")
        acts = Act.objects.select_related("who", "undone_by").order_by("-pk")
        mine = acts.filter(game=row.game) | (acts.filter(person=row.person) if row.person else acts.none())
        return {**super().about(request, row), "links": links, "earlier": earlier[:SHOWN], "acts": mine[:SHOWN]}

    @admin.display(description=_("number"), ordering="pk")
    def number(self, report: Report) -> int:
        return int(report.pk)

    @admin.display(description=_("game"))
    def about_game(self, report: Report) -> SafeString:
        return link(report.game, report.game.code)

    @admin.display(description=_("person"))
    def about_person(self, report: Report) -> Any:
        if report.person is not None:
            return link(report.person, report.person.shown)
        names = [*report.snapshot.get("names", ()), "", ""]
        return NOTHING if report.seat is None else inert(names[report.seat] or gettext("a seat"))

    @admin.display(description=_("text"))
    def beginning(self, report: Report) -> SafeString:
        return short(report.text)

    @admin.display(description=_("text"))
    def words(self, report: Report) -> SafeString:
        return inert_lines(report.text)

    @admin.display(description=_("sent by"))
    def sender(self, report: Report) -> Any:
        if report.reporter is not None:
            return link(report.reporter, report.reporter.username)
        return NOTHING if report.device_id is None else f"d{report.device_id}"

    @admin.display(description=_("the moment"))
    def moment(self, report: Report) -> SafeString:
        said = ((name, " · ".join(value) if name == "names" else value) for name, value in report.snapshot.items())
        told = ((name, plain(value)) for name, value in said if value not in (None, ""))
        return format_html_join(mark_safe("<br>"), "{}: <bdi>{}</bdi>", told)

    @admin.display(description=_("outcome"))
    def result(self, report: Report) -> Any:
        if not report.outcome:
            return NOTHING
        parts = (report.get_outcome_display(), who(report.decided_by), when(report.decided_at))
        return format_html_join(mark_safe(" · "), "{}", ((part,) for part in parts))

    @admin.display(description=_("note to the sender"))
    def told(self, report: Report) -> SafeString:
        return inert_lines(report.note)
