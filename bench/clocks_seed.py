"""Games that are played by the day and were all dealt at the same moment, two days ago: all of them are due.

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
"""Cards that lie in each."""


def main(count: int) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
    django.setup()
    from django.conf import settings
    from django.db import transaction
    from django.utils import timezone

    from bench.seed import guest
    from games.run import prepare
    from games.store.clock import clock

    prepare.state_folder(Path(settings.VAR_DIR))
    prepare.database()
    then = timezone.now() - timedelta(days=2)
    clock.now = lambda: then  # type: ignore[method-assign]
    (ana, _), (bram, _) = guest("Ana", count), guest("Bram", count)
    for first in range(0, count, 500):
        with transaction.atomic():
            for _ in range(first, min(first + 500, count)):
                due(ana, bram)


def due(ana: Any, bram: Any) -> None:
    from games.rules.moves import apply, legal_moves
    from games.services.online import lobby
    from games.store import log
    from games.stories.online import Match, Options
    from games.stories.online_kinds import Kind
    from games.stories.story import Fact

    game = lobby.create(ana, Options(clock="1d"))
    lobby.join(game, bram)
    state, facts = log.load_as(Match, game.pk).state, []
    for _ in range(PLIES):
        assert state is not None
        card = random.choice(legal_moves(state))
        facts.append(Fact(Kind.PLAYED, state.to_play, {"card": str(card)}))
        state = apply(state, card)
    log.append(Match, game.pk, lambda _: facts)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main(int(sys.argv[1]))
