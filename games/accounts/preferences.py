"""Preferences: their choices and defaults, and the cookie of a visitor without an account."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.conf import settings

from games.state.clock import DAILY, NO_CLOCK, REAL_TIME
from games.texts.opponents import OPPONENTS

Choice = bool | int | str
Preferences = dict[str, Choice]

CHOICES: Mapping[str, tuple[Choice, ...]] = {
    "speed": ("normal", "slow", "quick"),
    "hold": (5, 2, 10, 0),
    "confirm": (False, True),
    "sort": ("faction", "rank", "dealt"),
    "large": (False, True),
    "sound": (False, True),
    "vibration": (False, True),
    "theme": ("auto", "light", "dark"),
    "level": tuple(OPPONENTS),
    "pace": ("human", "quick"),
    "rated": (False, True),
    "clock": (NO_CLOCK, *REAL_TIME, *DAILY),
    "letters": (True, False),
}
"""Choices by name, the default first; ``CHOICES`` of static/js/shared/preferences.js must agree."""
EMAILS = "letters"
"""The preference for e-mails about daily games."""
LANGUAGE = "language"
"""The preference for a language, whose default is the one that the browser asks for."""
COOKIE = "preferences"
"""The cookie with the preferences of a visitor without an account, as JSON; only the server reads it."""
COOKIE_AGE = 365 * 24 * 3600
COOKIE_LENGTH = 1000
"""Maximum length, several times that of all choices. A longer cookie was not set by this site."""


def list_choices(name: str) -> tuple[Choice, ...]:
    """Return the choices of a preference; empty for an unknown name."""
    return tuple(code for code, _ in settings.LANGUAGES) if name == LANGUAGE else CHOICES.get(name, ())


def is_choice(name: str, value: object) -> bool:
    """Return whether a value is a choice of a preference. The type must match too: 0 is not False."""
    return any(type(choice) is type(value) and choice == value for choice in list_choices(name))


def filter_valid(raw: object) -> Preferences:
    """Return the valid preferences in a stored value, which can be of any type."""
    if not isinstance(raw, Mapping):
        return {}
    return {name: value for name, value in raw.items() if isinstance(name, str) and is_choice(name, value)}


def with_defaults(chosen: Preferences) -> Preferences:
    """Return the chosen preferences, and the defaults of all others."""
    return {name: chosen.get(name, choices[0]) for name, choices in CHOICES.items()}


def read_cookie(cookies: Mapping[str, str]) -> Preferences:
    """Return the preferences in the cookie of a visitor without an account; empty if it is too long or not JSON.

    The language comes from this cookie too: Django's own language cookie may be that of the last account.
    """
    raw = cookies.get(COOKIE, "{}")
    if len(raw) > COOKIE_LENGTH:
        return {}
    try:
        stored: Any = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return filter_valid(stored)


def write_cookie(chosen: Preferences) -> str:
    """Return the value of the cookie; the inverse of ``read_cookie``."""
    return json.dumps(chosen, separators=(",", ":"))
