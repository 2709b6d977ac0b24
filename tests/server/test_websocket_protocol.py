"""Daphne's WebSocket protocol with the limits of the site, on a connection without a network."""

from __future__ import annotations

import struct
from types import SimpleNamespace
from typing import Any

import pytest
from daphne.ws_protocol import WebSocketFactory
from pytest_django import Settings
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure
from websockets.frames import Frame, Opcode

from games.server.connection_limits import ConnectionLimiter
from games.server.websocket_protocol import (
    BACKLOG_CHECK,
    CLOSE_UNREAD,
    MAX_BACKLOG,
    MAX_OVERRUNS,
    MAX_UNITS,
    MAX_UNSENT,
    UNIT_BYTES,
    WINDOW,
    FrameBudget,
    LimitedWebSocketProtocol,
)


@pytest.fixture
def budget(clock: Clock) -> FrameBudget:
    return FrameBudget(clock.seconds)


def send(budget: FrameBudget, frames: int, size: int = 10) -> None:
    for _ in range(frames):
        budget.spend(size)


def test_a_client_above_its_budget_waits_for_the_next_window(budget: FrameBudget, clock: Clock) -> None:
    send(budget, 1)
    clock.advance(2)
    send(budget, MAX_UNITS - 1)
    assert budget.waiting_time == 0
    send(budget, 1)
    assert budget.waiting_time == pytest.approx(WINDOW - 2)
    clock.advance(WINDOW - 2)
    send(budget, 1)
    assert budget.waiting_time == 0


def test_an_empty_frame_costs_a_unit_and_a_long_one_more(budget: FrameBudget) -> None:
    send(budget, MAX_UNITS, size=0)
    assert budget.waiting_time == 0
    assert budget.spent == MAX_UNITS
    budget.spend(3 * UNIT_BYTES)
    assert budget.spent == MAX_UNITS + 4


def test_a_client_above_its_budget_in_consecutive_windows_floods(budget: FrameBudget, clock: Clock) -> None:
    for window in range(1, MAX_OVERRUNS + 1):
        send(budget, 10 * MAX_UNITS)
        assert budget.is_flood == (window == MAX_OVERRUNS)
        clock.advance(WINDOW)


@pytest.mark.parametrize("frames", [0, 1])
def test_a_window_within_the_budget_forgets_the_windows_before(budget: FrameBudget, clock: Clock, frames: int) -> None:
    for _ in range(2 * MAX_OVERRUNS):
        send(budget, MAX_UNITS + 1)
        clock.advance(WINDOW)
        send(budget, frames)
        clock.advance(WINDOW)
    assert not budget.is_flood


