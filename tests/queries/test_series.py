"""Series of two players: rematches, evenings, sides, votes, streaks and "best of"."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, User
from games.queries import series
from games.queries.series import Series
from games.services.companion import play as companion
from games.services.companion import tables
from games.services.companion.places import PlaceChoice
from games.services.matches import lobby, play
from games.services.moderation.games import change_result
from games.services.moderation.permissions import Justification, Moderator
from games.state.match_state import MatchOptions
from games.state.series import BestOf, SeriesResult, Streak, compute_standing
from games.state.sheet import LogDepth
from tests.services.companion.devices import Browser, browser, join
from tests.services.companion.entries import item
from tests.services.matches.games import play_at_once

pytestmark = pytest.mark.django_db(transaction=True)
A_WINS, B_WINS, DRAW = SeriesResult(0, (3, 2)), SeriesResult(1, (1, 4)), SeriesResult(None)


def start(ana: User, bram: User) -> Game:
    game = lobby.create_game(ana, MatchOptions())
    lobby.join_game(game, bram)
    return game


def resign(game: Game, *losers: User) -> Game:
    """End a game and its rematches, each by the resignation of the next loser; return the last of them."""
    for number, loser in enumerate(losers):
        play.resign(game, loser)
        if number + 1 < len(losers):
            game = rematch(game)
    return game


def rematch(game: Game) -> Game:
    for player in game.players.select_related("user"):
        successor = lobby.answer_rematch(game, player.user).successor
    return Game.objects.get(code=successor)


def count_table(first: Browser, second: Browser, winner: int = 0) -> Game:
    """A table of which the piles are counted; both phones confirm the result."""
    game = tables.create_table(first.visitor, ("Ana", "Bram"), LogDepth.PILES, PlaceChoice.FIRST)
    join(second, game, PlaceChoice.SECOND)
    return count_piles(game, first, second, winner)


def count_piles(game: Game, first: Browser, second: Browser, winner: int = 0) -> Game:
    counts = (3, 2) if winner == 0 else (2, 3)
    piles = [item("pile", faction=letter, counts=counts) for letter in "GKUDP"]
    companion.execute_commands(game.pk, first.number_at(game), piles)
    for seat, phone in enumerate((first, second)):
        companion.execute_commands(game.pk, phone.number_at(game), [item("confirm", seat=seat, accept=True)])
    return game


def again(game: Game, first: Browser, second: Browser) -> Game:
    for phone in (first, second):
        companion.execute_commands(game.pk, phone.number_at(game), [item("rematch", accept=True)])
    return Game.objects.get(rematch_of=game)


def wins(found: Series) -> tuple[int, int]:
    return found.standing.wins


class TestStanding:
    def test_counts_wins_draws_votes_and_the_streak(self) -> None:
        standing = compute_standing([A_WINS, DRAW, B_WINS, B_WINS])
        assert (standing.wins, standing.draws, standing.games) == ((1, 2), 1, 4)
        assert standing.votes == (3 + 1 + 1, 2 + 4 + 4)
        assert standing.streak == Streak(1, 2)
        assert compute_standing([A_WINS, DRAW]).streak is None

    @pytest.mark.parametrize("length", [3, 5])
    def test_best_of_is_won_with_more_than_half_of_the_games(self, length: int) -> None:
        results = [SeriesResult(0, best_of=length)] * (length // 2)
        assert compute_standing([*results, SeriesResult(None, best_of=length)]).best_of.winner is None
        assert compute_standing([*results, SeriesResult(0, best_of=length)]).best_of.winner == 0

    def test_a_game_after_the_last_win_begins_a_new_best_of(self) -> None:
        first, second = SeriesResult(0, best_of=3), SeriesResult(1, best_of=3)
        assert compute_standing([first, first, second]).best_of == BestOf(3, (0, 1))
        assert compute_standing([first, first], 3).best_of == BestOf(3)

    def test_another_length_keeps_the_wins_unless_they_decide_at_once(self) -> None:
        first, second = SeriesResult(0, best_of=3), SeriesResult(1, best_of=3)
        assert compute_standing([first, SeriesResult(1, best_of=5)]).best_of == BestOf(5, (1, 1))
        assert compute_standing([A_WINS, first]).best_of == BestOf(3, (2, 0))
        assert compute_standing([A_WINS, A_WINS], 3).best_of == BestOf(3)
        assert compute_standing([first, second], 3).best_of == BestOf(3, (1, 1))


class TestRematches:
    def test_all_games_of_a_chain_count_whichever_is_asked(self, ana: User, bram: User) -> None:
        first = start(ana, bram)
        last = resign(first, bram, ana, ana)
        for game in (first, last):
            assert wins(series.find_series(game)) == (1, 2)
            assert series.find_series(game).code == first.code
        assert series.find_series(last).standing.streak == Streak(1, 2)

    def test_the_score_up_to_a_game_leaves_out_later_ones(self, ana: User, bram: User) -> None:
        first = start(ana, bram)
        resign(first, bram, ana, ana)
        assert wins(series.find_series(first, ends_here=True)) == (1, 0)

    def test_a_game_that_runs_or_was_cancelled_does_not_count(self, ana: User, bram: User) -> None:
        last = rematch(resign(start(ana, bram), bram))
        assert wins(series.find_series(last)) == (1, 0)

    def test_votes_count_where_the_cards_were_played(self, ana: User, bram: User) -> None:
        game = start(ana, bram)
        play_at_once(game)
        votes = series.find_series(game).standing.votes
        assert sum(votes) == 5
        assert series.find_series(resign(rematch(game), ana)).standing.votes == votes

    def test_a_verdict_of_a_moderator_counts_at_once(self, ana: User, bram: User, mona: Moderator) -> None:
        last = resign(start(ana, bram), bram, bram)
        assert wins(series.find_series(last)) == (2, 0)
        change_result(mona, last, 1, Justification("A mistake."))
        assert wins(series.find_series(last)) == (1, 1)

    def test_rematches_keep_the_best_of_of_the_first_game(self, ana: User, bram: User) -> None:
        game = lobby.create_game(ana, MatchOptions(best_of=3))
        lobby.join_game(game, bram)
        assert series.find_series(game).standing.best_of == BestOf(3)
        last = resign(game, bram, ana, bram)
        assert series.find_series(last).standing.best_of.winner == 0
        assert series.find_series(rematch(last)).standing.best_of == BestOf(3)

    def test_the_first_request_sets_the_best_of(self, ana: User, bram: User) -> None:
        game = resign(start(ana, bram), bram)
        assert lobby.answer_rematch(game, ana, best_of=5).next_options.best_of == 5
        code = lobby.answer_rematch(game, bram, best_of=3).successor
        assert Game.objects.get(code=code).best_of == 5

    def test_a_request_that_is_taken_back_sets_nothing(self, ana: User, bram: User) -> None:
        game = resign(start(ana, bram), bram)
        lobby.answer_rematch(game, ana, best_of=5)
        lobby.answer_rematch(game, ana, accept=False)
        lobby.answer_rematch(game, bram, best_of=3)
        assert Game.objects.get(code=lobby.answer_rematch(game, ana).successor).best_of == 3

    def test_the_other_side_sees_the_same(self, ana: User, bram: User) -> None:
        found = series.find_series(resign(start(ana, bram), bram, ana, ana))
        swapped = found.swapped
        assert (swapped.names, swapped.standing.wins) == (("Bram", "Ana"), (2, 1))
        assert swapped.standing.streak == Streak(0, 2)
        assert swapped.swapped == found


class TestEvening:
    def test_games_online_and_at_a_table_count_in_one(self, ana: User, bram: User) -> None:
        online = resign(start(ana, bram), bram)
        table = count_table(browser(bram), browser(ana))
        for game in (online, table):
            found = series.find_series(game, whole_evening=True)
            assert [member.game for member in found.games] == [online, table]
            assert found.names == ("Ana", "Bram")
            assert found.people == (bram.pk, ana.pk)
            assert wins(found) == (1, 1)
        assert wins(series.find_series(online)) == (1, 0)

    def test_people_who_change_seats_keep_their_wins(self, ana: User, bram: User) -> None:
        first = resign(start(ana, bram), bram)
        second = resign(start(bram, ana), bram)
        found = series.find_series(second, whole_evening=True)
        assert (found.names, wins(found)) == (("Bram", "Ana"), (0, 2))
        assert found.code == first.code

    def test_another_evening_is_another_series(self, ana: User, bram: User) -> None:
        before = resign(start(ana, bram), ana)
        early = timezone.now() - timedelta(hours=9)
        Game.objects.filter(pk=before.pk).update(created_at=early)
        before.results.update(at=early)
        game = resign(start(ana, bram), bram)
        assert wins(series.find_series(game, whole_evening=True)) == (1, 0)
        totals = series.get_all_time(series.find_series(game, whole_evening=True))
        assert totals is not None
        assert (totals.score.won, totals.score.lost, totals.streak) == (1, 1, Streak(0, 1))

    def test_games_with_others_stay_out(self, ana: User, bram: User, cleo: User) -> None:
        resign(start(ana, cleo), cleo)
        game = resign(start(ana, bram), bram)
        assert wins(series.find_series(game, whole_evening=True)) == (1, 0)


class TestTables:
    def test_two_phones_without_an_account_keep_a_score(self) -> None:
        ana, bram = browser(), browser()
        first = count_table(ana, bram)
        last = count_piles(again(first, ana, bram), ana, bram, winner=1)
        found = series.find_series(last, whole_evening=True)
        assert (found.names, wins(found), found.people) == (("Ana", "Bram"), (1, 1), None)
        assert found.standing.votes == (5, 5)

    def test_a_best_of_is_agreed_on_with_the_rematch(self) -> None:
        ana, bram = browser(), browser()
        first = count_table(ana, bram)
        companion.execute_commands(first.pk, ana.number_at(first), [item("rematch", accept=True, best_of=3)])
        companion.execute_commands(first.pk, bram.number_at(first), [item("rematch", accept=True)])
        second = count_piles(Game.objects.get(rematch_of=first), ana, bram)
        assert second.best_of == 3
        assert series.find_series(second).standing.best_of.winner == 0
        third = count_piles(again(second, ana, bram), ana, bram)
        assert series.find_series(third).standing.best_of == BestOf(3, (1, 0))

    def test_one_phone_for_both_sets_the_best_of_alone(self) -> None:
        phone = browser()
        game = tables.create_table(phone.visitor, ("Ana", "Bram"), LogDepth.PILES, PlaceChoice.BOTH, best_of=5)
        assert game.best_of == 5
        count_piles(game, phone, phone)
        companion.execute_commands(game.pk, phone.number_at(game), [item("rematch", accept=True, best_of=3)])
        assert Game.objects.get(rematch_of=game).best_of == 3

    def test_a_result_counts_once_both_players_confirmed_it(self) -> None:
        ana, bram = browser(), browser()
        game = again(count_table(ana, bram), ana, bram)
        piles = [item("pile", faction=letter, counts=(3, 2)) for letter in "GKUDP"]
        companion.execute_commands(game.pk, ana.number_at(game), piles)
        assert wins(series.find_series(game)) == (1, 0)


def test_the_token_belongs_to_its_code_alone() -> None:
    token = series.get_token("K7MPX2QA")
    assert len(token) == 22
    assert series.is_token("K7MPX2QA", token)
    assert not series.is_token("K7MPX2QB", token)
    assert not series.is_token("K7MPX2QA", "")
