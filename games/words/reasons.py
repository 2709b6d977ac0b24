"""The sentences that moderators choose from, and what the site tells them. They are kept in English and read in the
language of each reader."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

REASONS: dict[str, str] = {
    "cheating": _("Playing with cards or knowledge that you should not have is not allowed here."),
    "name": _("This name is offensive. Choose one that everybody can play with."),
    "behaviour": _("Unfair or hostile behaviour is not allowed here."),
    "away": _("Staying away or delaying on purpose spoils the game for the other player."),
    "error": _("Something went wrong with this game."),
    "other": _("What was reported is against the rules of this site."),
}
"""By the category of a report, which suggests its own."""
GRANTED = _("The appeal against this decision was granted.")
GIVEN_AWAY = _(
    "Noticed by the site: this player gave up several rated games early, all to the same opponent. Look whether they "
    "were lost on purpose."
)
_ALL = frozenset({*REASONS.values(), GRANTED, GIVEN_AWAY})


def in_words(text: str) -> str:
    """A text of a moderator as it is read: one of ours in the language that is active, any other as it was written."""
    return gettext(text) if text in _ALL else text
