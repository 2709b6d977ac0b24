"""Seed of games to play, dealt through the site's services, with the sessions of their guests.

Runs in a process of its own, before the server that uses the same VAR_DIR, and prints one JSON object a game.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


Guest = tuple[Any, str]
"""A guest and the key of a session in which they are logged in."""


@dataclass(frozen=True, slots=True)
class SeededGame:
    """A dealt game and the session keys of its two seats."""

    id: int
    code: str
    sessions: tuple[str, str]


def main(first: int, count: int) -> None:
    """Deal ``count`` games; ``first`` were dealt before."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
    django.setup()
    from django.conf import settings
    from django.db import transaction

    from games.server import startup

    startup.make_state_folder(Path(settings.VAR_DIR))
    startup.migrate_database()
    with transaction.atomic():
        games = deal_games(range(first, first + count))
    for game in games:
        print(json.dumps(asdict(game)))


def deal_games(numbers: Sequence[int]) -> list[SeededGame]:
    """Deal a game for each of these numbers."""
    return [
        deal_game(*both) for both in zip(create_guests("Ana", numbers), create_guests("Bram", numbers), strict=True)
    ]


def deal_game(creates: Guest, joins: Guest) -> SeededGame:
    from games.services.matches import lobby
    from games.state.match_state import MatchOptions

    (ana, first), (bram, second) = creates, joins
    game = lobby.create_game(ana, MatchOptions(listed=True))
    lobby.join_game(game, bram)
    return SeededGame(game.pk, game.code, (first, second))


def create_guest(name: str, number: int) -> Guest:
    return create_guests(name, [number])[0]


def create_guests(name: str, numbers: Sequence[int]) -> list[Guest]:
    """Create a guest for each of these numbers, all in one batch, because single inserts take as long as the games."""
    from games.models import User
    from games.models.sessionstore import LoginSession

    people = [User(username=f"guest-{name}-{number}", display_name=name, is_guest=True) for number in numbers]
    for person in people:
        person.set_unusable_password()
    User.objects.bulk_create(people)
    sessions = [create_session(person) for person in people]
    LoginSession.objects.bulk_create(sessions)
    return [(person, row.session_key) for person, row in zip(people, sessions, strict=True)]


def create_session(person: Any) -> Any:
    """Return the row of a session in which the guest is logged in."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from games.models.sessionstore import SessionStore

    login = {
        SESSION_KEY: str(person.pk),
        BACKEND_SESSION_KEY: "django.contrib.auth.backends.ModelBackend",
        HASH_SESSION_KEY: person.get_session_auth_hash(),
    }
    return SessionStore().create_model_instance(login)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main(int(sys.argv[1]), int(sys.argv[2]))
