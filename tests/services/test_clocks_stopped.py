"""Time that counts for nobody: while moderators look at a game, and while the site was down."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Act, Entry, Game, Outage, Process, Result, User
from games.rules.errors import Refusal
from games.services import moderation
from games.services.moderation import Judge
from games.services.online import clocks
from games.services.online.clocks import Choice
from games.store import presence
from games.store.log import fact_of
from games.store.outages import COMING_BACK
from games.store.uptime import Uptime
from games.stories.online import Match
from games.stories.status import Status
from tests.draws import some
from tests.moderators import WHY
from tests.services.clockwork import Hand, card, in_hand, left, outage, timed, turn, waiting
from tests.services.plays import match_of, play_next, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    return in_hand(monkeypatch)


class TestModerators:
    """Nobody loses on time by what they do."""

    @pytest.mark.parametrize(("agreed", "spent"), [("5+0", 200), ("1d", 80_000)])
    def test_while_a_game_is_frozen_no_time_goes_by(
        self, ana: User, bram: User, mona: Judge, hand: Hand, agreed: str, spent: float
    ) -> None:
        game = timed(ana, bram, agreed, plies=2)
        seat = turn(game)
        hand.forward(spent)
        act = moderation.freeze(mona, game, WHY)
        rest = left(game)[seat]
        hand.forward(days=30)
        assert left(game)[seat] == rest
        assert list(clocks.sweep()) == []
        moderation.undo(mona, act, WHY)
        hand.forward(3600)
        assert list(clocks.sweep()) == []
        card(game, ana, bram)
        assert left(game)[seat] == (86_400 if agreed == "1d" else rest)

    def test_whoever_was_late_when_it_was_frozen_may_play_when_it_goes_on(
        self, ana: User, bram: User, mona: Judge, hand: Hand
    ) -> None:
        game = timed(ana, bram, "1+0", plies=2)
        hand.forward(1000)
        moderation.undo(mona, moderation.freeze(mona, game, WHY), WHY)
        assert refusal_code(clocks.decide, game, waiting(game, ana, bram), Choice.WIN) == "time_left"
        card(game, ana, bram)

    @pytest.mark.parametrize("agreed", ["1+0", "1d"])
    def test_one_that_ended_by_the_clock_is_reopened(
        self, ana: User, bram: User, mona: Judge, hand: Hand, agreed: str
    ) -> None:
        game = timed(ana, bram, agreed, plies=2)
        hand.forward(days=2)
        if agreed == "1+0":
            clocks.decide(game, waiting(game, ana, bram), Choice.WIN)
        assert list(clocks.sweep()) == ([1] if agreed == "1d" else [])
        moderation.reopen(mona, game, WHY)
        assert Result.objects.count() == 0
        hand.forward(1000)
        assert list(clocks.sweep()) == []
        card(game, ana, bram)
        assert match_of(game).status == Status.PLAYING

    def test_another_name_stops_no_clock(self, ana: User, bram: User, mona: Judge, hand: Hand) -> None:
        game = timed(ana, bram, "5+0", plies=2)
        seat = turn(game)
        hand.forward(10)
        moderation.rename_seat(mona, game, 1, "Bart", WHY)
        hand.forward(10)
        card(game, ana, bram)
        assert left(game)[seat] == 280


class TestOutages:
    def test_time_in_which_nobody_could_play_counts_for_nobody(self, ana: User, bram: User, hand: Hand) -> None:
        game = timed(ana, bram, "1+0", plies=2)
        seat = turn(game)
        hand.forward(30 + 3600)
        outage(hand, 3600)
        assert refusal_code(clocks.decide, game, waiting(game, ana, bram), Choice.WIN) == "time_left"
        hand.forward(10)
        card(game, ana, bram)
        assert left(game)[seat] == 60 - 30 - 10

    def test_all_games_are_told_at_once_and_each_once(self, ana: User, bram: User, game: Game, hand: Hand) -> None:
        games = [timed(ana, bram, agreed, plies=2) for agreed in ("5+0", "1d")]
        hand.forward(1000)
        outage(hand, 1000)
        assert sum(clocks.catch_up()) == 2
        assert sum(clocks.catch_up()) == 0
        assert [Entry.objects.filter(game=one, kind="paused").count() for one in (*games, game)] == [1, 1, 0]
        assert [left(one)[turn(one)] for one in games] == [300, 86_400]

    def test_nothing_ends_that_was_due_while_the_site_was_down(self, ana: User, bram: User, hand: Hand) -> None:
        game = timed(ana, bram, "1d", plies=1)
        hand.forward(days=2)
        outage(hand, 2 * 86_400 - 10)
        assert sum(clocks.sweep()) == 0
        game.refresh_from_db()
        assert game.due_at == hand.now + timedelta(days=1, seconds=-9.5)

    def test_one_that_was_over_before_the_clock_ran_is_nothing(self, ana: User, bram: User, hand: Hand) -> None:
        game = timed(ana, bram, "5+0", plies=1)
        outage(hand, 100)
        card(game, ana, bram)
        hand.forward(5)
        card(game, ana, bram)
        assert not Entry.objects.filter(kind="paused").exists()

    @pytest.mark.parametrize("more", [{}, {"left_at": True}], ids=["one stands still", "all are gone"])
    def test_nothing_is_decided_while_it_might_be_a_fault_of_the_site(
        self, ana: User, bram: User, hand: Hand, more: dict[str, bool]
    ) -> None:
        games = [timed(ana, bram, agreed, plies=2) for agreed in ("1+0", "1d")]
        hand.forward(days=2)
        left_at = hand.now if more else None
        Process.objects.create(host="elsewhere", pid=1, beat_at=hand.now - timedelta(minutes=1), left_at=left_at)
        assert list(clocks.sweep()) == []
        me = waiting(games[0], ana, bram)
        assert refusal_code(clocks.decide, games[0], me, Choice.WIN) == "time_left"
        Process.objects.update(beat_at=hand.now, left_at=None)
        assert list(clocks.sweep()) == [1]
        assert clocks.decide(games[0], me, Choice.WIN).over

    def test_a_start_notes_how_long_nobody_ran(self, hand: Hand) -> None:
        Process.objects.create(host="elsewhere", pid=1, beat_at=hand.now, left_at=hand.now + timedelta(seconds=3))
        hand.forward(100)
        began = Uptime(presence.pause)
        began.begin()
        (one,) = Outage.objects.all()
        assert one.ended_at - one.began_at == timedelta(seconds=97) + COMING_BACK
        Uptime(presence.pause).begin()
        assert Outage.objects.count() == 1

    def test_the_first_start_of_all_notes_nothing(self, hand: Hand) -> None:
        Uptime(presence.pause).begin()
        assert not Outage.objects.exists()

    def test_a_process_that_stood_still_notes_it(self, hand: Hand) -> None:
        uptime = Uptime(presence.pause)
        for seconds in (5, 5, 60):
            uptime.beat()
            hand.forward(seconds)
        assert not Outage.objects.exists()
        uptime.beat()
        (one,) = Outage.objects.all()
        assert one.ended_at - one.began_at == timedelta(seconds=60) + COMING_BACK


DEEDS = ("card", "win", "more", "freeze", "go on", "outage", "look")


@settings(
    deadline=None, database=None, max_examples=some(25), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.sampled_from(["1+0", "5+5", "1d"]),
    st.lists(st.tuples(st.sampled_from(DEEDS), st.floats(0, 90))),
)
def test_whatever_happens_the_clocks_are_the_fold_of_the_log(
    ana: User, bram: User, mona: Judge, hand: Hand, agreed: str, steps: list[tuple[str, float]]
) -> None:
    """And nobody ever has less than nothing left, nor more than was given."""
    game = timed(ana, bram, agreed, plies=2)
    acts: list[Act] = []
    deeds: dict[str, Callable[[], object]] = {
        "card": lambda: play_next(game),
        "win": lambda: clocks.decide(game, waiting(game, ana, bram), Choice.WIN),
        "more": lambda: clocks.decide(game, waiting(game, ana, bram), Choice.MORE),
        "freeze": lambda: acts.append(moderation.freeze(mona, game, WHY)),
        "go on": lambda: acts and moderation.undo(mona, acts[-1], WHY),
        "outage": lambda: outage(hand, 1),
        "look": lambda: clocks.look(match_of(game)),
    }
    for what, seconds in steps:
        hand.forward(seconds if agreed != "1d" else seconds * 1000)
        try:
            deeds[what]()
        except Refusal:
            continue
        finally:
            same(game)
        if match_of(game).over:
            break


def same(game: Game) -> None:
    known = match_of(game)
    entries = list(Entry.objects.filter(game=game).order_by("number"))
    read = Match(game.pk, game.code).fold(map(fact_of, entries))
    game.refresh_from_db()
    assert known.clock == read.clock is not None
    assert read.columns() == {name: getattr(game, name) for name in read.columns()}
    assert all(0 <= one <= 86_400_000 for one in read.clock.left)
