"""Frames that go straight to the system by a socket's line, in their order whatever else the socket sends or reads."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from daphne.ws_protocol import WebSocketFactory
from twisted.internet.error import ConnectionDone
from twisted.internet.tcp import Connection
from twisted.python.failure import Failure
from websockets.frames import Frame, Opcode

from games.live.line import tell_all
from games.run import reading
from games.run.bounds import UNREAD
from games.run.frames import written
from games.run.server import Socket
from tests.setup.test_handshake import HANDSHAKE, HELLO, Site

PING = Frame(Opcode.PING, b"there?").serialize(mask=True)
PONG = Frame(Opcode.PONG, b"there?").serialize(mask=False)
LARGE = "x" * 240_000


class Reactor:
    """Writes when it is told to; its loop notes who reads."""

    def __init__(self) -> None:
        self.read: Callable[[], object] = list

    @property
    def _asyncioEventloop(self) -> Reactor:  # noqa: N802
        return self

    def add_reader(self, number: int, read: Callable[[], object]) -> None:
        self.read = read

    def addWriter(self, connection: Any) -> None: ...  # noqa: N802

    addReader = removeReader = removeWriter = addWriter  # noqa: N815


class Peer:
    """A socket whose handshake is answered, and its other end."""

    def __init__(self, reactor: Reactor) -> None:
        self.heard: list[str] = []
        here, self.there = socket.socketpair()
        here.setblocking(False)
        self.there.settimeout(5)
        site = Site()
        site.create_application = lambda *_: SimpleNamespace(  # type: ignore[method-assign]
            put_nowait=site.told.append, qsize=lambda: len(site.told), empty=lambda: not site.told
        )
        factory = WebSocketFactory(site, server="")
        factory.protocol = Socket
        factory.setProtocolOptions(openHandshakeTimeout=0, closeHandshakeTimeout=0, allowNullOrigin=True)
        self.transport = Transport(here, None, reactor)
        self.socket: Socket = factory.buildProtocol(None)
        self.socket._raw_query_string = b""
        self.transport.protocol = self.socket
        self.transport.connected = 1
        self.socket.makeConnection(self.transport)
        self.socket.dataReceived(HANDSHAKE)
        self.socket.serverAccept()
        self.told = site.told
        self.told.clear()
        self.transport.doWrite()
        assert b"101 " in self.there.recv(4096)
        self.read = reactor.read

    def hear(self, text: str) -> bool:
        self.heard.append(text)
        return True

    def clear(self) -> bool:
        return self.socket.line.clear

    def tell(self, *texts: str) -> None:
        for text in texts:
            tell_all((self.socket.line,), written(text))

    def received(self) -> bytes:
        """All that comes when the reactor writes whatever waits."""
        self.there.setblocking(False)
        found = bytearray()
        for _ in range(100):
            try:
                found += self.there.recv(65536)
            except BlockingIOError:
                self.transport.doWrite()
        return bytes(found)


class Transport(Connection):  # type: ignore[misc]
    """A connection whose peer has a name."""

    def getPeer(self) -> Any:  # noqa: N802
        return SimpleNamespace(host="127.0.0.1", port=1)

    getHost = getPeer  # noqa: N815


@pytest.fixture
def peers(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Peer, Peer]]:
    reactor = Reactor()
    monkeypatch.setattr(reading, "reactor", reactor)
    made = Peer(reactor), Peer(reactor)
    yield made
    for one in made:
        one.there.close()
        one.transport.socket.close()


@pytest.fixture
def peer(peers: tuple[Peer, Peer]) -> Peer:
    return peers[0]


def test_the_first_goes_the_long_way_and_the_next_straight(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not peer.clear()
    peer.tell("one")
    assert peer.clear()
    monkeypatch.setattr(Socket, "tell", pytest.fail)
    peer.tell("two")
    assert peer.received() == written("one") + written("two")


def test_what_the_system_does_not_take_follows_in_order(peer: Peer) -> None:
    peer.tell("one", LARGE)
    assert not peer.clear()
    peer.tell("two")
    assert peer.received() == written("one") + written(LARGE) + written("two")
    peer.tell("three")
    assert peer.clear()
    assert peer.received() == written("three")


def test_it_waits_for_what_autobahn_sends(peer: Peer) -> None:
    peer.tell("one")
    peer.socket.dataReceived(PING)
    assert not peer.clear()
    peer.tell("two")
    assert peer.received() == written("one") + PONG + written("two")


def test_half_a_frame_goes_before_whatever_comes(peer: Peer) -> None:
    peer.socket.line.hear = peer.hear
    peer.tell("one")
    peer.socket.dataReceived(HELLO[:3])
    peer.tell("two")
    assert not peer.clear()
    peer.socket.dataReceived(HELLO[3:])
    assert (peer.heard, [one["text"] for one in peer.told]) == ([], ["hello"])


def test_so_does_a_text_that_nobody_took_yet(peer: Peer) -> None:
    peer.tell("one")
    peer.socket.dataReceived(HELLO)
    peer.socket.line.hear = peer.hear
    peer.tell("two")
    peer.socket.dataReceived(HELLO)
    assert (peer.heard, len(peer.told), peer.clear()) == ([], 2, False)
    peer.told.clear()
    peer.socket.dataReceived(HELLO)
    peer.tell("three")
    assert (peer.heard, peer.clear()) == (["hello"], True)
    assert peer.received() == written("one") + written("two") + written("three")


def test_whoever_is_to_answer_a_ping_is_heard_by_whoever_asked(peer: Peer) -> None:
    peer.tell("one")
    peer.socket._sendAutoPing()
    peer.socket.autoPingTimeoutCall = SimpleNamespace(cancel=lambda: None)
    peer.received()
    peer.tell("two")
    assert not peer.clear()
    peer.socket.line.hear = lambda text: True
    peer.socket.dataReceived(HELLO)
    assert peer.socket.autoPingTimeoutCall is None


@pytest.mark.parametrize(
    "leaves",
    [
        lambda one: one.serverClose(1000),
        lambda one: one.dropConnection(),
        lambda one: one.connectionLost(Failure(ConnectionDone())),
    ],
    ids=["closing", "dropped", "closed"],
)
def test_nothing_follows_the_end(peer: Peer, leaves: Callable[[Socket], None]) -> None:
    peer.tell("one")
    peer.received()
    leaves(peer.socket)
    assert not peer.clear()
    last = peer.received()
    peer.tell("two")
    assert peer.received() == b""
    assert written("two") not in last


def test_nobody_keeps_one_that_is_gone(peer: Peer) -> None:
    peer.tell("one")
    peer.socket.connectionLost(Failure(ConnectionDone()))
    assert peer.socket.line.socket is None
    assert peer.socket.line.send(b"two") == 0


def test_whoever_reads_nothing_is_closed(peer: Peer) -> None:
    """And then told nothing more, however much of it waits."""
    peer.tell("one", LARGE, LARGE, LARGE)
    assert peer.socket.state == Socket.STATE_CLOSING
    peer.tell("two")
    sent = peer.received()
    assert sent.startswith(b"".join(map(written, ("one", LARGE))))
    assert sent.endswith(Frame(Opcode.CLOSE, UNREAD.to_bytes(2)).serialize(mask=False))
    assert written("two") not in sent


def test_a_text_that_was_heard_is_one_that_daphne_knows_of(peer: Peer) -> None:
    """It asks whether somebody is there who was not heard for long."""
    peer.socket.line.hear = peer.hear
    peer.tell("one")
    before = peer.socket.last_ping
    peer.socket.last_ping = 0.0
    peer.there.send(HELLO)
    peer.read()
    assert peer.heard == ["hello"]
    assert peer.socket.last_ping >= before > 0


def test_one_that_broke_keeps_nobody_from_theirs(peers: tuple[Peer, Peer]) -> None:
    broken, other = peers
    for one in peers:
        one.tell("one")
        one.received()
    broken.transport.socket.close()
    tell_all([one.socket.line for one in peers], written("two"))
    assert not broken.clear()
    assert other.received() == written("two")
