"""Of thousands of connections only those are looked at for which a limit of time may have passed, or that ended."""

from __future__ import annotations

import asyncio
import time
import weakref
from typing import Any

import pytest

from games.run.crowd import Crowd
from games.run.flow import BoundedSocket, DaphnesWire
from games.run.late import SELDOM, Late
from games.run.server import Server

SILENCE, LONGEST, NOW = 4 * SELDOM, 1000, 5000.0


class Page(BoundedSocket):
    """An open socket that was heard at some moment."""

    def __init__(self, heard: float, opened: float = NOW) -> None:
        self.state, self.socket_opened, self.line = self.STATE_OPEN, opened, DaphnesWire(self)
        self.line.heard = heard


def looks(count: int, *connections: Any, late: Late | None = None) -> list[list[Any]]:
    """What so many looks find, the first one now."""
    late = late or Late(SILENCE, LONGEST)
    for one in connections:
        late.came(one)
    return [late.among(connections, NOW + SELDOM * number) for number in range(count)]


@pytest.mark.parametrize("before", [0.0, 0.1, 1.0, SELDOM, 2.5 * SELDOM, SILENCE - 0.1, SILENCE])
def test_an_open_socket_is_looked_at_as_soon_as_it_is_silent_for_too_long(before: float) -> None:
    page = Page(NOW - before)
    found = looks(6, page)
    first = next(number for number in range(6) if SELDOM * number + before > SILENCE)
    assert found[: first + 1] == [[]] * first + [[page]]


def test_one_that_is_heard_again_and_again_is_not() -> None:
    late, page = Late(SILENCE, LONGEST), Page(NOW)
    late.came(page)
    for number in range(100):
        assert late.among([page], NOW + SELDOM * number) == []
        page.line.heard = NOW + SELDOM * number


def test_one_that_was_asked_has_as_long_again() -> None:
    late, page = Late(SILENCE, LONGEST), Page(NOW - SILENCE - 1)
    late.came(page)
    assert late.among([page], NOW) == [page]
    page.line.heard = NOW
    assert [late.among([page], NOW + SELDOM * number) for number in range(1, 6)] == [[], [], [], [], [page]]


def test_one_that_has_been_open_for_too_long_is_whatever_it_says() -> None:
    page = Page(NOW + 10 * SILENCE, opened=NOW - LONGEST + SELDOM)
    assert looks(4, page) == [[], [], [page], [page]]


def test_whatever_is_no_open_socket_is_looked_at_each_time() -> None:
    request, young = object(), Page(NOW)
    young.state = Page.STATE_CONNECTING
    assert looks(3, request, young) == [[request, young]] * 3


def test_one_that_opens_waits_from_then_on() -> None:
    late, page = Late(SILENCE, LONGEST), Page(NOW)
    page.state = Page.STATE_CONNECTING
    assert looks(1, page, late=late) == [[page]]
    page.state = Page.STATE_OPEN
    assert [late.among([page], NOW + SELDOM * number) for number in range(1, 6)] == [[], [], [], [], [page]]


def test_those_that_are_gone_are_forgotten() -> None:
    late, page, request = Late(SILENCE, LONGEST), Page(NOW), object()
    assert looks(1, page, request, late=late) == [[request]]
    page.line.end()
    assert [late.among([], NOW + SELDOM * number) for number in range(1, 9)] == [[]] * 8
    assert not late._young
    assert not any(late._turns)


def test_nothing_is_kept_of_a_socket_that_is_gone() -> None:
    late, page = Late(SILENCE, LONGEST), Page(NOW)
    looks(1, page, late=late)
    page.line.end()
    kept = weakref.ref(page)
    del page
    assert any(late._turns)
    assert kept() is None


class Unseen(dict[str, Any]):
    """What Daphne keeps of a connection that nobody has to look at."""

    def get(self, *asked: Any) -> Any:
        raise AssertionError(asked)


@pytest.fixture
def daphne(monkeypatch: pytest.MonkeyPatch) -> Server:
    again: list[Any] = []
    monkeypatch.setattr("games.run.server.reactor.callLater", lambda seconds, call, *given: again.append(call))
    return Server(None, endpoints=["tcp:0"], ready=lambda: None, crowd=Crowd(100, 100, 0))


async def running() -> asyncio.Future[None]:
    return asyncio.get_running_loop().create_future()


async def test_only_those_that_ended_are_looked_at(daphne: Server) -> None:
    done, under_way = await running(), await running()
    done.set_result(None)
    daphne.connections = {
        "idle": Unseen(),
        "gone": {"application_instance": done, "disconnected": NOW},
        "ends": {"application_instance": under_way, "disconnected": time.time()},
        "answered": {"application_instance": done},
    }
    daphne._ended = {"gone", "ends", "answered", "was removed"}
    daphne.application_checker()
    assert set(daphne.connections) == {"idle", "ends", "answered"}
    assert daphne.connections["answered"] == {}
    assert daphne._ended == {"ends"}
    under_way.set_result(None)
    daphne.application_checker()
    daphne.protocol_disconnected("answered")
    daphne.application_checker()
    assert set(daphne.connections) == {"idle"}
    assert daphne._ended == set()


async def test_one_that_does_not_end_by_itself_is_ended(daphne: Server) -> None:
    slow = await running()
    daphne.connections = {"slow": {"application_instance": slow, "disconnected": NOW}}
    daphne._ended = {"slow"}
    daphne.application_checker()
    assert slow.cancelled()
    daphne.application_checker()
    assert daphne.connections == {}
