"""Results of boards: from finished games, and reported by the players of games with real cards.

A result from a game repeats its log and can be rebuilt. A result that a player reports counts once the opponent, or the
host, confirms it. What both players or the host said stands, whatever the game says later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import Q

from games.eventlog import event_store
from games.eventlog.signals import Commit, committed
from games.models import Pairing, User
from games.models.tournaments import RESULT_COLUMNS
from games.rules.errors import Refusal
from games.services.tournaments.boards import find_seat, is_begun, lock_board, read_board
from games.services.tournaments.changes import change, is_host
from games.services.tournaments.entrants import find_entrant
from games.state.game_state import Mode, Status
from games.state.result import can_change_result
from games.state.tournament.boards import BoardResult
from games.state.tournament.game_result import build_board_result
from games.state.tournament.kinds import UNCOUNTED_SOURCES, ResultSource

OVERRULED_BY_GAME = (*UNCOUNTED_SOURCES, ResultSource.GAME)
"""Sources of results that the log of a game overrules."""


def connect_signals() -> None:
    """Connect the receiver that updates boards after each commit."""
    committed.connect(update_after_commit, dispatch_uid="games.services.tournaments.results")


def update_after_commit(commits: Sequence[Commit], **_: object) -> None:
    """Update boards after commits that decided, changed or reopened games; ignore all others."""
    if games := [commit.state.game_id for commit in commits if can_change_result(commit.state, commit.events)]:
        sync_boards(games)


def sync_boards(game_ids: Sequence[int]) -> int:
    """Bring the boards of games in line with their logs, and return the number of boards changed."""
    pairings = Pairing.objects.filter(game__in=game_ids, source__in=OVERRULED_BY_GAME).select_related(
        "round__tournament"
    )
    return sum([_sync_board(pairing) for pairing in pairings])


def repair_boards() -> Iterator[int]:
    """Bring boards in line whose game ended or was reopened without an update, and yield the number of changes."""
    missing = Q(game__status=Status.FINISHED, source__in=UNCOUNTED_SOURCES)
    wrong = Q(source=ResultSource.GAME) & ~Q(game__status=Status.FINISHED)
    games = Pairing.objects.filter(missing | wrong, game__isnull=False).values_list("game", flat=True)
    yield from (sync_boards([game]) for game in list(games) if game is not None)


def report_result(pairing: Pairing, user: User, result: BoardResult) -> Pairing:
    """Report the result of a game with real cards as one of its players. The same report by both players counts.

    Raise ``Refusal`` with ``tournament_over``, ``not_your_board``, ``board_over``, with ``board_online`` for a board
    that is played on the site, with ``bad_result``, and with ``reported_otherwise`` while another result reported by
    the opponent waits.
    """
    if not result.is_valid or result.forfeit:
        raise Refusal("bad_result")
    with change(pairing.round.tournament) as tournament:
        board = lock_board(tournament, pairing, user)
        entrant = find_entrant(tournament, user)
        if entrant is None or find_seat(board, user) is None:
            raise Refusal("not_your_board")
        if board.mode == Mode.ONLINE and is_begun(board.game):
            raise Refusal("board_online")
        is_second = board.result is not None and board.reported_by_id not in (None, entrant.pk)
        if is_second and board.result != result:
            raise Refusal("reported_otherwise")
        board.set_result(result, ResultSource.PLAYERS if is_second else ResultSource.REPORT)
        board.reported_by = None if is_second else entrant
        board.save(update_fields=RESULT_COLUMNS)
        return board


def confirm_result(pairing: Pairing, user: User, seen: str) -> Pairing:
    """Confirm the reported result as the opponent of the player who reported it, or as the host.

    ``seen`` is the ``BoardResult.key`` of the result that the user saw. Raise ``Refusal`` with ``tournament_over``,
    ``not_your_board``, ``board_over``, ``nothing_reported``, also for the player who reported the result, and with
    ``changed_meanwhile`` if another result is reported now.
    """
    with change(pairing.round.tournament) as tournament:
        board = lock_board(tournament, pairing, user)
        entrant = find_entrant(tournament, user)
        own = entrant is not None and board.reported_by_id == entrant.pk and not is_host(tournament, user)
        if board.result is None or own:
            raise Refusal("nothing_reported")
        if board.result.key != seen:
            raise Refusal("changed_meanwhile")
        board.set_result(board.result, ResultSource.PLAYERS)
        board.save(update_fields=RESULT_COLUMNS)
        return board


def reject_result(pairing: Pairing, user: User) -> Pairing:
    """Take a reported result back, as one of the players or the host.

    Raise ``Refusal`` with ``tournament_over``, ``not_your_board``, ``board_over`` and ``nothing_reported``.
    """
    with change(pairing.round.tournament) as tournament:
        board = lock_board(tournament, pairing, user)
        if board.result is None:
            raise Refusal("nothing_reported")
        board.set_result(None, ResultSource.NONE)
        board.save(update_fields=RESULT_COLUMNS)
        return board


def sync_with_game(board: Pairing) -> bool:
    """Set the result of a board of a locked tournament from its game, and return whether it changed."""
    if board.game is None or board.source not in OVERRULED_BY_GAME:
        return False
    result = build_board_result(event_store.get_current_state(board.game))
    if result is None and board.source != ResultSource.GAME:
        return False
    if result == board.result and board.source == ResultSource.GAME:
        return False
    board.set_result(result, ResultSource.GAME if result else ResultSource.NONE)
    board.save(update_fields=RESULT_COLUMNS)
    return True


class _Unchanged(Exception):
    """Leaves a change that would change nothing, so that no page is told."""


def _sync_board(pairing: Pairing) -> bool:
    try:
        with change(pairing.round.tournament):
            if not sync_with_game(read_board(pairing)):
                raise _Unchanged
    except _Unchanged:
        return False
    return True
