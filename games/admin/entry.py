"""The log at the desk: what kind of thing happened where and when. What an entry holds stays in the log."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.face import Face
from games.admin.lists import who
from games.admin.show import link, when
from games.models import Entry, Game
from games.words.entry_kinds import kind_text


@admin.register(Entry)
class EntryAdmin(Face):
    """Entries of all games, the newest first. Their content is told on the page of the game, as far as it may be."""

    list_display = ("number", "what", "of_game", "seat", "by", "at")
    list_select_related = ("game", "actor")
    ordering = ("-pk",)
    sortable_by = ()
    search_fields = ("game__code",)
    search_help_text = _("The whole code of a game.")
    fields = ("of_game", "number", "what", "seat", "by", "at")
    readonly_fields = ("of_game", "what", "by", "at")

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Entries are found by a whole code alone: nothing else of five million has an index."""
        if not search_term:
            return queryset, False
        game = Game.objects.filter(code=search_term.strip().upper()[:20].replace("\x00", "")).first()
        return (queryset.none() if game is None else queryset.filter(game=game)), False

    def title(self, row: Entry) -> str:
        return f"{row.game.code} · {row.number} {kind_text(row.kind)}"

    @admin.display(description=_("kind"))
    def what(self, entry: Entry) -> Any:
        return kind_text(entry.kind)

    @admin.display(description=_("game"))
    def of_game(self, entry: Entry) -> SafeString:
        return link(entry.game, entry.game.code)

    @admin.display(description=_("by"))
    def by(self, entry: Entry) -> Any:
        return who(entry.actor)

    @admin.display(description=_("time"))
    def at(self, entry: Entry) -> SafeString:
        return when(entry.created_at)
