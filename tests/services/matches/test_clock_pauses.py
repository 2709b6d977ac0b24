"""Pauses of clocks, and races at the moment in which time runs out."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.eventlog import event_store
from games.eventlog.event_store import build_event
from games.messaging import presence
from games.messaging.outages import RETURN_TIME, outages
from games.messaging.process_heartbeat import ProcessHeartbeat
from games.models import Act, Entry, Game, Outage, Process, Result, User
from games.rules.errors import Refusal
from games.services.matches import clocks
from games.services.matches.clocks import TimeoutChoice
from games.services.moderation.games import freeze_game, reopen_game
from games.services.moderation.permissions import Moderator
from games.services.moderation.undo import undo_act
from games.state.game_state import Status
from games.state.match_state import MatchState
from tests.moderators import WHY
from tests.repetitions import fault_rounds, sample_size
from tests.services.matches.clock import ManualClock, card, left, outage, timed, turn, waiting
from tests.services.matches.games import in_threads, match_of, play_next, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


class TestModerators:
    @pytest.mark.parametrize(("agreed", "spent"), [("5+0", 200), ("1d", 80_000)])
    def test_while_a_game_is_frozen_no_time_goes_by(
        self, ana: User, bram: User, mona: Moderator, clock: ManualClock, agreed: str, spent: float
    ) -> None:
        game = timed(ana, bram, agreed, plies=2)
        seat = turn(game)
        clock.advance(spent)
        act = freeze_game(mona, game, WHY)
        rest = left(game)[seat]
        clock.advance(days=30)
        assert left(game)[seat] == rest
        assert list(clocks.end_expired_games()) == []
        undo_act(mona, act, WHY)
        clock.advance(3600)
        assert list(clocks.end_expired_games()) == []
        card(game, ana, bram)
        assert left(game)[seat] == (86_400 if agreed == "1d" else rest)

    @pytest.mark.parametrize("agreed", ["1+0", "1d"])
    def test_one_that_ended_by_the_clock_is_reopened(
        self, ana: User, bram: User, mona: Moderator, clock: ManualClock, agreed: str
    ) -> None:
        game = timed(ana, bram, agreed, plies=2)
        clock.advance(days=2)
        if agreed == "1+0":
            clocks.decide_timeout(game, waiting(game, ana, bram), TimeoutChoice.WIN)
        assert list(clocks.end_expired_games()) == ([1] if agreed == "1d" else [])
        reopen_game(mona, game, WHY)
        assert Result.objects.count() == 0
        clock.advance(1000)
        assert list(clocks.end_expired_games()) == []
        card(game, ana, bram)
        assert match_of(game).status == Status.PLAYING


class TestOutages:
    def test_time_in_which_nobody_could_play_counts_for_nobody(self, ana: User, bram: User, clock: ManualClock) -> None:
        game = timed(ana, bram, "1+0", plies=2)
        seat = turn(game)
        clock.advance(30 + 3600)
        outage(clock, 3600)
        assert refusal_code(clocks.decide_timeout, game, waiting(game, ana, bram), TimeoutChoice.WIN) == "time_left"
        clock.advance(10)
        card(game, ana, bram)
        assert left(game)[seat] == 60 - 30 - 10

    def test_every_clock_is_paused_once(self, ana: User, bram: User, game: Game, clock: ManualClock) -> None:
        games = [timed(ana, bram, agreed, plies=2) for agreed in ("5+0", "1d")]
        clock.advance(1000)
        outage(clock, 1000)
        assert sum(clocks.log_outages()) == 2
        assert sum(clocks.log_outages()) == 0
        assert [Entry.objects.filter(game=one, kind="paused").count() for one in (*games, game)] == [1, 1, 0]
        assert [left(one)[turn(one)] for one in games] == [300, 86_400]

    def test_nothing_ends_that_was_due_while_the_site_was_down(self, ana: User, bram: User, clock: ManualClock) -> None:
        game = timed(ana, bram, "1d", plies=1)
        clock.advance(days=2)
        outage(clock, 2 * 86_400 - 10)
        assert sum(clocks.end_expired_games()) == 0
        game.refresh_from_db()
        assert game.due_at == clock.now + timedelta(days=1, seconds=-9.5)

    @pytest.mark.parametrize("more", [{}, {"left_at": True}], ids=["one stands still", "all are gone"])
    def test_nothing_is_decided_while_it_might_be_a_fault_of_the_site(
        self, ana: User, bram: User, clock: ManualClock, more: dict[str, bool]
    ) -> None:
        games = [timed(ana, bram, agreed, plies=2) for agreed in ("1+0", "1d")]
        clock.advance(days=2)
        left_at = clock.now if more else None
        Process.objects.create(host="elsewhere", pid=1, beat_at=clock.now - timedelta(minutes=1), left_at=left_at)
        assert list(clocks.end_expired_games()) == []
        me = waiting(games[0], ana, bram)
        assert refusal_code(clocks.decide_timeout, games[0], me, TimeoutChoice.WIN) == "time_left"
        Process.objects.update(beat_at=clock.now, left_at=None)
        assert list(clocks.end_expired_games()) == [1]
        assert clocks.decide_timeout(games[0], me, TimeoutChoice.WIN).over

    def test_a_start_records_the_time_in_which_no_process_ran(self, clock: ManualClock) -> None:
        Process.objects.create(host="elsewhere", pid=1, beat_at=clock.now, left_at=clock.now + timedelta(seconds=3))
        clock.advance(100)
        for _ in range(2):
            ProcessHeartbeat(presence.get_pause_threshold).register()
            (outage,) = Outage.objects.all()
            assert outage.ended_at - outage.began_at == timedelta(seconds=97) + RETURN_TIME


DEEDS = ("card", "win", "more", "freeze", "go on", "outage", "look")


@settings(
    deadline=None,
    database=None,
    max_examples=sample_size(12),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.sampled_from(["1+0", "5+5", "1d"]), st.lists(st.tuples(st.sampled_from(DEEDS), st.floats(0, 90))))
def test_clocks_are_always_the_fold_of_the_log(
    ana: User, bram: User, mona: Moderator, clock: ManualClock, agreed: str, steps: list[tuple[str, float]]
) -> None:
    """The time left is never negative and never more than was given."""
    game = timed(ana, bram, agreed, plies=2)
    acts: list[Act] = []
    deeds: dict[str, Callable[[], object]] = {
        "card": lambda: play_next(game),
        "win": lambda: clocks.decide_timeout(game, waiting(game, ana, bram), TimeoutChoice.WIN),
        "more": lambda: clocks.decide_timeout(game, waiting(game, ana, bram), TimeoutChoice.MORE),
        "freeze": lambda: acts.append(freeze_game(mona, game, WHY)),
        "go on": lambda: acts and undo_act(mona, acts[-1], WHY),
        "outage": lambda: outage(clock, 1),
        "look": lambda: clocks.end_if_expired(match_of(game)),
    }
    for what, seconds in steps:
        clock.advance(seconds if agreed != "1d" else seconds * 1000)
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
    read = MatchState(game.pk, game.code).fold(map(build_event, entries))
    game.refresh_from_db()
    assert known.clock == read.clock is not None
    assert read.columns() == {name: getattr(game, name) for name in read.columns()}
    assert all(0 <= one <= 86_400_000 for one in read.clock.left)


RACES = fault_rounds(sample_size(3), 200)
NEAR = timedelta(milliseconds=5)


class EdgeClock(ManualClock):
    """A clock that says at each look a few milliseconds more or less."""

    def __call__(self) -> datetime:
        return self.now + random.uniform(-1, 1) * NEAR


@pytest.fixture
def edge_clock(monkeypatch: pytest.MonkeyPatch) -> EdgeClock:
    monkeypatch.setattr(outages, "_spans", ())
    return EdgeClock().install(monkeypatch)


def races(game: Game, ana: User, bram: User) -> list[Callable[[], object]]:
    """All calls for a game whose time runs out; the card first."""
    late, waits = (ana, bram)[turn(game)], waiting(game, ana, bram)
    choices = [(who, choice) for choice in (TimeoutChoice.WIN, TimeoutChoice.DRAW) for who in (waits, late)]
    return [
        lambda: card(game, ana, bram),
        *(lambda who=who, choice=choice: clocks.decide_timeout(game, who, choice) for who, choice in choices),
        *(lambda: list(clocks.end_expired_games()) for _ in range(2)),
        lambda: clocks.end_if_expired(match_of(game)),
    ]


@pytest.mark.faults
@pytest.mark.parametrize("agreed", ["1+0", "5+5", "1d"])
def test_the_game_ends_once_or_the_card_counts(ana: User, bram: User, edge_clock: EdgeClock, agreed: str) -> None:
    for _ in range(RACES):
        game = timed(ana, bram, agreed, plies=2)
        late = turn(game)
        running = match_of(game).clock
        assert running is not None
        assert running.runs_out_at is not None
        edge_clock.now = running.runs_out_at
        played, *_ = in_threads(races(game, ana, bram))
        assert played in ("done", "time_is_out", "game_over")
        check_log(game, late, counts=played == "done")
        over_for_good(game, ana, bram, edge_clock)


def check_log(game: Game, late: int, *, counts: bool) -> None:
    """The log has the card if it was acknowledged, and an end if it was not asked too early; never both."""
    kinds = list(Entry.objects.filter(game=game).order_by("number").values_list("kind", flat=True))
    ended = kinds.count("timed_out")
    assert kinds.count("played") == 2 + counts
    assert ended + counts <= 1
    event_store.state_cache.clear()
    match = match_of(game)
    assert match.status == (Status.FINISHED if ended else Status.PLAYING)
    assert match.winner != late or not ended
    assert Result.objects.filter(game=game).count() == 2 * ended


def over_for_good(game: Game, ana: User, bram: User, edge_clock: EdgeClock) -> None:
    """Two days later the time is out: of all calls at once a single one ends the game."""
    late = turn(game)
    edge_clock.advance(days=2)
    in_threads(races(game, ana, bram))
    assert Entry.objects.filter(game=game, kind="timed_out").count() == 1
    assert match_of(game).winner != late
    assert refusal_code(card, game, ana, bram) == "game_over"
