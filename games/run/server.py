"""Daphne as `manage.py serve` runs it: bounded, quiet, and with an ending that live pages understand."""

import asyncio
import importlib
import logging
import signal
import sys
import time
from collections.abc import Callable
from itertools import product
from typing import Any

from daphne.server import Server as Daphne
from twisted.internet import defer, reactor

from games.live.line import LINE
from games.run import reading
from games.run.bounds import HAND_OVER, LARGEST_FRAME, PATIENCE, RESTARTING
from games.run.channel import Channel
from games.run.crowd import Crowd
from games.run.door import Door
from games.run.flow import BoundedSocket
from games.run.late import SELDOM, Late
from games.run.logs import without_keys
from games.store import writer

LIMITS = {
    "http_timeout": 30,
    "websocket_timeout": 14400,
    "websocket_connect_timeout": 10,
    "websocket_handshake_timeout": 10,
    "websocket_max_message_size": LARGEST_FRAME,
    "websocket_max_frame_size": LARGEST_FRAME,
    "ping_interval": 20,
    "ping_timeout": 30,
    "application_close_timeout": 10,
}

COLOURING = "autobahn.twisted.websocket", "autobahn.websocket.protocol"
PLAIN = {"hltype": lambda one: getattr(one, "__qualname__", ""), "hlval": str}
"""How these modules have a function and a value written in colours, and the same without."""

logger = logging.getLogger("games.access")


