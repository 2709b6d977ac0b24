"""Playing against the clock. The test has the clock in hand."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Entry, Game, Result, User
from games.services.minds import going_on, sitting
from games.services.online import clocks, lobby, play
from games.services.online.clocks import Choice
from games.store import log
from games.stories.clock import BY_THE_DAY, REAL_TIME, pace
from games.stories.online import Options
from games.stories.status import Status
from tests.services.clockwork import Hand, card, in_hand, left, timed, turn, waiting
from tests.services.plays import match_of, play_at_once, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    return in_hand(monkeypatch)


@pytest.mark.parametrize("agreed", ["", *REAL_TIME, *BY_THE_DAY, "1+0", "60+60"])
def test_what_may_be_agreed(agreed: str) -> None:
    assert (pace(agreed) is None) == (agreed == "")


@pytest.mark.parametrize("agreed", ["0+5", "61+0", "5+61", "5+05", "2d", "5", "5+-1", "05+5", " 5+5", "own"])
def test_all_else_is_no_clock(agreed: str) -> None:
    with pytest.raises(ValueError, match="no clock"):
        pace(agreed)


class TestRealTime:
    def test_the_first_card_of_each_takes_no_time(self, ana: User, bram: User, hand: Hand) -> None:
        game = timed(ana, bram, "5+5")
        for _ in range(2):
            hand.forward(3600)
            card(game, ana, bram)
        assert left(game) == (300, 300)
        assert not Game.objects.filter(due_at__isnull=False).exists()

    def test_a_card_takes_what_went_by_and_brings_its_bonus(self, ana: User, bram: User, hand: Hand) -> None:
        game = timed(ana, bram, "5+5", plies=2)
        seat = turn(game)
        hand.forward(20)
        card(game, ana, bram)
        assert left(game)[seat] == 300 - 20 + 5
        assert left(game)[1 - seat] == 300

    @pytest.mark.parametrize(
        ("thought", "took"), [(None, 20.3), (20_000, 20.0), (19_900, 20.0 - 0.1), (3_000, 19.8), (99_000, 20.3)]
    )
    def test_half_a_second_of_the_network_is_given_back_at_the_most(
        self, ana: User, bram: User, hand: Hand, thought: int | None, took: float
    ) -> None:
        game = timed(ana, bram, "5+0", plies=2)
        seat = turn(game)
        hand.forward(20.3)
        card(game, ana, bram, thought=thought)
        assert left(game)[seat] == pytest.approx(300 - took)

    def test_a_card_that_was_underway_is_in_time(self, ana: User, bram: User, hand: Hand) -> None:
        game = timed(ana, bram, "1+2", plies=2)
        seat = turn(game)
        hand.forward(60.4)
        assert refusal_code(clocks.decide, game, waiting(game, ana, bram), Choice.WIN) == "time_left"
        card(game, ana, bram, thought=59_000)
        assert left(game)[seat] == pytest.approx(0.1 + 2)

    def test_when_time_is_out_nothing_happens_by_itself_but_no_card_can_be_played(
        self, ana: User, bram: User, hand: Hand
    ) -> None:
        game = timed(ana, bram, "1+0", plies=2)
        hand.forward(60.5)
        assert list(clocks.sweep()) == []
        assert clocks.look(match_of(game)).status == Status.PLAYING
        assert refusal_code(card, game, ana, bram) == "time_is_out"

    @pytest.mark.parametrize("choice", [Choice.WIN, Choice.DRAW])
    def test_the_waiting_player_wins_or_calls_it_a_draw(
        self, ana: User, bram: User, hand: Hand, choice: Choice
    ) -> None:
        game = timed(ana, bram, "1+0", plies=2)
        seat, me = turn(game), waiting(game, ana, bram)
        hand.forward(60.5)
        match = clocks.decide(game, me, choice)
        winner = None if choice is Choice.DRAW else 1 - seat
        assert (match.status, match.ending, match.winner) == (Status.FINISHED, "time", winner)
        assert set(Result.objects.values_list("outcome", flat=True)) == (
            {"draw"} if winner is None else {"won", "lost"}
        )
        assert refusal_code(clocks.decide, game, me, choice) == "game_over"

    def test_or_gives_fifteen_seconds(self, ana: User, bram: User, hand: Hand) -> None:
        game = timed(ana, bram, "1+3", plies=2)
        seat = turn(game)
        hand.forward(100)
        clocks.decide(game, waiting(game, ana, bram), Choice.MORE)
        assert left(game)[seat] == 15
        hand.forward(14)
        assert refusal_code(clocks.decide, game, waiting(game, ana, bram), Choice.MORE) == "time_left"
        card(game, ana, bram)
        assert left(game)[seat] == 1 + 3

    def test_nobody_else_decides(self, ana: User, bram: User, cleo: User, hand: Hand) -> None:
        game = timed(ana, bram, "1+0", plies=2)
        late = (ana, bram)[turn(game)]
        hand.forward(100)
        assert refusal_code(clocks.decide, game, late, Choice.WIN) == "time_left"
        assert refusal_code(clocks.decide, game, cleo, Choice.WIN) == "not_seated"

    def test_no_clock_no_decision(self, game: Game, ana: User, hand: Hand) -> None:
        hand.forward(10**6)
        assert refusal_code(clocks.decide, game, ana, Choice.WIN) == "time_left"

    def test_a_trick_that_is_won_by_the_answer_leaves_the_clock_to_the_same_seat(
        self, ana: User, bram: User, hand: Hand
    ) -> None:
        game = timed(ana, bram, "15+0", plies=2)
        took = [0, 0]
        for _ in range(20):
            took[turn(game)] += 7
            hand.forward(7)
            card(game, ana, bram)
        assert left(game) == (900 - took[0], 900 - took[1])

    def test_the_end_stops_both_clocks(self, ana: User, bram: User, hand: Hand) -> None:
        game = timed(ana, bram, "5+0", plies=2)
        seat = turn(game)
        hand.forward(10)
        play.resign(game, ana)
        hand.forward(1000)
        clock = match_of(game).clock
        assert clock is not None
        assert (clock.runs, left(game)[seat]) == (None, 290)


class TestByTheDay:
    def test_each_card_has_all_of_its_days(self, ana: User, bram: User, hand: Hand) -> None:
        game = timed(ana, bram, "3d")
        for _ in range(5):
            hand.forward(days=2.9)
            card(game, ana, bram)
        game.refresh_from_db()
        assert game.due_at == hand.now + timedelta(days=3, seconds=0.5)

    def test_when_time_is_out_the_game_ends_once(self, ana: User, bram: User, hand: Hand) -> None:
        game = timed(ana, bram, "1d", plies=3)
        seat = turn(game)
        hand.forward(days=1)
        assert list(clocks.sweep()) == []
        hand.forward(1)
        assert refusal_code(card, game, ana, bram) == "time_is_out"
        assert [list(clocks.sweep()) for _ in range(2)] == [[1], []]
        match = match_of(game)
        assert (match.status, match.ending, match.winner) == (Status.FINISHED, "time", 1 - seat)
        assert Entry.objects.filter(game=game, kind="timed_out").count() == 1
        assert Result.objects.filter(game=game).count() == 2

    def test_a_look_is_enough(self, ana: User, bram: User, hand: Hand) -> None:
        game = timed(ana, bram, "7d", plies=1)
        hand.forward(days=8)
        assert clocks.look(match_of(game)).ending == "time"

    def test_there_is_nothing_to_decide_and_nobody_need_be_here(self, ana: User, bram: User, hand: Hand) -> None:
        game = timed(ana, bram, "1d", plies=1)
        assert refusal_code(play.claim, game, ana) == "by_the_day"
        hand.forward(days=2)
        assert refusal_code(clocks.decide, game, waiting(game, ana, bram), Choice.WIN) == "time_left"

    def test_one_that_cannot_be_read_keeps_no_other_from_its_end(self, ana: User, bram: User, hand: Hand) -> None:
        games = [timed(ana, bram, "1d", plies=1) for _ in range(3)]
        Entry.objects.filter(game=games[1], kind="played").update(kind="sung")
        log.cache.clear()
        hand.forward(days=2)
        assert sum(clocks.sweep()) == 2
        assert [Game.objects.get(pk=game.pk).status for game in games] == ["finished", "playing", "finished"]


class TestWhoPlaysByOne:
    def test_a_rematch_has_the_same_clock(self, ana: User, bram: User, hand: Hand) -> None:
        game = timed(ana, bram, "10+10")
        play.resign(game, ana)
        lobby.rematch(game, ana)
        lobby.rematch(game, bram)
        again = Game.objects.get(rematch_of=game)
        assert (again.clock, left(again)) == ("10+10", (600, 600))

    def test_against_the_site_there_is_none(self, ana: User, hand: Hand) -> None:
        game = lobby.create(ana, Options(clock="5+5"))
        match = sitting.sit(game, ana, "page")
        game.refresh_from_db()
        assert (match.clock, match.agreed, game.clock) == (None, "", "")

    def test_nor_in_a_game_that_goes_on_from_a_replay(self, ana: User, bram: User, hand: Hand) -> None:
        game = timed(ana, bram, "5+5")
        play_at_once(game)
        assert going_on.go_on(game, ana, 10, 0, "page").clock == ""
