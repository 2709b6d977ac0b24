"""Display of a tournament for a screen that everybody sees."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.queries.tournaments import TournamentSheet, load_sheet
from games.views.responses import respond_if_changed
from games.views.tournaments.invitation import build_invitation
from games.views.tournaments.sheet import Reader, build_sheet_context, get_tournament
from games.views.tournaments.tournament import build_progress_context, compute_live_etag

NOBODY = Reader(None, frozenset())
"""The display is for everybody, so nothing on it is the reader's own."""


@require_safe
def display(request: HttpRequest, code: str) -> HttpResponse:
    """Show the QR code, the boards of the round and the standings, to be read from across a room."""
    tournament = get_tournament(code)
    context = {**_build_context(load_sheet(tournament)), **build_invitation(request, tournament)}
    return render(request, "tournaments/display.html", context)


@require_safe
def display_live(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return only the live parts for the script, or 304 while the script has the latest ones."""
    tournament = get_tournament(code)
    return respond_if_changed(
        request,
        compute_live_etag(request, tournament),
        lambda: render(request, "tournaments/display_live.html", _build_context(load_sheet(tournament))),
    )


def _build_context(sheet: TournamentSheet) -> dict[str, Any]:
    return {**build_sheet_context(sheet, NOBODY), **build_progress_context(sheet)}
