"""Seed of daily games that were all dealt two days ago at the same moment, so that all have run out.

Runs in a process of its own, before the server that uses the same VAR_DIR.
"""

from __future__ import annotations

import os
import random
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PLIES = 20
"""Cards played in each game."""


def main(count: int) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
    django.setup()
    from django.conf import settings
    from django.db import transaction
    from django.utils import timezone

    from bench.seed import create_guest
    from games.eventlog.database_clock import database_clock
    from games.server import startup

    startup.make_state_folder(Path(settings.VAR_DIR))
    startup.migrate_database()
    then = timezone.now() - timedelta(days=2)
    database_clock.now = lambda: then  # type: ignore[method-assign]
    (ana, _), (bram, _) = create_guest("Ana", count), create_guest("Bram", count)
    for first in range(0, count, 500):
        with transaction.atomic():
            for _ in range(first, min(first + 500, count)):
                create_due_game(ana, bram)


def create_due_game(ana: Any, bram: Any) -> None:
    from games.eventlog import event_store
    from games.rules.moves import apply, legal_moves
    from games.services.matches import lobby
    from games.state.game_state import Event
    from games.state.match_state import MatchEventKind, MatchOptions, MatchState

    game = lobby.create_game(ana, MatchOptions(clock="1d"))
    lobby.join_game(game, bram)
    state, events = event_store.load_state_of_kind(MatchState, game.pk).state, []
    for _ in range(PLIES):
        assert state is not None
        card = random.choice(legal_moves(state))
        events.append(Event(MatchEventKind.PLAYED, state.to_play, {"card": str(card)}))
        state = apply(state, card)
    event_store.append(MatchState, game.pk, lambda _: events)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main(int(sys.argv[1]))
