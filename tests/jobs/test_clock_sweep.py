"""The clock sweep: one process at a time ends the games whose time is out."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command

from games.jobs import periodic_tasks
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


def test_all_games_that_are_due_end(due: list[Game]) -> None:
    assert [periodic_tasks.end_expired_games(), periodic_tasks.end_expired_games()] == [5, 0]
    assert ended() == 5
    assert Entry.objects.filter(kind="timed_out").count() == 5


def test_nothing_is_written_where_nothing_is_due(ana: User, bram: User, clock: ManualClock) -> None:
    timed(ana, bram, "1d")
    assert periodic_tasks.end_expired_games() == 0
    assert not Chore.objects.exists()


def test_a_second_process_leaves_it_to_the_first(due: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    others: list[int] = []
    swept = clocks.end_expired_games

    def meanwhile() -> Iterator[int]:
        for count in swept():
            others.append(periodic_tasks.end_expired_games())
            yield count

    monkeypatch.setattr(clocks, "end_expired_games", meanwhile)
    assert periodic_tasks.end_expired_games() == 5
    assert others == [0, 0, 0]


def test_the_next_sweep_ends_what_a_broken_one_left(due: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(clocks, "end_expired_games", broken)
        with pytest.raises(RuntimeError):
            periodic_tasks.end_expired_games()
    assert periodic_tasks.end_expired_games() == 5


def broken() -> Iterator[int]:
    yield 0
    raise RuntimeError("the process ends")


def test_two_at_once_end_each_game_once(due: list[Game]) -> None:
    """Were both to claim the row, the log would still see to it."""
    for one in (clocks.end_expired_games(), clocks.end_expired_games()) * 4:
        next(one, None)
    assert Entry.objects.filter(kind="timed_out").count() == ended() == 5


def test_the_command_says_how_many_ended(due: list[Game]) -> None:
    out = StringIO()
    call_command("sweep", stdout=out)
    assert out.getvalue() == "games ended: 5\nletters sent: 0\n"


def test_while_the_site_is_down_the_command_ends_nothing(due: list[Game], clock: ManualClock) -> None:
    Process.objects.create(host="elsewhere", pid=1, beat_at=clock.now, left_at=clock.now)
    assert periodic_tasks.end_expired_games() == 0
    assert ended() == 0


def test_a_process_that_begins_gives_the_time_back_before_it_looks(ana: User, bram: User, clock: ManualClock) -> None:
    """It was down when both games came to their end, and at once it is looked for those."""
    games = [timed(ana, bram, "1d", plies=1), timed(ana, bram, "5+0", plies=2)]
    Process.objects.create(host="elsewhere", pid=1, beat_at=clock.now, left_at=clock.now)
    clock.advance(days=3)
    periodic_tasks.register_process()
    periodic_tasks.ClockSweep().run()
    assert [match_of(game).over for game in games] == [False, False]
    assert [left(game)[turn(game)] for game in games] == [86_400, 300]