class Socket(BoundedSocket):
    """A socket that may be closed with 1012: the library's own way refuses every standard code but 1000."""

    maxMessagePayloadSize: int  # noqa: N815

    @classmethod
    def take_options(cls, factory: Any) -> None:
        """Take over the options of all sockets once. Each would copy them when it is opened, and write them down for
        a log that nobody reads, which costs as much as letting somebody in."""
        for name in super().CONFIG_ATTRS:
            value = getattr(factory, name)
            setattr(cls, name, staticmethod(value) if callable(value) else value)
        cls.CONFIG_ATTRS = ()
        # It also colours words for that log, with each connection and each message.
        for module, (name, plain) in product(COLOURING, PLAIN.items()):
            setattr(importlib.import_module(module), name, plain)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Whoever talks on before the handshake is answered waits: it would be kept unread, or read as another one."""
        if self.state == self.STATE_CONNECTING and hasattr(self, "handshake_deferred"):
            self.data += data
            self.transport.pauseProducing()
        else:
            super().dataReceived(data)

    def onOpen(self) -> None:  # noqa: N802
        super().onOpen()
        self.transport.resumeProducing()
        # The handshake is answered: nothing has to wait any more.
        reading.directly(self.transport, self.line, super().dataReceived)

    def connectionLost(self, *reason: Any) -> None:  # noqa: N802
        self.factory.server_class.crowd.leave(self.transport)
        super().connectionLost(*reason)

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        if code in self.CLOSE_STATUS_CODES_ALLOWED:
            self.sendCloseFrame(code=code, isReply=False)
        else:
            super().serverClose(code)

    def sendMessage(self, *args: Any, **kwargs: Any) -> None:  # noqa: N802
        """The limit is for what is read. A view of a long table is longer, and must not end the connection."""
        reading = self.maxMessagePayloadSize
        self.maxMessagePayloadSize = 0
        try:
            super().sendMessage(*args, **kwargs)
        finally:
            self.maxMessagePayloadSize = reading


class Server(Daphne):  # type: ignore[misc]
    """Stops listening, lets live pages know, waits a little for what is under way, and only then ends."""

    connections: dict[Any, dict[str, Any]]

    def __init__(self, *args: Any, ready: Callable[[], None], crowd: Crowd[Any], **kwargs: Any) -> None:
        super().__init__(*args, ready_callable=self._begin, action_logger=log_action, **kwargs)
        self._ready, self.crowd, self.door = ready, crowd, Door(writer.busy)
        self._ports: list[Any] = []
        self._ended, self._late = set[Any](), Late(LIMITS["ping_interval"], LIMITS["websocket_timeout"])
        self.complaint = ""

    def run(self) -> None:
        """Blocks until the process is told to stop; then it may not run again."""
        # The reactor swallows a KeyboardInterrupt while it starts, and would leave SIGINT ignored where it is.
        signal.signal(signal.SIGINT, reactor.sigInt)
        super().run()

    def _begin(self) -> None:
        self.http_factory.protocol = Channel
        self._keep_no_log()
        sys.setswitchinterval(HAND_OVER)
        self.ws_factory.protocol = Socket
        # Somebody who sends too much is told why (1009) and not just cut off.
        self.ws_factory.setProtocolOptions(failByDrop=False)
        Socket.take_options(self.ws_factory)
        # Not before the reactor runs: only then does it handle signals, and who is told "ready" may send one.
        reactor.callLater(0, self._ready)

    def _keep_no_log(self) -> None:
        """Twisted would write a line of each request that nobody reads, and each second what time it is."""
        self.http_factory.log = lambda request: None
        if (call := self.http_factory._logDateTimeCall) is not None:
            call.cancel()

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """As ever; a socket comes with its line."""
        if isinstance(protocol, Socket):
            scope["extensions"] = {LINE: protocol.line}
        queue = super().create_application(protocol, scope)
        if (running := self.connections.get(protocol, {}).get("application_instance")) is not None:
            running.add_done_callback(lambda _: self._ended.add(protocol))
        return queue

    def protocol_connected(self, protocol: Any) -> None:
        super().protocol_connected(protocol)
        self._late.came(protocol)

    def protocol_disconnected(self, protocol: Any) -> None:
        super().protocol_disconnected(protocol)
        self._ended.add(protocol)

    def application_checker(self) -> None:
        """As ever for those that ended, or whose application did; by itself it looks at all, each second."""
        if not self._ended:
            reactor.callLater(SELDOM, self.application_checker)
            return
        there = self.connections
        some = {one: there[one] for one in self._ended if one in there}
        self._ended, self.connections = set(), dict(some)
        try:
            super().application_checker()
        finally:
            left, self.connections = self.connections, there
        for one, details in some.items():
            if one not in left:
                del there[one]
            elif "disconnected" in details:
                self._ended.add(one)

    def timeout_checker(self) -> None:
        """As ever for those that may be late, seldom."""
        for connection in self._late.among(self.connections, time.time()):
            connection.check_timeouts()
        reactor.callLater(SELDOM, self.timeout_checker)

    def listen_success(self, port: Any) -> None:
        self._ports.append(port)
        super().listen_success(port)

    def listen_error(self, failure: Any) -> None:
        self.complaint = failure.getErrorMessage()
        self.stop()

    def kill_all_applications(self) -> defer.Deferred[None]:
        """Called by the reactor before it shuts down; it goes on when the Deferred fires."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        for port in self._ports:
            port.stopListening()
        try:
            await asyncio.wait_for(self._say_farewell(), PATIENCE)
        except TimeoutError:
            pass
        except Exception:
            logger.exception("The live pages were not told that the site ends.")
        await self._cancel_the_rest()

    async def _say_farewell(self) -> None:
        drain = _drain()
        if drain is not None:
            await drain()
        for socket in self._open_sockets():
            socket.serverClose(RESTARTING)
        while self._open_sockets() or self._running(pages_only=True):  # noqa: ASYNC110 (Daphne tells nobody)
            await asyncio.sleep(0.02)

    def _open_sockets(self) -> list[Socket]:
        sockets = (each for each in self.connections if isinstance(each, Socket))
        return [each for each in sockets if each.state != each.STATE_CLOSED]

    def _running(self, *, pages_only: bool = False) -> list["asyncio.Future[None]"]:
        applications = (
            details.get("application_instance")
            for protocol, details in self.connections.items()
            if not (pages_only and isinstance(protocol, Socket))
        )
        return [each for each in applications if each is not None and not each.done()]

    async def _cancel_the_rest(self) -> None:
        rest = self._running()
        for application in rest:
            application.cancel()
        if rest:
            await asyncio.wait(rest, timeout=1)


def _drain() -> Callable[[], Any] | None:
    try:
        hub = importlib.import_module("games.live.hub")
    except ModuleNotFoundError:
        return None
    return getattr(hub, "drain", None)


def log_action(protocol: str, action: str, details: dict[str, Any]) -> None:
    """One line for a request that failed on our side, one at DEBUG level for every other action."""
    level = logging.ERROR if details.get("status", 0) >= 500 else logging.DEBUG
    if not logger.isEnabledFor(level):
        return
    logger.log(
        level,
        "%s %s %s %s %s",
        details.get("client"),
        details.get("method", protocol),
        logged_path(str(details.get("path", ""))),
        action,
        details.get("status", "-"),
    )


def logged_path(path: str) -> str:
    """The path as a log may keep it: without the secret part of a private invitation, and without a query."""
    return without_keys(path.split("?")[0])
