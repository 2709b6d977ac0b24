"""Texts of hints: a sentence for each reason of ``games.engine.hints``."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.rules.cards import Card, Faction
from games.state.dealt_state import Hint
from games.texts.table import format_card, format_faction

HINT_REASONS: dict[str, str] = {
    "only": _("It is the only card you may play."),
    "keeps_win": _("It keeps the win, if you play well to the end. Not every card does."),
    "keeps_draw": _("It keeps the draw. Every other card loses against the best play."),
    "all_win": _("All the same: played well to the end, you win with any card."),
    "all_draw": _("All the same: with the best play of both it is a draw after any card."),
    "least_bad": _("Every card loses against the best play; this one does best in this trick."),
    "vote": _("It brings you ahead in a vote that you do not have now: %(faction)s."),
    "takes": _("It wins the trick and %(card)s, a better follower than most hidden cards."),
    "sure": _("No hidden card beats it, and %(card)s is a follower worth having."),
    "strong": _("Few hidden cards beat it, and %(card)s is a follower worth having."),
    "leaves": _("It leaves %(card)s to the other player: most hidden cards are better followers."),
    "saves": _("Save your strong cards: most hidden cards are better followers than %(card)s."),
    "cannot": _("None of your cards wins this trick, so let a low one go."),
    "wins": _("It is the lowest card of its faction that wins the trick."),
    "best": _("Of all that was tried, it does best."),
}


def describe_hint(hint: Hint) -> str:
    """Return the reason of a hint in the active language; an unknown reason reads like ``best``."""
    template = gettext(HINT_REASONS.get(hint.why, HINT_REASONS["best"]))
    about = hint.about
    if len(about) == 1:
        return template % {"faction": format_faction(Faction(about))}
    return template % {"card": format_card(Card.parse(about))} if about else template
