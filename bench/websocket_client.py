"""WebSocket client with low cost, so that one core of it can keep a server on another core busy."""

from __future__ import annotations

import asyncio
import struct
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class WebSocketClient(asyncio.Protocol, ABC):
    """Text frames over one connection. Subclasses handle a text in ``on_text``.

    It reads unfragmented frames without extensions, which is what Daphne sends; anything else ends in ``lost``.
    """

    def __init__(self) -> None:
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._closing = False
        self.bytes = 0

    @abstractmethod
    def on_text(self, text: bytes) -> None: ...

    @abstractmethod
    def on_failure(self, reason: str) -> None:
        """Handle a connection that the server closed, or a breach of the protocol."""

    def send(self, text: bytes) -> None:
        """Send a masked frame; a mask of zeros is valid and leaves the text as it is."""
        size = len(text)
        head = struct.pack("!BB", 0x81, 0x80 | size) if size < 126 else struct.pack("!BBH", 0x81, 0xFE, size)
        self._transport.write(head + b"\0\0\0\0" + text)

    def close(self) -> None:
        self._closing = True
        self._transport.write(struct.pack("!BBIH", 0x80 | CLOSE, 0x82, 0, 1000))
        self._transport.close()

    def handshake(self, host: str, path: str, headers: Mapping[str, str]) -> None:
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self._transport.write("\r\n".join([*lines, "", ""]).encode())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._closing:
            self.on_failure(f"the connection ended: {exc}")

    def data_received(self, data: bytes) -> None:
        self._buffer = self._buffer + data if self._buffer else data
        if not self.open.done() and not self._receive_handshake():
            return
        while (frame := self._take_frame()) is not None:
            opcode, body = frame
            if opcode == TEXT:
                self.bytes += len(body)
                self.on_text(body)
            elif opcode == PING:
                self._transport.write(struct.pack("!BBI", 0x80 | PONG, 0x80 | len(body), 0) + body)
            elif opcode == CLOSE and not self._closing:
                self._closing = True
                self.on_failure(f"the server closed the socket: {body!r}")

    def _receive_handshake(self) -> bool:
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return False
        self._buffer = rest
        if head.startswith(b"HTTP/1.1 101"):
            self.open.set_result(None)
        else:
            self.open.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
        return True

    def _take_frame(self) -> tuple[int, bytes] | None:
        """Take the first frame from the buffer and return it; None while it is incomplete."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4]), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10]), 10
        if len(buffer) < start + size:
            return None
        self._buffer = buffer[start + size :]
        return buffer[0] & 15, buffer[start : start + size]


async def connect(client: WebSocketClient, host: str, port: int, path: str, headers: Mapping[str, str]) -> None:
    """Connect ``client`` and wait until the handshake is done."""
    await asyncio.get_running_loop().create_connection(lambda: client, host, port)
    client.handshake(f"{host}:{port}", path, headers)
    await asyncio.wait_for(client.open, 60)
