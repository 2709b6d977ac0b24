"""Page of the host of a tournament: what the round waits for, its corrections, and their log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Entrant, Pairing
from games.queries.tournaments import RoundSheet, TournamentSheet, load_sheet
from games.state.game_state import Status
from games.state.tournament.kinds import ResultSource, TournamentPhase
from games.texts.names import translate_name
from games.texts.tournament_host import describe_report, describe_turn
from games.views.tournaments.host_access import require_host
from games.views.tournaments.host_boards import get_names
from games.views.tournaments.host_forms import EntrantNameForm, SettleForm, SwapForm
from games.views.tournaments.host_log import list_act_rows
from games.views.tournaments.sheet import BoardRow, Reader, build_sheet_context, list_boards


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
    return render(request, "tournaments/host.html", _build_context(request, code))


@never_cache
@require_safe
def host_status(request: HttpRequest, code: str) -> HttpResponse:
    """Return the part of the page of the host that changes while a round is played."""
    return render(request, "tournaments/host_status.html", _build_context(request, code))


def _build_context(request: HttpRequest, code: str) -> dict[str, Any]:
    tournament, user = require_host(request, code)
    sheet = load_sheet(tournament)
    shown = _get_shown_round(sheet, request.GET.get("round", ""))
    paired = [] if sheet.current is None else _list_paired(sheet, sheet.current)
    return {
        **build_sheet_context(sheet, Reader.of_request(request)),
        "phase": tournament.phase,
        "is_finished": tournament.phase == TournamentPhase.FINISHED,
        "is_guest": user.is_guest,
        "shown": shown,
        "is_earlier": shown is not sheet.current,
        "rows": [_build_row(row) for row in list_boards(shown)],
        "next_number": len(sheet.rounds) + 1,
        "is_open": sheet.current is not None and sheet.current.round.ended_at is None,
        "is_played": sheet.current is not None and any(_is_played(board) for board in sheet.current.boards),
        "name_form": EntrantNameForm(),
        "swap_form": SwapForm(paired),
        "settle_form": SettleForm(),
        "acts": list_act_rows(sheet),
    }


def _get_shown_round(sheet: TournamentSheet, number: str) -> RoundSheet | None:
    """Return the round with a number, or the current one without such a round."""
    return next((each for each in sheet.rounds if str(each.round.number) == number), sheet.current)


def _list_paired(sheet: TournamentSheet, current: RoundSheet) -> list[Entrant]:
    """Return the entrants on the boards of a round, in the order of their numbers."""
    keys = {key for board in current.boards for key in (board.first_id, board.second_id)}
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
