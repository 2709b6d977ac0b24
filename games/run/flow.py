"""What one end of a socket does not take in, the other does not hold in memory."""

from contextlib import suppress
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any

# Daphne's server chooses the reactor, so it comes before everything else that imports one.
from daphne.server import reactor
from daphne.ws_protocol import WebSocketProtocol

UNSENT = 256 * 1024
"""Bytes that wait for a socket to read them, above which it is closed with ``UNREAD``."""
UNREAD = 4309
KERNEL = 64 * 1024
"""Bytes that the system keeps for a socket beside those; left to itself it takes megabytes."""
UNHEARD = 64
"""Frames of a socket that wait to be understood, above which no more is read from it."""
LISTEN_AGAIN = 0.1


class BoundedSocket(WebSocketProtocol):  # type: ignore[misc]
    """Closed when it does not read what it is sent, and not read while it sends more than is understood."""

    unread = unheard = False

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

    def sendData(self, *args: Any, **kwargs: Any) -> None:  # noqa: N802
        """All bytes that leave come through here, answers to pings too."""
        super().sendData(*args, **kwargs)
        if not self.unread and unsent(self.transport) > UNSENT:
            self.unread = True
            self.serverClose(UNREAD)


def unsent(transport: Any) -> int:
    """The bytes that were given to a connection and that the system did not take yet."""
    return len(transport.dataBuffer) - int(transport.offset) + int(transport._tempDataLen)
