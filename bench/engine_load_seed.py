"""Seed of the load test: games against the site at all stages, and games between people, printed as by ``bench.seed``.

Runs in a process of its own: python -m bench.engine_load_seed COUNT LEVEL,LEVEL,... FRESH PEOPLE. The COUNT games are
spread from the first card to the last, like those of a running site; FRESH more are at their first card.
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
from bench.seed import ROOT, SeededGame

PLIES = 52


def main(count: int, levels: list[str], fresh: int, people: int) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
    django.setup()
    from django.conf import settings
    from django.db import transaction

    from games.server import startup

    startup.make_state_folder(Path(settings.VAR_DIR))
    startup.migrate_database()
    stages = [number * PLIES // count for number in range(count)]
    random.Random(1).shuffle(stages)
    with transaction.atomic():
        made = [
            create_bot_game(number, level, ply)
            for number, level, ply in zip(range(count + fresh), cycle(levels), [*stages, *[0] * fresh])
        ]
        made += seed.deal_games(range(people))
    for game in made:
        print(json.dumps(asdict(game)))


def create_bot_game(number: int, level: str, ply: int) -> SeededGame:
    """Create a game of a guest who prefers quick answers, after ``ply`` cards."""
    from games.services.accounts import preferences
    from games.services.bots import bot_games

    person, session = seed.create_guest("Cleo", number)
    preferences.set_preferences(person, {"pace": "quick"})
    game = bot_games.create_game(person, level)
    append_random_cards(game.pk, ply)
    return SeededGame(game.pk, game.code, (session, ""))


def append_random_cards(game_id: int, plies: int) -> None:
    """Append this number of random cards to a game."""
    from games.eventlog import event_store
    from games.rules.moves import apply, legal_moves
    from games.state.game_state import Event
    from games.state.match_state import MatchEventKind, MatchState

    events, state = list[Event](), event_store.load_state_of_kind(MatchState, game_id).state
    for _ in range(plies):
        assert state is not None
        card = random.choice(legal_moves(state))
        events.append(Event(MatchEventKind.PLAYED, state.to_play, {"card": str(card)}))
        state = apply(state, card)
    if events:
        event_store.append(MatchState, game_id, lambda _: events)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    count, levels, fresh, people = sys.argv[1:]
    main(int(count), levels.split(","), int(fresh), int(people))
