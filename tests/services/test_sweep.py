"""One process of the site at a time ends the games whose time is out, and what one leaves undone another one does."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command

from games.models import Chore, Entry, Game, Process, User
from games.run import sweep
from games.services.online import clocks
from games.store import presence
from games.store.outages import outages
from games.store.uptime import Uptime
from tests.services.clockwork import Hand, left, timed
from tests.services.plays import match_of, state_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    monkeypatch.setattr(outages, "_known", ())
    monkeypatch.setattr(presence, "uptime", Uptime(presence.pause))
    return Hand().held(monkeypatch)


@pytest.fixture
def due(ana: User, bram: User, hand: Hand, monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Five games whose time is out, which make three portions."""
    monkeypatch.setattr(clocks, "AT_ONCE", 2)
    games = [timed(ana, bram, "1d", plies=1) for _ in range(5)]
    hand.forward(days=2)
    return games


def ended() -> int:
    return Game.objects.filter(ending="time").count()


def test_all_that_are_due_end_and_then_there_is_nothing_to_do(due: list[Game]) -> None:
    assert [sweep.turn(), sweep.turn()] == [5, 0]
    assert ended() == 5
    assert Entry.objects.filter(kind="timed_out").count() == 5


def test_where_nothing_is_due_nothing_is_written(ana: User, bram: User, hand: Hand) -> None:
    timed(ana, bram, "1d")
    assert sweep.turn() == 0
    assert not Chore.objects.exists()


def test_a_second_process_leaves_it_to_the_first(due: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    others: list[int] = []
    swept = clocks.sweep

    def meanwhile() -> Iterator[int]:
        for count in swept():
            others.append(sweep.turn())
            yield count

    monkeypatch.setattr(clocks, "sweep", meanwhile)
    assert sweep.turn() == 5
    assert others == [0, 0, 0]


def test_one_that_broke_off_is_followed_by_the_next(due: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(clocks, "sweep", broken)
        with pytest.raises(RuntimeError):
            sweep.turn()
    assert sweep.turn() == 5


def broken() -> Iterator[int]:
    yield 0
    raise RuntimeError("the process ends")


def test_two_at_once_end_each_game_once(due: list[Game]) -> None:
    """Were both to claim the row, the log would still see to it."""
    for one in (clocks.sweep(), clocks.sweep()) * 4:
        next(one, None)
    assert Entry.objects.filter(kind="timed_out").count() == ended() == 5


def test_the_command_says_how_many_ended(due: list[Game]) -> None:
    out = StringIO()
    call_command("sweep", stdout=out)
    assert out.getvalue() == "games ended: 5\nletters sent: 0\n"


def test_while_the_site_is_down_the_command_ends_nothing(due: list[Game], hand: Hand) -> None:
    Process.objects.create(host="elsewhere", pid=1, beat_at=hand.now, left_at=hand.now)
    assert sweep.turn() == 0
    assert ended() == 0


def turn(game: Game) -> int:
    seat = state_of(game).to_play
    assert seat is not None
    return seat


def test_a_process_that_begins_gives_the_time_back_before_it_looks(ana: User, bram: User, hand: Hand) -> None:
    """It was down when both games came to their end, and at once it is looked for those."""
    games = [timed(ana, bram, "1d", plies=1), timed(ana, bram, "5+0", plies=2)]
    Process.objects.create(host="elsewhere", pid=1, beat_at=hand.now, left_at=hand.now)
    hand.forward(days=3)
    sweep.prepare()
    sweep.look(threading.Event(), None)
    assert [match_of(game).over for game in games] == [False, False]
    assert [left(game)[turn(game)] for game in games] == [86_400, 300]
