"""What an open socket reads goes on as it came, and everything else is Twisted's."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest
from twisted.internet.tcp import Connection

from games.live.line import Line
from games.run import reading
from tests.setup.test_frames import frame


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


class Away(Line):
    """A line by which nothing is sent."""

    def written(self, text: str) -> bytes:
        raise AssertionError(text)

    def rest(self, frame: bytes) -> None:
        raise AssertionError(frame)


class Ends:
    """A connection and its other end, and what was heard of it: by its line, and otherwise."""

    def __init__(self, reactor: Reactor) -> None:
        here, self.there = socket.socketpair()
        here.setblocking(False)
        self.transport = Connection(here, None)
        self.heard: list[bytes] = []
        self.reactor = reactor
        self.line, self.texts = Away(), list[str]()
        reading.directly(self.transport, self.line, self.hear)
        self.number, self.read = reactor.reader

    def take(self, text: str) -> bool:
        """Whatever is not refused."""
        if text == "no":
            return False
        self.texts.append(text)
        return True

    def hear(self, data: bytes) -> None:
        if data == b"bad":
            raise ValueError(data)
        self.heard.append(data)


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ends]:
    reactor = Reactor()
    monkeypatch.setattr(reading, "reactor", reactor)
    made = Ends(reactor)
    yield made
    made.transport.socket.close()
    made.there.close()


def test_what_came_is_heard_and_nothing_is_waited_for(ends: Ends) -> None:
    assert ends.number == ends.transport.socket.fileno()
    ends.read()
    ends.there.send(b"first")
    ends.read()
    ends.there.send(b"second")
    ends.read()
    ends.read()
    assert ends.heard == [b"first", b"second"]
    assert ends.reactor.asked == []


def test_more_than_fits_is_heard_in_turn(ends: Ends) -> None:
    sent = bytes(range(256)) * (reading.MOST // 256 + 1)
    ends.there.send(sent)
    ends.read()
    ends.read()
    assert [len(one) for one in ends.heard] == [reading.MOST, 256]
    assert b"".join(ends.heard) == sent


@pytest.mark.parametrize(("clear", "heard"), [(True, ["one", "two"]), (False, [])])
def test_what_a_line_takes_goes_no_further_while_it_is_clear(ends: Ends, clear: bool, heard: list[str]) -> None:
    ends.line.clear = clear
    ends.line.hear = ends.take
    sent = [frame(text) for text in (b"one", b"two", b"no", b"three")]
    for some in (sent[:1], sent[1:]):
        ends.there.send(b"".join(some))
        ends.read()
    assert ends.texts == heard
    assert b"".join(ends.heard) == b"".join(sent[len(heard) :])
    assert (ends.line.heard > 0) is clear


def test_the_end_is_twisteds(ends: Ends) -> None:
    ends.there.close()
    ends.read()
    assert ends.heard == []
    assert ends.reactor.asked == [(ends.transport, True)]


def test_so_is_a_connection_that_broke(ends: Ends) -> None:
    ends.transport.socket.close()
    ends.read()
    assert ends.reactor.asked == [(ends.transport, True)]


def test_what_cannot_be_heard_ends_its_own_connection_alone(
    ends: Ends, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lost: list[Any] = []
    monkeypatch.setattr(ends.transport, "connectionLost", lost.append)
    ends.there.send(b"bad")
    ends.read()
    assert [failure.type for failure in lost] == [ValueError]
    assert "a connection failed" in caplog.text


def test_what_is_no_connection_of_the_system_is_left_alone(ends: Ends) -> None:
    ends.reactor.reader = ()
    reading.directly(object(), ends.line, ends.hear)
    assert ends.reactor.reader == ()
