"""Page of a tournament for players and spectators, and its parts that change."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.views.tournaments.sheet import Reader, build_sheet_context, get_sheet


@never_cache
@require_safe
def tournament_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show a tournament: the reader's board, all boards of the round, and the standings."""
    context = build_sheet_context(get_sheet(code), Reader.of_request(request))
    return render(request, "tournaments/tournament.html", context)
