"""Daphne server of ``manage.py serve``: limits, access log, and a shutdown that closes WebSockets first."""

import asyncio
import importlib
import logging
import signal
import sys
from collections.abc import Callable
from typing import Any

from daphne.server import Server as Daphne
from twisted.internet import defer, reactor

from games import circuit_breaker
from games.eventlog import writer
from games.server.connection_limits import AcceptQueue, ConnectionLimiter
from games.server.http_limits import LimitedHTTPChannel
from games.server.logs import redact_keys
from games.server.websocket_protocol import MAX_FRAME_SIZE, LimitedWebSocketProtocol

CLOSE_RESTARTING = 1012
"""WebSocket close code of a server that restarts or ends."""
SHUTDOWN_TIMEOUT = 3.0
"""Maximum seconds for which a shutdown waits for sockets and requests."""

SWITCH_INTERVAL = 0.0005
"""Seconds after which a busy event loop yields to the thread that stores a move. With Python's default of 5 ms, that
thread could wait so long at every statement."""

DAPHNE_OPTIONS = {
    "http_timeout": 30,
    "websocket_timeout": 14400,
    "websocket_connect_timeout": 10,
    "websocket_handshake_timeout": 10,
    "websocket_max_message_size": MAX_FRAME_SIZE,
    "websocket_max_frame_size": MAX_FRAME_SIZE,
    "ping_interval": 20,
    "ping_timeout": 30,
    "application_close_timeout": 10,
}

logger = logging.getLogger("games.access")


class DaphneServer(Daphne):  # type: ignore[misc]
    """Daphne's server with limits. It shuts down by closing ports and WebSockets and waiting for running requests."""

    connections: dict[Any, dict[str, Any]]

    def __init__(
        self, *args: Any, ready: Callable[[], None], connection_limiter: ConnectionLimiter[Any], **kwargs: Any
    ) -> None:
        super().__init__(*args, ready_callable=self._configure, action_logger=log_action, **kwargs)
        self._ready, self.connection_limiter = ready, connection_limiter
        self.accept_queue = AcceptQueue(writer.is_busy)
        self._ports: list[Any] = []
        self.listen_failure = ""

    def run(self) -> None:
        """Serve until the process gets a signal to stop. The server cannot run a second time."""
        # The reactor swallows a KeyboardInterrupt during its start, and leaves an inherited SIG_IGN in place.
        signal.signal(signal.SIGINT, reactor.sigInt)
        super().run()

    def _configure(self) -> None:
        self.http_factory.protocol = LimitedHTTPChannel
        sys.setswitchinterval(SWITCH_INTERVAL)
        self.ws_factory.protocol = LimitedWebSocketProtocol
        # A client that sends too much gets close code 1009 instead of a dropped connection.
        self.ws_factory.setProtocolOptions(failByDrop=False)
        # Only a running reactor handles signals, and a service manager may send one as soon as the site is ready.
        reactor.callLater(0, self._ready)

    def listen_success(self, port: Any) -> None:
        """Remember a listening port, to close it at shutdown. Called by Daphne."""
        self._ports.append(port)
        super().listen_success(port)

    def listen_error(self, failure: Any) -> None:
        """Record why a port cannot be listened on, and stop. Called by Daphne."""
        self.listen_failure = failure.getErrorMessage()
        self.stop()

    def kill_all_applications(self) -> defer.Deferred[None]:
        """Shut down gracefully. Called by the reactor, whose own shutdown continues when the Deferred fires."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._shut_down()))

    async def _shut_down(self) -> None:
        for port in self._ports:
            port.stopListening()
        try:
            await asyncio.wait_for(self._close_connections(), SHUTDOWN_TIMEOUT)
        except TimeoutError:
            pass
        except Exception:
            logger.exception("The live pages could not be told that the site is stopping.")
        await self._cancel_applications()

    async def _close_connections(self) -> None:
        drain = _find_drain()
        if drain is not None:
            await drain()
        for socket in self._list_open_sockets():
            socket.serverClose(CLOSE_RESTARTING)
        # Daphne emits no event at the end of a connection.
        while self._list_open_sockets() or self._list_applications(http_only=True):  # noqa: ASYNC110
            await asyncio.sleep(0.02)

    def _list_open_sockets(self) -> list[LimitedWebSocketProtocol]:
        sockets = (each for each in self.connections if isinstance(each, LimitedWebSocketProtocol))
        return [each for each in sockets if each.state != each.STATE_CLOSED]

    def _list_applications(self, *, http_only: bool = False) -> list["asyncio.Future[None]"]:
        """Return the running ASGI applications of connections."""
        applications = (
            details.get("application_instance")
            for protocol, details in self.connections.items()
            if not (http_only and isinstance(protocol, LimitedWebSocketProtocol))
        )
        return [each for each in applications if each is not None and not each.done()]

    async def _cancel_applications(self) -> None:
        applications = self._list_applications()
        for application in applications:
            application.cancel()
        if applications:
            await asyncio.wait(applications, timeout=1)


def _find_drain() -> Callable[[], Any] | None:
    """Return the function that closes the WebSockets of the site, imported only when needed; None if it is missing."""
    try:
        hub = importlib.import_module("games.realtime.hub")
    except ModuleNotFoundError:
        return None
    return getattr(hub, "drain", None)


def log_action(protocol: str, action: str, details: dict[str, Any]) -> None:
    """Log a failed request as an error, and every other action at DEBUG level."""
    # While the database is away every request fails; the circuit breaker logs that once.
    has_failed = details.get("status", 0) >= 500 and not circuit_breaker.database.is_away
    level = logging.ERROR if has_failed else logging.DEBUG
    if not logger.isEnabledFor(level):
        return
    logger.log(
        level,
        "%s %s %s %s %s",
        details.get("client"),
        details.get("method", protocol),
        strip_path(str(details.get("path", ""))),
        action,
        details.get("status", "-"),
    )


def strip_path(path: str) -> str:
    """Return a path for the log, without its query and secret keys."""
    return redact_keys(path.split("?")[0])
