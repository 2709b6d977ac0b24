"""Corrections by the host of a club night."""

from __future__ import annotations

import pytest

from games.models import Game, Pairing, Tournament, User
from games.queries.tournaments import list_acts
from games.services.tournaments import corrections, rounds
from games.services.tournaments.tournaments import (
    TournamentOptions,
    create_tournament,
    finish_tournament,
)
from games.state.game_state import Mode, Status
from games.state.tournament.boards import BoardOutcome, BoardResult
from games.state.tournament.kinds import ResultSource, TournamentActKind
from tests.services.matches.games import match_of, play_at_once, play_next, refusal_code
from tests.services.tournaments.nights import boards_of, enter, game_of, play_round

pytestmark = pytest.mark.django_db(transaction=True)
SIXTEEN = [f"Player {number}" for number in range(1, 17)]


def test_round_is_paired_again_for_those_who_came(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram", "Cleo")
    rounds.start_round(night, host)
    games = set(Game.objects.all())
    enter(night, "Dora")
    rounds.pair_round_again(night, host)
    assert len(boards_of(night)) == 2
    assert all(match_of(game).over for game in games)


def test_swapped_entrants_change_places(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram", "Cleo", "Dora")
    rounds.start_round(night, host)
    one, other = boards_of(night)
    rounds.swap_entrants(night, host, one.first, other.first)
    assert [board.first for board in boards_of(night)] == [other.first, one.first]
    assert [board.second for board in boards_of(night)] == [one.second, other.second]


def test_swapped_player_does_not_get_the_opponents_hand_of_a_deal_that_they_know(host: User) -> None:
    night = create_tournament(host, "Duplicate", TournamentOptions(same_deal=True))
    enter(night, "Ana", "Bram", "Cleo", "Dora")
    rounds.start_round(night, host)
    one, other = boards_of(night)
    rounds.swap_entrants(night, host, one.first, other.first)
    assert all(game_of(board).shared_deal for board in boards_of(night))
    one, other = boards_of(night)
    assert one.second is not None
    rounds.swap_entrants(night, host, one.first, one.second)
    assert [game_of(board).shared_deal is None for board in boards_of(night)] == [True, False]


def test_round_that_is_paired_again_has_another_deal(host: User) -> None:
    night = create_tournament(host, "Duplicate", TournamentOptions(same_deal=True))
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    before = game_of(boards_of(night)[0]).shared_deal
    enter(night, "Cleo", "Dora")
    rounds.pair_round_again(night, host)
    (deal,) = {game_of(board).shared_deal for board in boards_of(night)}
    assert deal not in (None, before)


def test_corrections_are_recorded_and_undone(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    play_round(night)
    (board,) = boards_of(night)
    corrections.set_result(board, host, BoardResult(BoardOutcome.NOBODY, forfeit=True), "Both used their phones.")
    corrections.rename_entrant(board.first, host, "Anna")
    rename, correction = list_acts(night)
    assert [act.what for act in (rename, correction)] == [
        TournamentActKind.RENAME_ENTRANT,
        TournamentActKind.SET_RESULT,
    ]
    corrections.undo_act(correction, host)
    corrections.undo_act(rename, host)
    assert boards_of(night)[0].result == board.result
    assert boards_of(night)[0].source == ResultSource.GAME
    assert boards_of(night)[0].first.name == board.first.name
    assert refusal_code(corrections.undo_act, rename, host) == "not_undoable"


def test_what_changed_since_is_not_undone(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    for outcome in (BoardOutcome.FIRST, BoardOutcome.SECOND):
        corrections.set_result(board, host, BoardResult(outcome))
    later, earlier = list_acts(night)
    assert refusal_code(corrections.undo_act, earlier, host) == "changed_since"
    corrections.undo_act(later, host)
    assert boards_of(night)[0].result == BoardResult(BoardOutcome.FIRST)


def test_undo_leaves_no_board_of_a_past_round_open(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram", "Cleo", "Dora")
    rounds.start_round(night, host)
    corrections.settle_open_boards(night, host, BoardOutcome.DRAW)
    rounds.start_round(night, host)
    settled = list_acts(night)
    assert not any(corrections.can_undo(act) for act in settled)
    assert refusal_code(corrections.undo_act, settled[0], host) == "not_undoable"


def test_result_of_the_host_stands_whatever_the_game_says(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    corrections.set_result(board, host, BoardResult(BoardOutcome.DRAW))
    play_at_once(game_of(board))
    assert boards_of(night)[0].result == BoardResult(BoardOutcome.DRAW)


def test_past_board_without_a_result_of_the_host_has_that_of_its_game(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    play_round(night)
    (board,) = boards_of(night)
    corrections.set_result(board, host, BoardResult(BoardOutcome.DRAW))
    finish_tournament(night, host)
    corrections.set_result(board, host, None)
    assert (boards_of(night)[0].source, boards_of(night)[0].result) == (ResultSource.GAME, board.result)


@pytest.mark.parametrize("source", [ResultSource.PLAYERS, ResultSource.HOST])
def test_past_board_without_a_game_keeps_a_result(source: ResultSource, host: User) -> None:
    night = create_tournament(host, "Real cards", TournamentOptions(mode=Mode.TABLE))
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    corrections.set_result(board, host, BoardResult(BoardOutcome.FIRST))
    Pairing.objects.update(source=source)
    finish_tournament(night, host)
    assert refusal_code(corrections.set_result, board, host, None) == "bad_result"
    assert boards_of(night)[0].result == BoardResult(BoardOutcome.FIRST)


def test_settling_leaves_results_that_count(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram", "Cleo", "Dora")
    rounds.start_round(night, host)
    play_at_once(game_of(boards_of(night)[0]))
    assert corrections.settle_open_boards(night, host, BoardOutcome.DRAW) == 1
    assert [board.source for board in boards_of(night)] == [ResultSource.GAME, ResultSource.HOST]


def test_board_that_starts_again_ends_its_old_game(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    play_next(game_of(board))
    corrections.restart_board(board, host)
    assert match_of(game_of(board)).status == Status.CALLED_OFF
    assert match_of(game_of(boards_of(night)[0])).status == Status.PLAYING


def test_board_starts_again_with_a_game_of_its_own(host: User) -> None:
    night = create_tournament(host, "Duplicate", TournamentOptions(same_deal=True))
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    play_round(night)
    (board,) = boards_of(night)
    corrections.restart_board(board, host)
    (again,) = boards_of(night)
    assert again.game != board.game
    assert (again.result, game_of(again).shared_deal) == (None, None)


def test_games_whose_boards_the_host_settled_end_with_the_round(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    play_next(game_of(board))
    corrections.settle_open_boards(night, host, BoardOutcome.DRAW)
    assert match_of(game_of(board)).status == Status.PLAYING
    finish_tournament(night, host)
    assert match_of(game_of(board)).status == Status.CALLED_OFF
