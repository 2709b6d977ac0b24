"""Where the names of people lead."""

from __future__ import annotations

from django import template

from games.models import User
from games.people import profiles
from games.words.ratings import signed

register = template.Library()
register.filter("signed", signed)


@register.filter
def profile(user: User | None) -> str:
    """The address of a person's profile, empty where there is none for everybody."""
    return profiles.address(user) if user is not None else ""
