"""Nobody loses by a fault of the site: what each process knows of the pauses of all. The test has the clock in hand."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games.models import Game, Outage, Player, Process, User
from games.services.online import play
from games.store import presence
from games.store.clock import Clock, clock
from games.store.uptime import GIVEN_UP, Uptime
from tests.services.plays import refusal_code

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


class Hand:
    """The database's clock, set forward by hand."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    hand = Hand()
    monkeypatch.setattr(clock, "read", hand)
    monkeypatch.setattr(clock, "now", hand)
    monkeypatch.setattr(presence, "uptime", started(hand))
    return hand


def started(hand: Hand) -> Uptime:
    """A process that has been running for an hour."""
    uptime = Uptime(presence.pause)
    uptime.since = hand.now - timedelta(hours=1)
    uptime._aligned = True
    return uptime


@pytest.fixture
def away(game: Game, hand: Hand) -> Game:
    """Bram has been away for ten minutes, Ana is here."""
    set_back(game, 0, hand.now)
    set_back(game, 1, hand.now - timedelta(minutes=10))
    return game


def set_back(game: Game, seat: int, seen: datetime) -> None:
    Player.objects.filter(game=game, seat=seat).update(here_since=seen - timedelta(minutes=20), seen_at=seen)


def here(game: Game, seat: int) -> None:
    presence.renew({game.players.get(seat=seat).pk: 0.0})


def other(hand: Hand, silent: float, **more: object) -> Process:
    """A process of another host that was last heard so many seconds ago."""
    beat_at = hand.now - timedelta(seconds=silent)
    return Process.objects.create(host="elsewhere", pid=1, beat_at=beat_at, **more)


class TestOthers:
    def test_all_of_them_beat(self, away: Game, ana: User, hand: Hand) -> None:
        other(hand, silent=5)
        assert play.claim(away, ana).winner == 0

    def test_one_stands_still(self, away: Game, ana: User, hand: Hand) -> None:
        other(hand, silent=100)
        assert refusal_code(play.claim, away, ana) == "not_away"

    def test_one_stood_still_until_a_minute_ago(self, away: Game, ana: User, hand: Hand) -> None:
        other(hand, silent=1, up_since=hand.now - timedelta(seconds=60))
        assert refusal_code(play.claim, away, ana) == "not_away"

    def test_one_stood_still_until_two_minutes_ago(self, away: Game, ana: User, hand: Hand) -> None:
        other(hand, silent=1, up_since=hand.now - timedelta(seconds=121))
        assert play.claim(away, ana).winner == 0

    def test_one_ended_as_it_should(self, away: Game, ana: User, hand: Hand) -> None:
        other(hand, silent=100, left_at=hand.now)
        assert play.claim(away, ana).winner == 0

    def test_one_is_gone_for_good(self, away: Game, ana: User, hand: Hand) -> None:
        other(hand, silent=GIVEN_UP.total_seconds() + 1)
        assert play.claim(away, ana).winner == 0

    def test_one_that_was_killed_on_this_host_holds_nobody_up(self, away: Game, ana: User, hand: Hand) -> None:
        presence.uptime.beat()
        dead = subprocess.Popen([sys.executable, "-c", ""])
        dead.wait()
        mine = Process.objects.get()
        Process.objects.create(host=mine.host, pid=dead.pid, beat_at=hand.now)
        hand.forward(5)
        presence.uptime.beat()
        assert Process.objects.get(pid=dead.pid).left_at == hand.now

    def test_one_that_lives_on_this_host_is_waited_for(self, away: Game, hand: Hand) -> None:
        presence.uptime.beat()
        mine = Process.objects.get()
        Process.objects.create(host=mine.host, pid=os.getppid(), beat_at=hand.now)
        hand.forward(100)
        presence.uptime.beat()
        assert Process.objects.get(pid=os.getppid()).left_at is None
        assert presence.uptime.since == hand.now


