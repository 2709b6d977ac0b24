"""Games against the clock: real time, correspondence, and abandoned rated games."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.eventlog import event_store
from games.models import Entry, Game, Rating, Result, User
from games.services.bots import bot_games
from games.services.matches import clocks, lobby, play
from games.services.matches.clocks import TimeoutChoice
from games.services.moderation.games import freeze_game
from games.services.moderation.permissions import Moderator
from games.services.moderation.undo import undo_act
from games.services.retention import STEPS
from games.state.clock import DAILY, REAL_TIME, parse_time_control
from games.state.game_state import Status
from games.state.match_state import MatchOptions
from tests.moderators import WHY
from tests.services.matches.clock import ManualClock, card, left, outage, timed, turn, waiting
from tests.services.matches.games import match_of, play_out, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


def test_time_controls_that_may_be_agreed() -> None:
    assert parse_time_control("") is None
    for agreed in (*REAL_TIME, *DAILY, "1+0", "60+60"):
        assert parse_time_control(agreed) is not None
    for agreed in ("0+5", "61+0", "5+61", "5+05", "2d", "5"):
        with pytest.raises(ValueError, match="no clock"):
            parse_time_control(agreed)


class TestRealTime:
    def test_a_card_takes_time_and_brings_its_bonus_after_the_first_of_each(
        self, ana: User, bram: User, clock: ManualClock
    ) -> None:
        game = timed(ana, bram, "5+5")
        for _ in range(2):
            clock.advance(60)
            card(game, ana, bram)
        assert left(game) == (300, 300)
        assert not Game.objects.filter(due_at__isnull=False).exists()
        seat = turn(game)
        clock.advance(20)
        card(game, ana, bram)
        assert (left(game)[seat], left(game)[1 - seat]) == (300 - 20 + 5, 300)

    @pytest.mark.parametrize("ply", [0, 1])
    def test_a_player_who_never_plays_a_card_loses_on_time(
        self, ana: User, bram: User, clock: ManualClock, ply: int
    ) -> None:
        game = timed(ana, bram, "1+5", plies=ply)
        seat, me = turn(game), waiting(game, ana, bram)
        clock.advance(60 + 59)
        assert refusal_code(clocks.decide_timeout, game, me, TimeoutChoice.WIN) == "time_left"
        clock.advance(1.5)
        assert refusal_code(card, game, ana, bram) == "time_is_out"
        match = clocks.decide_timeout(game, me, TimeoutChoice.WIN)
        assert (match.ending, match.winner) == ("time", 1 - seat)

    @pytest.mark.parametrize(
        ("thought", "took"), [(None, 20.3), (20_000, 20.0), (19_900, 20.0 - 0.1), (3_000, 19.8), (99_000, 20.3)]
    )
    def test_the_network_delay_is_given_back_up_to_half_a_second(
        self, ana: User, bram: User, clock: ManualClock, thought: int | None, took: float
    ) -> None:
        game = timed(ana, bram, "5+0", plies=2)
        seat = turn(game)
        clock.advance(20.3)
        card(game, ana, bram, thought=thought)
        assert left(game)[seat] == pytest.approx(300 - took)

    def test_a_card_on_its_way_when_time_runs_out_counts(self, ana: User, bram: User, clock: ManualClock) -> None:
        game = timed(ana, bram, "1+2", plies=2)
        seat = turn(game)
        clock.advance(60.4)
        assert refusal_code(clocks.decide_timeout, game, waiting(game, ana, bram), TimeoutChoice.WIN) == "time_left"
        card(game, ana, bram, thought=59_000)
        assert left(game)[seat] == pytest.approx(0.1 + 2)

    @pytest.mark.parametrize("choice", [TimeoutChoice.WIN, TimeoutChoice.DRAW])
    def test_after_the_time_the_waiting_player_takes_a_win_or_a_draw(
        self, ana: User, bram: User, cleo: User, clock: ManualClock, choice: TimeoutChoice
    ) -> None:
        game = timed(ana, bram, "1+0", plies=2)
        seat, me = turn(game), waiting(game, ana, bram)
        clock.advance(60.5)
        assert list(clocks.end_expired_games()) == []
        assert clocks.end_if_expired(match_of(game)).status == Status.PLAYING
        assert refusal_code(card, game, ana, bram) == "time_is_out"
        assert refusal_code(clocks.decide_timeout, game, (ana, bram)[seat], choice) == "time_left"
        assert refusal_code(clocks.decide_timeout, game, cleo, choice) == "not_seated"
        match = clocks.decide_timeout(game, me, choice)
        winner = None if choice is TimeoutChoice.DRAW else 1 - seat
        assert (match.status, match.ending, match.winner) == (Status.FINISHED, "time", winner)
        outcomes = {"draw"} if winner is None else {"won", "lost"}
        assert set(Result.objects.values_list("outcome", flat=True)) == outcomes
        assert refusal_code(clocks.decide_timeout, game, me, choice) == "game_over"

    def test_the_waiting_player_gives_fifteen_seconds(self, ana: User, bram: User, clock: ManualClock) -> None:
        game = timed(ana, bram, "1+3", plies=2)
        seat = turn(game)
        clock.advance(100)
        clocks.decide_timeout(game, waiting(game, ana, bram), TimeoutChoice.MORE)
        assert left(game)[seat] == 15
        clock.advance(14)
        assert refusal_code(clocks.decide_timeout, game, waiting(game, ana, bram), TimeoutChoice.MORE) == "time_left"
        card(game, ana, bram)
        assert left(game)[seat] == 1 + 3

    def test_the_end_stops_both_clocks(self, ana: User, bram: User, clock: ManualClock) -> None:
        game = timed(ana, bram, "5+0", plies=2)
        seat = turn(game)
        clock.advance(10)
        play.resign(game, ana)
        clock.advance(1000)
        found = match_of(game).clock
        assert found is not None
        assert (found.runs, left(game)[seat]) == (None, 290)


class TestByTheDay:
    def test_each_card_has_all_of_its_days(self, ana: User, bram: User, clock: ManualClock) -> None:
        game = timed(ana, bram, "3d")
        for _ in range(5):
            clock.advance(days=2.9)
            card(game, ana, bram)
        game.refresh_from_db()
        assert game.due_at == clock.now + timedelta(days=3, seconds=0.5)

    def test_when_time_is_out_the_game_ends_once(self, ana: User, bram: User, clock: ManualClock) -> None:
        game = timed(ana, bram, "1d", plies=3)
        seat = turn(game)
        clock.advance(days=1)
        assert list(clocks.end_expired_games()) == []
        clock.advance(1)
        assert refusal_code(card, game, ana, bram) == "time_is_out"
        assert [list(clocks.end_expired_games()) for _ in range(2)] == [[1], []]
        match = match_of(game)
        assert (match.status, match.ending, match.winner) == (Status.FINISHED, "time", 1 - seat)
        assert Entry.objects.filter(game=game, kind="timed_out").count() == 1
        assert Result.objects.filter(game=game).count() == 2

    def test_a_win_cannot_be_claimed(self, ana: User, bram: User, clock: ManualClock) -> None:
        game = timed(ana, bram, "1d", plies=1)
        assert refusal_code(play.claim_win, game, ana) == "by_the_day"
        clock.advance(days=2)
        assert refusal_code(clocks.decide_timeout, game, waiting(game, ana, bram), TimeoutChoice.WIN) == "time_left"

    def test_an_unreadable_game_does_not_stop_other_ends(self, ana: User, bram: User, clock: ManualClock) -> None:
        games = [timed(ana, bram, "1d", plies=1) for _ in range(3)]
        Entry.objects.filter(game=games[1], kind="played").update(kind="sung")
        event_store.state_cache.clear()
        clock.advance(days=2)
        assert sum(clocks.end_expired_games()) == 2
        assert [Game.objects.get(pk=game.pk).status for game in games] == ["finished", "playing", "finished"]


def test_a_game_against_a_bot_has_no_clock(ana: User, clock: ManualClock) -> None:
    game = lobby.create_game(ana, MatchOptions(clock="5+5"))
    match = bot_games.seat_bot(game, ana, "page")
    game.refresh_from_db()
    assert (match.clock, match.agreed, game.clock) == (None, "", "")


def rated(ana: User, bram: User, agreed: str = "", plies: int = 0, is_rated: bool = True) -> Game:
    game = lobby.create_game(ana, MatchOptions(rated=is_rated, lead="creator", clock=agreed))
    lobby.join_game(game, bram)
    play_out(game, plies)
    return game


def ended() -> int:
    """How many games the daily step ended."""
    return sum(STEPS["abandoned rated games"]())


@pytest.mark.parametrize(("agreed", "plies"), [("", 0), ("5+5", 1), ("", 30)])
def test_the_seat_to_play_loses_an_abandoned_game_after_two_weeks(
    ana: User, bram: User, clock: ManualClock, agreed: str, plies: int
) -> None:
    game = rated(ana, bram, agreed, plies)
    seat = turn(game)
    clock.advance(days=14, seconds=-1)
    assert ended() == 0
    clock.advance(2)
    assert [ended(), ended()] == [1, 0]
    match = match_of(game)
    assert (match.status, match.ending, match.winner) == ("finished", "time", 1 - seat)
    assert Rating.objects.get(user=(ana, bram)[seat]).rating < 1500
    assert Entry.objects.filter(game=game, kind="timed_out").count() == 1


def test_a_card_and_a_freeze_restart_the_two_weeks(ana: User, bram: User, mona: Moderator, clock: ManualClock) -> None:
    game = rated(ana, bram)
    for _ in range(3):
        clock.advance(days=13)
        play_out(game, 1)
        assert ended() == 0
    act = freeze_game(mona, game, WHY)
    clock.advance(days=30)
    assert ended() == 0
    undo_act(mona, act, WHY)
    clock.advance(days=13)
    assert ended() == 0
    clock.advance(days=2)
    assert ended() == 1


def test_abandoned_casual_and_correspondence_games_go_on(ana: User, bram: User, clock: ManualClock) -> None:
    casual = rated(ana, bram, is_rated=False)
    daily = rated(ana, bram, "7d")
    clock.advance(days=100)
    assert ended() == 0
    assert [match_of(game).status for game in (casual, daily)] == ["playing", "playing"]


def test_the_two_weeks_do_not_count_time_in_which_the_site_was_down(ana: User, bram: User, clock: ManualClock) -> None:
    rated(ana, bram)
    clock.advance(days=16)
    outage(clock, timedelta(days=3).total_seconds())
    assert ended() == 0
    clock.advance(days=1)
    assert ended() == 1
