"""Ratings: which games count, and how ratings follow changed results."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from itertools import combinations
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.models import Act, Entry, Game, Rated, Rating, Report, User
from games.queries.glicko import DEFAULT_RATING
from games.services.accounts import deletion, erasure
from games.services.bots import bot_games
from games.services.matches import lobby, play
from games.services.moderation.games import award_win, cancel_game, change_result, give_back_seat, reopen_game
from games.services.moderation.permissions import Moderator
from games.services.moderation.undo import undo_act
from games.services.ratings import ratings
from games.services.retention import STEPS
from games.state.match_state import MatchOptions
from games.state.result import RatingPool
from tests.commits import disconnect_receivers
from tests.moderators import WHY
from tests.people import guest, person
from tests.row_cache import cached_rows
from tests.services.matches.games import play_at_once, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)

RATED = MatchOptions(lead="creator", rated=True)
DAYS = RatingPool.DAYS


def rated(one: User, other: User) -> Game:
    """A rated game of two, dealt."""
    game = lobby.create_game(one, RATED)
    lobby.join_game(game, other)
    return game


def won(winner: User, loser: User) -> Game:
    """One that was resigned at once."""
    game = rated(winner, loser)
    play.resign(game, loser)
    return game


def numbers() -> list[dict[str, Any]]:
    """All that is kept of ratings, to the last digit, but for the numbers of rows."""
    seats = Rated.objects.order_by("game", "seat").values()
    stands = Rating.objects.order_by("user", "pool").values()
    return [{name: value for name, value in row.items() if name != "id"} for row in (*seats, *stands)]


def points(user: User) -> float:
    return float(Rating.objects.get(user=user, pool=DAYS).rating)


def rebuilt() -> str:
    out = StringIO()
    call_command("ratings", "--rebuild", stdout=out)
    return out.getvalue()


class TestRatedGames:
    def test_a_game_offered_as_rated_moves_both_ratings(self, ana: User, bram: User) -> None:
        game = won(ana, bram)
        first, second = Rated.objects.filter(game=game).order_by("seat")
        assert (first.user, first.outcome, second.user, second.outcome) == (ana, "won", bram, "lost")
        assert points(ana) > DEFAULT_RATING.rating > points(bram)
        assert (first.rating_before, first.rating, first.games) == (1500, points(ana), 1)

    def test_a_draw_moves_the_stronger_down(self, ana: User, bram: User, mona: Moderator) -> None:
        won(ana, bram)
        before = points(ana)
        change_result(mona, won(ana, bram), None, WHY)
        assert points(bram) < points(ana) < before

    def test_casual_games_and_games_against_bots_do_not_count(self, game: Game, ana: User) -> None:
        play.resign(game, ana)
        against = lobby.create_game(ana, RATED)
        bot_games.seat_bot(against, ana, "page")
        play.resign(against, ana)
        assert numbers() == []

    def test_guests_play_no_rated_games(self, ana: User, bram: User, mona: Moderator) -> None:
        gita = guest("Gita")
        assert refusal_code(lobby.create_game, gita, RATED) == "account_needed"
        assert refusal_code(lobby.join_game, lobby.create_game(ana, RATED), gita) == "account_needed"
        game = won(ana, bram)
        before = numbers()
        act = give_back_seat(mona, game, 0, gita.pk, WHY)
        assert numbers() == []
        undo_act(mona, act, WHY)
        assert numbers() == before


@pytest.fixture
def games(db: None) -> list[Game]:
    return play_games()


@cached_rows
def play_games() -> list[Game]:
    """Eight rated games of four people, always the same."""
    pairs = list(combinations([person(f"P{number}") for number in range(4)], 2))
    chance = random.Random(5)
    return [won(*chance.sample(chance.choice(pairs), 2)) for _ in range(8)]


class TestRebuilt:
    def test_rebuilt_ratings_equal_the_stored_ones(self, games: list[Game]) -> None:
        before = numbers()
        assert len(before) == 8 * 2 + 4
        assert rebuilt() == "Rated games: 8. Users with a rating: 4.\nCorrected numbers: 0.\n"
        assert numbers() == before
        Rated.objects.filter(seat=0).update(rating=0.0)
        Rating.objects.all().delete()
        assert "Corrected numbers: 8." in rebuilt()
        assert numbers() == before

    @pytest.mark.parametrize(
        "act",
        [lambda mona, game: cancel_game(mona, game, WHY), lambda mona, game: change_result(mona, game, None, WHY)],
        ids=["cancelled", "a draw"],
    )
    def test_ratings_follow_acts_of_moderators_and_their_undo(
        self, act: Callable[[Moderator, Game], Act], games: list[Game], mona: Moderator
    ) -> None:
        before = numbers()
        done = act(mona, games[1])
        there = numbers()
        assert there != before
        assert "Corrected numbers: 0." in rebuilt()
        assert numbers() == there
        undo_act(mona, done, WHY)
        assert numbers() == before

    def test_a_changed_result_moves_later_opponents(self, ana: User, bram: User, cleo: User, mona: Moderator) -> None:
        first = won(ana, bram)
        won(bram, cleo)
        before = points(cleo)
        change_result(mona, first, 1, WHY)
        assert points(cleo) != before

    def test_an_award_counts_until_it_is_undone(self, ana: User, bram: User, mona: Moderator) -> None:
        game = rated(ana, bram)
        act = award_win(mona, game, 0, WHY)
        assert points(ana) > 1500
        undo_act(mona, act, WHY)
        assert numbers() == []

    def test_games_count_in_the_order_of_their_ends(self, ana: User, bram: User, cleo: User) -> None:
        early, late = rated(ana, bram), rated(ana, cleo)
        for game in (late, early):
            play.resign(game, ana)
        heard = numbers()
        Entry.objects.filter(game=early, kind="resigned").update(created_at=timezone.now() - timedelta(minutes=1))
        ratings.sync_game_ratings(early.pk)
        assert numbers() != heard
        after = numbers()
        rebuilt()
        assert numbers() == after

    def test_the_deviation_grows_with_absence(self, ana: User, bram: User) -> None:
        first, second = won(ana, bram), won(ana, bram)
        known = Rated.objects.get(game=first, seat=0).deviation
        assert Rated.objects.get(game=second, seat=0).deviation_before == known
        Entry.objects.filter(game=first, kind="resigned").update(created_at=timezone.now() - timedelta(days=60))
        ratings.sync_game_ratings(first.pk)
        assert Rated.objects.get(game=second, seat=0).deviation_before > known

    def test_the_daily_step_writes_missing_rows(
        self, ana: User, bram: User, mona: Moderator, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        second, third, fourth = won(ana, bram), won(ana, bram), rated(ana, bram)
        disconnect_receivers(monkeypatch)
        change_result(mona, second, 1, WHY)
        reopen_game(mona, third, WHY)
        play.resign(fourth, bram)
        against = lobby.create_game(ana, RATED)
        bot_games.seat_bot(against, ana, "page")
        play.resign(against, ana)
        assert sum(STEPS["ratings"]()) == 3
        after = numbers()
        assert "Corrected numbers: 0." in rebuilt()
        assert numbers() == after
        assert sum(STEPS["ratings"]()) == 0


def test_erasure_leaves_the_ratings_of_opponents(ana: User, bram: User, cleo: User, mona: Moderator) -> None:
    first = won(ana, bram)
    won(bram, cleo)
    deletion.delete_account(ana)
    assert erasure.erase(User.objects.get(pk=ana.pk))
    assert not Rating.objects.filter(user=ana).exists()
    before = numbers()
    act = change_result(mona, first, 1, WHY)
    assert numbers() != before
    undo_act(mona, act, WHY)
    rebuilt()
    assert numbers() == before


class TestGamesGivenAway:
    def test_three_games_resigned_early_to_the_same_person_are_reported_once(self, ana: User, bram: User) -> None:
        won(ana, bram), won(ana, bram)
        assert not Report.objects.exists()
        last = won(ana, bram)
        report = Report.objects.get()
        assert (report.game, report.person, report.seat, report.status) == (last, bram, 1, "open")
        assert (report.reporter, report.device) == (None, None)
        won(ana, bram), won(ana, bram)
        Report.objects.update(status="decided", decided_at=timezone.now())
        won(ana, bram), won(ana, bram)
        assert Report.objects.count() == 1
        for _ in range(3):
            won(ana, bram)
        assert Report.objects.count() == 2

    def test_ordinary_losses_are_not_reported(self, ana: User, bram: User, cleo: User) -> None:
        for winner, loser in ((ana, bram), (cleo, bram), (ana, bram), (bram, ana), (bram, ana)):
            won(winner, loser)
        game = rated(ana, bram)
        play_at_once(game, 26)
        play.resign(game, bram)
        assert not Report.objects.exists()
