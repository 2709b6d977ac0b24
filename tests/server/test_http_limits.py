"""Limits of HTTP connections: times and sizes of requests, by a clock that the test advances."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from pytest_django import Settings
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from games.server import http_limits
from games.server.connection_limits import AcceptQueue, ConnectionLimiter
from games.server.http_limits import (
    BODY_TIMEOUT,
    FETCH_TIMEOUT,
    HEAD_TIMEOUT,
    IDLE_TIMEOUT,
    LINGER_TIMEOUT,
    LimitedHTTPChannel,
)

REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n"


class Wire(StringTransport):  # type: ignore[misc]
    """The other end of a connection: what it received, and how it was closed."""

    half_closed = aborted = False

    def loseWriteConnection(self) -> None:  # noqa: N802
        self.half_closed = True

    def abortConnection(self) -> None:  # noqa: N802
        self.aborted = True

    @property
    def status_line(self) -> str:
        return str(self.value().split(b"\r\n")[0], "ascii")


class Site:
    """What a channel needs of Daphne; requests pile up in it unanswered."""

    def __init__(self) -> None:
        self.connection_limiter: ConnectionLimiter[Any] = ConnectionLimiter(100, 100, 0)
        self.accept_queue = AcceptQueue(lambda: False, Clock())
        self.asked: list[Any] = []
        self.proxy_forwarded_address_header = None
        self.root_path, self.request_buffer_size, self.server_name, self.http_timeout = "", 8192, "", 30

    def protocol_connected(self, protocol: Any) -> None: ...

    def protocol_disconnected(self, protocol: Any) -> None: ...

    def log_action(self, *details: Any) -> None: ...

    def create_application(self, protocol: Any, scope: Any) -> Any:
        self.asked.append(protocol)
        return SimpleNamespace(put_nowait=lambda message: None)


class Connection:
    """A channel with its wire and its clock."""

    def __init__(self) -> None:
        self.clock, self.wire, self.site, self.channel = Clock(), Wire(), Site(), LimitedHTTPChannel()
        self.channel.factory = SimpleNamespace(server=self.site, log=lambda request: None)
        self.channel.callLater = self.clock.callLater
        self.channel.makeConnection(self.wire)

    def say(self, data: bytes) -> None:
        self.channel.dataReceived(data)

    def trickle(self, seconds: float) -> None:
        """A byte a second for so long."""
        for _ in range(int(seconds)):
            self.clock.advance(1)
            self.say(b"x")

    def answer(self) -> None:
        request = self.site.asked.pop(0)
        request.handle_reply({"type": "http.response.start", "status": 200, "headers": [(b"Content-Length", b"2")]})
        request.handle_reply({"type": "http.response.body", "body": b"ok"})

    def hang_up(self) -> None:
        self.channel.connectionLost(Failure(ConnectionDone()))


@pytest.fixture
def connection(settings: Settings) -> Connection:
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    return Connection()


def test_a_silent_connection_is_closed_without_a_response(connection: Connection) -> None:
    connection.clock.advance(HEAD_TIMEOUT - 1)
    assert not connection.wire.disconnecting
    connection.clock.advance(1)
    assert connection.wire.disconnecting
    assert connection.wire.value() == b""


@pytest.mark.parametrize(
    ("begun", "seconds"),
    [
        (b"GET / HTTP/1.1\r\nHost: ", HEAD_TIMEOUT),
        (b"GET /ws/m/AAAAAAAA/ HTTP/1.1\r\nUpgrade: websocket\r\nX: ", HEAD_TIMEOUT),
        (POST, BODY_TIMEOUT),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n", BODY_TIMEOUT),
    ],
)
def test_a_slow_request_gets_no_more_time(connection: Connection, begun: bytes, seconds: int) -> None:
    connection.say(begun)
    connection.trickle(seconds - 1)
    assert connection.wire.status_line == ""
    connection.clock.advance(1)
    assert connection.wire.status_line == "HTTP/1.1 408 Request Timeout"
    assert connection.wire.half_closed
    connection.trickle(LINGER_TIMEOUT)
    assert connection.wire.aborted


def test_a_slow_page_keeps_its_connection(connection: Connection) -> None:
    connection.say(REQUEST)
    connection.clock.advance(HEAD_TIMEOUT + BODY_TIMEOUT + IDLE_TIMEOUT)
    connection.answer()
    connection.clock.advance(IDLE_TIMEOUT - 1)
    assert not connection.wire.disconnecting
    connection.say(REQUEST)
    connection.answer()
    connection.clock.advance(IDLE_TIMEOUT)
    assert connection.wire.disconnecting


def test_the_second_request_has_the_same_time_as_the_first(connection: Connection) -> None:
    connection.say(REQUEST)
    connection.answer()
    connection.wire.clear()
    connection.clock.advance(IDLE_TIMEOUT - 1)
    connection.say(REQUEST[:-2])
    connection.clock.advance(HEAD_TIMEOUT - 1)
    assert connection.wire.status_line == ""
    connection.clock.advance(1)
    assert connection.wire.status_line == "HTTP/1.1 408 Request Timeout"


def test_a_response_that_the_client_does_not_read_is_dropped(connection: Connection) -> None:
    connection.say(REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    connection.answer()
    assert connection.wire.disconnecting
    connection.clock.advance(FETCH_TIMEOUT - 1)
    assert not connection.wire.aborted
    connection.clock.advance(1)
    assert connection.wire.aborted


def test_the_response_to_head_has_no_body(connection: Connection) -> None:
    connection.say(REQUEST.replace(b"GET", b"HEAD"))
    request = connection.site.asked.pop()
    request.handle_reply({"type": "http.response.start", "status": 200, "headers": []})
    for part in (b"one", b"two", b"three"):
        request.handle_reply({"type": "http.response.body", "body": part, "more_body": part != b"three"})
    assert connection.wire.status_line.endswith("200 OK")
    assert connection.wire.value().endswith(b"\r\n\r\n")


def test_a_closed_connection_leaves_no_timer(connection: Connection) -> None:
    connection.say(REQUEST)
    connection.answer()
    connection.say(POST)
    connection.hang_up()
    assert connection.clock.getDelayedCalls() == []
    assert connection.site.connection_limiter.end_request(connection.wire) is None


class TestRefused:
    def test_a_client_that_goes_on_sending_is_cut_off(self, connection: Connection) -> None:
        connection.say(POST.replace(b"60000", b"99999999"))
        assert connection.wire.status_line.startswith("HTTP/1.1 413 ")
        connection.say(b"x" * http_limits.LINGER_BYTES)
        assert not connection.wire.aborted
        connection.say(b"x")
        assert connection.wire.aborted

    def test_data_after_a_refusal_is_no_request(self, connection: Connection) -> None:
        connection.say(POST.replace(b"60000", b"70000") + REQUEST)
        connection.say(REQUEST)
        assert connection.site.asked == []

    def test_a_path_may_have_its_own_limit(self, connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(http_limits, "UPLOAD_LIMITS", {"/photos/": 200_000})
        connection.say(POST.replace(b"60000", b"200000").replace(b"POST /", b"POST /photos/new/"))
        connection.say(b"x" * 200_000)
        (request,) = connection.site.asked
        assert len(request.content.getvalue()) == 200_000
        other = Connection()
        other.say(POST.replace(b"60000", b"200000"))
        assert "413" in other.wire.status_line

    def test_a_failure_during_a_response_aborts_the_connection(self, connection: Connection) -> None:
        connection.say(REQUEST)
        request = connection.site.asked.pop()
        request.handle_reply({"type": "http.response.start", "status": 200, "headers": []})
        request.handle_reply({"type": "http.response.body", "body": b"Once", "more_body": True})
        request.handle_exception(ValueError())
        assert connection.wire.aborted

    def test_a_failing_page_gets_the_error_page_of_the_site(self, connection: Connection) -> None:
        connection.say(REQUEST)
        connection.site.asked.pop().handle_exception(ValueError())
        assert connection.wire.status_line == "HTTP/1.1 500 Internal Server Error"
        assert b"aphne" not in connection.wire.value()
