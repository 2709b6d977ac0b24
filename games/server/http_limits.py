"""HTTP limits for sites without a proxy: the size and duration of a request, and the refusal of one that exceeds them.

Daphne reads a request whole, however large or slow, before the application can refuse it.
"""

from __future__ import annotations

from collections.abc import Mapping
from http.client import responses
from io import BytesIO
from typing import Any

from daphne.http_protocol import WebRequest
from twisted.web.http import HTTPChannel, Request
from twisted.web.http_headers import Headers

from games.server.connection_limits import ConnectionLimiter
from games.server.error_response import build_response, is_api_path

UPLOAD_LIMITS: Mapping[str, int] = {}
"""Maximum body sizes in bytes by path prefix, where they differ from ``MAX_BODY``."""
MAX_BODY = 65536
"""Maximum bytes of a body. A longer one is refused by its Content-Length, or as soon as it exceeds the limit."""
MAX_HEAD = 16384
"""Maximum bytes of a request line, and of all headers together."""
MAX_FIELDS = 100
"""Maximum number of headers of a request."""

HEAD_TIMEOUT = 15
"""Seconds from the first byte of a request to the end of its headers, and from connecting to that first byte."""
BODY_TIMEOUT = 15
"""Seconds from the end of a request's headers to the end of its body."""
IDLE_TIMEOUT = 60
"""Seconds between two requests of a connection."""
FETCH_TIMEOUT = 60
"""Seconds that a client may take to read the last response of its connection."""

LINGER_TIMEOUT = 5
"""Seconds for which a refused request is still read and discarded."""
LINGER_BYTES = 2**20
"""Bytes of a refused request that are read and discarded. A client cut off while sending reads no response."""


def get_max_body(path: str) -> int:
    """Return the maximum bytes of a request body for a path."""
    return next((limit for prefix, limit in UPLOAD_LIMITS.items() if path.startswith(prefix)), MAX_BODY)


class LimitedRequest(WebRequest):  # type: ignore[misc]
    """Daphne's request with a limited body, which is kept in memory instead of a temporary file.

    A response to HEAD has no body: Daphne leaves out its first part only.
    """

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        """Keep the body in memory."""
        self.content = BytesIO()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """Add a part of the body, or refuse the request with 413."""
        if self.content.tell() + len(data) > self.channel.max_body:
            self.channel.refuse(413)
        else:
            super().handleContentChunk(data)

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Send a message of the application, but no body to HEAD."""
        if self.method == b"HEAD" and message["type"] == "http.response.body":
            message = {**message, "body": b""}
        super().handle_reply(message)

    def setResponseCode(self, code: int, message: bytes | None = None) -> None:  # noqa: N802
        """Set the status, with the reason phrase of ``http.client``: Twisted lacks that of 429, and others are old."""
        super().setResponseCode(code, message or responses.get(code, "").encode() or None)

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Send the site's own error response, or abort the connection if a response has begun."""
        if self.channel is None:
            return
        if self.startedWriting:
            self.channel.transport.abortConnection()
        else:
            self.channel.refuse(status)


