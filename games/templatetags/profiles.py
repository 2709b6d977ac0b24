"""Template tags of people's names, profiles and ratings."""

from __future__ import annotations

from django import template

from games.models import User
from games.queries import profiles
from games.texts.accounts import format_signed
from games.texts.names import translate_name

register = template.Library()
register.filter("signed", format_signed)
register.filter("translate_name", translate_name)


@register.filter
def profile_url(user: User | None) -> str:
    """Return the URL of a user's public profile, empty without one."""
    return profiles.get_profile_url(user) if user is not None else ""
