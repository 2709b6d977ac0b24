"""The same site on the leaner server, and the direct line that both servers give a socket."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from socket import socketpair
from typing import Any, cast
from unittest.mock import MagicMock

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from games.run.bounds import UNREAD, UNSENT
from games.run.frames import written
from tests.client import Person, whole_game
from tests.live.matches import PATIENCE, farewell, seats, soon
from tests.server import Site, copied

pytest.importorskip("uvicorn", reason="requirements-uvicorn.lock is not installed")
pytest.importorskip("uvloop", reason="requirements-uvicorn.lock is not installed")


@pytest.fixture(scope="module")
def lean(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = copied(prepared_var, tmp_path_factory.mktemp("lean-site"))
    site = Site(folder, {"RATE_LIMITS": "off", "CLAIM_SERVER": "uvicorn"})
    site.start()
    yield site
    site.close()


class Socket:
    """A socket of uvicorn and its transport, of which so much waits to be sent, with a pair of sockets below."""

    def __init__(self, *, close_sent: bool = False, closing: bool = False, waits: int = 0) -> None:
        self.close_sent, self.closing, self.waits = close_sent, closing, waits
        self.handed, self.left = b"", False
        self.near, self.far = socketpair()
        self.near.setblocking(False)
        self.far.setblocking(False)

    def open(self) -> Socket | None:
        return None if self.close_sent or self.closing else self

    def write(self, data: bytes) -> None:
        self.handed += data
        self.waits += len(data)

    def get_write_buffer_size(self) -> int:
        return self.waits

    def leaves(self) -> None:
        self.left = True

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.near.close()
        self.far.close()

    @property
    def came(self) -> bytes:
        """What the other end was sent directly."""
        with suppress(BlockingIOError):
            return self.far.recv(2**20)
        return b""


@pytest.fixture
def line(request: pytest.FixtureRequest) -> Iterator[tuple[Any, Socket]]:
    from games.run.uvicorns import UvicornsWire

    socket = Socket(**request.param)
    with socket.near, socket.far:
        yield UvicornsWire(cast("Any", socket), socket.near.fileno()), socket


BEAT = written("beat")


@pytest.mark.parametrize(
    ("line", "came", "handed", "left"),
    [
        ({}, BEAT, b"", False),
        ({"waits": UNSENT - len(BEAT)}, b"", BEAT, False),
        ({"waits": UNSENT + 1 - len(BEAT)}, b"", BEAT, True),
        ({"close_sent": True}, b"", b"", False),
        ({"closing": True}, b"", b"", False),
    ],
    ids=["open", "something waits", "reads too little", "closing", "closed"],
    indirect=["line"],
)
def test_whom_a_line_tells(line: tuple[Any, Socket], came: bytes, handed: bytes, left: bool) -> None:
    wire, socket = line
    wire.tell("beat")
    assert (socket.came, socket.handed, socket.left) == (came, handed, left)
    wire.end()
    wire.tell("beat")
    assert (socket.came, socket.handed) == (b"", handed)


@pytest.mark.parametrize("line", [{}], indirect=True)
def test_what_the_system_does_not_take_waits_and_so_does_what_comes_after_it(line: tuple[Any, Socket]) -> None:
    wire, socket = line
    told = list[str]()
    while not socket.handed:
        told.append(str(100 + len(told)) * 2**15)
        wire.tell(told[-1])
    assert not wire.clear
    wire.tell("beat")
    came = b"".join(iter(lambda: socket.came, b""))
    assert came
    assert came + socket.handed == b"".join(map(written, [*told, "beat"]))
    wire.tell("beat")
    assert (socket.came, socket.handed.endswith(BEAT + BEAT)) == (b"", True)
    socket.waits = 0
    wire.tell("beat")
    assert (socket.came, wire.clear) == (BEAT, True)


@pytest.mark.parametrize("line", [{}], indirect=True)
def test_one_whose_other_end_is_gone_finds_that_out_by_its_transport(line: tuple[Any, Socket]) -> None:
    wire, socket = line
    socket.far.close()
    wire.tell("beat")
    assert socket.handed == BEAT


def test_whoever_asks_for_the_transport_of_a_socket_may_write_to_it() -> None:
    from games.run import uvicorns

    with closing(Socket()) as transport:
        socket: Any = object.__new__(uvicorns.Socket)
        socket.close_sent, socket.transport = False, transport
        socket.line = uvicorns.UvicornsWire(socket, transport.near.fileno())
        socket.line.tell("beat")
        assert socket.line.clear
        socket.transport.write(b"by the library")
        socket.line.tell("beat")
        assert (transport.came, transport.handed) == (BEAT, b"by the library" + BEAT)
        socket.transport.closing = True
        socket.line.tell("beat")
        assert transport.handed == b"by the library" + BEAT


def test_a_text_is_heard_at_once_unless_an_earlier_one_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    from games.run import uvicorns

    one, heard, takes = Frame(Opcode.TEXT, b"one").serialize(mask=True), list[str](), True
    socket: Any = object.__new__(uvicorns.Socket)
    socket.line, socket.frames, socket.queue = uvicorns.UvicornsWire(socket, -1), b"", asyncio.Queue()
    socket.handshake_complete = True

    def hear(text: str) -> bool:
        heard.append(text)
        return takes

    socket.line.hear = hear
    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", lambda self, data: self.queue.put_nowait(data))
    socket.data_received(one)
    assert (len(heard), socket.queue.qsize()) == (1, 0)
    takes = False
    socket.data_received(one)
    takes = True
    socket.data_received(one)
    assert (len(heard), socket.queue.qsize()) == (2, 2)
    while not socket.queue.empty():
        socket.queue.get_nowait()
    socket.data_received(one)
    assert (len(heard), socket.queue.qsize()) == (3, 0)
    for part in (one[:4], one[4:], one):
        socket.data_received(part)
        socket.queue.get_nowait()
    assert len(heard) == 3


def test_whoever_was_heard_since_the_last_time_is_sent_no_ping(monkeypatch: pytest.MonkeyPatch) -> None:
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    from games.run import uvicorns

    done = list[str]()
    socket: Any = object.__new__(uvicorns.Socket)
    socket.line = uvicorns.UvicornsWire(socket, -1)
    socket.line.hear = lambda text: True
    for name in ("schedule_ping", "send_keepalive_ping"):
        monkeypatch.setattr(WebSocketsSansIOProtocol, name, lambda self, name=name: done.append(name))
    socket.data_received(Frame(Opcode.TEXT, b"one").serialize(mask=True))
    socket.send_keepalive_ping()
    assert done == ["schedule_ping"]
    socket.line.heard -= uvicorns.OPTIONS["ws_ping_interval"]
    socket.send_keepalive_ping()
    assert done == ["schedule_ping", "send_keepalive_ping"]


def test_nothing_is_heard_of_one_that_leaves_too_much_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    from games.run import uvicorns

    heard, library = list[str](), list[bytes]()
    socket: Any = object.__new__(uvicorns.Socket)
    socket.line, socket.frames, socket.queue = uvicorns.UvicornsWire(socket, -1), b"", asyncio.Queue()
    socket.handshake_complete, socket.line.hear = True, heard.append
    socket.transport = socket.conn = socket.loop = MagicMock()
    socket.close_timeout, socket.conn.data_to_send.return_value = 1, [b"close"]
    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", lambda self, data: library.append(data))
    socket.leaves()
    socket.transport.write.assert_called_once_with(b"close")
    socket.data_received(Frame(Opcode.TEXT, b"one").serialize(mask=True))
    assert (len(heard), len(library), socket.queue.get_nowait()["code"]) == (0, 1, UNREAD)


async def test_a_whole_game(lean: Site) -> None:
    ana, bram = Person(lean.url, "Ana"), Person(lean.url, "Bram")
    code = ana.open_game()
    bram.join(code)
    first, second = await asyncio.wait_for(whole_game(ana, bram, code), PATIENCE)
    assert (first["you"], second["you"], first["result"]) == (0, 1, second["result"])
    assert "Traceback" not in lean.text()


async def test_texts_in_pieces_together_and_too_long(lean: Site) -> None:
    ana = Person(lean.url, "Ana")
    code = ana.open_game()
    async with ana.socket(code) as socket:
        assert '"type":"view"' in str(await soon(socket.recv()))
        await socket.send(["not", " even", " JSON"])
        assert "bad_message" in await until(socket, "refused")
        await socket.send("still not JSON")
        assert "bad_message" in await until(socket, "refused")
        await socket.send("x" * 20000)
        with pytest.raises(ConnectionClosed) as closed:
            await until(socket, "never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize("server", ["lean", "open_site"])
async def test_texts_that_come_in_one_piece_are_answered_in_their_order(
    server: str, request: pytest.FixtureRequest
) -> None:
    """A page answers a beat and plays a card at once."""
    site: Site = request.getfixturevalue(server)
    ana, bram = Person(site.url, "Ana"), Person(site.url, "Bram")
    code = ana.open_game(lead="creator")
    bram.join(code)
    async with seats(code, ana, bram) as (one, _):
        here, card = {"type": "here", "version": one.view["version"]}, one.view["board"]["legal"][0]
        played = {"type": "play", "card": card, "ply": 0, "id": "a"}
        texts = map(json.dumps, [here, played, {"type": "win"}, {"type": "sync"}, here])
        one.socket.transport.write(b"".join(Frame(Opcode.TEXT, text.encode()).serialize(mask=True) for text in texts))
        assert (await soon(one.until("accepted", "refused")))["id"] == "a"
        assert (await soon(one.until("accepted", "refused")))["code"] == "bad_message"
        assert (await soon(one.until("view")))["board"]["ply"] == 1


async def until(socket: ClientConnection, kind: str) -> str:
    """The next message of a kind."""
    while True:
        text = str(await soon(socket.recv()))
        if f'"type":"{kind}"' in text:
            return text


def test_a_file_is_sent_without_a_word(lean: Site) -> None:
    ana = Person(lean.url, "Ana")
    file = re.search(r"/static/[^\"]+\.css", ana.get("/")[1])
    assert file
    assert ana.get(file[0])[0] == 200
    assert "Warning" not in lean.text()


def test_a_body_that_is_too_long_is_refused(lean: Site) -> None:
    assert Person(lean.url, "Ana")._request("POST", "/games/", "x" * 70000)[0] == 413


async def test_it_ends_as_it_should(lean: Site) -> None:
    ana = Person(lean.url, "Ana")
    code = ana.open_game()
    async with seats(code, ana) as (one,):
        os.kill(lean.pid, signal.SIGTERM)
        assert await farewell(one.socket) == ("restarting", 1012)
    assert lean.stop() == 0
