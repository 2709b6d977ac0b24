"""Games against the clock: real time, correspondence, and rated games that nobody plays on."""

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


@pytest.mark.parametrize("agreed", ["", *REAL_TIME, *DAILY, "1+0", "60+60"])
def test_clocks_that_may_be_agreed(agreed: str) -> None:
    assert (parse_time_control(agreed) is None) == (agreed == "")


@pytest.mark.parametrize("agreed", ["0+5", "61+0", "5+61", "5+05", "2d", "5"])
def test_nothing_else_is_a_clock(agreed: str) -> None:
    with pytest.raises(ValueError, match="no clock"):
        parse_time_control(agreed)


class TestRealTime:
    def test_the_first_card_of_each_takes_no_time_for_a_minute(self, ana: User, bram: User, clock: ManualClock) -> None:
        game = timed(ana, bram, "5+5")
        for _ in range(2):
            clock.advance(60)
            card(game, ana, bram)
        assert left(game) == (300, 300)
        assert not Game.objects.filter(due_at__isnull=False).exists()

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

    def test_a_card_takes_what_went_by_and_brings_its_bonus(self, ana: User, bram: User, clock: ManualClock) -> None:
        game = timed(ana, bram, "5+5", plies=2)
        seat = turn(game)
        clock.advance(20)
        card(game, ana, bram)
        assert left(game)[seat] == 300 - 20 + 5
        assert left(game)[1 - seat] == 300

    @pytest.mark.parametrize(
        ("thought", "took"), [(None, 20.3), (20_000, 20.0), (19_900, 20.0 - 0.1), (3_000, 19.8), (99_000, 20.3)]
    )
    def test_half_a_second_of_the_network_is_given_back_at_the_most(
        self, ana: User, bram: User, clock: ManualClock, thought: int | None, took: float
    ) -> None:
        game = timed(ana, bram, "5+0", plies=2)
        seat = turn(game)
        clock.advance(20.3)
        card(game, ana, bram, thought=thought)
        assert left(game)[seat] == pytest.approx(300 - took)

    def test_a_card_that_was_underway_is_in_time(self, ana: User, bram: User, clock: ManualClock) -> None:
        game = timed(ana, bram, "1+2", plies=2)
        seat = turn(game)
        clock.advance(60.4)
        assert refusal_code(clocks.decide_timeout, game, waiting(game, ana, bram), TimeoutChoice.WIN) == "time_left"
        card(game, ana, bram, thought=59_000)
        assert left(game)[seat] == pytest.approx(0.1 + 2)

    def test_when_time_is_out_nothing_happens_by_itself_but_no_card_can_be_played(
        self, ana: User, bram: User, clock: ManualClock
    ) -> None:
        game = timed(ana, bram, "1+0", plies=2)
        clock.advance(60.5)
        assert list(clocks.end_expired_games()) == []
        assert clocks.end_if_expired(match_of(game)).status == Status.PLAYING
        assert refusal_code(card, game, ana, bram) == "time_is_out"

    @pytest.mark.parametrize("choice", [TimeoutChoice.WIN, TimeoutChoice.DRAW])
    def test_the_waiting_player_wins_or_calls_it_a_draw(
        self, ana: User, bram: User, clock: ManualClock, choice: TimeoutChoice
    ) -> None:
        game = timed(ana, bram, "1+0", plies=2)
        seat, me = turn(game), waiting(game, ana, bram)
        clock.advance(60.5)
        match = clocks.decide_timeout(game, me, choice)
        winner = None if choice is TimeoutChoice.DRAW else 1 - seat
        assert (match.status, match.ending, match.winner) == (Status.FINISHED, "time", winner)
        assert set(Result.objects.values_list("outcome", flat=True)) == (
            {"draw"} if winner is None else {"won", "lost"}
        )
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

    def test_nobody_else_decides(self, ana: User, bram: User, cleo: User, clock: ManualClock) -> None:
        game = timed(ana, bram, "1+0", plies=2)
        late = (ana, bram)[turn(game)]
        clock.advance(100)
        assert refusal_code(clocks.decide_timeout, game, late, TimeoutChoice.WIN) == "time_left"
        assert refusal_code(clocks.decide_timeout, game, cleo, TimeoutChoice.WIN) == "not_seated"

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

    def test_there_is_nothing_to_decide_and_nobody_need_be_here(
        self, ana: User, bram: User, clock: ManualClock
    ) -> None:
        game = timed(ana, bram, "1d", plies=1)
        assert refusal_code(play.claim_win, game, ana) == "by_the_day"
        clock.advance(days=2)
        assert refusal_code(clocks.decide_timeout, game, waiting(game, ana, bram), TimeoutChoice.WIN) == "time_left"

    def test_one_that_cannot_be_read_keeps_no_other_from_its_end(
        self, ana: User, bram: User, clock: ManualClock
    ) -> None:
        games = [timed(ana, bram, "1d", plies=1) for _ in range(3)]
        Entry.objects.filter(game=games[1], kind="played").update(kind="sung")
        event_store.state_cache.clear()
        clock.advance(days=2)
        assert sum(clocks.end_expired_games()) == 2
        assert [Game.objects.get(pk=game.pk).status for game in games] == ["finished", "playing", "finished"]


