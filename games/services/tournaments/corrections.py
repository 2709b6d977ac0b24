"""Corrections by the host of a tournament, each recorded, and undone by another act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from games.models import Entrant, Pairing, Tournament, TournamentAct, User
from games.models.tournaments import RESULT_COLUMNS
from games.rules.errors import Refusal
from games.services.tournaments.acts import record_act
from games.services.tournaments.boards import cancel_game, choose_mode, get_current_round, read_board, start_game
from games.services.tournaments.changes import change_as_host, require_not_muted, require_unfinished
from games.services.tournaments.entrants import create_entrant, restore
from games.services.tournaments.results import sync_with_game
from games.state.tournament.boards import BoardOutcome, BoardResult
from games.state.tournament.kinds import UNCOUNTED_SOURCES, UNDOABLE_ACTS, ResultSource, TournamentActKind

ACTIVITY_COLUMNS = ("left_at", "removed")


def set_result(pairing: Pairing, user: User, result: BoardResult | None, reason: str = "") -> Pairing:
    """Set the result of a board of any round, which then stands; without a result the game of the board decides again.

    Raise ``Refusal`` with ``not_tournament_host``, and with ``bad_result``, also for a board with a bye, and if a board
    of a round that is over would be left without a result.
    """
    with change_as_host(pairing.round.tournament, user) as tournament:
        board = read_board(pairing)
        _set_result(tournament, user, board, result, reason)
        return board


def settle_open_boards(tournament: Tournament, user: User, outcome: BoardOutcome, reason: str = "") -> int:
    """Give all boards of the current round without a result the same one, so that the round can end; return how many.

    ``outcome`` is a draw, or ``NOBODY``. Raise ``Refusal`` with ``not_tournament_host`` and ``bad_result``.
    """
    if outcome not in (BoardOutcome.DRAW, BoardOutcome.NOBODY):
        raise Refusal("bad_result")
    with change_as_host(tournament, user) as locked:
        current = get_current_round(locked)
        boards = [] if current is None else [read_board(board) for board in current.pairings.all()]
        open_boards = [board for board in boards if not board.counts]
        for board in open_boards:
            _set_result(locked, user, board, BoardResult(outcome), reason)
        return len(open_boards)


def restart_board(pairing: Pairing, user: User, reason: str = "") -> Pairing:
    """Start a board of the current round again with a game of its own, and take its result and its old game back.

    Raise ``Refusal`` with ``not_tournament_host``, ``tournament_over``, and with ``bad_result`` for a board with a bye
    or of an earlier round.
    """
    with change_as_host(pairing.round.tournament, user) as tournament:
        require_unfinished(tournament)
        board = read_board(pairing)
        if board.is_bye or board.round.ended_at is not None:
            raise Refusal("bad_result")
        before = {"game": _get_game_code(board), **_read_columns(board, RESULT_COLUMNS)}
        if board.game is not None:
            cancel_game(board.game)
        board.set_result(None, ResultSource.NONE)
        board.game, board.mode = None, choose_mode(tournament, board)
        board.save()
        # The players have seen the cards of a shared deal, so the new game has its own.
        start_game(tournament, board, None)
        after = {"game": _get_game_code(board)}
        record_act(
            tournament,
            user,
            TournamentActKind.RESTART_BOARD,
            pairing=board,
            before=before,
            after=after,
            reason=reason,
        )
        return board


def add_entrant(tournament: Tournament, user: User, name: str) -> Entrant:
    """Enter a person without a device under a clean name; their boards are at real tables.

    Raise ``Refusal`` with ``not_tournament_host``, ``muted``, ``tournament_over`` and ``tournament_full``.
    """
    with change_as_host(tournament, user) as locked:
        require_not_muted(user)
        require_unfinished(locked)
        entrant = create_entrant(locked, name)
        record_act(locked, user, TournamentActKind.ADD_ENTRANT, entrant=entrant)
        return entrant


def rename_entrant(entrant: Entrant, user: User, name: str) -> Entrant:
    """Give an entrant another clean name in the tournament.

    Raise ``Refusal`` with ``not_tournament_host`` and ``muted``.
    """
    require_not_muted(user)
    return _change_entrant(entrant, user, TournamentActKind.RENAME_ENTRANT, {"name": name})


def remove_entrant(entrant: Entrant, user: User, reason: str = "") -> Entrant:
    """Remove an entrant from the rounds to come. Only the host can let them return.

    Raise ``Refusal`` with ``not_tournament_host``.
    """
    values = {"left_at": timezone.now(), "removed": True}
    return _change_entrant(entrant, user, TournamentActKind.REMOVE_ENTRANT, values, reason)


def restore_entrant(entrant: Entrant, user: User) -> Entrant:
    """Let an entrant who left or was removed take part again.

    Raise ``Refusal`` with ``not_tournament_host`` and ``tournament_full``.
    """
    with change_as_host(entrant.tournament, user) as locked:
        fresh = Entrant.objects.get(pk=entrant.pk)
        if fresh.is_active:
            return fresh
        before = _read_columns(fresh, ACTIVITY_COLUMNS)
        restore(locked, fresh)
        after = _read_columns(fresh, ACTIVITY_COLUMNS)
        record_act(locked, user, TournamentActKind.RESTORE_ENTRANT, entrant=fresh, before=before, after=after)
        return fresh


def can_undo(act: TournamentAct) -> bool:
    """Return whether an act can be undone, for an act read with its row and with the act that undoes it."""
    row = act.pairing or act.entrant
    if row is None or act.what not in UNDOABLE_ACTS or hasattr(act, "undone_by") or _would_open_past_board(act):
        return False
    return bool(_read_columns(row, act.after) == act.after)


def undo_act(act: TournamentAct, user: User) -> TournamentAct:
    """Undo an act of the host: put back what it changed.

    Raise ``Refusal`` with ``not_tournament_host``, ``not_undoable``, also if a board of a round that is over would be
    left without a result, and with ``changed_since`` if something else changed the same thing later.
    """
    with change_as_host(act.tournament, user) as locked:
        fresh = TournamentAct.objects.select_related("pairing__round", "entrant").get(pk=act.pk)
        is_undone = TournamentAct.objects.filter(undoes=fresh).exists()
        if fresh.what not in UNDOABLE_ACTS or is_undone or _would_open_past_board(fresh):
            raise Refusal("not_undoable")
        row: Any = read_board(fresh.pairing) if fresh.pairing else fresh.entrant
        if row is None or _read_columns(row, fresh.after) != fresh.after:
            raise Refusal("changed_since")
        _put_back(row, fresh.before)
        return record_act(
            locked,
            user,
            TournamentActKind.UNDO,
            pairing=fresh.pairing,
            entrant=fresh.entrant,
            before=fresh.after,
            after=_read_columns(row, fresh.after),
            undoes=fresh,
        )


def _would_open_past_board(act: TournamentAct) -> bool:
    """Return whether the undo of an act would leave a board of a round that is over without a result."""
    without_result = act.before.get("source") in UNCOUNTED_SOURCES
    return act.pairing is not None and act.pairing.round.ended_at is not None and without_result


def _change_entrant(
    entrant: Entrant, user: User, what: TournamentActKind, values: Mapping[str, Any], reason: str = ""
) -> Entrant:
    with change_as_host(entrant.tournament, user) as locked:
        fresh = Entrant.objects.get(pk=entrant.pk)
        before = _read_columns(fresh, values)
        for name, value in values.items():
            setattr(fresh, name, value)
        fresh.save(update_fields=list(values))
        after = _read_columns(fresh, values)
        record_act(locked, user, what, entrant=fresh, before=before, after=after, reason=reason)
        return fresh


def _set_result(tournament: Tournament, user: User, board: Pairing, result: BoardResult | None, reason: str) -> None:
    """Set the result of a board of a locked tournament, and record the act. Raise ``Refusal`` with ``bad_result``."""
    if board.is_bye or (result and (not result.is_valid or result.outcome == BoardOutcome.BYE)):
        raise Refusal("bad_result")
    before = _read_columns(board, RESULT_COLUMNS)
    board.set_result(result, ResultSource.HOST if result else ResultSource.NONE)
    board.save(update_fields=RESULT_COLUMNS)
    sync_with_game(board)
    if board.round.ended_at is not None and not board.counts:
        raise Refusal("bad_result")
    after = _read_columns(board, RESULT_COLUMNS)
    record_act(tournament, user, TournamentActKind.SET_RESULT, pairing=board, before=before, after=after, reason=reason)


def _get_game_code(board: Pairing) -> str | None:
    return board.game.code if board.game else None


def _read_columns(row: Any, names: Any) -> dict[str, Any]:
    """Return columns of a row as values of JSON, relations as keys."""
    return {name: _to_json(getattr(row, row._meta.get_field(name).attname)) for name in names}


def _to_json(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


def _put_back(row: Any, values: Mapping[str, Any]) -> None:
    """Set columns to the values of ``_read_columns``, and bring a board in line with its game."""
    for name, value in values.items():
        field = row._meta.get_field(name)
        target = field.target_field if field.is_relation else field
        setattr(row, field.attname, target.to_python(value))
    row.save(update_fields=list(values))
    if isinstance(row, Pairing):
        sync_with_game(row)
