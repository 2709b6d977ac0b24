"""Process heartbeats: serving processes, and outages of the site, by which no player loses."""

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
    """The heartbeat of a process that has been running for an hour."""
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


def other(clock: ManualClock, silent: float, **fields: object) -> Process:
    """A process of another host that was last heard so many seconds ago."""
    beat_at = clock.now - timedelta(seconds=silent)
    return Process.objects.create(host="elsewhere", pid=1, beat_at=beat_at, **fields)


def killed(clock: ManualClock) -> Process:
    """A process of this host that was killed after its last heartbeat."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return Process.objects.create(host=Process.objects.get().host, pid=process.pid, beat_at=clock.now)


def test_serving_processes_are_those_that_may_still_write(clock: ManualClock) -> None:
    presence.uptime.beat()
    mine = Process.objects.get()
    killed(clock)
    other(clock, silent=1, left_at=clock.now)
    other(clock, silent=DEAD_AFTER.total_seconds() + 1)
    serving = {mine, other(clock, silent=1), other(clock, silent=100)}
    assert set(list_serving_processes()) == serving


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
    def test_no_win_can_be_claimed_while_a_process_may_have_lost_a_sign_of_life(
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

    def test_a_killed_process_of_this_host_is_marked_and_a_silent_one_is_an_outage(self, clock: ManualClock) -> None:
        presence.uptime.beat()
        dead = killed(clock)
        alive = Process.objects.create(host=dead.host, pid=os.getppid(), beat_at=clock.now)
        clock.advance(5)
        presence.uptime.beat()
        assert list(Process.objects.filter(left_at=clock.now)) == [dead]
        clock.advance(100)
        presence.uptime.beat()
        alive.refresh_from_db()
        assert (alive.left_at, presence.uptime.since) == (None, clock.now)


class TestItself:
    def test_the_row_of_a_process_is_renewed_until_it_ends(self, clock: ManualClock) -> None:
        presence.uptime.beat()
        clock.advance(5)
        presence.uptime.beat()
        assert list(Process.objects.values_list("pid", "beat_at", "left_at")) == [(os.getpid(), clock.now, None)]
        presence.uptime.mark_left()
        assert Process.objects.get().left_at == clock.now

    def test_time_without_a_commit_is_an_outage(self, clock: ManualClock) -> None:
        """Each transaction is rolled back, as on a full disk."""
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

    def test_a_pause_of_a_process_is_known_to_all(self, clock: ManualClock) -> None:
        presence.uptime.beat()
        clock.advance(120)
        presence.uptime.beat()
        assert Process.objects.get().up_since == clock.now
        elsewhere = started(clock)
        elsewhere.refresh_pauses(clock.now)
        assert elsewhere.since == presence.uptime.since == clock.now

    def test_a_pause_counts_before_the_process_noticed_it(self, away: Game, ana: User, clock: ManualClock) -> None:
        presence.uptime.beat()
        clock.advance(120)
        here(away, 0)
        Player.objects.filter(game=away, seat=0).update(here_since=clock.now - timedelta(hours=1))
        assert refusal_code(play.claim_win, away, ana) == "not_away"

    def test_no_win_can_be_claimed_for_two_minutes_after_an_outage_of_the_database(
        self, game: Game, ana: User, clock: ManualClock
    ) -> None:
        """Both players were present before the outage, and Ana comes back first."""
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

    def test_old_rows_are_deleted(self, clock: ManualClock) -> None:
        other(clock, silent=2 * 24 * 3600)
        presence.uptime.beat()
        assert Process.objects.filter(host="elsewhere").count() == 0


class TestPresence:
    @pytest.mark.parametrize("skew", [-60, 60])
    def test_presence_follows_the_clock_of_the_database(
        self, game: Game, skew: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The clock of a host is a minute off."""
        player = game.players.get(seat=1)
        now = timezone.now
        with monkeypatch.context() as patch:
            patch.setattr(timezone, "now", lambda: now() + timedelta(seconds=skew))
            presence.renew_players({player.pk: 0.0})
        stay = presence.list_stays([game.pk])[game.pk, 1]
        assert stay.seen_at is not None
        assert abs(stay.seen_at - now()) < timedelta(seconds=5)

    def test_the_clock_of_the_database_goes_on_between_two_readings(self, monkeypatch: pytest.MonkeyPatch) -> None:
        clock = DatabaseClock()
        then = clock.read()
        monkeypatch.setattr(timezone, "now", lambda: None)
        assert timedelta() <= clock.now() - then < timedelta(seconds=10)

    def test_a_lease_counts_from_the_last_sign_of_life_in_any_process(self, game: Game, clock: ManualClock) -> None:
        rows = [game.players.get(seat=seat).pk for seat in (0, 1)]
        presence.renew_players({rows[0]: 2.0, rows[1]: 11.0})
        presence.renew_players({rows[0]: 9.0})
        seen = [presence.list_stays([game.pk])[game.pk, seat].seen_at for seat in (0, 1)]
        assert seen == [clock.now - timedelta(seconds=silence) for silence in (2, 11)]

    def test_a_player_who_was_silent_for_eleven_seconds_is_away(self, game: Game, clock: ManualClock) -> None:
        player = game.players.get(seat=0).pk
        for age in (1.0, 6.0, 11.0):
            presence.renew_players({player: age})
            clock.advance(5)
        assert not presence.list_stays([game.pk])[game.pk, 0].is_present(clock.now)
