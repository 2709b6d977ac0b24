"""Accept queue: one new connection for each turn of the event loop, by a clock that the test advances."""

from __future__ import annotations

import pytest
from twisted.internet.task import Clock

from games.server.connection_limits import MAX_WAIT, RETRY_PAUSE, AcceptQueue


class Caller:
    """A connection, which is read from unless it is paused."""

    heard = True

    def pauseProducing(self) -> None:  # noqa: N802
        self.heard = False

    def resumeProducing(self) -> None:  # noqa: N802
        self.heard = True


class Turns(Clock):  # type: ignore[misc]
    """A clock whose calls of a turn run in the next turn, as in a real loop."""

    def turn(self, seconds: float = 0, number: int = 1) -> None:
        for _ in range(number):
            self.rightNow += seconds
            due = [call for call in self.calls if call.getTime() <= self.rightNow]
            for call in due:
                self.calls.remove(call)
            for call in due:
                call.func()


class Server:
    """An accept queue with its clock; ``playing`` while a card is being stored."""

    def __init__(self) -> None:
        self.clock, self.playing = Turns(), False
        self.accept_queue = AcceptQueue(lambda: self.playing, self.clock)

    def come(self, number: int) -> list[Caller]:
        callers = [Caller() for _ in range(number)]
        for caller in callers:
            self.accept_queue.enqueue(caller)
        return callers


@pytest.fixture
def server() -> Server:
    return Server()


def heard(callers: list[Caller]) -> str:
    return "".join("+" if caller.heard else "-" for caller in callers)


def test_a_single_connection_is_read_at_once(server: Server) -> None:
    for _ in range(3):
        assert heard(server.come(1)) == "+"
        server.clock.turn()


def test_of_several_connections_one_is_read_in_each_turn_in_their_order(server: Server) -> None:
    callers = server.come(3)
    seen = [heard(callers)]
    for _ in range(2):
        server.clock.turn()
        seen.append(heard(callers))
    assert seen == ["+--", "++-", "+++"]
    server.clock.turn()
    assert heard(server.come(1)) == "+"


def test_connections_wait_while_a_card_is_stored(server: Server) -> None:
    server.playing = True
    callers = server.come(2)
    server.clock.turn(RETRY_PAUSE)
    assert heard(callers) == "--"
    server.playing = False
    server.clock.turn(RETRY_PAUSE)
    assert heard(callers) == "+-"


def test_a_connection_waits_no_longer_than_the_limit(server: Server) -> None:
    server.playing = True
    callers = server.come(2)
    server.clock.turn(RETRY_PAUSE, round(MAX_WAIT / RETRY_PAUSE) + 1)
    assert heard(callers) == "+-"
    server.clock.turn(RETRY_PAUSE, round(MAX_WAIT / RETRY_PAUSE) + 2)
    assert heard(callers) == "++"
