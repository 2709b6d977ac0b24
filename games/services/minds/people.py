"""The rows of the site's own opponents, made when they are needed."""

from __future__ import annotations

from django.contrib.auth.hashers import make_password

from games.models import User
from games.rules.errors import Refusal
from games.words.minds import OPPONENTS


def opponent(level: str) -> User:
    """Who plays at a level; refused with ``no_such_level``.

    Nobody can log in as it: it has no password and is not active, and no account can have a user name with a slash.
    """
    if level not in OPPONENTS:
        raise Refusal("no_such_level")
    name = _name(level)
    made = {"display_name": OPPONENTS[level].name, "opponent": level, "is_active": False}
    found = User.objects.filter(username=name).first()
    return found or User.objects.get_or_create(username=name, defaults={**made, "password": make_password(None)})[0]


def names() -> list[str]:
    """The user names of all of them, whether their rows are made already or not."""
    return [_name(level) for level in OPPONENTS]


def _name(level: str) -> str:
    return f"site/{level}"
