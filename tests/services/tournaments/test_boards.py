"""Boards of a club night: their games, online and at real tables, and their results."""

from __future__ import annotations

import pytest

from games.eventlog import event_store
from games.inference.record import read, write
from games.models import Pairing, SharedDeal, Tournament, User
from games.rules.scoring import compute_votes
from games.services.matches import cancellation, play
from games.services.moderation.games import cancel_game
from games.services.moderation.permissions import Moderator
from games.services.retention.games import repair_boards
from games.services.tournaments import boards, corrections, results, rounds
from games.services.tournaments.tournaments import (
    TournamentOptions,
    create_tournament,
)
from games.services.transfers import agreement
from games.state.game_state import Mode
from games.state.table_state import TableState
from games.state.tournament.boards import BoardResult
from games.state.tournament.kinds import ResultSource
from tests.moderators import WHY
from tests.services.companion.deal_tables import DealTable, log_game, play_deal
from tests.services.companion.devices import browser, table_of
from tests.services.matches.games import in_threads, match_of, play_at_once, play_next, refusal_code, state_of
from tests.services.tournaments.nights import boards_of, enter, game_of, play_round, sheet_of, user_of
from tests.services.transfers.transfers import Online

pytestmark = pytest.mark.django_db(transaction=True)
SIXTEEN = [f"Player {number}" for number in range(1, 17)]


