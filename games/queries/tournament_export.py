"""Export of a tournament: standings and boards as CSV, and the records of its games."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.eventlog import bulk_load
from games.inference.record import write as write_table_record
from games.models import Pairing
from games.queries.tournaments import RoundSheet, StandingRow, TournamentSheet
from games.rules.record import write as write_record
from games.state.game_state import GameState, Status
from games.state.match_state import MatchState
from games.state.table_state import TableState
from games.state.tournament.boards import POINT

Row = Sequence[str | int | None]

STANDING_COLUMNS = ("rank", "player", "points", "votes", "cards", "won", "drawn", "lost", "byes", "first_round", "left")
BOARD_COLUMNS = (
    *("round", "board", "first", "second", "played", "result", "forfeit", "source"),
    *("first_votes", "second_votes", "first_cards", "second_cards", "game"),
)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def export_standings(sheet: TournamentSheet) -> Iterator[str]:
    """Yield the standings as lines of CSV, the names of the columns first."""
    return _write_rows(STANDING_COLUMNS, map(_build_standing, sheet.compute_standings()))


def export_boards(sheet: TournamentSheet) -> Iterator[str]:
    """Yield the boards of all rounds as lines of CSV, the names of the columns first."""
    boards = (_build_board(each.round.number, board) for each in sheet.rounds for board in each.boards)
    return _write_rows(BOARD_COLUMNS, boards)


def export_records(sheet: TournamentSheet) -> Iterator[str]:
    """Yield the records of the finished games, one line of JSON each: ``claim-record/1`` and ``claim-table/1``.

    The games of a deal that others still play, and those whose cards are not open to both players, are left out.
    """
    for each in sheet.rounds:
        deal = each.round.shared_deal
        if deal is None or deal.closed_at is not None:
            yield from _write_records(each)


def _write_records(sheet: RoundSheet) -> Iterator[str]:
    games = [board.game for board in sheet.boards if board.game and board.game.status == Status.FINISHED]
    states = bulk_load.load_uncached(games)
    for game in games:
        record = _build_record(states[game.pk])
        if record is not None:
            yield json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n"


def _build_record(state: GameState) -> dict[str, Any] | None:
    """Return the record of a game, or None if it contains a hidden card."""
    if isinstance(state, MatchState):
        return write_record(state.record()) if state.record_open else None
    if isinstance(state, TableState) and state.sheet_open:
        return write_table_record(state.public())
    return None


def _build_standing(row: StandingRow) -> Row:
    entrant, standing = row.entrant, row.standing
    numbers = (standing.votes, standing.cards, standing.won, standing.drawn, standing.lost, standing.byes)
    points = standing.half_points / POINT
    return (standing.rank, entrant.name, f"{points:g}", *numbers, entrant.joined_round, "" if entrant.is_active else 1)


def _build_board(number: int, board: Pairing) -> Row:
    second = board.second.name if board.second else ""
    result = (board.outcome, int(board.forfeit), board.source)
    numbers = (board.first_votes, board.second_votes, board.first_cards, board.second_cards)
    return (
        *(number, board.board, board.first.name, second, "" if board.is_bye else board.medium),
        *result,
        *numbers,
        board.game.code if board.game else "",
    )


def _write_rows(columns: Row, rows: Iterable[Row]) -> Iterator[str]:
    """Yield lines of CSV, in which a spreadsheet takes no name for a formula."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    for row in (columns, *rows):
        writer.writerow([_escape_formula(value) for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def _escape_formula(value: str | int | None) -> str | int | None:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA_STARTS) else value
