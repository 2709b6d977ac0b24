"""Reading from open sockets past Twisted, which wraps each time in two contexts of its log and makes room for 64 KiB.

Only what came is handed on here. How a connection ends, and one that is paused and goes on, are Twisted's as ever.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

# Daphne's server chooses the reactor, so it comes before everything else that imports one.
from daphne.server import reactor
from twisted.internet.tcp import Connection
from twisted.python.failure import Failure

MOST = 4096
"""Bytes that are read at a time. What pages send is a tenth of that at most; the rest of a longer frame comes next."""

logger = logging.getLogger(__name__)


def directly(transport: Any, hear: Callable[[bytes], None]) -> None:
    """Give ``hear`` what a connection reads from now on, until Twisted pauses it: from then on Twisted reads again."""
    if isinstance(transport, Connection):
        reactor._asyncioEventloop.add_reader(transport.fileno(), partial(_read, transport, hear))


def _read(transport: Any, hear: Callable[[bytes], None]) -> None:
    try:
        data = transport.socket.recv(MOST)
    except (BlockingIOError, InterruptedError):
        return
    except OSError:
        data = b""
    if not data:
        # Asked again, the system says the same, and Twisted knows what to make of it.
        reactor._readOrWrite(transport, True)
        return
    try:
        hear(data)
    except Exception:
        logger.exception("a connection failed")
        transport.connectionLost(Failure())
