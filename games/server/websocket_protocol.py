"""Daphne's WebSocket protocol with limits on the frames that a client sends and the bytes that it leaves unread."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings

MAX_FRAME_SIZE = 16384
"""Maximum bytes of a frame; above it the connection is closed with 1009 before it fills any memory.

The consumer refuses smaller ones above its ``MAX_MESSAGE_SIZE`` with a sentence.
"""
MAX_UNSENT = 256 * 1024
"""Maximum unread bytes of a client; above it the connection is closed with ``CLOSE_UNREAD``."""
CLOSE_UNREAD = 4309
"""WebSocket close code of a client that does not read."""

WINDOW, MAX_UNITS = 5.0, 120
"""Seconds of a window, and the units that a client may send in it: far more than a page sends."""
UNIT_BYTES = 1024
"""Bytes of a frame that cost one unit. Every frame of any kind costs one unit more."""
MAX_OVERRUNS = 3
"""Consecutive windows above the budget after which a client counts as flooding."""


@dataclass(slots=True)
class FrameBudget:
    """Budget of the frames that one client may send. Messages, their fragments and control frames share it."""

    clock: Callable[[], float] = time.monotonic
    window_start: float = field(default=0.0, init=False)
    spent: int = field(default=0, init=False)
    overruns: int = field(default=0, init=False)

    def spend(self, size: int) -> None:
        """Count a frame with a payload of this many bytes."""
        now = self.clock()
        if now - self.window_start >= WINDOW:
            self._start_window(now)
        was_within = self.spent <= MAX_UNITS
        self.spent += 1 + size // UNIT_BYTES
        self.overruns += was_within and self.spent > MAX_UNITS

    @property
    def waiting_time(self) -> float:
        """Return the seconds for which no more may be read; 0 while the budget lasts."""
        return max(0.0, self.window_start + WINDOW - self.clock()) if self.spent > MAX_UNITS else 0.0

    @property
    def is_flood(self) -> bool:
        """Return whether the client exceeded its budget repeatedly, although each time it was not read for a while."""
        return self.overruns >= MAX_OVERRUNS

    def _start_window(self, now: float) -> None:
        if self.spent <= MAX_UNITS or now - self.window_start >= 2 * WINDOW:
            self.overruns = 0
        self.window_start, self.spent = now, 0


READ_SIZE = 4096
"""Bytes to read at a time, so that a flood of tiny frames is noticed after some hundreds of them."""
SEND_BUFFER = 64 * 1024
"""Bytes of a socket's send buffer; by default the system lets it grow to megabytes."""
MAX_BACKLOG = 64
"""Messages in the queue of the consumer above which no more are read."""
BACKLOG_CHECK = 0.1
"""Seconds between two checks of the backlog."""
FLOOD = {"type": "websocket.flood"}
"""ASGI message that reports a flooding client to its consumer."""


