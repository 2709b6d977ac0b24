"""Periodic tasks: they are repeated after failures, and the clock sweep ends the games whose time is out."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import OperationalError

from games.jobs import periodic_tasks
from games.jobs.periodic_tasks import PeriodicTask
from games.models import Chore, Entry, Game, Process, User
from games.services.matches import clocks
from tests.services.matches.clock import ManualClock, install_clock, left, timed, turn
from tests.services.matches.games import match_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    return install_clock(monkeypatch)


@pytest.fixture
def due(ana: User, bram: User, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Five games whose time is out, which make three portions."""
    monkeypatch.setattr(clocks, "BATCH_SIZE", 2)
    games = [timed(ana, bram, "1d", plies=1) for _ in range(5)]
    clock.advance(days=2)
    return games


def ended() -> int:
    return Game.objects.filter(ending="time").count()


def test_the_sweep_ends_each_expired_game_once(due: list[Game]) -> None:
    assert [periodic_tasks.end_expired_games(), periodic_tasks.end_expired_games()] == [5, 0]
    assert Entry.objects.filter(kind="timed_out").count() == ended() == 5


def test_a_sweep_without_expired_games_writes_nothing(ana: User, bram: User, clock: ManualClock) -> None:
    timed(ana, bram, "1d")
    assert periodic_tasks.end_expired_games() == 0
    assert not Chore.objects.exists()


def test_a_second_process_leaves_the_sweep_to_the_first(due: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    others: list[int] = []
    swept = clocks.end_expired_games

    def meanwhile() -> Iterator[int]:
        for count in swept():
            others.append(periodic_tasks.end_expired_games())
            yield count

    monkeypatch.setattr(clocks, "end_expired_games", meanwhile)
    assert periodic_tasks.end_expired_games() == 5
    assert others == [0, 0, 0]


def test_the_next_sweep_ends_the_games_of_a_failed_sweep(due: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Iterator[int]:
        yield 0
        raise RuntimeError("the process ends")

    with monkeypatch.context() as patch:
        patch.setattr(clocks, "end_expired_games", fail)
        with pytest.raises(RuntimeError):
            periodic_tasks.end_expired_games()
    assert periodic_tasks.end_expired_games() == 5


def test_two_simultaneous_sweeps_end_each_game_once(due: list[Game]) -> None:
    """The log refuses the second end, should both processes claim the row."""
    for sweep in (clocks.end_expired_games(), clocks.end_expired_games()) * 4:
        next(sweep, None)
    assert Entry.objects.filter(kind="timed_out").count() == ended() == 5


def test_the_command_says_how_many_ended(due: list[Game]) -> None:
    out = StringIO()
    call_command("sweep", stdout=out)
    assert out.getvalue() == "games ended: 5\ne-mails sent: 0\n"


def test_a_sweep_while_the_site_is_down_ends_nothing(due: list[Game], clock: ManualClock) -> None:
    Process.objects.create(host="elsewhere", pid=1, beat_at=clock.now, left_at=clock.now)
    assert periodic_tasks.end_expired_games() == 0
    assert ended() == 0


def test_a_starting_process_gives_back_the_time_of_the_outage_before_its_sweep(
    ana: User, bram: User, clock: ManualClock
) -> None:
    games = [timed(ana, bram, "1d", plies=1), timed(ana, bram, "5+0", plies=2)]
    Process.objects.create(host="elsewhere", pid=1, beat_at=clock.now, left_at=clock.now)
    clock.advance(days=3)
    periodic_tasks.register_process()
    periodic_tasks.ClockSweep().run()
    assert [match_of(game).over for game in games] == [False, False]
    assert [left(game)[turn(game)] for game in games] == [86_400, 300]


def test_a_failed_task_is_repeated() -> None:
    thrice = threading.Barrier(2)
    calls: list[int] = []

    def fail() -> None:
        calls.append(1)
        if len(calls) == 3:
            thrice.wait(30)
            threading.Event().wait()  # The thread ends with the process.
        raise RuntimeError("it broke")

    PeriodicTask("failing", 0.001, fail).start()
    thrice.wait(30)
    assert len(calls) == 3


@pytest.mark.parametrize(
    ("error", "level", "traceback"),
    [(OperationalError("the database is away"), "WARNING", False), (RuntimeError("it broke"), "ERROR", True)],
)
def test_a_failed_task_is_logged_and_an_outage_has_no_traceback(
    error: Exception, level: str, traceback: bool, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise error

    PeriodicTask("tidying up", 60, fail).run()
    (record,) = caplog.records
    assert (record.levelname, bool(record.exc_info)) == (level, traceback)
    assert "tidying up" in record.getMessage()
