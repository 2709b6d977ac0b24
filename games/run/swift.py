"""Logs of tables gone through by numba, from the first table of a process on; the plain way does until it is loaded."""

from __future__ import annotations

import logging
import os
import signal
import threading
from multiprocessing import get_context

from django.conf import settings

from games.minds.compiled import available
from games.rules.logged.outlook import Outlook
from games.store import listeners
from games.store.listeners import Commit
from games.stories.table import Table

logger = logging.getLogger(__name__)

KINDLY = 5
"""By how much whoever compiles gives way to the site."""

_first = threading.Lock()
"""Taken by the first entry, in whatever thread, and never given back."""


def begin() -> None:
    """Wait for the first entry of a table, where there is a compiler and it may be used. The trap: a process that only
    shows tables at which others log goes on plainly."""
    if settings.TABLES_COMPILED and available():
        listeners.listen(_heard)


def load() -> None:
    """Have completions gone through by numba in this process from now on. ``ImportError`` without it."""
    from games.minds.lines.swift import gone_through, load

    load()
    Outlook.way = gone_through


def _heard(commit: Commit) -> None:
    if isinstance(commit.story, Table) and _first.acquire(blocking=False):
        listeners.forget(_heard)
        threading.Thread(target=_load, name="swift", daemon=True).start()


def _load() -> None:
    """Compiling takes seconds of all that Python does in a process: another one does it first."""
    try:
        other = get_context("spawn").Process(target=_compile, daemon=True)
        other.start()
        other.join()
        if other.exitcode:
            # It was told to end, as this process may be just now, or failed and said why.
            logger.warning("tables go on without the compiler numba: compiling ended with %d", other.exitcode)
        else:
            load()
    except Exception:
        logger.exception("tables go on without the compiler numba")


def _compile() -> None:
    # Ctrl+C reaches all processes of a terminal; the site ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from games.minds.lines.swift import load

    if hasattr(os, "nice"):
        os.nice(KINDLY)
    load()