class LimitedHTTPChannel(HTTPChannel):  # type: ignore[misc]
    """Twisted's HTTP channel with limits. A refused request is the last one of its connection.

    ``refused_status`` is the status of that refusal, or 0.
    """

    MAX_LENGTH = totalHeadersSize = MAX_HEAD  # noqa: N815
    maxHeaders = MAX_FIELDS  # noqa: N815

    def __init__(self) -> None:
        super().__init__()
        self.requestFactory = LimitedRequest
        self.max_body, self.refused_status, self.discarded_bytes = MAX_BODY, 0, 0
        self.is_idle = self.is_closing = False
        self.path = ""

    @property
    def connection_limiter(self) -> ConnectionLimiter[Any]:
        """The limiter of all connections of the server."""
        limiter: ConnectionLimiter[Any] = self.factory.server.connection_limiter
        return limiter

    def connectionMade(self) -> None:  # noqa: N802
        """Count the connection, and queue it to be read."""
        super().connectionMade()
        # Daphne's factory has replaced the request class since ``__init__``.
        self.requestFactory = LimitedRequest
        self.setTimeout(HEAD_TIMEOUT)
        abort_surplus(self.connection_limiter.add(self.transport, self.transport.getPeer().host))
        self.factory.server.accept_queue.enqueue(self.transport)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """Stop counting the connection."""
        self.connection_limiter.remove(self.transport)
        super().connectionLost(reason)

    def resetTimeout(self) -> None:  # noqa: N802
        """Do nothing: single bytes must not extend a timeout."""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Read data, and start the timeout of the head with the first byte of a request."""
        if self.is_idle:
            self.is_idle = False
            self.setTimeout(HEAD_TIMEOUT)
        super().dataReceived(data)

    def lineReceived(self, line: bytes) -> None:  # noqa: N802
        """Record the path of the request line, which Twisted provides only with the complete request."""
        self._record_path(line)
        super().lineReceived(line)

    def lineLengthExceeded(self, line: bytes) -> None:  # noqa: N802
        """Refuse a line that is too long with 400."""
        self._record_path(line)
        self.refuse(400)

    def _record_path(self, line: bytes) -> None:
        if not self.requests:
            self.path = (*line.decode("latin1").split(" "), "")[1]

    def headerReceived(self, line: bytes) -> bool:  # noqa: N802
        """Read a header; refuse a malformed one with 400."""
        try:
            return bool(super().headerReceived(line))
        except ValueError:  # A Content-Length with thousands of digits.
            self.refuse(400)
            return False

    def allHeadersReceived(self) -> None:  # noqa: N802
        """Refuse a body that is too long with 413, and one of a WebSocket handshake with 400.

        The API has no WebSockets, so a request to upgrade is an ordinary one there.
        """
        self.max_body = get_max_body(self.path)
        if is_api_path(self.path):
            self.requests[-1].requestHeaders.removeHeader(b"Upgrade")
        if self.length and self.length > self.max_body:
            self.refuse(413)
        elif self.length != 0 and self._is_websocket_upgrade():
            self.refuse(400)
        elif not self.refused_status:
            self.setTimeout(BODY_TIMEOUT)
            super().allHeadersReceived()

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        """Read a body; discard that of a refused request, and abort above ``LINGER_BYTES``."""
        if not self.refused_status:
            super().rawDataReceived(data)
            return
        self.discarded_bytes += len(data)
        if self.discarded_bytes > LINGER_BYTES:
            self.transport.abortConnection()

    def allContentReceived(self) -> None:  # noqa: N802
        """Process a complete request, without a timeout."""
        if not self.refused_status:
            self.connection_limiter.begin_request(self.transport)
            self.setTimeout(None)
            super().allContentReceived()

    def requestDone(self, request: Request) -> None:  # noqa: N802
        """Wait for the next request of the connection."""
        self.is_idle = True
        self.setTimeout(IDLE_TIMEOUT)
        abort_surplus(self.connection_limiter.end_request(self.transport))
        super().requestDone(request)

    def refuse(self, status: int) -> None:
        """Send an error response without reading further, and close after the client has had time to read it."""
        if self.refused_status or self.is_closing:
            return
        self.refused_status = status
        self.setRawMode()
        headers = self.requests[-1].requestHeaders if self.requests else Headers()
        fields = [(name, value) for name, values in headers.getAllRawHeaders() for value in values]
        self.transport.write(build_response(status, self.path, fields, self.max_body))
        self.transport.loseWriteConnection()
        self.setTimeout(LINGER_TIMEOUT)
        self._log_refusal(status)

    def _respondToBadRequestAndDisconnect(self) -> None:  # noqa: N802
        """Refuse a malformed request with 400. Called by Twisted, whose own response is empty."""
        self.refuse(400)

    def loseConnection(self) -> None:  # noqa: N802
        """Close the connection once the client has read the last response."""
        self.is_closing = True
        self.setTimeout(FETCH_TIMEOUT)
        super().loseConnection()

    def timeoutConnection(self) -> None:  # noqa: N802
        """Refuse a request that takes too long with 408; close an idle connection, and abort one that lingers."""
        if self.refused_status or self.is_closing:
            self.transport.abortConnection()
        elif self.requests:
            self.refuse(408)
        else:
            self.loseConnection()

    def _is_websocket_upgrade(self) -> bool:
        protocols = self.requests[-1].requestHeaders.getRawHeaders(b"Upgrade") or ()
        return any(protocol.lower() == b"websocket" for protocol in protocols)

    def _log_refusal(self, status: int) -> None:
        peer = self.transport.getPeer()
        details = {"path": self.path, "status": status, "client": f"{peer.host}:{peer.port}"}
        self.factory.server.log_action("http", "refused", details)


def abort_surplus(surplus: Any) -> None:
    """Abort the connection that exceeds a limit, if there is one."""
    if surplus is not None:
        surplus.abortConnection()
