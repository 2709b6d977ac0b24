"""Admin of games: lists, searches, and the page of a game with its log, reports, acts and proposals."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.accounts.text_cleaning import strip_invisible
from games.admin.action_pages import ActionAdmin
from games.admin.actions import GAME_ACTIONS
from games.admin.changelists import WAITING_LABEL, FilterOptions, ReportCountChangeList, query_reported
from games.admin.display import EMPTY, render_link, render_text, render_time
from games.admin.filters import PlayerFilter
from games.admin.game_log import build_game_log
from games.admin.labels import PAUSED_LABEL, RUNNING_STATUSES, get_person_label, get_status_label, list_devices
from games.admin.proposals import build_proposals_context
from games.models import CODE_ALPHABET, CODE_LENGTH, Act, Device, Game, Player, Proposal, Report
from games.queries.acts import build_paused_expression
from games.rules.errors import Refusal
from games.services.moderation.permissions import get_moderator, is_impartial, is_sealed_for
from games.services.moderation.proposals import confirm_proposal, decline_proposal
from games.texts.choices import STATUSES
from games.texts.clocks import format_clock
from games.texts.formatting import join_words
from games.texts.refusals import get_refusal_sentence

MAX_ROWS = 50
"""The most reports, and the most acts, on a game's page."""
_CODE = re.compile(f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}", re.IGNORECASE)


