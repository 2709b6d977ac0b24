"""Export of a tournament: standings and boards as CSV, and the records of its games."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.eventlog import bulk_load
from games.inference.record import write as write_table_record
from games.models import Pairing
from games.queries.shared_deals import is_open_to
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


@dataclass(frozen=True, slots=True)
class RecordReader:
    """Reader of records: the user, all keys of the person, and the device of the browser at each table by its game."""

    user: int | None = None
    selves: frozenset[int] = frozenset()
    devices: Mapping[int, int] = field(default_factory=dict)

    def can_see(self, state: GameState) -> bool:
        """Return whether the reader may see a game, as its player, from a device at the table, or as a spectator."""
        return state.open_to(user=self.user, device=self.devices.get(state.game_id))


def export_standings(sheet: TournamentSheet) -> Iterator[str]:
    """Yield the standings as lines of CSV, the names of the columns first."""
    return _write_rows(STANDING_COLUMNS, map(_build_standing, sheet.compute_standings()))


def export_boards(sheet: TournamentSheet) -> Iterator[str]:
    """Yield the boards of all rounds as lines of CSV, the names of the columns first."""
    boards = (_build_board(each.round.number, board) for each in sheet.rounds for board in each.boards)
    return _write_rows(BOARD_COLUMNS, boards)


def export_records(sheet: TournamentSheet, reader: RecordReader) -> Iterator[str]:
    """Yield the records of finished games that a reader may see, one line of JSON each, in the order of the boards.

    They are ``claim-record/1`` and ``claim-table/1``. The games of a round's deal open when the round is over.
    """
    for each in sheet.rounds:
        yield from _write_records(each, reader)


def _write_records(sheet: RoundSheet, reader: RecordReader) -> Iterator[str]:
    games = [board.game for board in sheet.boards if board.game and board.game.status == Status.FINISHED]
    deal = sheet.round.shared_deal
    is_open_deal = deal is not None and deal.closed_at is not None and is_open_to(deal, reader.selves)
    states = bulk_load.load_uncached(games)
    for game in games:
        can_see = is_open_deal if game.shared_deal_id else reader.can_see(states[game.pk])
        record = _build_record(states[game.pk]) if can_see else None
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
        *(number, board.board, board.first.name, second, "" if board.is_bye else board.mode),
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
