"""uvicorn with uvloop, as `manage.py serve` runs it where CLAIM_SERVER says so.

It bounds frames, bodies and what a socket leaves unread. Slow requests and crowds of connections it leaves to the proxy
in front, which docs/deployment.md asks for.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from functools import partial
from os import write
from time import time
from typing import Any

from uvicorn import Config
from uvicorn import Server as Uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from games.live import hub
from games.live.line import LINE, tell_all
from games.run import frames
from games.run.bodies import Bodies
from games.run.bounds import HAND_OVER, LARGEST_FRAME, PATIENCE, UNREAD, UNSENT
from games.run.wire import Wire

logger = logging.getLogger(__name__)


class Http(HttpToolsProtocol):
    """A connection until it becomes a socket's, or ends. It and its parser know each other, and so do others below:
    what nobody lets go is left to the collector of garbage, which stops everybody while it looks."""

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]


class UvicornsWire(Wire["Socket"]):
    """It is ``direct`` while no text that came has to wait for an earlier one, and clear from when uvloop has nothing
    unsent until somebody asks the socket for its transport: to look at both with each text costs more than to send it.
    ``number`` is the system's of the connection, which uvloop gives back after the line has ended and not before."""

    __slots__ = ("direct",)

    def __init__(self, socket: Socket, number: int) -> None:
        super().__init__(socket)
        self.direct = True
        self.send = partial(write, number)

    def rest(self, frame: bytes) -> None:
        """Who leaves too much of what they are sent unread is closed."""
        socket = self.socket
        if socket is None or (transport := socket.open()) is None:
            return
        if not self.clear and not transport.get_write_buffer_size():
            self.clear = True
            tell_all((self,), frame)
            return
        self.clear = False
        transport.write(frame)
        if transport.get_write_buffer_size() > UNSENT:
            socket.leaves()


class Socket(WebSocketsSansIOProtocol):
    """A socket with a line (see ``games.live.line``)."""

    __slots__ = ("_transport", "line")
    aligned = True

    @property
    def transport(self) -> Any:
        """Whoever asks for it may write to it, or close it; the line finds out what came of that."""
        self.line.clear = False
        return self._transport

    @transport.setter
    def transport(self, transport: Any) -> None:
        self._transport = transport

    def open(self) -> Any:
        """Its transport, as long as anything may be sent."""
        return None if self.close_sent or self._transport.is_closing() else self._transport

    def connection_made(self, transport: Any) -> None:
        self.line = UvicornsWire(self, transport.get_extra_info("socket").fileno())
        super().connection_made(transport)

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[LINE] = self.line
        try:
            await super().run_asgi()
        finally:
            del extensions[LINE]

    def connection_lost(self, exc: Exception | None) -> None:
        self.line.end()
        super().connection_lost(exc)
        self.conn.parser.close()

    def data_received(self, data: bytes) -> None:
        """Texts that nothing came before go to their consumer directly, as far as that is ready for them."""
        line = self.line
        if line.hear is not None and (line.direct or self.level()) and len(data) <= LARGEST_FRAME:
            line.direct = True
            data = frames.heard(data, line.hear, line)
            if not data:
                line.heard = time()
                return
        line.direct = False
        # A frame that came in pieces: nobody but the library knows any more where the next one begins.
        self.aligned = self.aligned and (not self.handshake_complete or frames.whole(data))
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Whoever was heard since the last time is there, and is asked nothing."""
        if time() - self.line.heard < OPTIONS["ws_ping_interval"]:
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def level(self) -> bool:
        """Whether everything that came so far has been heard, and the next frame begins with what comes."""
        return self.aligned and not self.frames and self.queue.empty()

    def leaves(self) -> None:
        """Close it, since it leaves too much unread."""
        self.line.direct = False
        self.close_sent = True
        self.conn.send_close(UNREAD)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": UNREAD})
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)


class Server(Uvicorn):
    """Says when it is there; at its end lets live pages know, and ends as if nobody had sent a signal."""

    def __init__(self, application: Any, host: str, port: int, backlog: int, ready: Callable[[], None]) -> None:
        super().__init__(Config(Bodies(application), host=host, port=port, backlog=backlog, **OPTIONS))
        self._ready = ready
        self.complaint = ""

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        sys.setswitchinterval(HAND_OVER)
        asyncio.get_running_loop().call_soon(self._ready)

    async def shutdown(self, sockets: Any = None) -> None:
        for server in self.servers:
            server.close()
        try:
            await asyncio.wait_for(hub.drain(), PATIENCE)
        except TimeoutError:
            pass
        except Exception:
            logger.exception("The live pages were not told that the site ends.")
        await super().shutdown(sockets)
        # It would send itself the signal once more, which ends a process with a fault.
        self._captured_signals.clear()


OPTIONS: dict[str, Any] = {
    "loop": "uvloop",
    "http": Http,
    "ws": Socket,
    "ws_max_size": LARGEST_FRAME,
    "ws_ping_interval": 20,
    "ws_ping_timeout": 30,
    "ws_per_message_deflate": False,
    "lifespan": "off",
    "interface": "asgi3",
    "log_config": None,
    "log_level": "warning",
    "access_log": False,
    "server_header": False,
    "proxy_headers": False,
    "timeout_keep_alive": 60,
    "timeout_graceful_shutdown": int(PATIENCE),
}
