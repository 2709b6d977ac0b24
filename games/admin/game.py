"""Games at the desk."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.acting import Acting
from games.admin.deeds import ON_GAMES
from games.admin.lists import WAITING_LABEL, Options, WithReports, called, reported
from games.admin.names import devices_of
from games.admin.proposals import waiting_for
from games.admin.show import NOTHING, inert, link, when
from games.admin.story import tell
from games.models import CODE_ALPHABET, CODE_LENGTH, Act, Device, Game, Player, Proposal, Report
from games.people.names import visible_characters
from games.rules.errors import Refusal
from games.services.moderation import confirm, judge_of, turn_down
from games.services.moderation.judges import impartial
from games.words.clocks import clock_text
from games.words.refusals import sentence

SHOWN = 50
"""Reports and acts on a game's page."""
_CODE = re.compile(f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}", re.IGNORECASE)


class Reported(admin.SimpleListFilter):
    """Games about which reports wait."""

    title = WAITING_LABEL
    parameter_name = "reported"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Options:
        return [("yes", _("Yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(pk__in=reported("game")) if self.value() else queryset


class Opponents(admin.SimpleListFilter):
    """Games of people, which is what is shown unless one chooses otherwise, or games against the site's own.

    Whoever looks for a name or a code, or for what was reported, finds it among all.
    """

    title = _("opponent")
    parameter_name = "against"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Options:
        return [("site", _("of the site")), ("all", _("anybody"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        first: dict[str, Any]
        first, *others = (dict(choice) for choice in super().choices(changelist))
        return iter([{**first, "display": _("people")}, *others])

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        own = Exists(Player.objects.filter(game=OuterRef("pk")).exclude(user__opponent=""))
        if self.value() == "site":
            return queryset.filter(own)
        sought = self.value() or request.GET.get("q") or request.GET.get(Reported.parameter_name)
        return queryset if sought else queryset.filter(~own)


@admin.register(Game)
class GameAdmin(Acting):
    """Every game, the most recently touched first; a game's page tells its story."""

    deeds = ON_GAMES
    change_form_template = "admin/desk/game.html"
    list_display = ("code", "status", "mode", "seats", "stands", "activity", "waiting")
    list_filter = (Opponents, "status", "mode", "ending", Reported)
    date_hierarchy = "changed_at"
    ordering = ("-changed_at",)
    search_fields = ("code", "names")
    search_help_text = _("A code, or a part of a name.")
    fieldsets = (
        (None, {"fields": ("public", "mode", "status", "result", "stands", "players", "options")}),
        (_("Times"), {"fields": ("created", "activity", "entries", "rematches")}),
    )
    readonly_fields = (
        "public",
        "result",
        "stands",
        "players",
        "options",
        "created",
        "activity",
        "entries",
        "rematches",
    )

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.second_view)
        return [path("<int:pk>/second/<int:number>/<slug:step>/", view, name="games_game_second"), *super().get_urls()]

    def second_view(self, request: HttpRequest, pk: int, number: int, step: str) -> HttpResponseBase:
        """A second moderator confirms a proposed act or turns it down, by POST alone."""
        kept = Proposal.objects.filter(pk=number, game=pk).select_related("game").first()
        if kept is None or step not in ("confirm", "turn-down"):
            raise Http404
        if not self.has_view_permission(request):
            raise PermissionDenied
        if request.method != "POST":
            return self.back(request, kept.game)
        try:
            {"confirm": confirm, "turn-down": turn_down}[step](judge_of(request), kept)
        except Refusal as refusal:
            return self.refused(request, kept.game, sentence(refusal))
        self.noted(request, kept.game, f"{step} · {kept.pk}")
        told = {"confirm": gettext("Confirmed, and done."), "turn-down": gettext("Turned down. Nothing was changed.")}
        return self.back(request, kept.game, told[step])

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[WithReports]:
        return WithReports

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        found: QuerySet[Game] = super().get_queryset(request)
        return found.annotate(programs=Exists(Player.objects.filter(game=OuterRef("pk"), program=True)))

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """A whole code is looked up as such; anything else is looked for in the names and at the beginning of codes."""
        term = visible_characters(unicodedata.normalize("NFKC", search_term))[:40]
        if not term:
            return queryset, False
        if _CODE.fullmatch(term) and Game.objects.filter(code=term.upper()).exists():
            return queryset.filter(code=term.upper()), False
        begins = (
            queryset.filter(code__startswith=term.upper()) if term.isascii() and term.isalnum() else queryset.none()
        )
        return queryset.filter(names__icontains=term) | begins, False

    def about(self, request: HttpRequest, row: Game) -> dict[str, Any]:
        more = super().about(request, row)
        acts = Act.objects.filter(game=row).select_related("who", "undone_by").order_by("-pk")
        reports = Report.objects.filter(game=row).select_related("person").order_by("-pk")
        by = judge_of(request).asked_once()
        telling = tell(row, withheld=not impartial(by, row))
        return {
            **more,
            # Nothing waits where nobody looked.
            **(waiting_for(by, row) if telling.looks else {}),
            "telling": telling,
            "acts": acts[:SHOWN],
            "reports": reports[:SHOWN],
            "devices": devices_of(row, Device.objects.filter(game=row).select_related("user").order_by("pk")[:SHOWN]),
        }

    @admin.display(description=_("players"))
    def seats(self, game: Any) -> SafeString:
        names = [inert(name) for name in game.names.split("\n") if name]
        marks = [gettext("with a program")] if game.programs else []
        return format_html_join(mark_safe(" · "), "{}", ((one,) for one in (*names, *marks))) or NOTHING

    @admin.display(description=_("phase and trick"))
    def stands(self, game: Game) -> str:
        return NOTHING if game.phase is None else f"{game.phase} · {game.trick}"

    @admin.display(description=_("last activity"), ordering="changed_at")
    def activity(self, game: Game) -> SafeString:
        return when(game.changed_at)

    @admin.display(description=WAITING_LABEL)
    def waiting(self, game: Any) -> str:
        return str(game.waiting or "")

    @admin.display(description=_("entries"))
    def entries(self, game: Game) -> int:
        return game.version

    @admin.display(description=_("page"))
    def public(self, game: Game) -> SafeString:
        return format_html('<a href="{}">{}</a>', game.address, game.code)

    @admin.display(description=_("result"))
    def result(self, game: Game) -> Any:
        if not game.ending:
            return NOTHING
        winner = gettext("nobody wins") if game.winner is None else game.seat_names[game.winner]
        return format_html("{}: {}", game.get_ending_display(), inert(winner))

    @admin.display(description=_("accounts"))
    def players(self, game: Game) -> SafeString:
        rows = game.players.select_related("user", "process").order_by("seat")
        shown = ((_named(row), inert(called(row.user)), _by_program(row), when(row.last_seen)) for row in rows)
        return format_html_join(mark_safe("<br>"), "{} ({}{}), {}", shown) or NOTHING

    @admin.display(description=_("options"))
    def options(self, game: Game) -> str:
        told = {
            gettext("open to anyone"): game.listed,
            gettext("others may watch"): game.watch,
            gettext("strict memory"): game.strict,
            gettext("rated"): game.rated,
        }
        chosen = {
            gettext("first lead"): game.get_lead_display(),
            gettext("last trick"): game.get_last_trick_display(),
            gettext("draw"): game.get_draw_display(),
            **({gettext("clock"): clock_text(game.clock)} if game.clock else {}),
        }
        lines = [text for text, on in told.items() if on]
        return ", ".join([*lines, *(f"{text}: {value}" for text, value in chosen.items())])

    @admin.display(description=_("created"))
    def created(self, game: Game) -> SafeString:
        return when(game.created_at)

    @admin.display(description=_("rematches"))
    def rematches(self, game: Game) -> SafeString:
        after = Game.objects.filter(rematch_of=game).first()
        told = ((link(one, one.code),) for one in (game.rematch_of, after) if one is not None)
        return format_html_join(mark_safe(" · "), "{}", told) or NOTHING


def _by_program(row: Player) -> str:
    return f", {gettext('program')}" if row.program else ""


def _named(row: Player) -> SafeString:
    """The name of a seat, with a way to the page of a person; the site's own have none."""
    return inert(row.name) if row.user.opponent else link(row.user, row.name)
