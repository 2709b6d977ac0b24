"""Writing to people for whom a game by the day waits: looked for by every process, each letter goes once."""

from __future__ import annotations

import logging
import threading

from django.db import Error, close_old_connections, connection

from games.services.notices import letters

logger = logging.getLogger(__name__)

EVERY = 300.0
"""Seconds between two looks."""
REST = 0.5
"""Seconds between two portions, in which players' moves come first."""


def begin() -> threading.Thread | None:
    """Look until the process ends, in a thread that keeps nobody from ending it; none where the site cannot write."""
    if not letters.possible():
        return None
    thread = threading.Thread(target=_forever, args=(threading.Event(),), name="letters", daemon=True)
    thread.start()
    return thread


def turn(rest: threading.Event | None = None) -> int:
    """Write to everybody who is due; how many letters the mail server took."""
    sent = 0
    for count in letters.sweep():
        sent += count
        if rest is not None:
            rest.wait(REST)
    return sent


def _forever(never: threading.Event) -> None:
    while not never.wait(EVERY):
        close_old_connections()
        try:
            turn(never)
        except Error as error:
            logger.warning("nobody is written to: %s", error)
        except Exception:
            logger.exception("nobody is written to")
        finally:
            connection.close()