class TestItself:
    def test_a_row_says_that_it_runs_until_it_ends(self, hand: Hand) -> None:
        presence.uptime.beat()
        hand.forward(5)
        presence.uptime.beat()
        assert list(Process.objects.values_list("pid", "beat_at", "left_at")) == [(os.getpid(), hand.now, None)]
        presence.uptime.leave()
        assert Process.objects.get().left_at == hand.now

    def test_one_in_which_nothing_could_be_stored_is_one(self, hand: Hand) -> None:
        """What it meant to store was undone each time, as on a full disk."""
        presence.uptime.beat()
        before = hand.now
        for _ in range(8):
            hand.forward(5)
            with suppress(ZeroDivisionError), transaction.atomic():
                presence.uptime.beat()
                raise ZeroDivisionError
        hand.forward(5)
        presence.uptime.beat()
        assert presence.uptime.since == Process.objects.get().up_since == hand.now
        assert Outage.objects.get().began_at == before

    def test_a_pause_of_its_own_is_told_to_all(self, hand: Hand) -> None:
        presence.uptime.beat()
        hand.forward(120)
        presence.uptime.beat()
        assert Process.objects.get().up_since == hand.now
        elsewhere = started(hand)
        elsewhere.learn(hand.now)
        assert elsewhere.since == presence.uptime.since == hand.now

    def test_so_is_one_before_it_noticed(self, away: Game, ana: User, hand: Hand) -> None:
        """Whoever asks in the first moment after it, of whatever process."""
        presence.uptime.beat()
        hand.forward(120)
        here(away, 0)
        Player.objects.filter(game=away, seat=0).update(here_since=hand.now - timedelta(hours=1))
        assert refusal_code(play.claim, away, ana) == "not_away"

    def test_a_database_that_was_away_for_three_minutes(self, game: Game, ana: User, hand: Hand) -> None:
        """Both were here when it went; when it is back Ana is first, and may not claim for two minutes."""
        presence.uptime.beat()
        for seat in (0, 1):
            here(game, seat)
        hand.forward(180)
        presence.uptime.beat()
        here(game, 0)
        assert refusal_code(play.claim, game, ana) == "not_away"
        for _ in range(24):
            hand.forward(5)
            presence.uptime.beat()
            here(game, 0)
        assert play.claim(game, ana).winner == 0

    def test_old_rows_are_forgotten(self, hand: Hand) -> None:
        other(hand, silent=2 * 24 * 3600)
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
            presence.renew({player.pk: 0.0})
        stay = presence.stays([game.pk])[game.pk, 1]
        assert stay.seen_at is not None
        assert abs(stay.seen_at - now()) < timedelta(seconds=5)

    @pytest.mark.parametrize("skew", [-60, 60])
    def test_a_start_counts_by_the_databases_clock(self, skew: int, monkeypatch: pytest.MonkeyPatch) -> None:
        now = timezone.now
        monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(seconds=skew))
        uptime = Uptime(presence.pause)
        uptime.beat()
        assert abs(uptime.since - now()) < timedelta(seconds=5)

    def test_between_two_looks_it_goes_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        one = Clock()
        then = one.read()
        monkeypatch.setattr(timezone, "now", lambda: None)
        assert timedelta() <= one.now() - then < timedelta(seconds=10)


class TestLease:
    """It counts from the moment somebody was last heard."""

    def test_it_is_renewed_with_that_moment(self, game: Game, hand: Hand) -> None:
        rows = {seat: game.players.get(seat=seat).pk for seat in (0, 1)}
        presence.renew({rows[0]: 0.0, rows[1]: 11.0})
        seen = [presence.stays([game.pk])[game.pk, seat].seen_at for seat in (0, 1)]
        assert seen == [hand.now, hand.now - timedelta(seconds=11)]

    def test_not_when_another_process_heard_it_later(self, game: Game, hand: Hand) -> None:
        player = game.players.get(seat=0).pk
        presence.renew({player: 2.0})
        presence.renew({player: 9.0})
        assert presence.stays([game.pk])[game.pk, 0].seen_at == hand.now - timedelta(seconds=2)

    def test_who_is_silent_for_eleven_seconds_is_away_whenever_that_is_stored(self, game: Game, hand: Hand) -> None:
        player = game.players.get(seat=0).pk
        for age in (1.0, 6.0, 11.0):
            presence.renew({player: age})
            hand.forward(5)
        stay = presence.stays([game.pk])[game.pk, 0]
        assert not stay.here(hand.now)
