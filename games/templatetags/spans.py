"""Limits that a page tells in words."""

from datetime import timedelta

from django import template
from django.conf import settings

from games import kept, limits
from games.store import presence
from games.words.clocks import clock_text
from games.words.spans import duration

register = template.Library()


@register.simple_tag
def shortest_wait() -> str:
    """After how long an address may do again what it did too often, at the least."""
    return duration(limits.SHORTEST)


@register.simple_tag
def longest_wait() -> str:
    """The same, at the most."""
    return duration(limits.LONGEST)


@register.simple_tag
def claim_after() -> str:
    """How long a player is away until the other one may claim the game."""
    return duration(presence.CLAIM_AFTER)


@register.simple_tag
def kept_for(what: str) -> str:
    """How long something is kept, by its name in ``games.kept``."""
    span: timedelta = getattr(kept, what)
    return duration(span)


@register.simple_tag
def link_life() -> str:
    """How long a link for a new password works."""
    return duration(timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT))


@register.filter
def clock_of(agreed: str) -> str:
    """The clock of a game in few words."""
    return clock_text(agreed)
