"""The clock of a game in words."""

from __future__ import annotations

from datetime import timedelta

from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.state.clock import parse_time_control
from games.texts.formatting import format_duration


def format_clock(agreed: str) -> str:
    """Few words, for a button or a list: "5 min + 5 s"; empty where nobody plays against the clock."""
    found = parse_time_control(agreed)
    if found is None:
        return ""
    if found.daily:
        days = timedelta(milliseconds=found.base).days
        return ngettext("%(count)s day a card", "%(count)s days a card", days) % {"count": days}
    values = {"minutes": found.base // 60_000, "seconds": found.bonus // 1000}
    return _("%(minutes)s min + %(seconds)s s") % values if found.bonus else _("%(minutes)s min") % values


lazy_clock = lazy(format_clock, str)
"""The same, in the language of whoever reads it."""


def describe_rated_without_clock(span: timedelta) -> str:
    """Return a sentence for whoever is about to play a rated game without a clock."""
    return _("Each card may take %(base)s, then the game is lost.") % {"base": format_duration(span)}


def describe_clock(agreed: str) -> str:
    """Return a sentence for whoever is about to play; empty where nobody plays against the clock."""
    found = parse_time_control(agreed)
    if found is None:
        return ""
    values = {"base": format_duration(timedelta(milliseconds=found.base))}
    if found.daily:
        return _("By the day: each card may take %(base)s, then the game is lost.") % values
    if not found.bonus:
        return _("In real time: %(base)s each for the whole game.") % values
    bonus = {"bonus": format_duration(timedelta(milliseconds=found.bonus))}
    return _("In real time: %(base)s each, and %(bonus)s more for every card.") % {**values, **bonus}
