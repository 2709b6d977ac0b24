"""Process heartbeats and outages of the site, by which no player loses."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games.eventlog.database_clock import DatabaseClock
from games.messaging import presence
from games.messaging.process_heartbeat import DEAD_AFTER, ProcessHeartbeat, list_serving_processes
from games.models import Game, Outage, Player, Process, User
from games.services.matches import play
from tests.services.matches.clock import ManualClock
from tests.services.matches.games import long_ago, play_next, refusal_code

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    clock = ManualClock().install(monkeypatch)
    monkeypatch.setattr(presence, "uptime", started(clock))
    return clock


def started(clock: ManualClock) -> ProcessHeartbeat:
    """A process that has been running for an hour."""
    uptime = ProcessHeartbeat(presence.get_pause_threshold)
    uptime.since = clock.now - timedelta(hours=1)
    uptime._is_aligned = True
    return uptime


@pytest.fixture
def away(game: Game, clock: ManualClock) -> Game:
    """Bram is to play and has been away for ten minutes, Ana is here."""
    play_next(game)
    long_ago(game)
    set_back(game, 0, clock.now)
    set_back(game, 1, clock.now - timedelta(minutes=10))
    return game


def set_back(game: Game, seat: int, seen: datetime) -> None:
    Player.objects.filter(game=game, seat=seat).update(here_since=seen - timedelta(minutes=20), seen_at=seen)


def here(game: Game, seat: int) -> None:
    presence.renew_players({game.players.get(seat=seat).pk: 0.0})


class TestServing:
    """Processes that may write to the database, as whoever puts another one in its place must know."""

    def test_one_that_is_heard_or_stands_still(self, clock: ManualClock) -> None:
        heard, silent = other(clock, silent=1), other(clock, silent=100)
        assert list_serving_processes() == [heard, silent]

    def test_none_that_ended_or_was_given_up(self, clock: ManualClock) -> None:
        other(clock, silent=1, left_at=clock.now)
        other(clock, silent=DEAD_AFTER.total_seconds() + 1)
        assert list_serving_processes() == []

    def test_none_of_this_host_that_does_not_run(self, clock: ManualClock) -> None:
        presence.uptime.beat()
        mine = Process.objects.get()
        dead = subprocess.Popen([sys.executable, "-c", ""])
        dead.wait()
        Process.objects.create(host=mine.host, pid=dead.pid, beat_at=clock.now)
        assert list_serving_processes() == [mine]


def other(clock: ManualClock, silent: float, **more: object) -> Process:
    """A process of another host that was last heard so many seconds ago."""
    beat_at = clock.now - timedelta(seconds=silent)
    return Process.objects.create(host="elsewhere", pid=1, beat_at=beat_at, **more)


class TestOthers:
    @pytest.mark.parametrize(
        ("silent", "up_for", "has_left", "claimable"),
        [
            (5, None, False, True),
            (100, None, False, False),
            (1, 60, False, False),
            (1, 121, False, True),
            (100, None, True, True),
            (DEAD_AFTER.total_seconds() + 1, None, False, True),
        ],
        ids=["alive", "stands still", "up for a minute", "up for two minutes", "ended as it should", "gone for good"],
    )
    def test_no_win_is_claimed_while_a_process_may_have_lost_a_sign_of_life(
        self,
        away: Game,
        ana: User,
        clock: ManualClock,
        silent: float,
        up_for: int | None,
        has_left: bool,
        claimable: bool,
    ) -> None:
        more: dict[str, object] = {"left_at": clock.now} if has_left else {}
        if up_for is not None:
            more["up_since"] = clock.now - timedelta(seconds=up_for)
        other(clock, silent, **more)
        if claimable:
            assert play.claim_win(away, ana).winner == 0
        else:
            assert refusal_code(play.claim_win, away, ana) == "not_away"

    def test_one_that_was_killed_on_this_host_holds_nobody_up(self, away: Game, ana: User, clock: ManualClock) -> None:
        presence.uptime.beat()
        dead = subprocess.Popen([sys.executable, "-c", ""])
        dead.wait()
        mine = Process.objects.get()
        Process.objects.create(host=mine.host, pid=dead.pid, beat_at=clock.now)
        clock.advance(5)
        presence.uptime.beat()
        assert Process.objects.get(pid=dead.pid).left_at == clock.now

    def test_one_that_lives_on_this_host_is_waited_for(self, away: Game, clock: ManualClock) -> None:
        presence.uptime.beat()
        mine = Process.objects.get()
        Process.objects.create(host=mine.host, pid=os.getppid(), beat_at=clock.now)
        clock.advance(100)
        presence.uptime.beat()
        assert Process.objects.get(pid=os.getppid()).left_at is None
        assert presence.uptime.since == clock.now


class TestItself:
    def test_a_row_says_that_it_runs_until_it_ends(self, clock: ManualClock) -> None:
        presence.uptime.beat()
        clock.advance(5)
        presence.uptime.beat()
        assert list(Process.objects.values_list("pid", "beat_at", "left_at")) == [(os.getpid(), clock.now, None)]
        presence.uptime.mark_left()
        assert Process.objects.get().left_at == clock.now

    def test_time_in_which_nothing_could_be_stored_is_an_outage(self, clock: ManualClock) -> None:
        """What it meant to store was undone each time, as on a full disk."""
        presence.uptime.beat()
        before = clock.now
        for _ in range(8):
            clock.advance(5)
            with suppress(ZeroDivisionError), transaction.atomic():
                presence.uptime.beat()
                raise ZeroDivisionError
        clock.advance(5)
        presence.uptime.beat()
        assert presence.uptime.since == Process.objects.get().up_since == clock.now
        assert Outage.objects.get().began_at == before

    def test_a_pause_of_its_own_is_told_to_all(self, clock: ManualClock) -> None:
        presence.uptime.beat()
        clock.advance(120)
        presence.uptime.beat()
        assert Process.objects.get().up_since == clock.now
        elsewhere = started(clock)
        elsewhere.refresh_pauses(clock.now)
        assert elsewhere.since == presence.uptime.since == clock.now

    def test_a_pause_counts_before_the_process_noticed_it(self, away: Game, ana: User, clock: ManualClock) -> None:
        """Whoever asks in the first moment after it, of whatever process."""
        presence.uptime.beat()
        clock.advance(120)
        here(away, 0)
        Player.objects.filter(game=away, seat=0).update(here_since=clock.now - timedelta(hours=1))
        assert refusal_code(play.claim_win, away, ana) == "not_away"

    def test_a_database_that_was_away_for_three_minutes(self, game: Game, ana: User, clock: ManualClock) -> None:
        """Both were here when it went; when it is back Ana is first, and may not claim for two minutes."""
        play_next(game)
        presence.uptime.beat()
        for seat in (0, 1):
            here(game, seat)
        clock.advance(180)
        presence.uptime.beat()
        here(game, 0)
        assert refusal_code(play.claim_win, game, ana) == "not_away"
        for _ in range(12):
            clock.advance(10)
            presence.uptime.beat()
            here(game, 0)
        assert play.claim_win(game, ana).winner == 0

    def test_old_rows_are_forgotten(self, clock: ManualClock) -> None:
        other(clock, silent=2 * 24 * 3600)
        presence.uptime.beat()
        assert Process.objects.filter(host="elsewhere").count() == 0


class TestClocks:
    """One of two hosts has a clock that is a minute off; presence goes by the database's."""

    @pytest.mark.parametrize("skew", [-60, 60])
    def test_who_was_just_heard_is_here_on_both(self, game: Game, skew: int, monkeypatch: pytest.MonkeyPatch) -> None:
        player = game.players.get(seat=1)
        now = timezone.now
        with monkeypatch.context() as there:
            there.setattr(timezone, "now", lambda: now() + timedelta(seconds=skew))
            presence.renew_players({player.pk: 0.0})
        stay = presence.list_stays([game.pk])[game.pk, 1]
        assert stay.seen_at is not None
        assert abs(stay.seen_at - now()) < timedelta(seconds=5)

    def test_between_two_looks_it_goes_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        one = DatabaseClock()
        then = one.read()
        monkeypatch.setattr(timezone, "now", lambda: None)
        assert timedelta() <= one.now() - then < timedelta(seconds=10)


class TestLease:
    """It counts from the moment somebody was last heard."""

    def test_it_is_renewed_with_that_moment(self, game: Game, clock: ManualClock) -> None:
        rows = {seat: game.players.get(seat=seat).pk for seat in (0, 1)}
        presence.renew_players({rows[0]: 0.0, rows[1]: 11.0})
        seen = [presence.list_stays([game.pk])[game.pk, seat].seen_at for seat in (0, 1)]
        assert seen == [clock.now, clock.now - timedelta(seconds=11)]

    def test_not_when_another_process_heard_it_later(self, game: Game, clock: ManualClock) -> None:
        player = game.players.get(seat=0).pk
        presence.renew_players({player: 2.0})
        presence.renew_players({player: 9.0})
        assert presence.list_stays([game.pk])[game.pk, 0].seen_at == clock.now - timedelta(seconds=2)

    def test_who_is_silent_for_eleven_seconds_is_away_whenever_that_is_stored(
        self, game: Game, clock: ManualClock
    ) -> None:
        player = game.players.get(seat=0).pk
        for age in (1.0, 6.0, 11.0):
            presence.renew_players({player: age})
            clock.advance(5)
        stay = presence.list_stays([game.pk])[game.pk, 0]
        assert not stay.is_present(clock.now)