class LimitedWebSocketProtocol(WebSocketProtocol):  # type: ignore[misc]
    """Daphne's WebSocket protocol with limits.

    Every frame of the client is counted. When its budget is spent, or its consumer falls behind, the connection is not
    read for a while. A client that leaves too much unread is closed with ``CLOSE_UNREAD``.
    """

    maxMessagePayloadSize: int  # noqa: N815

    # --- Handshake ---

    def connectionMade(self) -> None:  # noqa: N802
        """Start with a fresh budget."""
        self.budget, self.backpressure = FrameBudget(), Backpressure(self)
        self.is_held = self.is_flooding = self.is_answering = False
        self.early_data = b""
        super().connectionMade()

    def onConnect(self, request: Any) -> Any:  # noqa: N802
        """Begin the handshake."""
        self.is_answering = True
        return super().onConnect(request)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Read data. Keep data that comes during the handshake for later: Autobahn would take it for a request."""
        if self.is_answering:
            self.early_data += data
            self.transport.pauseProducing()
        else:
            super().dataReceived(data)

    def onOpen(self) -> None:  # noqa: N802
        """Set the buffer sizes, and read the data that came during the handshake."""
        self.is_answering = False
        super().onOpen()
        self.transport.bufferSize = READ_SIZE
        with suppress(AttributeError, OSError):
            self.transport.getHandle().setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BUFFER)
        # The HTTP channel of the handshake is still registered as the producer.
        self.unregisterProducer()
        self.registerProducer(self.backpressure, True)
        self.transport.resumeProducing()
        early_data, self.early_data = self.early_data, b""
        if early_data:
            super().dataReceived(early_data)

    # --- Received ---

    def onMessageFrameBegin(self, length: int) -> None:  # noqa: N802
        """Count a frame of a message."""
        super().onMessageFrameBegin(length)
        self.count_frame(length)

    def onPing(self, payload: bytes) -> None:  # noqa: N802
        """Count a ping."""
        super().onPing(payload)
        self.count_frame(len(payload))

    def onPong(self, payload: bytes) -> None:  # noqa: N802
        """Count a pong."""
        super().onPong(payload)
        self.count_frame(len(payload))

    def onMessage(self, *args: Any) -> None:  # noqa: N802
        """Queue a message for the consumer, and stop reading while the queue is long."""
        if self.is_flooding:
            return
        super().onMessage(*args)
        if self.application_queue.qsize() > MAX_BACKLOG:
            self.hold(BACKLOG_CHECK)

    def count_frame(self, size: int) -> None:
        """Count a frame, stop reading when the budget is spent, and report a flood to the consumer."""
        if not settings.RATE_LIMITS:
            return
        self.budget.spend(size)
        if self.budget.waiting_time:
            if self.budget.is_flood and not self.is_flooding:
                self.is_flooding = True
                self.application_queue.put_nowait(FLOOD)
            self.hold(self.budget.waiting_time)

    def hold(self, seconds: float) -> None:
        """Stop reading from the client for a time."""
        if not self.is_held:
            self.is_held = True
            self.transport.pauseProducing()
            self.factory.reactor.callLater(seconds, self.release)

    def release(self) -> None:
        """Resume reading, unless the budget is spent or the consumer is still behind."""
        self.is_held = False
        if self.state == self.STATE_CLOSED:
            return
        backlog_time = BACKLOG_CHECK if self.application_queue.qsize() > MAX_BACKLOG // 2 else 0.0
        if seconds := max(self.budget.waiting_time, backlog_time):
            self.hold(seconds)
        else:
            self.transport.resumeProducing()

    # --- Sent ---

    def sendData(self, data: bytes, *args: Any, **kwargs: Any) -> None:  # noqa: N802
        """Send bytes. Autobahn sends everything by this method, answers to pings too."""
        super().sendData(data, *args, **kwargs)
        self.backpressure.count_written(len(data))

    def sendMessage(self, *args: Any, **kwargs: Any) -> None:  # noqa: N802
        """Send a message of any length. The limit is for received ones, and the view of a long table exceeds it."""
        limit, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(*args, **kwargs)
        finally:
            self.maxMessagePayloadSize = limit

    # --- End ---

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        """Close with any standard code; of those, Autobahn's method accepts only 1000."""
        if code in self.CLOSE_STATUS_CODES_ALLOWED:
            self.sendCloseFrame(code=code, isReply=False)
        else:
            super().serverClose(code)

    def dropConnection(self, abort: bool = False) -> None:  # noqa: N802
        """Drop the connection. After a protocol error do not abort it, so that the client can read the close frame."""
        has_close_frame = self.failedByMe and not self.wasCloseHandshakeTimeout
        super().dropConnection(abort=abort and not has_close_frame)

    def onClose(self, *args: Any) -> None:  # noqa: N802
        """Discard the queued messages of a client that is held, so that its consumer ends at once."""
        while self.is_held and not self.application_queue.empty():
            self.application_queue.get_nowait()
        super().onClose(*args)

    def connectionLost(self, *reason: Any) -> None:  # noqa: N802
        """Stop counting the connection."""
        self.factory.server_class.connection_limiter.remove(self.transport)
        super().connectionLost(*reason)


class Backpressure:
    """Push producer that counts the bytes a client leaves unread, and closes the connection above ``MAX_UNSENT``."""

    def __init__(self, protocol: LimitedWebSocketProtocol) -> None:
        self._protocol = protocol
        self._is_paused, self._is_closed, self._unsent = False, False, 0

    def count_written(self, size: int) -> None:
        """Count bytes written while the client does not read, and close the connection above ``MAX_UNSENT``."""
        if not self._is_paused or self._is_closed:
            return
        self._unsent += size
        if self._unsent > MAX_UNSENT:
            self._is_closed = True
            self._protocol.serverClose(CLOSE_UNREAD)

    def pauseProducing(self) -> None:  # noqa: N802
        """Start to count. Called by the transport with each write that has to wait."""
        self._is_paused = True

    def resumeProducing(self) -> None:  # noqa: N802
        """Reset the count. Called by the transport when everything has been read."""
        self._is_paused, self._unsent = False, 0

    def stopProducing(self) -> None:  # noqa: N802
        """Do nothing: the protocol handles the lost connection itself."""
