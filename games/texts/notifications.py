"""Texts of notifications to people who look at nothing of the site: never a card."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext, ngettext

from games.texts.formatting import format_duration

_LONG = timedelta(hours=48)
"""From here on whole days say enough."""


def describe_turn(across: str) -> str:
    """Whose turn it is, said to whose turn it is."""
    return gettext("It is your turn against %(name)s.") % {"name": across}


def describe_removed_second_factor() -> str:
    """Return the subject of the e-mail about a removed second factor."""
    return gettext("Your second factor was removed")


def describe_waiting_games(count: int) -> str:
    """How many games wait for the reader."""
    return ngettext("%(count)s game waits for you", "%(count)s games wait for you", count) % {"count": count}


def format_time_left(left: timedelta) -> str:
    """How long somebody has for a card, rounded down to what one plans by."""
    for unit, least in ((timedelta(days=1), _LONG), (timedelta(hours=1), timedelta(hours=1))):
        if left >= least:
            return gettext("Time left: %(time)s.") % {"time": format_duration(left // unit * unit)}
    minute = timedelta(minutes=1)
    return gettext("Time left: %(time)s.") % {"time": format_duration(max(left // minute, 1) * minute)}


def describe_more_games(count: int) -> str:
    """How many games are not named beside those that are."""
    return ngettext("And %(count)s more game.", "And %(count)s more games.", count) % {"count": count}
