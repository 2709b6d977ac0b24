"""Games against the site's own at all stages, and games between people, printed as ``bench.seed`` does.

Runs in a process of its own: python -m bench.against_seed COUNT LEVEL,LEVEL,... FRESH PEOPLE. Of the COUNT games one
stands at its first card, one near its end, so that together they are a site at any moment; FRESH more begin anew.
"""

from __future__ import annotations

import json
import os
import random
import sys
from dataclasses import asdict
from itertools import cycle
from pathlib import Path

from bench import seed
from bench.seed import ROOT, Seeded

PLIES = 52


def main(count: int, levels: list[str], fresh: int, people: int) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
    django.setup()
    from django.conf import settings
    from django.db import transaction

    from games.run import prepare

    prepare.state_folder(Path(settings.VAR_DIR))
    prepare.database()
    stages = [number * PLIES // count for number in range(count)]
    random.Random(1).shuffle(stages)
    with transaction.atomic():
        made = [
            against(number, level, ply)
            for number, level, ply in zip(range(count + fresh), cycle(levels), [*stages, *[0] * fresh])
        ]
        made += seed.seed(range(people))
    for game in made:
        print(json.dumps(asdict(game)))


def against(number: int, level: str, ply: int) -> Seeded:
    """A game of a guest who wants the site to be quick, after so many cards."""
    from games.services.minds import sitting
    from games.services.people import preferring

    person, session = seed.guest("Cleo", number)
    preferring.prefer(person, {"pace": "quick"})
    game = sitting.begin(person, level)
    begun(game.pk, ply)
    return Seeded(game.pk, game.code, (session, ""))


def begun(game_id: int, plies: int) -> None:
    """Let so many random cards have been played."""
    from games.rules.moves import apply, legal_moves
    from games.store import log
    from games.stories.online import Match
    from games.stories.online_kinds import Kind
    from games.stories.story import Fact

    facts, state = list[Fact](), log.load_as(Match, game_id).state
    for _ in range(plies):
        assert state is not None
        card = random.choice(legal_moves(state))
        facts.append(Fact(Kind.PLAYED, state.to_play, {"card": str(card)}))
        state = apply(state, card)
    if facts:
        log.append(Match, game_id, lambda _: facts)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    count, levels, fresh, people = sys.argv[1:]
    main(int(count), levels.split(","), int(fresh), int(people))