def test_games_are_dealt_at_once_and_the_first_leads(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    match = match_of(game_of(board))
    assert match.state is not None
    assert match.state.to_play == 0
    assert [occupant and occupant.user_id for occupant in match.occupants] == [
        board.first.user_id,
        board.second and board.second.user_id,
    ]


def test_result_of_a_game_is_that_of_its_log(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    play_round(night)
    (board,) = boards_of(night)
    state = state_of(game_of(board))
    votes = [vote.seat for vote in compute_votes(state.score)]
    assert board.result == BoardResult.of_winner(
        match_of(game_of(board)).winner, (votes.count(0), votes.count(1)), (len(state.score[0]), len(state.score[1]))
    )
    assert board.source == ResultSource.GAME


def test_lost_result_is_repaired_from_the_log(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    play_round(night)
    (before,) = boards_of(night)
    Pairing.objects.update(source=ResultSource.NONE, outcome="", first_votes=None, first_cards=None)
    assert sum(repair_boards()) == 1
    assert boards_of(night)[0].result == before.result


def test_resignation_gives_the_winner_all_votes(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    play.resign(game_of(board), user_of(board.second))
    assert boards_of(night)[0].votes == (5, 0)


def test_reported_result_counts_once_the_opponent_agrees(host: User) -> None:
    night = create_tournament(host, "Real cards", TournamentOptions(mode=Mode.TABLE))
    enter(night, "Ana", "Bram", "Cleo", "Dora")
    rounds.start_round(night, host)
    one, other = boards_of(night)
    result = BoardResult.of_winner(0, (3, 2), (14, 12))
    results.report_result(one, user_of(one.first), result)
    assert not boards_of(night)[0].counts
    assert refusal_code(results.confirm_result, one, user_of(one.first), result.key) == "nothing_reported"
    assert refusal_code(results.confirm_result, one, user_of(other.first), result.key) == "not_your_board"
    results.confirm_result(one, user_of(one.second), result.key)
    assert boards_of(night)[0].source == ResultSource.PLAYERS
    assert refusal_code(results.report_result, one, user_of(one.first), result) == "board_over"
    for entrant in (other.first, other.second):
        results.report_result(other, user_of(entrant), result)
    assert (boards_of(night)[1].source, boards_of(night)[1].result) == (ResultSource.PLAYERS, result)


def test_another_report_of_the_opponent_does_not_replace_the_first(host: User) -> None:
    night = create_tournament(host, "Real cards", TournamentOptions(mode=Mode.TABLE))
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    first, second = user_of(board.first), user_of(board.second)
    one, other = BoardResult.of_winner(0, (3, 2)), BoardResult.of_winner(1, (2, 3))
    results.report_result(board, first, one)
    assert refusal_code(results.report_result, board, second, other) == "reported_otherwise"
    assert boards_of(night)[0].result == one
    results.reject_result(board, second)
    results.report_result(board, second, other)
    assert boards_of(night)[0].result == other


def test_result_that_changed_since_the_opponent_saw_it_is_not_confirmed(host: User) -> None:
    night = create_tournament(host, "Real cards", TournamentOptions(mode=Mode.TABLE))
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    seen, changed = BoardResult.of_winner(1, (2, 3)), BoardResult.of_winner(0, (3, 2))
    for result in (seen, changed):
        results.report_result(board, user_of(board.first), result)
    for user in (user_of(board.second), host):
        assert refusal_code(results.confirm_result, board, user, seen.key) == "changed_meanwhile"
    assert not boards_of(night)[0].counts


def test_impossible_results_are_refused(host: User) -> None:
    night = create_tournament(host, "Real cards", TournamentOptions(mode=Mode.TABLE))
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    for result in (BoardResult.of_winner(0, (4, 2)), BoardResult.of_winner(0, (3, 2), (40, 13))):
        assert refusal_code(results.report_result, board, user_of(board.first), result) == "bad_result"


def test_person_without_a_phone_plays_at_a_real_table(night: Tournament, host: User) -> None:
    (ana,) = enter(night, "Ana")
    corrections.add_entrant(night, host, "Grandpa")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    assert (board.mode, board.game) == (Mode.TABLE, None)
    assert refusal_code(boards.set_mode, board, ana, Mode.ONLINE) == "no_device"
    result = BoardResult.of_winner(1, (1, 4))
    results.report_result(board, ana, result)
    results.confirm_result(board, host, result.key)
    assert boards_of(night)[0].counts


def test_board_moves_to_a_real_table_where_both_phones_get_their_seats(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    online = game_of(board)
    boards.set_mode(board, host, Mode.TABLE)
    assert match_of(online).over
    first, second = browser(user_of(board.first)), browser(user_of(board.second))
    game = boards.open_table(board, second.visitor)
    assert boards.open_table(board, first.visitor) == game
    table = event_store.load_state_of_kind(TableState, game.pk)
    assert [set(table.seats_of(phone.at(game).pk)) for phone in (first, second)] == [{0}, {1}]
    assert (table.sheet.record.leader, table.begun) == (0, False)
    assert read(write(table.record)) == table.record
    assert table.names == (board.first.name, board.second and board.second.name)


def test_a_player_cannot_leave_the_hand_of_a_board_online_alone(night: Tournament, host: User) -> None:
    ana, _bram = enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    assert refusal_code(boards.set_mode, board, ana, Mode.TABLE) == "not_tournament_host"
    boards.set_mode(board, host, Mode.TABLE)
    boards.set_mode(boards_of(night)[0], ana, Mode.ONLINE)
    assert boards_of(night)[0].mode == Mode.ONLINE


@pytest.fixture
def duplicate(host: User) -> Tournament:
    """A round with real cards, in which all boards play the same deal."""
    night = create_tournament(host, "Duplicate", TournamentOptions(mode=Mode.TABLE, same_deal=True))
    enter(night, "Ana", "Bram", "Cleo", "Dora")
    rounds.start_round(night, host)
    return night


def test_both_players_of_a_table_set_up_the_deal_of_the_round(duplicate: Tournament) -> None:
    deal = SharedDeal.objects.get()
    seeds = set()
    for board in boards_of(duplicate):
        game, _ = sit_down(board)
        table = table_of(game)
        assert (game.shared_deal, table.is_setup_open, table.watch) == (deal, True, False)
        assert (table.shared, table.sheet.record.leader, game.players.count()) == (True, 0, 2)
        seeds.add(table.setup)
        assert not boards.is_begun(game)
    assert len(seeds) == 2


def test_the_result_of_a_deal_at_a_table_is_that_of_its_log(duplicate: Tournament) -> None:
    board, _ = boards_of(duplicate)
    state = play_deal(SharedDeal.objects.get(), 1)
    log_game(sit_down(board), state)
    after = boards_of(duplicate)[0]
    votes = [vote.seat for vote in compute_votes(state.score)]
    assert (after.source, after.votes) == (ResultSource.GAME, (votes.count(0), votes.count(1)))


def test_the_host_cannot_score_a_table_of_the_deal_alone(duplicate: Tournament, host: User) -> None:
    assert refusal_code(boards.open_table, boards_of(duplicate)[0], browser(host).visitor) == "bad_choice"


def test_players_who_have_seen_the_deal_play_other_cards_at_their_table(host: User) -> None:
    night = create_tournament(host, "Duplicate", TournamentOptions(same_deal=True))
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    boards.set_mode(board, host, Mode.TABLE)
    game, _ = sit_down(boards_of(night)[0])
    assert (game.shared_deal, table_of(game).setup) == (None, "")


def test_round_that_is_paired_again_closes_its_tables(duplicate: Tournament, host: User) -> None:
    game, _ = sit_down(boards_of(duplicate)[0])
    rounds.pair_round_again(duplicate, host)
    assert table_of(game).called_off


def sit_down(board: Pairing) -> DealTable:
    """Open the table of a board on the phones of both players, that of the second first."""
    first, second = browser(user_of(board.first)), browser(user_of(board.second))
    boards.open_table(board, second.visitor)
    return boards.open_table(board, first.visitor), (first, second)


def test_board_follows_its_game_to_the_printed_deck_and_back(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    users = user_of(board.first), user_of(board.second)
    play_at_once(game_of(board), 26)
    online = Online(game_of(board), users, 0)
    table, _ = online.move()
    (moved,) = boards_of(night)
    assert (moved.game, moved.mode) == (table, Mode.TABLE)
    for seat in (0, 1):
        agreement.answer_at_table(table, online.browser(seat).at(table), users[seat], accept=True)
    (back,) = boards_of(night)
    assert back.mode == Mode.ONLINE
    play.resign(game_of(back), users[1])
    assert (boards_of(night)[0].source, boards_of(night)[0].votes) == (ResultSource.GAME, (5, 0))


def test_a_board_whose_game_was_cancelled_can_move(night: Tournament, host: User) -> None:
    ana, bram = enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    play_next(game_of(board))
    for user in (ana, bram):
        cancellation.cancel_game(game_of(board), user)
    boards.set_mode(board, host, Mode.TABLE)
    game, _ = sit_down(boards_of(night)[0])
    assert table_of(game).sheet.record.leader == 0


def test_a_cancelled_table_is_replaced(host: User, mona: Moderator) -> None:
    night = create_tournament(host, "Real cards", TournamentOptions(mode=Mode.TABLE))
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    game, _ = sit_down(boards_of(night)[0])
    cancel_game(mona, game, WHY)
    assert sit_down(boards_of(night)[0])[0] != game


@pytest.fixture
def offered(night: Tournament, host: User) -> Online:
    """The online game of the only board, which its first player offers to finish with the real deck."""
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    online = Online(game_of(board), (user_of(board.first), user_of(board.second)), 0)
    online.answer(0)
    return online


def test_pages_get_the_link_of_a_board_that_went_to_the_real_deck(night: Tournament, offered: Online) -> None:
    before = sheet_of(night).tournament.version
    offered.answer(1)
    assert sheet_of(night).tournament.version > before


def test_host_and_players_move_a_board_at_the_same_moment(night: Tournament, host: User, offered: Online) -> None:
    (board,) = boards_of(night)
    players, by_host = in_threads([lambda: offered.answer(1), lambda: boards.set_mode(board, host, Mode.TABLE)])
    assert {players, by_host} <= {"done", "game_over"}
    assert boards_of(night)[0].mode == Mode.TABLE


def test_a_game_that_has_begun_stays_where_it_is(night: Tournament, host: User) -> None:
    _ana, bram = enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    play_next(game_of(board))
    assert refusal_code(boards.set_mode, board, host, Mode.TABLE) == "board_begun"
    assert refusal_code(rounds.pair_round_again, night, host) == "round_begun"
    assert refusal_code(rounds.swap_entrants, night, host, board.first, board.second) == "round_begun"
    assert refusal_code(results.report_result, board, bram, BoardResult.of_winner(0)) == "board_online"
