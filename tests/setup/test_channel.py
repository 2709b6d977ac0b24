"""How long a connection may take over a request, by a clock that the test turns."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from pytest_django import Settings
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from games.run import channel
from games.run.bounds import BODY_SECONDS
from games.run.channel import FETCH_SECONDS, HEAD_SECONDS, IDLE_SECONDS, LAST_WORDS_SECONDS, Channel
from games.run.crowd import Crowd
from games.run.door import Door

REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n"


class Wire(StringTransport):  # type: ignore[misc]
    """The other end: what it was told, and how it was left."""

    half_closed = aborted = False

    def loseWriteConnection(self) -> None:  # noqa: N802
        self.half_closed = True

    def abortConnection(self) -> None:  # noqa: N802
        self.aborted = True

    @property
    def told(self) -> str:
        return str(self.value().split(b"\r\n")[0], "ascii")


class Site:
    """What a channel needs of Daphne; requests pile up in it unanswered."""

    def __init__(self) -> None:
        self.crowd: Crowd[Any] = Crowd(100, 100, 0)
        self.door = Door(lambda: False, Clock())
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
        self.clock, self.wire, self.site, self.channel = Clock(), Wire(), Site(), Channel()
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


def test_who_says_nothing_is_left_without_a_word(connection: Connection) -> None:
    connection.clock.advance(HEAD_SECONDS - 1)
    assert not connection.wire.disconnecting
    connection.clock.advance(1)
    assert connection.wire.disconnecting
    assert connection.wire.value() == b""


@pytest.mark.parametrize(
    ("begun", "seconds"),
    [
        (b"GET / HTTP/1.1\r\nHost: ", HEAD_SECONDS),
        (b"GET /ws/m/AAAAAAAA/ HTTP/1.1\r\nUpgrade: websocket\r\nX: ", HEAD_SECONDS),
        (POST, BODY_SECONDS),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n", BODY_SECONDS),
    ],
)
def test_a_byte_now_and_then_buys_no_time(connection: Connection, begun: bytes, seconds: int) -> None:
    connection.say(begun)
    connection.trickle(seconds - 1)
    assert connection.wire.told == ""
    connection.clock.advance(1)
    assert connection.wire.told == "HTTP/1.1 408 Request Timeout"
    assert connection.wire.half_closed
    connection.trickle(LAST_WORDS_SECONDS)
    assert connection.wire.aborted


def test_a_page_may_take_as_long_as_it_needs_and_the_connection_is_kept(connection: Connection) -> None:
    connection.say(REQUEST)
    connection.clock.advance(HEAD_SECONDS + BODY_SECONDS + IDLE_SECONDS)
    connection.answer()
    connection.clock.advance(IDLE_SECONDS - 1)
    assert not connection.wire.disconnecting
    connection.say(REQUEST)
    connection.answer()
    connection.clock.advance(IDLE_SECONDS)
    assert connection.wire.disconnecting


def test_the_second_request_has_no_more_time_than_the_first(connection: Connection) -> None:
    connection.say(REQUEST)
    connection.answer()
    connection.wire.clear()
    connection.clock.advance(IDLE_SECONDS - 1)
    connection.say(REQUEST[:-2])
    connection.clock.advance(HEAD_SECONDS - 1)
    assert connection.wire.told == ""
    connection.clock.advance(1)
    assert connection.wire.told == "HTTP/1.1 408 Request Timeout"


def test_an_answer_that_nobody_fetches_is_thrown_away(connection: Connection) -> None:
    connection.say(REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    connection.answer()
    assert connection.wire.disconnecting
    connection.clock.advance(FETCH_SECONDS - 1)
    assert not connection.wire.aborted
    connection.clock.advance(1)
    assert connection.wire.aborted


def test_an_ended_connection_leaves_nothing_behind(connection: Connection) -> None:
    connection.say(REQUEST)
    connection.answer()
    connection.say(POST)
    connection.hang_up()
    assert connection.clock.getDelayedCalls() == []
    assert connection.site.crowd.wait(connection.wire) is None


class TestRefused:
    def test_who_goes_on_sending_is_cut_off(self, connection: Connection) -> None:
        connection.say(POST.replace(b"60000", b"99999999"))
        assert connection.wire.told.startswith("HTTP/1.1 413 ")
        connection.say(b"x" * channel.LAST_WORDS_BYTES)
        assert not connection.wire.aborted
        connection.say(b"x")
        assert connection.wire.aborted

    def test_what_follows_is_no_request(self, connection: Connection) -> None:
        connection.say(POST.replace(b"60000", b"70000") + REQUEST)
        connection.say(REQUEST)
        assert connection.site.asked == []

    def test_a_path_may_have_a_bound_of_its_own(self, connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(channel, "UPLOADS", {"/photos/": 200_000})
        connection.say(POST.replace(b"60000", b"200000").replace(b"POST /", b"POST /photos/new/"))
        connection.say(b"x" * 200_000)
        (request,) = connection.site.asked
        assert len(request.content.getvalue()) == 200_000
        other = Connection()
        other.say(POST.replace(b"60000", b"200000"))
        assert "413" in other.wire.told

    def test_an_answer_that_was_begun_is_broken_off(self, connection: Connection) -> None:
        connection.say(REQUEST)
        request = connection.site.asked.pop()
        request.handle_reply({"type": "http.response.start", "status": 200, "headers": []})
        request.handle_exception(ValueError())
        assert connection.wire.aborted

    def test_a_page_that_fails_says_so_in_the_words_of_the_site(self, connection: Connection) -> None:
        connection.say(REQUEST)
        connection.site.asked.pop().handle_exception(ValueError())
        assert connection.wire.told == "HTTP/1.1 500 Internal Server Error"
        assert b"aphne" not in connection.wire.value()
