"""Texts of notifications to people who are away from the site. They never name a card."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext, ngettext

from games.texts.formatting import format_duration

_LONG = timedelta(hours=48)
"""Shortest time left that is given in whole days."""


def describe_turn(name: str) -> str:
    """Return the notification that it is the reader's turn against the player with a name."""
    return gettext("It's your turn against %(name)s.") % {"name": name}


def describe_removed_second_factor() -> str:
    """Return the subject of the e-mail about a removed second factor."""
    return gettext("Two-factor authentication was removed")


def describe_waiting_games(count: int) -> str:
    """Return the number of games that wait for the reader."""
    return ngettext("%(count)s game is waiting for you", "%(count)s games are waiting for you", count) % {
        "count": count
    }


def format_time_left(left: timedelta) -> str:
    """Return the time left for a card, rounded down to whole days, hours or minutes."""
    for unit, minimum in ((timedelta(days=1), _LONG), (timedelta(hours=1), timedelta(hours=1))):
        if left >= minimum:
            return gettext("Time left: %(time)s.") % {"time": format_duration(left // unit * unit)}
    minute = timedelta(minutes=1)
    return gettext("Time left: %(time)s.") % {"time": format_duration(max(left // minute, 1) * minute)}


def describe_more_games(count: int) -> str:
    """Return the number of further games, for the end of a list that names the first ones."""
    return ngettext("And %(count)s more game.", "And %(count)s more games.", count) % {"count": count}