class ReportedFilter(admin.SimpleListFilter):
    """Filter of games with waiting reports."""

    title = WAITING_LABEL
    parameter_name = "reported"

    def lookups(self, request: HttpRequest, model_admin: Any) -> FilterOptions:
        """Return the only choice."""
        return [("yes", _("Yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the games with waiting reports, or all games."""
        return queryset.filter(pk__in=query_reported("game")) if self.value() else queryset


class OpponentFilter(admin.SimpleListFilter):
    """Filter of games by opponent: people, which is the default, or bots.

    A search and the filter of reported games cover all games.
    """

    title = _("opponent")
    parameter_name = "against"

    def lookups(self, request: HttpRequest, model_admin: Any) -> FilterOptions:
        """Return the choices beside the default."""
        return [("site", _("computer")), ("all", _("all"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Return the choices, with games between people as the first."""
        first: dict[str, Any]
        first, *others = (dict(choice) for choice in super().choices(changelist))
        return iter([{**first, "display": _("human")}, *others])

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the games with the chosen kind of opponent."""
        has_bot = Exists(Player.objects.filter(game=OuterRef("pk")).exclude(user__opponent=""))
        if self.value() == "site":
            return queryset.filter(has_bot)
        searches_all = self.value() or request.GET.get("q") or request.GET.get(ReportedFilter.parameter_name)
        return queryset if searches_all else queryset.filter(~has_bot)


class StatusFilter(admin.SimpleListFilter):
    """Filter of games by status, in which paused games are a status of their own."""

    title = _("status")
    parameter_name = "status__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> FilterOptions:
        """Return the statuses, with paused games after the running ones."""
        first, second, *others = STATUSES
        return [first, second, ("paused", PAUSED_LABEL), *others]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the games with the chosen status."""
        if self.value() == "paused":
            return queryset.filter(build_paused_expression(), status__in=RUNNING_STATUSES)
        return queryset.filter(status=self.value()) if self.value() else queryset


@admin.register(Game)
class GameAdmin(ActionAdmin):
    """Admin of games, last changed first."""

    moderation_actions = GAME_ACTIONS
    change_form_template = "admin/moderation/game_detail.html"
    list_display = ("code", "progress", "mode", "seats", "stands", "activity", "waiting")
    list_filter = (PlayerFilter, OpponentFilter, StatusFilter, "mode", "ending", ReportedFilter)
    date_hierarchy = "changed_at"
    ordering = ("-changed_at",)
    search_fields = ("code", "names")
    search_help_text = _("Search by game code, username or part of a name.")
    fieldsets = (
        (None, {"fields": ("public", "mode", "progress", "result", "stands", "players", "options")}),
        (_("Times"), {"fields": ("created", "activity", "entries", "rematches")}),
    )
    readonly_fields = (
        "public",
        "progress",
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
        """Add the URL at which a second moderator confirms or declines a proposal."""
        view = self.admin_site.admin_view(self.second_view)
        return [path("<int:pk>/second/<int:number>/<slug:step>/", view, name="games_game_second"), *super().get_urls()]

    def second_view(self, request: HttpRequest, pk: int, number: int, step: str) -> HttpResponseBase:
        """Confirm or decline a proposed act as a second moderator, by POST only."""
        proposal = Proposal.objects.filter(pk=number).select_related("game").first()
        if proposal is None or proposal.game_id != pk or step not in ("confirm", "turn-down"):
            raise Http404
        if not self.has_view_permission(request):
            raise PermissionDenied
        if request.method != "POST":
            return self.redirect_to_row(request, proposal.game)
        try:
            {"confirm": confirm_proposal, "turn-down": decline_proposal}[step](get_moderator(request), proposal)
        except Refusal as refusal:
            return self.redirect_refused(request, proposal.game, get_refusal_sentence(refusal))
        self.log_action(request, proposal.game, f"{step} · {proposal.pk}")
        texts = {"confirm": gettext("Confirmed and done."), "turn-down": gettext("Declined. Nothing was changed.")}
        return self.redirect_to_row(request, proposal.game, texts[step])

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ReportCountChangeList]:
        """Return the change list that counts waiting reports."""
        return ReportCountChangeList

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Annotate games with ``programs``, whether a program has a seat, and ``paused``."""
        games: QuerySet[Game] = super().get_queryset(request)
        has_program = Exists(Player.objects.filter(game=OuterRef("pk"), program=True))
        return games.annotate(programs=has_program, paused=build_paused_expression())

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Find a game by its whole code, or else games by the username of a player, part of a name or of a code."""
        term = strip_invisible(unicodedata.normalize("NFKC", search_term))[:40]
        if not term:
            return queryset, False
        if _CODE.fullmatch(term) and Game.objects.filter(code=term.upper()).exists():
            return queryset.filter(code=term.upper()), False
        by_code = (
            queryset.filter(code__startswith=term.upper()) if term.isascii() and term.isalnum() else queryset.none()
        )
        players = Player.objects.filter(user__username__iexact=term).values("game")
        return queryset.filter(Q(names__icontains=term) | Q(pk__in=players)) | by_code, False

    def get_page_context(self, request: HttpRequest, row: Game) -> dict[str, Any]:
        """Add the log, acts, reports, devices and proposals of the game."""
        context = super().get_page_context(request, row)
        acts = Act.objects.filter(game=row).select_related("who", "undoes", "undone_by").order_by("-pk")
        reports = Report.objects.filter(game=row).select_related("person").order_by("-pk")
        moderator = get_moderator(request).with_cached_selves()
        game_log = build_game_log(row, withheld=not is_impartial(moderator, row), sealed=is_sealed_for(moderator, row))
        return {
            **context,
            # A second moderator is needed only after the hidden cards were revealed.
            **(build_proposals_context(moderator, row) if game_log.reveals else {}),
            "game_log": game_log,
            "acts": acts[:MAX_ROWS],
            "reports": reports[:MAX_ROWS],
            "devices": list_devices(
                row, Device.objects.filter(game=row).select_related("user").order_by("pk")[:MAX_ROWS]
            ),
        }

    @admin.display(description=_("status"), ordering="status")
    def progress(self, game: Any) -> str:
        """Return the status, or that the game is paused."""
        return get_status_label(game, game.paused)

    @admin.display(description=_("players"))
    def seats(self, game: Any) -> SafeString:
        """Return the names of the players."""
        names = [render_text(name) for name in game.names.split("\n") if name]
        marks = [gettext("with a program")] if game.programs else []
        return format_html_join(mark_safe(" · "), "{}", ((text,) for text in (*names, *marks))) or EMPTY

    @admin.display(description=_("phase and trick"))
    def stands(self, game: Game) -> str:
        """Return the phase and the trick."""
        return EMPTY if game.phase is None else f"{game.phase} · {game.trick}"

    @admin.display(description=_("last activity"), ordering="changed_at")
    def activity(self, game: Game) -> SafeString:
        """Return the time of the last change."""
        return render_time(game.changed_at)

    @admin.display(description=WAITING_LABEL)
    def waiting(self, game: Any) -> str:
        """Return the number of waiting reports, empty for none."""
        return str(game.waiting or "")

    @admin.display(description=_("entries"))
    def entries(self, game: Game) -> int:
        """Return the number of entries."""
        return game.version

    @admin.display(description=_("page"))
    def public(self, game: Game) -> SafeString:
        """Return a link to the page of the game on the site."""
        return format_html('<a href="{}">{}</a>', game.address, game.code)

    @admin.display(description=_("result"))
    def result(self, game: Game) -> Any:
        """Return the ending and the winner."""
        if not game.ending:
            return EMPTY
        winner = gettext("no winner") if game.winner is None else game.seat_names[game.winner]
        return format_html("{}: {}", game.get_ending_display(), render_text(winner))

    @admin.display(description=_("accounts"))
    def players(self, game: Game) -> SafeString:
        """Return the name, account and last presence of each seat."""
        rows = game.players.select_related("user", "process").order_by("seat")
        lines = (
            (
                _render_seat_name(row),
                render_text(get_person_label(row.user)),
                _get_program_mark(row),
                render_time(row.last_seen),
            )
            for row in rows
        )
        return format_html_join(mark_safe("<br>"), "{} ({}{}), {}", lines) or EMPTY

    @admin.display(description=_("options"))
    def options(self, game: Game) -> str:
        """Return the options of the game."""
        flags = {
            gettext("anyone can join"): game.listed,
            gettext("spectators allowed"): game.watch,
            gettext("strict memory"): game.strict,
            gettext("rated"): game.rated,
        }
        choices = {
            gettext("first lead"): game.get_lead_display(),
            gettext("last trick"): game.get_last_trick_display(),
            gettext("draw"): game.get_draw_display(),
            **({gettext("clock"): format_clock(game.clock)} if game.clock else {}),
            **({gettext("best of"): game.best_of} if game.best_of else {}),
        }
        lines = [text for text, is_set in flags.items() if is_set]
        return join_words([*lines, *(f"{text}: {value}" for text, value in choices.items())])

    @admin.display(description=_("created"))
    def created(self, game: Game) -> SafeString:
        """Return the time at which the game was created."""
        return render_time(game.created_at)

    @admin.display(description=_("rematches"))
    def rematches(self, game: Game) -> SafeString:
        """Return links to the games before and after this one."""
        successor = Game.objects.filter(rematch_of=game).first()
        links = ((render_link(row, row.code),) for row in (game.rematch_of, successor) if row is not None)
        return format_html_join(mark_safe(" · "), "{}", links) or EMPTY


def _get_program_mark(row: Player) -> str:
    return f", {gettext('program')}" if row.program else ""


def _render_seat_name(row: Player) -> SafeString:
    """Render the name of a seat as a link to the person, without a link for a bot."""
    return render_text(row.name) if row.user.opponent else render_link(row.user, row.name)
