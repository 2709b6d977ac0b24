"""Template tags for limits and periods."""

from datetime import timedelta

from django import template
from django.conf import settings

from games import rate_limits, retention_periods
from games.messaging import presence
from games.queries import conduct
from games.texts.clocks import format_clock
from games.texts.formatting import format_duration

register = template.Library()


@register.simple_tag
def shortest_wait() -> str:
    """Return the shortest wait after too many requests."""
    return format_duration(rate_limits.SHORTEST)


@register.simple_tag
def longest_wait() -> str:
    """Return the longest wait after too many requests."""
    return format_duration(rate_limits.LONGEST)


@register.simple_tag
def claim_after() -> str:
    """Return the absence after which the opponent may claim the game."""
    return format_duration(presence.CLAIM_AFTER)


@register.simple_tag
def max_cancelled_games() -> int:
    """Return the number of dealt games that a player can cancel alone in ``cancelled_games_period``."""
    return conduct.MAX_CANCELLED


@register.simple_tag
def cancelled_games_period() -> str:
    """Return the period of ``max_cancelled_games``."""
    return format_duration(conduct.CANCEL_WINDOW)


@register.simple_tag
def retention_period(name: str) -> str:
    """Return a retention period, by its name in ``games.retention_periods``."""
    span: timedelta = getattr(retention_periods, name)
    return format_duration(span)


@register.simple_tag
def password_link_lifetime() -> str:
    """Return the lifetime of a password reset link."""
    return format_duration(timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT))


@register.filter
def clock_label(time_control: str) -> str:
    """Return a time control as a short text."""
    return format_clock(time_control)
