"""What people are told of each other."""

from __future__ import annotations

from django.utils.translation import gettext


def challenge_text(name: str) -> str:
    """That somebody challenges the reader."""
    return gettext("%(name)s challenges you to a game.") % {"name": name}
