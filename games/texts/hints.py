"""Texts of hints: a sentence for each reason of ``games.engine.hints``."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.rules.cards import Card, Faction
from games.state.dealt_state import Hint
from games.texts.table import format_card, format_faction

HINT_REASONS: dict[str, str] = {
    "only": _("It's the only card you can play."),
    "keeps_win": _("It wins if you play on perfectly. Not every card does."),
    "keeps_draw": _("It keeps the draw. Every other card loses against best play."),
    "all_win": _("Any card wins if you play on perfectly."),
    "all_draw": _("Any card leads to a draw if both of you play perfectly."),
    "least_bad": _("Every card loses against best play; this one does best in this trick."),
    "vote": _("It puts you ahead in one more vote: %(faction)s."),
    "takes": _("It wins %(card)s, a better follower than most hidden cards."),
    "sure": _("No hidden card beats it, and %(card)s is worth winning."),
    "strong": _("Few hidden cards beat it, and %(card)s is worth winning."),
    "leaves": _("It leaves %(card)s to your opponent: most hidden cards are better followers."),
    "saves": _("Save your strong cards: most hidden cards are better followers than %(card)s."),
    "cannot": _("None of your cards wins this trick, so play a low one."),
    "wins": _("It's the lowest card of its faction that wins the trick."),
    "best": _("Best of the cards we simulated."),
}


def describe_hint(hint: Hint) -> str:
    """Return the reason of a hint in the active language; an unknown reason reads like ``best``."""
    template = gettext(HINT_REASONS.get(hint.why, HINT_REASONS["best"]))
    about = hint.about
    if len(about) == 1:
        return template % {"faction": format_faction(Faction(about))}
    return template % {"card": format_card(Card.parse(about))} if about else template
