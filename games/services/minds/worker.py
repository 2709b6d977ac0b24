"""What runs in a process of the pool: it imports no Django, opens no database and knows only what it is asked."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def begin(lifeline: Connection) -> None:
    """At the start of a process: it gives way to the site, and ends when the site does, however that ends.

    Ctrl+C reaches all processes of a terminal; it is the site that decides what becomes of it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in THREADS:
        os.environ[name] = "1"
    if hasattr(os, "nice"):
        os.nice(5)
    threading.Thread(target=_follow, args=(lifeline,), daemon=True).start()


def think(views: Sequence[Any], level: str, seed: int, draw: str) -> str:
    """The code of the card that a mind of this level plays."""
    from games.minds.choice import choose
    from games.minds.levels import BY_KEY

    return str(choose(views, BY_KEY[level], seed, draw))


def look_back(record: Any, ply: int) -> Any:
    """One step of the review of a finished game: the trick that begins before the ``ply``-th card."""
    from games.minds.review.parts import step

    return step(record, ply)


def _follow(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv()
    os._exit(0)
