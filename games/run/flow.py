"""What one end of a socket does not take in, the other does not hold in memory."""

from __future__ import annotations

from contextlib import suppress
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any

# Daphne's server chooses the reactor, so it comes before everything else that imports one.
from daphne.server import reactor
from daphne.ws_protocol import WebSocketProtocol

from games.run import reading
from games.run.bounds import LARGEST_FRAME, UNREAD, UNSENT
from games.run.wire import Wire

KERNEL = 64 * 1024
"""Bytes that the system keeps for a socket beside those; left to itself it takes megabytes."""
UNHEARD = 64
"""Frames of a socket that wait to be understood, above which no more is read from it."""
LISTEN_AGAIN = 0.1


class DaphnesWire(Wire["BoundedSocket"]):
    __slots__ = ()

    def rest(self, frame: bytes) -> None:
        if self.socket is not None:
            self.socket.tell(frame)


class BoundedSocket(WebSocketProtocol):  # type: ignore[misc]
    """Closed when it does not read what it is sent, and not read while it sends more than is understood."""

    __slots__ = ("line", "unheard", "unread")
    line: DaphnesWire

    def connectionMade(self) -> None:  # noqa: N802
        self.unread = self.unheard = False
        self.line = DaphnesWire(self)
        super().connectionMade()

    def onOpen(self) -> None:  # noqa: N802
        with suppress(AttributeError, OSError):
            self.transport.getHandle().setsockopt(SOL_SOCKET, SO_SNDBUF, KERNEL)
        super().onOpen()

    def onMessage(self, *args: Any) -> None:  # noqa: N802
        super().onMessage(*args)
        if self.application_queue.qsize() > UNHEARD and not self.unheard:
            self.unheard = True
            self.transport.pauseProducing()
            self._listen_again()

    def _listen_again(self) -> None:
        self.unheard = self.application_queue.qsize() > UNHEARD // 2
        if self.unheard:
            reactor.callLater(LISTEN_AGAIN, self._listen_again)
        else:
            self.transport.resumeProducing()

    def onClose(self, *args: Any) -> None:  # noqa: N802
        """What a flood left behind is not worth hearing once its sender is gone."""
        while self.unheard and not self.application_queue.empty():
            self.application_queue.get_nowait()
        super().onClose(*args)

    @property
    def last_ping(self) -> float:
        """When the other end was heard last, as Daphne has it."""
        return self.line.heard

    @last_ping.setter
    def last_ping(self, at: float) -> None:
        self.line.heard = at

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Texts that nothing came before go to their consumer directly, as far as that is ready for them."""
        line, left = self.line, data
        if line.hear is not None and len(data) <= LARGEST_FRAME and (line.clear or self._nothing_before()):
            left = reading.taken(line, data)
        if len(left) < len(data) and self.autoPingTimeoutCall:
            self._cancelAutoPingTimeoutCall()
        if left:
            line.clear = False
            super().dataReceived(left)

    def _nothing_before(self) -> bool:
        """Whether what comes now begins a message, and all earlier ones have been taken."""
        if self.data or self.current_frame is not None or self.inside_message:
            return False
        return bool(self.state == self.STATE_OPEN and self.application_queue.empty())

    def tell(self, frame: bytes) -> None:
        """Send what did not go by the line, straight to the system as far as that takes it. If all of it went, the line
        is clear until Autobahn reads or sends something again, or is to hear an answer to its ping."""
        line, self.line.clear = self.line, False
        if self.state != self.STATE_OPEN:
            return
        if self.send_queue:
            self.sendData(frame)
        elif write(self.transport, frame):
            line.send = self.transport.socket.send
            line.clear = self._nothing_before() and not self.autoPingTimeoutCall
        else:
            self._bound()

    def sendData(self, *args: Any, **kwargs: Any) -> None:  # noqa: N802
        """All bytes that Autobahn sends come through here, answers to pings too."""
        self.line.clear = False
        super().sendData(*args, **kwargs)
        self._bound()

    def dropConnection(self, *how: Any, **more: Any) -> None:  # noqa: N802
        self.line.clear = False
        super().dropConnection(*how, **more)

    def connectionLost(self, *reason: Any) -> None:  # noqa: N802
        """A room may know the line until its next beat."""
        self.line.end()
        super().connectionLost(*reason)

    def _bound(self) -> None:
        if not self.unread and unsent(self.transport) > UNSENT:
            self.unread = True
            self.serverClose(UNREAD)


def write(transport: Any, data: bytes) -> bool:
    """Write at once where nothing waits to be written: handing it to the loop takes two calls of the system more.
    Whether all of it went."""
    sent = 0
    if not (transport._tempDataLen or transport.disconnecting or unsent(transport)):
        try:
            sent = transport.socket.send(data)
        except OSError:
            # Whatever else is wrong with it is found out by the ordinary way.
            sent = 0
    if sent == len(data):
        return True
    transport.write(data[sent:])
    return False


def unsent(transport: Any) -> int:
    """The bytes that were given to a connection and that the system did not take yet."""
    return len(transport.dataBuffer) - int(transport.offset) + int(transport._tempDataLen)