HANDSHAKE = (
    b"GET /ws/m/AAAAAAAA/ HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
LOST = Failure(ConnectionDone())


def frame(opcode: Opcode, payload: bytes = b"", *, fin: bool = True) -> bytes:
    """As a client sends it."""
    return Frame(opcode, payload, fin).serialize(mask=True)


HELLO = frame(Opcode.TEXT, b"hello")


class Transport(StringTransport):  # type: ignore[misc]
    """A connection of a network forgets a producer that it has not got."""

    def unregisterProducer(self) -> None:  # noqa: N802
        self.producer = None


class Server:
    """What a socket needs of Daphne. ``waiting`` are the messages that its consumer has not taken yet."""

    root_path = ""
    proxy_forwarded_address_header = None

    def __init__(self) -> None:
        self.connection_limiter: ConnectionLimiter[Any] = ConnectionLimiter(100, 100, 0)
        self.applications = 0
        self.waiting: list[dict[str, Any]] = []

    def protocol_connected(self, protocol: Any) -> None: ...

    def protocol_disconnected(self, protocol: Any) -> None: ...

    def log_action(self, *details: Any) -> None: ...

    def create_application(self, protocol: Any, scope: Any) -> Any:
        self.applications += 1
        return SimpleNamespace(
            put_nowait=self.waiting.append,
            get_nowait=lambda: self.waiting.pop(0),
            empty=lambda: not self.waiting,
            qsize=lambda: len(self.waiting),
        )

    @property
    def kinds(self) -> list[str]:
        return [message["type"].removeprefix("websocket.") for message in self.waiting]


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def asking(server: Server, clock: Clock) -> LimitedWebSocketProtocol:
    """A socket whose handshake was sent and is not answered."""
    factory = WebSocketFactory(server, server="", reactor=clock)
    factory.protocol = LimitedWebSocketProtocol
    factory.setProtocolOptions(openHandshakeTimeout=0, closeHandshakeTimeout=0, allowNullOrigin=True, failByDrop=False)
    transport = Transport()
    made: LimitedWebSocketProtocol = factory.buildProtocol(transport.getPeer())
    made._raw_query_string = b""
    made.makeConnection(transport)
    made.budget.clock = clock.seconds
    made.dataReceived(HANDSHAKE)
    return made


@pytest.fixture
def socket(server: Server, asking: LimitedWebSocketProtocol) -> LimitedWebSocketProtocol:
    """An open socket of which the consumer has received nothing."""
    asking.serverAccept()
    asking.transport.clear()
    server.waiting.clear()
    return asking


class TestHandshake:
    def test_frames_before_the_handshake_response_are_read_after_it(
        self, server: Server, asking: LimitedWebSocketProtocol
    ) -> None:
        asking.dataReceived(HELLO)
        assert asking.transport.producerState == "paused"
        assert asking.transport.value() == b""
        asking.serverAccept()
        assert asking.transport.producerState == "producing"
        assert asking.transport.value().startswith(b"HTTP/1.1 101 ")
        assert server.kinds == ["connect", "receive"]

    def test_a_second_handshake_is_ignored(self, server: Server, asking: LimitedWebSocketProtocol) -> None:
        asking.dataReceived(HANDSHAKE)
        assert server.applications == 1
        assert asking.transport.value() == b""


TINY = {
    "texts": frame(Opcode.TEXT, b"{}"),
    "binary messages": frame(Opcode.BINARY),
    "pings": frame(Opcode.PING),
    "pongs": frame(Opcode.PONG),
    "continuations": frame(Opcode.CONT, fin=False),
}


class TestBudget:
    @pytest.mark.parametrize("kind", TINY)
    def test_a_flood_of_any_frames_is_read_later(
        self, server: Server, socket: LimitedWebSocketProtocol, clock: Clock, kind: str
    ) -> None:
        socket.dataReceived(frame(Opcode.TEXT, fin=kind != "continuations"))
        for _ in range(MAX_UNITS - 1):
            socket.dataReceived(TINY[kind])
            server.waiting.clear()
        assert socket.transport.producerState == "producing"
        socket.dataReceived(TINY[kind])
        assert socket.transport.producerState == "paused"
        server.waiting.clear()
        clock.advance(WINDOW)
        assert socket.transport.producerState == "producing"

    def test_a_mix_of_frames_shares_one_budget(self, server: Server, socket: LimitedWebSocketProtocol) -> None:
        socket.dataReceived((TINY["texts"] + TINY["pings"] + TINY["pongs"]) * (MAX_UNITS // 3))
        server.waiting.clear()
        assert socket.transport.producerState == "producing"
        socket.dataReceived(TINY["pongs"])
        assert socket.transport.producerState == "paused"

    def test_a_flooding_client_is_reported_once_and_read_no_more(
        self, server: Server, socket: LimitedWebSocketProtocol, clock: Clock
    ) -> None:
        for _ in range(MAX_OVERRUNS + 2):
            socket.dataReceived(TINY["pongs"] * (MAX_UNITS + 1))
            clock.advance(WINDOW)
        socket.dataReceived(HELLO)
        assert server.kinds == ["flood"]

    def test_without_limits_everything_is_read(self, socket: LimitedWebSocketProtocol, settings: Settings) -> None:
        settings.RATE_LIMITS = False
        socket.dataReceived(TINY["pongs"] * 10 * MAX_UNITS)
        assert socket.transport.producerState == "producing"

    def test_reading_pauses_while_the_consumer_is_behind(
        self, server: Server, socket: LimitedWebSocketProtocol, clock: Clock
    ) -> None:
        socket.dataReceived(TINY["texts"] * (MAX_BACKLOG + 1))
        assert socket.transport.producerState == "paused"
        clock.advance(BACKLOG_CHECK)
        assert socket.transport.producerState == "paused"
        server.waiting.clear()
        clock.advance(BACKLOG_CHECK)
        assert socket.transport.producerState == "producing"

    def test_pending_frames_of_a_flood_are_dropped_at_the_disconnect(
        self, server: Server, socket: LimitedWebSocketProtocol
    ) -> None:
        socket.dataReceived(TINY["texts"] * (MAX_UNITS + 1))
        socket.connectionLost(LOST)
        assert server.kinds == ["disconnect"]


def sent_close(socket: LimitedWebSocketProtocol) -> int:
    """The code of the close frame, which must be all that the site sent."""
    sent = socket.transport.value()
    assert sent[:1] == b"\x88"
    return int(struct.unpack(">H", sent[2:4])[0])


class TestEnd:
    def test_a_restart_closes_with_its_standard_code(self, socket: LimitedWebSocketProtocol) -> None:
        socket.serverClose(1012)
        assert sent_close(socket) == 1012

    @pytest.mark.parametrize(
        ("payload", "code"),
        [
            (struct.pack(">H", 999), 1002),
            (struct.pack(">H", 1005), 1002),
            (struct.pack(">H", 5000), 1002),
            (b"\x03", 1002),
            (struct.pack(">H", 1000) + b"\xff\xfe", 1007),
        ],
        ids=["too small", "reserved", "too large", "half a code", "a reason that is not UTF-8"],
    )
    def test_a_bad_close_frame_is_answered_and_not_reset(
        self, socket: LimitedWebSocketProtocol, payload: bytes, code: int
    ) -> None:
        socket.dataReceived(frame(Opcode.CLOSE, payload))
        assert sent_close(socket) == code
        assert socket.transport.disconnecting
        assert not socket.transport.disconnected

    def test_a_client_that_leaves_too_much_unread_is_closed_once(self, socket: LimitedWebSocketProtocol) -> None:
        producer = socket.transport.producer
        socket.sendMessage(b"x" * MAX_UNSENT)
        for _ in range(2):
            producer.pauseProducing()
            socket.sendMessage(b"x" * (MAX_UNSENT // 2))
            producer.pauseProducing()
            socket.sendMessage(b"x" * (MAX_UNSENT // 3))
            producer.resumeProducing()
        assert socket.state == socket.STATE_OPEN
        producer.pauseProducing()
        socket.transport.clear()
        socket.sendMessage(b"x" * MAX_UNSENT)
        assert socket.state == socket.STATE_CLOSING
        assert socket.transport.value().endswith(struct.pack(">H", CLOSE_UNREAD))
