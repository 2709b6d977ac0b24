"""What may be chosen on the page of preferences, as people read it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.stories.clock import BY_THE_DAY, NONE, REAL_TIME
from games.words.clocks import lazy_clock
from games.words.minds import OPPONENTS, level_words
from games.words.spans import duration, late_duration

CHOICES: Mapping[str, Mapping[Any, Any]] = {
    "speed": {"slow": _("slow"), "normal": _("normal"), "quick": _("quick")},
    "hold": {**{seconds: late_duration(timedelta(seconds=seconds)) for seconds in (2, 5, 10)}, 0: _("until I go on")},
    "sort": {"faction": _("by faction"), "rank": _("by number"), "dealt": _("as dealt")},
    "level": {one.level: level_words(one) for one in OPPONENTS.values()},
    "clock": {NONE: _("No clock"), **{one: lazy_clock(one) for one in (*REAL_TIME, *BY_THE_DAY)}},
    "pace": {"human": _("like a person"), "quick": _("quick")},
    "theme": {"auto": _("like the device"), "light": _("light"), "dark": _("dark")},
}
"""Choices that are not a plain yes or no, in the order in which they are shown."""


def _letters(waited: timedelta) -> str:
    told = gettext("When a game by the day has waited for you for %(time)s, one e-mail with all games that wait.")
    return told % {"time": duration(waited)}


late_letters = lazy(_letters, str)
"""What letters are sent for, in the language of who reads it."""
