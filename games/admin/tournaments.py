"""Admin of tournaments: the settings, the entrants and the host's corrections."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnlyAdmin
from games.admin.display import escape_invisible, render_text, render_time
from games.admin.labels import render_person
from games.models import Tournament
from games.queries.tournaments import list_acts

MAX_ROWS = 100
"""The most corrections on the page of a tournament."""


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    """Admin of tournaments, newest first."""

    list_display = ("code", "title", "phase", "system", "mode", "created")
    list_filter = ("phase", "system")
    date_hierarchy = "created_at"
    ordering = ("-created_at",)
    sortable_by = ()
    search_fields = ("code", "name")
    search_help_text = _("Search by code or part of a name.")
    fieldsets = (
        (None, {"fields": ("code", "title", "organizer", "phase")}),
        (_("Options"), {"fields": ("system", "rounds_planned", "mode", "same_deal")}),
        (_("Times"), {"fields": ("created", "finished")}),
        (_("Players"), {"fields": ("players", "corrections")}),
    )
    readonly_fields = ("title", "organizer", "created", "finished", "players", "corrections")

    @admin.display(description=_("name"))
    def title(self, tournament: Tournament) -> SafeString:
        """Return the name that the host chose."""
        return render_text(tournament.name)

    @admin.display(description=_("host"))
    def organizer(self, tournament: Tournament) -> Any:
        """Return the host."""
        return render_person(tournament.host)

    @admin.display(description=_("created"))
    def created(self, tournament: Tournament) -> SafeString:
        """Return the time at which the tournament was created."""
        return render_time(tournament.created_at)

    @admin.display(description=_("finished"))
    def finished(self, tournament: Tournament) -> SafeString:
        """Return the time at which the host finished the tournament."""
        return render_time(tournament.finished_at)

    @admin.display(description=_("players"))
    def players(self, tournament: Tournament) -> SafeString:
        """Return the entrants, each with the account if there is one."""
        entrants = tournament.entrants.select_related("user")
        rows = ((entrant.number, render_text(entrant.name), render_person(entrant.user)) for entrant in entrants)
        return format_html_join("", "<p>{}. {} {}</p>", rows)

    @admin.display(description=_("corrections"))
    def corrections(self, tournament: Tournament) -> SafeString:
        """Return the acts of the host, latest first."""
        acts = list_acts(tournament)[:MAX_ROWS]
        rows = ((render_time(act.at), act.get_what_display(), escape_invisible(act.reason)) for act in acts)
        return format_html_join("", "<p>{} · {} {}</p>", rows)
