"""One connection, bounded: how much is read of a request, how long it may take, and how it ends when that is exceeded.

Daphne reads a request whole, however large and slow, before anybody may refuse it. So the bounds are here.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from daphne.http_protocol import WebRequest
from twisted.web.http import HTTPChannel, Request
from twisted.web.http_headers import Headers

from games.run.apology import apology
from games.run.bounds import BODY_SECONDS, LARGEST_BODY
from games.run.crowd import Crowd

UPLOADS: Mapping[str, int] = {}
"""Beginnings of paths whose bodies have a bound of their own."""
LARGEST_HEAD = 16384
MOST_FIELDS = 100

HEAD_SECONDS = 15
"""From the first byte of a request to the end of its headers; also from connecting to that first byte."""
IDLE_SECONDS = 60
"""Between two requests of a connection."""
FETCH_SECONDS = 60
"""That an answer waits to be fetched on a connection which is to be closed after it."""

LAST_WORDS_SECONDS = 5
LAST_WORDS_BYTES = 2**20
"""What is still taken in, and thrown away, of a request that was refused: who is cut off at once in the middle of
sending never hears why."""


def largest_body(path: str) -> int:
    """How many bytes may be sent to a path."""
    return next((most for begin, most in UPLOADS.items() if path.startswith(begin)), LARGEST_BODY)


class Page(WebRequest):  # type: ignore[misc]
    """A request whose body stays in memory, where it is small, instead of taking a file for each."""

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        self.content = BytesIO()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        if self.content.tell() + len(data) > self.channel.largest:
            self.channel.refuse(413)
        else:
            super().handleContentChunk(data)

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """In the site's own words; where an answer was begun, it can only be broken off."""
        if self.channel is None:
            return
        if self._response_started:
            self.channel.transport.abortConnection()
        else:
            self.channel.refuse(status)


class Channel(HTTPChannel):  # type: ignore[misc]
    """What Daphne's requests come through. `refused` is the status with which the last one was sent away, or 0.

    A request that is refused is also the connection's last.
    """

    MAX_LENGTH = totalHeadersSize = LARGEST_HEAD  # noqa: N815
    maxHeaders = MOST_FIELDS  # noqa: N815

    def __init__(self) -> None:
        super().__init__()
        self.requestFactory = Page
        self.largest, self.refused, self.thrown_away = LARGEST_BODY, 0, 0
        self.idle = self.closing = False

    @property
    def crowd(self) -> Crowd[Any]:
        crowd: Crowd[Any] = self.factory.server.crowd
        return crowd

    def connectionMade(self) -> None:  # noqa: N802
        super().connectionMade()
        # Daphne's factory has set its own kind of request meanwhile.
        self.requestFactory = Page
        self.setTimeout(HEAD_SECONDS)
        make_room(self.crowd.come(self.transport, self.transport.getPeer().host))
        self.factory.server.door.knock(self.transport)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        self.crowd.leave(self.transport)
        super().connectionLost(reason)

    def resetTimeout(self) -> None:  # noqa: N802
        """A byte now and then buys no time."""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if self.idle:
            self.idle = False
            self.setTimeout(HEAD_SECONDS)
        super().dataReceived(data)

    def lineLengthExceeded(self, line: bytes) -> None:  # noqa: N802
        self.refuse(400)

    def headerReceived(self, line: bytes) -> bool:  # noqa: N802
        try:
            return bool(super().headerReceived(line))
        except ValueError:  # A length of thousands of digits.
            self.refuse(400)
            return False

    def allHeadersReceived(self) -> None:  # noqa: N802
        self.largest = largest_body(self._path.decode("latin1"))
        if self.length and self.length > self.largest:
            self.refuse(413)
        elif self.length != 0 and self._upgrades():
            self.refuse(400)
        elif not self.refused:
            self.setTimeout(BODY_SECONDS)
            super().allHeadersReceived()

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        if not self.refused:
            super().rawDataReceived(data)
            return
        self.thrown_away += len(data)
        if self.thrown_away > LAST_WORDS_BYTES:
            self.transport.abortConnection()

    def allContentReceived(self) -> None:  # noqa: N802
        if not self.refused:
            self.crowd.ask(self.transport)
            super().allContentReceived()

    def requestDone(self, request: Request) -> None:  # noqa: N802
        self.idle, self._savedTimeOut = True, IDLE_SECONDS
        make_room(self.crowd.wait(self.transport))
        super().requestDone(request)

    def refuse(self, status: int) -> None:
        """Answer what is not read any further, and hang up once the other end had time to hear it."""
        if self.refused or self.closing:
            return
        self.refused = status
        self.setRawMode()
        asked = self.requests[-1].requestHeaders if self.requests else Headers()
        self.transport.write(apology(status, asked, self.largest))
        self.transport.loseWriteConnection()
        self.setTimeout(LAST_WORDS_SECONDS)
        self._log_refusal(status)

    def loseConnection(self) -> None:  # noqa: N802
        self.closing = True
        self.setTimeout(FETCH_SECONDS)
        super().loseConnection()

    def timeoutConnection(self) -> None:  # noqa: N802
        if self.refused or self.closing:
            self.transport.abortConnection()
        elif self.requests:
            self.refuse(408)
        else:
            self.loseConnection()

    def _upgrades(self) -> bool:
        wanted = self.requests[-1].requestHeaders.getRawHeaders(b"Upgrade") or ()
        return any(one.lower() == b"websocket" for one in wanted)

    def _respondToBadRequestAndDisconnect(self) -> None:  # noqa: N802
        self.refuse(400)

    def _log_refusal(self, status: int) -> None:
        peer = self.transport.getPeer()
        path = getattr(self, "_path", b"") or (self.requests[-1].path if self.requests else b"") or b""
        details = {"path": path.decode("latin1"), "status": status, "client": f"{peer.host}:{peer.port}"}
        self.factory.server.log_action("http", "refused", details)


def make_room(surplus: Any) -> None:
    """End the connection that a crowd has no room for, if there is one."""
    if surplus is not None:
        surplus.abortConnection()
