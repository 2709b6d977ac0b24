"""Admin of log entries: the game, number, kind, author and time of each, without its data."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnlyAdmin
from games.admin.display import render_link, render_time
from games.admin.labels import render_person
from games.models import Entry, Game
from games.texts.event_labels import get_event_label


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Admin of the log entries of all games, newest first.

    The page of a game shows their content, apart from hidden cards.
    """

    list_display = ("number", "what", "of_game", "seat", "by", "at")
    list_select_related = ("game", "actor")
    ordering = ("-pk",)
    sortable_by = ()
    search_fields = ("game__code",)
    search_help_text = _("Search by full game code.")
    fields = ("of_game", "number", "what", "seat", "by", "at")
    readonly_fields = ("of_game", "what", "by", "at")

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Find the entries of a game by its whole code: the other columns have no index to search by."""
        if not search_term:
            return queryset, False
        game = Game.objects.filter(code=search_term.strip().upper()[:20].replace("\x00", "")).first()
        return (queryset.none() if game is None else queryset.filter(game=game)), False

    def get_title(self, row: Entry) -> str:
        """Return the code of the game, and the number and kind of the entry."""
        return f"{row.game.code} · {row.number} {get_event_label(row.kind)}"

    @admin.display(description=_("kind"))
    def what(self, entry: Entry) -> Any:
        """Return the kind of the entry."""
        return get_event_label(entry.kind)

    @admin.display(description=_("game"))
    def of_game(self, entry: Entry) -> SafeString:
        """Return a link to the game."""
        return render_link(entry.game, entry.game.code)

    @admin.display(description=_("by"))
    def by(self, entry: Entry) -> Any:
        """Return the account that made the entry."""
        return render_person(entry.actor)

    @admin.display(description=_("time"))
    def at(self, entry: Entry) -> SafeString:
        """Return the time of the entry."""
        return render_time(entry.created_at)
