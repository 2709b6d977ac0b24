"""How a person wants to play: what may be chosen, and what a browser keeps for somebody without a name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.conf import settings

from games.stories.clock import BY_THE_DAY, NONE, REAL_TIME
from games.words.minds import OPPONENTS

Choice = bool | int | str
Chosen = dict[str, Choice]

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
    "clock": (NONE, *REAL_TIME, *BY_THE_DAY),
    "letters": (True, False),
}
"""The first of each holds until one chooses; ``CHOICES`` of static/js/shared/preferences.js says the same."""
LETTERS = "letters"
"""Whether an account is sent letters about games by the day."""
LANGUAGE = "language"
"""A choice beside those: what the browser asks for holds until one chooses."""
COOKIE = "preferences"
"""What somebody without a name chose, as JSON; pages of the site alone read it."""
COOKIE_AGE = 365 * 24 * 3600
COOKIE_LENGTH = 1000
"""Several times what all choices take; a longer one is none of ours."""


def choices(name: str) -> tuple[Choice, ...]:
    """What may be chosen of a name, nothing for one that there is not."""
    return tuple(code for code, _ in settings.LANGUAGES) if name == LANGUAGE else CHOICES.get(name, ())


def fits(name: str, value: object) -> bool:
    """Whether a value is a choice of this name; 0 is not the same as no."""
    return any(type(one) is type(value) and one == value for one in choices(name))


def fitting(raw: object) -> Chosen:
    """What of something that was kept is a choice still."""
    if not isinstance(raw, Mapping):
        return {}
    return {name: value for name, value in raw.items() if isinstance(name, str) and fits(name, value)}


def holding(chosen: Chosen) -> Chosen:
    """What holds: what was chosen, and for the rest the first of each choice."""
    return {name: chosen.get(name, some[0]) for name, some in CHOICES.items()}


def of_cookies(cookies: Mapping[str, str]) -> Chosen:
    """What this browser keeps for somebody without a name; nothing where the cookie is too long or no JSON.

    The language counts only if it was chosen without a name: Django's own cookie may be that of the last account.
    """
    raw = cookies.get(COOKIE, "{}")
    if len(raw) > COOKIE_LENGTH:
        return {}
    try:
        kept: Any = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return fitting(kept)


def to_cookie(chosen: Chosen) -> str:
    """The counterpart of ``of_cookies``."""
    return json.dumps(chosen, separators=(",", ":"))