class TestWhoPlaysByOne:
    def test_a_rematch_has_the_same_clock(self, ana: User, bram: User, clock: ManualClock) -> None:
        game = timed(ana, bram, "10+10")
        play.resign(game, ana)
        lobby.answer_rematch(game, ana)
        lobby.answer_rematch(game, bram)
        again = Game.objects.get(rematch_of=game)
        assert (again.clock, left(again)) == ("10+10", (600, 600))

    def test_against_the_site_there_is_none(self, ana: User, clock: ManualClock) -> None:
        game = lobby.create_game(ana, MatchOptions(clock="5+5"))
        match = bot_games.seat_bot(game, ana, "page")
        game.refresh_from_db()
        assert (match.clock, match.agreed, game.clock) == (None, "", "")


def rated(ana: User, bram: User, agreed: str = "", plies: int = 0, **options: bool) -> Game:
    game = lobby.create_game(ana, MatchOptions(**{"rated": True, "lead": "creator", "clock": agreed, **options}))  # type: ignore[arg-type]
    lobby.join_game(game, bram)
    play_out(game, plies)
    return game


def ended() -> int:
    """How many games the daily step ended."""
    return sum(STEPS["rated games abandoned"]())


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


def test_a_card_begins_the_two_weeks_anew(ana: User, bram: User, clock: ManualClock) -> None:
    game = rated(ana, bram)
    for _ in range(3):
        clock.advance(days=13)
        play_out(game, 1)
        assert ended() == 0


def test_a_game_that_moderators_let_go_on_begins_the_two_weeks_anew(
    ana: User, bram: User, mona: Moderator, clock: ManualClock
) -> None:
    game = rated(ana, bram)
    act = freeze_game(mona, game, WHY)
    clock.advance(days=30)
    assert ended() == 0
    undo_act(mona, act, WHY)
    clock.advance(days=13)
    assert ended() == 0
    clock.advance(days=2)
    assert ended() == 1


def test_abandoned_casual_and_correspondence_games_go_on(ana: User, bram: User, clock: ManualClock) -> None:
    casual = rated(ana, bram, rated=False)
    daily = rated(ana, bram, "7d")
    clock.advance(days=100)
    assert ended() == 0
    assert [match_of(game).status for game in (casual, daily)] == ["playing", "playing"]


def test_time_in_which_nobody_could_play_counts_for_nobody(ana: User, bram: User, clock: ManualClock) -> None:
    rated(ana, bram)
    clock.advance(days=13)
    clock.advance(days=3)
    outage(clock, timedelta(days=3).total_seconds())
    assert ended() == 0
    clock.advance(days=1)
    assert ended() == 1
