"""A socket whose handshake is not answered yet: what is said meanwhile waits, neither lost nor another handshake."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import autobahn.util
import pytest
from daphne.ws_protocol import WebSocketFactory
from twisted.internet.error import ConnectionDone
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from games.run.crowd import Crowd
from games.run.flow import BoundedSocket
from games.run.server import Socket

HANDSHAKE = (
    b"GET /ws/m/AAAAAAAA/ HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
LOST = Failure(ConnectionDone())
HELLO = b"\x81\x85\x00\x00\x00\x00hello"
"""A text frame."""


class Transport(StringTransport):  # type: ignore[misc]
    """A connection that sends at once."""

    dataBuffer, offset, _tempDataLen = b"", 0, 0  # noqa: N815


class Site:
    """What a socket needs of Daphne."""

    root_path = ""
    proxy_forwarded_address_header = None

    def __init__(self) -> None:
        self.crowd: Crowd[Any] = Crowd(100, 100, 0)
        self.applications = 0
        self.told: list[dict[str, Any]] = []

    def protocol_connected(self, protocol: Any) -> None: ...

    def protocol_disconnected(self, protocol: Any) -> None: ...

    def log_action(self, *details: Any) -> None: ...

    def create_application(self, protocol: Any, scope: Any) -> Any:
        self.applications += 1
        return SimpleNamespace(put_nowait=self.told.append, qsize=lambda: 0)


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def socket(site: Site) -> Socket:
    """One that has just sent its handshake."""
    factory = WebSocketFactory(site, server="")
    factory.protocol = Socket
    factory.setProtocolOptions(openHandshakeTimeout=0, allowNullOrigin=True)
    transport = Transport()
    made: Socket = factory.buildProtocol(transport.getPeer())
    made._raw_query_string = b""
    made.makeConnection(transport)
    made.dataReceived(HANDSHAKE)
    return made


def test_the_options_of_all_sockets_are_copied_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    factory = WebSocketFactory(site, server="")
    factory.setProtocolOptions(failByDrop=False, maxMessagePayloadSize=77)

    class Taken(Socket):
        """One of its own, for a class keeps what it took."""

    Taken.take_options(factory)
    transport = Transport()
    factory.protocol = Taken
    made = factory.buildProtocol(transport.getPeer())
    made.makeConnection(transport)
    names = BoundedSocket.CONFIG_ATTRS
    assert {name: getattr(made, name) for name in names} == {name: getattr(factory, name) for name in names}
    assert not {*names} & {*vars(made)}
    assert (made.failByDrop, made.maxMessagePayloadSize) == (False, 77)


def test_no_words_are_coloured_for_a_log_that_nobody_reads(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    coloured: list[object] = []

    def colour(text: object, *how: object, **more: object) -> str:
        coloured.append(text)
        return str(text)

    monkeypatch.setattr(autobahn.util, "hl", colour)
    factory = WebSocketFactory(site, server="")
    factory.protocol = type("Taken", (Socket,), {})
    factory.protocol.take_options(factory)
    made = factory.buildProtocol("")
    made._raw_query_string = b""
    made.makeConnection(Transport())
    made.dataReceived(HANDSHAKE)
    made.serverAccept()
    made.dataReceived(HELLO)
    made.connectionLost(LOST)
    assert [message["type"] for message in site.told] == [
        "websocket.connect",
        "websocket.receive",
        "websocket.disconnect",
    ]
    assert coloured == []


def test_what_is_said_too_early_is_heard_after_the_answer(site: Site, socket: Socket) -> None:
    socket.dataReceived(HELLO)
    assert socket.transport.producerState == "paused"
    assert socket.transport.value() == b""
    socket.serverAccept()
    assert socket.transport.producerState == "producing"
    assert socket.transport.value().startswith(b"HTTP/1.1 101 ")
    assert [message["type"] for message in site.told] == ["websocket.connect", "websocket.receive"]


def test_a_second_handshake_is_none(site: Site, socket: Socket) -> None:
    socket.dataReceived(HANDSHAKE)
    assert site.applications == 1
    assert socket.transport.value() == b""


@pytest.mark.parametrize(
    "leave", [lambda one: one.serverClose(1000), lambda one: one.connectionLost(LOST)], ids=["closing", "closed"]
)
def test_nothing_is_told_whoever_leaves(socket: Socket, leave: Callable[[Socket], None]) -> None:
    """A beat for a whole room comes while one of its sockets closes: the others must get theirs."""
    socket.serverAccept()
    leave(socket)
    socket.transport.clear()
    socket.line.tell("beat")
    assert socket.transport.value() == b""
