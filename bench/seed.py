"""Games to play, dealt through the site's own services; their guests' sessions are written beside them.

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
class Seeded:
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

    from games.run import prepare

    prepare.state_folder(Path(settings.VAR_DIR))
    prepare.database()
    with transaction.atomic():
        games = seed(range(first, first + count))
    for game in games:
        print(json.dumps(asdict(game)))


def seed(numbers: Sequence[int]) -> list[Seeded]:
    """A dealt game for each of these numbers."""
    return [dealt(*both) for both in zip(guests("Ana", numbers), guests("Bram", numbers), strict=True)]


def dealt(creates: Guest, joins: Guest) -> Seeded:
    from games.services.online import lobby
    from games.stories.online import Options

    (ana, first), (bram, second) = creates, joins
    game = lobby.create(ana, Options(listed=True))
    lobby.join(game, bram)
    return Seeded(game.pk, game.code, (first, second))


def guest(name: str, number: int) -> Guest:
    return guests(name, [number])[0]


def guests(name: str, numbers: Sequence[int]) -> list[Guest]:
    """One for each of these numbers, stored together: one by one they take as long as their games."""
    from games.models import User
    from games.models.sessionstore import LoginSession

    people = [User(username=f"guest-{name}-{number}", display_name=name, is_guest=True) for number in numbers]
    for one in people:
        one.set_unusable_password()
    User.objects.bulk_create(people)
    sessions = [session(one) for one in people]
    LoginSession.objects.bulk_create(sessions)
    return [(one, row.session_key) for one, row in zip(people, sessions, strict=True)]


def session(person: Any) -> Any:
    """The row of a session in which somebody is logged in."""
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
