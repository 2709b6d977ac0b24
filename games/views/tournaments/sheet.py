"""Boards and standings of a tournament as its pages show them, to players, the host and spectators alike.

They have names and results, never a card.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest

from games.models import Entrant, Game, Pairing, Tournament, User
from games.queries.shared_deals import list_selves
from games.queries.tournaments import RoundSheet, StandingRow, TournamentSheet, find_tournament, load_sheet
from games.state.game_state import Mode, Status
from games.state.tournament.kinds import ResultSource
from games.texts.names import translate_name
from games.texts.series import Names
from games.texts.tournament_boards import describe_open_board, format_outcome, format_pair, format_points
from games.views.current_user import get_user


@dataclass(frozen=True, slots=True)
class Reader:
    """Person who opens a page of a tournament: the user, and their keys as guest and account."""

    user: User | None
    selves: frozenset[int]

    @classmethod
    def of_request(cls, request: HttpRequest) -> Reader:
        """Return the person of a request."""
        user = get_user(request)
        return cls(user, list_selves(user) if user else frozenset())

    def is_host(self, tournament: Tournament) -> bool:
        """Return whether the person hosts a tournament."""
        return tournament.host_id is not None and tournament.host_id in self.selves


@dataclass(frozen=True, slots=True)
class BoardRow:
    """Board of a round. ``score`` and ``votes`` are empty until a result counts; ``state`` then is empty.

    ``url`` leads to the game for spectators, and is empty without one.
    """

    pairing: Pairing
    first: str
    second: str
    score: str
    votes: str
    state: str
    url: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class StandingLine:
    """Line of the standings. ``is_tied`` says that others have the same rank."""

    rank: int
    is_tied: bool
    name: str
    points: str
    votes: int
    cards: int
    has_left: bool
    is_own: bool


def get_sheet(code: str) -> TournamentSheet:
    """Return a tournament with all that its pages show. Raise 404 for an unknown code."""
    return load_sheet(get_tournament(code))


def get_tournament(code: str) -> Tournament:
    """Return a tournament. Raise 404 for an unknown code."""
    tournament = find_tournament(code)
    if tournament is None:
        raise Http404
    return tournament


def build_sheet_context(sheet: TournamentSheet, reader: Reader) -> dict[str, Any]:
    """Return the context of ``tournaments/standings.html`` and ``tournaments/boards.html``, for the current round."""
    entrant = sheet.find_entrant(reader.selves)
    return {
        "tournament": sheet.tournament,
        "sheet": sheet,
        "entrant": entrant,
        "is_host": reader.is_host(sheet.tournament),
        "current": sheet.current,
        "boards": list_boards(sheet.current, entrant),
        "standings": list_standings(sheet, entrant),
    }


def get_names(board: Pairing) -> Names:
    """Return the names of both players in the active language; the second is empty with a bye."""
    return translate_name(board.first.name), translate_name(board.second.name) if board.second else ""


def list_boards(sheet: RoundSheet | None, entrant: Entrant | None = None) -> list[BoardRow]:
    """Return the boards of a round, in their order; ``entrant`` is the reader's entry."""
    return [] if sheet is None else [_build_board(board, sheet, entrant) for board in sheet.boards]


def list_standings(sheet: TournamentSheet, entrant: Entrant | None = None) -> list[StandingLine]:
    """Return the standings, best first; ``entrant`` is the reader's entry."""
    rows = sheet.compute_standings()
    ranks = Counter(row.standing.rank for row in rows)
    return [_build_standing(row, ranks[row.standing.rank] > 1, entrant) for row in rows]


def _build_board(board: Pairing, sheet: RoundSheet, entrant: Entrant | None) -> BoardRow:
    result = board.result if board.counts else None
    status = None if board.game is None else Status(board.game.status)
    first, second = get_names(board)
    source, mode = ResultSource(board.source), Mode(board.mode)
    return BoardRow(
        pairing=board,
        first=first,
        second=second,
        score=format_outcome(result) if result else "",
        votes=format_pair(result.votes) if result and result.votes else "",
        state="" if result else describe_open_board(source, mode, status),
        url=_get_game_url(board.game, sheet),
        is_own=entrant is not None and entrant.pk in (board.first_id, board.second_id),
    )


def _build_standing(row: StandingRow, is_tied: bool, entrant: Entrant | None) -> StandingLine:
    standing = row.standing
    return StandingLine(
        rank=standing.rank,
        is_tied=is_tied,
        name=translate_name(row.entrant.name),
        points=format_points(standing.half_points),
        votes=standing.votes,
        cards=standing.cards,
        has_left=not row.entrant.is_active,
        is_own=entrant is not None and entrant.pk == row.entrant.pk,
    )


def _get_game_url(game: Game | None, sheet: RoundSheet) -> str:
    """Return the address of a game for spectators, or an empty string if they may not see it."""
    if game is None or game.status == Status.CALLED_OFF:
        return ""
    is_closed_deal = game.shared_deal_id is not None and sheet.round.ended_at is not None
    if not (game.watch or (is_closed_deal and game.status == Status.FINISHED)):
        return ""
    return f"{game.address}replay/" if game.status == Status.FINISHED else game.address
