"""Bringing together those who look for an opponent, as what fits widens: a look every few seconds, in a thread."""

from __future__ import annotations

import logging
import threading

from django.db import Error, close_old_connections

from games.services.online import pairing
from games.store import pool

logger = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds between two looks. Each process of a site looks; what one has brought together no other finds."""


def begin() -> threading.Thread:
    """Look until the process ends, in a thread that keeps nobody from ending it."""
    thread = threading.Thread(target=_forever, args=(threading.Event(),), name="seekers", daemon=True)
    thread.start()
    return thread


def turn() -> None:
    """One look; what goes wrong is logged, and tried again with the next."""
    close_old_connections()
    try:
        pairing.sweep()
    except Error as error:
        logger.warning("nobody is brought together: %s", error)
    except Exception:
        logger.exception("nobody is brought together")
    finally:
        pool.rest()


def _forever(never: threading.Event) -> None:
    while not never.wait(EVERY):
        turn()
