"""Texts of time controls."""

from __future__ import annotations

from datetime import timedelta

from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.state.clock import parse_time_control
from games.texts.formatting import format_duration


def format_clock(agreed: str) -> str:
    """Return the short label of a time control, such as ``5 min + 5 s``; empty without a clock."""
    control = parse_time_control(agreed)
    if control is None:
        return ""
    if control.daily:
        days = timedelta(milliseconds=control.base).days
        return ngettext("%(count)s day per card", "%(count)s days per card", days) % {"count": days}
    values = {"minutes": control.base // 60_000, "seconds": control.bonus // 1000}
    return _("%(minutes)s min + %(seconds)s s") % values if control.bonus else _("%(minutes)s min") % values


lazy_clock = lazy(format_clock, str)
"""Short label of a time control, translated lazily."""


def describe_rated_without_clock(span: timedelta) -> str:
    """Return the notice before a rated game without a clock, with the time limit of a card."""
    return _("You have %(base)s per card. If you run out of time, you lose.") % {"base": format_duration(span)}


def describe_clock(agreed: str) -> str:
    """Return the notice before a game that explains its time control; empty without a clock."""
    control = parse_time_control(agreed)
    if control is None:
        return ""
    values = {"base": format_duration(timedelta(milliseconds=control.base))}
    if control.daily:
        return _("Correspondence: %(base)s per card. If you run out of time, you lose.") % values
    if not control.bonus:
        return _("Live: %(base)s each for the whole game.") % values
    bonus = {"bonus": format_duration(timedelta(milliseconds=control.bonus))}
    return _("Live: %(base)s each, plus %(bonus)s per card.") % {**values, **bonus}
