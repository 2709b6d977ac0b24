"""The reader's part of a tournament: the own board with what to do next, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.models import Entrant, Pairing
from games.queries.tournaments import TournamentSheet
from games.rules.state import Seat
from games.services.tournaments.boards import can_change_mode, get_table_deal
from games.state.game_state import Mode, Status
from games.state.tournament.boards import BoardResult
from games.state.tournament.kinds import ResultSource, TournamentPhase
from games.texts.names import translate_name
from games.texts.tournament_boards import describe_own_result, format_pair


class OwnState(StrEnum):
    """What an entrant can do now."""

    FINISHED = "finished"
    REMOVED = "removed"
    LEFT = "left"
    WAITING = "waiting"
    BYE = "bye"
    OVER = "over"
    REPORTED = "reported"
    TO_CONFIRM = "to_confirm"
    ONLINE = "online"
    CANCELLED = "cancelled"
    TABLE = "table"


_WITHOUT_BOARD = (OwnState.FINISHED, OwnState.REMOVED, OwnState.LEFT, OwnState.WAITING, OwnState.BYE)


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """Board of the reader in the current round.

    ``result`` is a sentence, also of a result that is only reported, and ``cards`` the cards of both score piles with
    it. ``has_opponent_device`` says that the opponent can confirm a report, ``can_move_online`` that the board can move
    from its table to the site, and ``shares_deal`` that its table plays the deal of the round.
    """

    pairing: Pairing
    opponent: str
    leads: bool
    result: str
    cards: str
    has_opponent_device: bool
    can_move_online: bool
    shares_deal: bool


def get_own_state(sheet: TournamentSheet, entrant: Entrant) -> OwnState:
    """Return what an entrant can do now. A game of somebody who left or was removed goes on."""
    if sheet.tournament.phase == TournamentPhase.FINISHED:
        return OwnState.FINISHED
    found = sheet.find_board(entrant)
    state = OwnState.WAITING if found is None else _get_board_state(found[0], entrant)
    if entrant.is_active or state not in (OwnState.WAITING, OwnState.BYE, OwnState.OVER):
        return state
    return OwnState.REMOVED if entrant.removed else OwnState.LEFT


def build_own_board(sheet: TournamentSheet, entrant: Entrant) -> OwnBoard | None:
    """Return the board of an entrant in the current round, or None if there is nothing to tell about it."""
    found = sheet.find_board(entrant)
    if found is None or get_own_state(sheet, entrant) in _WITHOUT_BOARD:
        return None
    board, seat = found
    opponent = board.second if seat == 0 else board.first
    result = board.result
    return OwnBoard(
        pairing=board,
        opponent=translate_name(opponent.name) if opponent else "",
        leads=seat == 0,
        result=describe_own_result(result, seat) if result else "",
        cards=_format_cards(result, seat),
        has_opponent_device=opponent is not None and opponent.user_id is not None,
        can_move_online=board.mode == Mode.TABLE and can_change_mode(board),
        shares_deal=board.mode == Mode.TABLE and get_table_deal(board) is not None,
    )


def _get_board_state(board: Pairing, entrant: Entrant) -> OwnState:
    if board.is_bye:
        return OwnState.BYE
    if board.counts:
        return OwnState.OVER
    if board.source == ResultSource.REPORT:
        return OwnState.REPORTED if board.reported_by_id == entrant.pk else OwnState.TO_CONFIRM
    if board.mode == Mode.TABLE:
        return OwnState.TABLE
    is_cancelled = board.game is not None and board.game.status == Status.CALLED_OFF
    return OwnState.CANCELLED if is_cancelled else OwnState.ONLINE


def _format_cards(result: BoardResult | None, seat: Seat) -> str:
    if result is None or result.cards is None:
        return ""
    return format_pair(result.cards if seat == 0 else result.cards[::-1])
