"""Reading from open sockets past Twisted, which wraps each time in two contexts of its log and makes room for 64 KiB.

Only what came is handed on here. How a connection ends, and one that is paused and goes on, are Twisted's as ever.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from time import time
from typing import Any

# Daphne's server chooses the reactor, so it comes before everything else that imports one.
from daphne.server import reactor
from twisted.internet.tcp import Connection
from twisted.python.failure import Failure

from games.live.line import Line
from games.run import frames

MOST = 4096
"""Bytes that are read at a time. What pages send is a tenth of that at most; the rest of a longer frame comes next."""

logger = logging.getLogger(__name__)


def directly(transport: Any, line: Line, hear: Callable[[bytes], None]) -> None:
    """Give what a connection reads from now on to its line, and ``hear`` what that does not take, until Twisted pauses
    it: from then on Twisted reads again."""
    if isinstance(transport, Connection):
        read = partial(_read, transport.socket.recv, line, transport, hear)
        reactor._asyncioEventloop.add_reader(transport.fileno(), read)


def taken(line: Line, data: bytes) -> bytes:
    """What is left of bytes that nothing came before, when those who hear at a line have taken the texts in it."""
    hear = line.hear
    if hear is None:
        return data
    left = frames.heard(data, hear, line)
    if len(left) < len(data):
        line.heard = time()
    return left


def _read(receive: Callable[[int], bytes], line: Line, transport: Any, hear: Callable[[bytes], None]) -> None:
    try:
        data = receive(MOST)
    except (BlockingIOError, InterruptedError):
        return
    except OSError:
        data = b""
    if not data:
        # Asked again, the system says the same, and Twisted knows what to make of it.
        reactor._readOrWrite(transport, True)
        return
    try:
        left = taken(line, data) if line.clear else data
        if left:
            hear(left)
    except Exception:
        logger.exception("a connection failed")
        transport.connectionLost(Failure())
