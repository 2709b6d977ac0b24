"""What runs in a process of the pool: it imports no Django, opens no database and knows only what it is asked."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

Advised = tuple[str, str, str]
"""A card, why, and what the reason is about."""
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


def load() -> None:
    """Load all that thinking needs, and compile what is not compiled yet, so that the first card takes no longer than
    others."""
    from games.minds.choice import choose
    from games.minds.levels import LEVELS
    from games.rules.moves import apply, legal_moves
    from games.rules.shuffle import Shuffle
    from games.rules.state import HAND
    from games.rules.visible import visible

    state = Shuffle.of("00" * 32, 0).dealt()
    choose((visible(state, 0),), LEVELS[0], 0)
    while state.ply < 2 * HAND:
        state = apply(state, legal_moves(state)[0])
    choose((visible(state, state.to_play),), LEVELS[-1], 0)


def think(knowledge: Any, level: str, seed: int, draw: str) -> str:
    """The code of the card that a mind of this level plays."""
    from games.minds.choice import chosen
    from games.minds.levels import BY_KEY

    return str(chosen(knowledge, BY_KEY[level], seed, draw))


def advise(knowledge: Any, level: str, seed: int, draw: str) -> Advised:
    """The code of the card that a mind of this level advises, the reason, and the card or faction that it is about."""
    from games.minds.advice import advised
    from games.minds.levels import BY_KEY

    advice = advised(knowledge, BY_KEY[level], seed, draw)
    return str(advice.card), advice.why.value, advice.about


def look_back(record: Any, ply: int) -> Any:
    """One step of the review of a finished game: the trick that begins before the ``ply``-th card."""
    from games.minds.review.parts import step

    return step(record, ply)


def _follow(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv()
    os._exit(0)
