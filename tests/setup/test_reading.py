"""What an open socket reads goes on as it came, and everything else is Twisted's."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest
from twisted.internet.tcp import Connection

from games.run import reading


class Reactor:
    """Notes for whom it was asked to read; its loop, who reads now."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.reader: tuple[Any, ...] = ()

    @property
    def _asyncioEventloop(self) -> Reactor:  # noqa: N802
        return self

    def add_reader(self, *reader: Any) -> None:
        self.reader = reader

    def _readOrWrite(self, transport: Any, read: bool) -> None:  # noqa: N802
        self.asked.append((transport, read))


class Line:
    """A connection and its other end, and what was heard of it."""

    def __init__(self, reactor: Reactor) -> None:
        here, self.there = socket.socketpair()
        here.setblocking(False)
        self.transport = Connection(here, None)
        self.heard: list[bytes] = []
        self.reactor = reactor
        reading.directly(self.transport, self.hear)
        self.number, self.read = reactor.reader

    def hear(self, data: bytes) -> None:
        if data == b"bad":
            raise ValueError(data)
        self.heard.append(data)


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    reactor = Reactor()
    monkeypatch.setattr(reading, "reactor", reactor)
    made = Line(reactor)
    yield made
    made.transport.socket.close()
    made.there.close()


def test_what_came_is_heard_and_nothing_is_waited_for(line: Line) -> None:
    assert line.number == line.transport.socket.fileno()
    line.read()
    line.there.send(b"first")
    line.read()
    line.there.send(b"second")
    line.read()
    line.read()
    assert line.heard == [b"first", b"second"]
    assert line.reactor.asked == []


def test_more_than_fits_is_heard_in_turn(line: Line) -> None:
    sent = bytes(range(256)) * (reading.MOST // 256 + 1)
    line.there.send(sent)
    line.read()
    line.read()
    assert [len(one) for one in line.heard] == [reading.MOST, 256]
    assert b"".join(line.heard) == sent


def test_the_end_is_twisteds(line: Line) -> None:
    line.there.close()
    line.read()
    assert line.heard == []
    assert line.reactor.asked == [(line.transport, True)]


def test_so_is_a_connection_that_broke(line: Line) -> None:
    line.transport.socket.close()
    line.read()
    assert line.reactor.asked == [(line.transport, True)]


def test_what_cannot_be_heard_ends_its_own_connection_alone(
    line: Line, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lost: list[Any] = []
    monkeypatch.setattr(line.transport, "connectionLost", lost.append)
    line.there.send(b"bad")
    line.read()
    assert [failure.type for failure in lost] == [ValueError]
    assert "a connection failed" in caplog.text


def test_what_is_no_connection_of_the_system_is_left_alone(line: Line) -> None:
    line.reactor.reader = ()
    reading.directly(object(), line.hear)
    assert line.reactor.reader == ()
