"""Page of the host of a tournament: what the round waits for, its corrections, and their log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Entrant, Pairing, Tournament, User
from games.queries.tournaments import RoundSheet, TournamentSheet, load_sheet
from games.state.game_state import Status
from games.state.tournament.kinds import ResultSource, TournamentPhase
from games.texts.names import translate_name
from games.texts.tournament_boards import format_round
from games.texts.tournament_host import describe_report, describe_turn
from games.views.responses import compute_etag, respond_if_changed
from games.views.tournaments.forms import TournamentForm
from games.views.tournaments.host_access import require_host
from games.views.tournaments.host_forms import EntrantNameForm, SettleForm, SwapForm
from games.views.tournaments.host_log import list_act_rows
from games.views.tournaments.sheet import BoardRow, get_names, list_boards


@dataclass(frozen=True, slots=True)
class HostBoardRow:
    """Board as the host sees it. ``state`` says what an open board waits for."""

    row: BoardRow
    state: str
    is_reported: bool
    is_set_by_host: bool


@never_cache
@require_safe
def host_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show the host what the current round waits for, all corrections, and their log.

    ``round`` in the query shows the boards of another round.
    """
    return render(request, "tournaments/host.html", _build_context(request, *require_host(request, code)))


@never_cache
@require_safe
def host_live(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return only the live parts for the script, or 304 while the script has the latest ones."""
    html = render_to_string("tournaments/host_live.html", _build_live_context(request, *require_host(request, code)))
    return respond_if_changed(request, compute_etag(html.encode()), lambda: HttpResponse(html))


def _build_context(request: HttpRequest, tournament: Tournament, user: User) -> dict[str, Any]:
    context = _build_live_context(request, tournament, user)
    sheet: TournamentSheet = context["sheet"]
    current = sheet.current
    return {
        **context,
        "is_guest": user.is_guest,
        "is_open": current is not None and current.round.ended_at is None and not context["is_finished"],
        "is_played": current is not None and any(_is_played(board) for board in current.boards),
        "name_form": EntrantNameForm(),
        "swap_form": SwapForm(_list_paired(sheet)),
        "settle_form": SettleForm(),
        "form": TournamentForm.of_tournament(tournament),
        "acts": list_act_rows(sheet),
    }


def _build_live_context(request: HttpRequest, tournament: Tournament, user: User) -> dict[str, Any]:
    """Return the context of ``tournaments/host_live.html``."""
    sheet = load_sheet(tournament)
    shown = _get_shown_round(sheet, request.GET.get("round", ""))
    return {
        "tournament": tournament,
        "sheet": sheet,
        "current": sheet.current,
        "is_finished": tournament.phase == TournamentPhase.FINISHED,
        "shown": shown,
        "is_earlier": shown is not sheet.current,
        "rows": [_build_row(row) for row in list_boards(shown)],
        "round_title": format_round(len(sheet.rounds) + 1, sheet.rounds_expected),
    }


def _get_shown_round(sheet: TournamentSheet, number: str) -> RoundSheet | None:
    """Return the round with a number, or the current one without such a round."""
    return next((each for each in sheet.rounds if str(each.round.number) == number), sheet.current)


def _list_paired(sheet: TournamentSheet) -> list[Entrant]:
    """Return the entrants on the boards of the current round, in the order of their numbers."""
    boards = sheet.current.boards if sheet.current else ()
    keys = {key for board in boards for key in (board.first_id, board.second_id)}
    return [entrant for entrant in sheet.entrants.values() if entrant.pk in keys]


def _is_played(board: Pairing) -> bool:
    return board.counts and not board.is_bye


def _build_row(row: BoardRow) -> HostBoardRow:
    board = row.pairing
    return HostBoardRow(
        row=row,
        state="" if board.counts else _describe_state(row),
        is_reported=board.source == ResultSource.REPORT,
        is_set_by_host=board.source == ResultSource.HOST,
    )


def _describe_state(row: BoardRow) -> str:
    """Return what an open board waits for: a confirmation, a card of a player, or as its row says."""
    board, names, game = row.pairing, get_names(row.pairing), row.pairing.game
    if board.source == ResultSource.REPORT and board.reported_by:
        return describe_report(translate_name(board.reported_by.name), board.result, names)
    is_running = game is not None and not game.at_table and game.status == Status.PLAYING
    if game and is_running and game.turn is not None and game.phase and game.trick:
        return describe_turn(game.phase, game.trick, names[game.turn])
    return row.state
