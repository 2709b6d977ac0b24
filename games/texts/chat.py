"""Chat phrases and gestures, by code."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

PHRASES: Mapping[str, Promise] = {
    "hello": _("Hello!"),
    "good_luck": _("Good luck!"),
    "thinking": _("Let me think …"),
    "moment": _("One moment, please."),
    "nice_card": _("Nice card!"),
    "well_played": _("Well played!"),
    "lucky": _("That was lucky."),
    "oops": _("Oops."),
    "sorry": _("Sorry!"),
    "thanks": _("Thanks!"),
    "good_game": _("Good game!"),
    "goodbye": _("Goodbye!"),
}
GESTURES: Mapping[str, Promise] = {
    "wave": pgettext_lazy("gesture", "waves"),
    "bow": pgettext_lazy("gesture", "bows"),
    "clap": pgettext_lazy("gesture", "claps"),
    "cheer": pgettext_lazy("gesture", "cheers"),
    "shrug": pgettext_lazy("gesture", "shrugs"),
    "toast": pgettext_lazy("gesture", "raises a glass"),
}
"""Gestures, as verbs that follow a name; ``static/js/matches/icons.js`` has an icon for each."""
PHRASES_AND_GESTURES = {**PHRASES, **GESTURES}


def get_phrase(word: str) -> str:
    """Return a phrase or gesture in the active language; empty for an unknown code."""
    return str(PHRASES_AND_GESTURES.get(word, ""))
