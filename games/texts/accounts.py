"""Texts of profiles, challenges, ratings and preferences."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.state.clock import DAILY, NO_CLOCK, REAL_TIME
from games.texts.clocks import lazy_clock
from games.texts.formatting import format_duration, lazy_duration
from games.texts.opponents import OPPONENTS, describe_level

SEEN_BY = {"everybody": _("Everyone"), "friends": _("Friends"), "nobody": _("Only me")}
"""Labels of the audiences of a profile, by ``games.queries.relations.AUDIENCES``."""
ALLOWED = {"everybody": _("Everyone"), "friends": _("Friends"), "nobody": _("Nobody")}
"""Labels of the audiences for challenges and presence."""


def _format_lately(days: int) -> str:
    return ngettext("last %(count)s day", "last %(count)s days", days) % {"count": days}


lately = lazy(_format_lately, str)
"""Period that a list covers, translated lazily."""


def describe_challenge(name: str) -> str:
    """Return the message that a player challenges the reader."""
    return gettext("%(name)s challenges you to a game.") % {"name": name}


def format_signed(change: int) -> str:
    """Return a change in rating points, with its sign."""
    return f"{change:+d}".replace("-", "−")


# Labels of preferences.

PREFERENCE_CHOICES: Mapping[str, Mapping[Any, Any]] = {
    "speed": {"slow": _("slow"), "normal": _("normal"), "quick": _("fast")},
    "hold": {
        **{seconds: lazy_duration(timedelta(seconds=seconds)) for seconds in (2, 5, 10)},
        0: _("until I continue"),
    },
    "sort": {"faction": _("by faction"), "rank": _("by value"), "dealt": _("as dealt")},
    "level": {opponent.level: describe_level(opponent) for opponent in OPPONENTS.values()},
    "clock": {NO_CLOCK: _("No clock"), **{control: lazy_clock(control) for control in (*REAL_TIME, *DAILY)}},
    "pace": {"human": _("like a person"), "quick": _("fast")},
    "theme": {"auto": _("same as device"), "light": _("light"), "dark": _("dark")},
}
"""Choices of the preferences that are not a plain yes or no, in display order."""


def _format_email_delay(waited: timedelta) -> str:
    template = gettext("One e-mail with all waiting games, once a correspondence game has waited %(time)s.")
    return template % {"time": format_duration(waited)}


lazy_email_delay = lazy(_format_email_delay, str)
"""Explanation of when e-mails are sent, translated lazily."""
