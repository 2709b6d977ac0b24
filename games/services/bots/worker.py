"""Worker process of the engine pool. It imports no Django, opens no database and knows only its question."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

Advice = tuple[str, str, str]
"""A card, the reason for it, and the card or faction that the reason is about."""
THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def initialize(lifeline: Connection) -> None:
    """Initialize a process: lower its priority, and end it when the server process ends, however that happens.

    Ctrl+C reaches all processes of a terminal, so it is ignored here and left to the server.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in THREAD_VARIABLES:
        os.environ[name] = "1"
    if hasattr(os, "nice"):
        os.nice(5)
    threading.Thread(target=_exit_with_parent, args=(lifeline,), daemon=True).start()


def warm_up() -> None:
    """Load and compile all that the engine needs, so that the first card takes no longer than later ones."""
    from games.engine.card_choice import choose_card
    from games.engine.levels import LEVELS
    from games.rules.moves import apply, legal_moves
    from games.rules.shuffle import Shuffle
    from games.rules.state import HAND_SIZE
    from games.rules.visible_state import build_visible_state

    state = Shuffle.of("00" * 32, 0).dealt()
    choose_card((build_visible_state(state, 0),), LEVELS[0], 0)
    while state.ply < 2 * HAND_SIZE:
        state = apply(state, legal_moves(state)[0])
    choose_card((build_visible_state(state, state.to_play),), LEVELS[-1], 0)


def choose_card(knowledge: Any, level: str, seed: int, draw: str) -> str:
    """Return the code of the card that the engine plays at this level."""
    from games.engine.card_choice import choose_from_knowledge
    from games.engine.levels import LEVELS_BY_KEY

    return str(choose_from_knowledge(knowledge, LEVELS_BY_KEY[level], seed, draw))


def give_hint(knowledge: Any, level: str, seed: int, draw: str) -> Advice:
    """Return the card that the engine advises at this level, the reason, and the card or faction of the reason."""
    from games.engine.hints import suggest_from_knowledge
    from games.engine.levels import LEVELS_BY_KEY

    advice = suggest_from_knowledge(knowledge, LEVELS_BY_KEY[level], seed, draw)
    return str(advice.card), advice.reason.value, advice.about


def review_step(record: Any, ply: int) -> Any:
    """Return one step of the review of a finished game, for the trick that begins at ``ply``."""
    from games.engine.review.steps import review_step

    return review_step(record, ply)


def _exit_with_parent(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv()
    os._exit(0)
