"""Page of a tournament for players and spectators, its live parts, and the boards of a round."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.models import Pairing, Tournament
from games.queries.tournaments import TournamentSheet, load_sheet
from games.state.game_state import Mode
from games.state.tournament.kinds import System, TournamentPhase
from games.texts.tournament_boards import describe_open_boards, describe_options, format_round
from games.views.current_user import get_user
from games.views.matches.forms import NameForm
from games.views.responses import compute_etag, respond_if_changed
from games.views.tournaments.invitation import build_invitation
from games.views.tournaments.own_board import build_own_board, get_own_state
from games.views.tournaments.sheet import Reader, build_sheet_context, get_sheet, get_tournament, list_boards


@require_safe
def tournament_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show a tournament: the reader's board, all boards of the round, and the standings."""
    tournament, reader = get_tournament(code), Reader.of_request(request)
    context = {
        **_build_context(reader, load_sheet(tournament)),
        "options": describe_tournament(tournament),
        "form": NameForm(),
        "is_invitation_open": _is_invitation_open(request, tournament, reader),
        **build_invitation(request, tournament),
    }
    return render(request, "tournaments/tournament.html", context)


@require_safe
def tournament_live(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return only the live parts for the script, or 304 while the script has the latest ones."""
    tournament = get_tournament(code)
    return respond_if_changed(
        request,
        compute_live_etag(request, tournament),
        lambda: render(
            request, "tournaments/live.html", _build_context(Reader.of_request(request), load_sheet(tournament))
        ),
    )


@require_safe
def round_page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show the boards of a round. Raise 404 for a round that has not started."""
    sheet, reader = get_sheet(code), Reader.of_request(request)
    found = next((each for each in sheet.rounds if each.round.number == number), None)
    if found is None:
        raise Http404
    context = {
        "tournament": sheet.tournament,
        "title": format_round(number, sheet.rounds_expected),
        "boards": list_boards(found, sheet.find_entrant(reader.selves)),
        "numbers": [each.round.number for each in sheet.rounds],
        "number": number,
    }
    return render(request, "tournaments/round.html", context)


def describe_tournament(tournament: Tournament) -> list[str]:
    """Return the options of a tournament as short labels."""
    system, mode = System(tournament.system), Mode(tournament.mode)
    return describe_options(system, mode, tournament.clock, same_deal=tournament.same_deal)


def compute_live_etag(request: HttpRequest, tournament: Tournament) -> str:
    """Return the ETag of live parts.

    They change with the tournament, the reader, the language, and the status of a game: its first card, its end.
    """
    user, open_boards = get_user(request), Pairing.objects.filter(round__tournament=tournament, round__ended_at=None)
    statuses = list(open_boards.order_by("pk").values_list("game__status", flat=True))
    key = (tournament.pk, tournament.version, statuses, user.pk if user else None, get_language(), request.path)
    return compute_etag(repr(key).encode())


def build_progress_context(sheet: TournamentSheet) -> dict[str, Any]:
    """Return the context of the heading of a round."""
    current = sheet.current
    return {
        "round_title": format_round(current.round.number, sheet.rounds_expected) if current else "",
        "round_progress": describe_open_boards(len(current.open_boards)) if current else "",
        "earlier": [each.round.number for each in sheet.rounds[:-1]],
    }


def _build_context(reader: Reader, sheet: TournamentSheet) -> dict[str, Any]:
    context = build_sheet_context(sheet, reader)
    entrant = context["entrant"]
    own = {
        "own_state": get_own_state(sheet, entrant) if entrant else "",
        "own": build_own_board(sheet, entrant) if entrant else None,
        "own_line": next((line for line in context["standings"] if line.is_own), None),
    }
    return {**context, **build_progress_context(sheet), **own}


def _is_invitation_open(request: HttpRequest, tournament: Tournament, reader: Reader) -> bool:
    """Return whether the page opens with the QR code: for the host before the first round, and at another address."""
    is_before_start = tournament.phase == TournamentPhase.REGISTERING
    return "host" in request.GET or (is_before_start and reader.is_host(tournament))
