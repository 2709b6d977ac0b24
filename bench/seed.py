"""Games to play, dealt through the site's own services; their guests' sessions are written beside them.

Runs in a process of its own, before the server that uses the same VAR_DIR, and prints one JSON object a game.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


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
        games = [seed(number) for number in range(first, first + count)]
    for game in games:
        print(json.dumps(asdict(game)))


def seed(number: int) -> Seeded:
    from games.services.online import lobby
    from games.stories.online import Options

    (ana, first), (bram, second) = guest("Ana", number), guest("Bram", number)
    game = lobby.create(ana, Options(listed=True))
    lobby.join(game, bram)
    return Seeded(game.pk, game.code, (first, second))


def guest(name: str, number: int) -> tuple[Any, str]:
    """A guest and the key of a session in which they are logged in."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from games.models import User

    user = User(username=f"guest-{name}-{number}", display_name=name, is_guest=True)
    user.set_unusable_password()
    user.save()
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return user, session.session_key


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main(int(sys.argv[1]), int(sys.argv[2]))
