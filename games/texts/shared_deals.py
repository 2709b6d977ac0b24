"""Texts of shared deals: results and differences."""

from __future__ import annotations

from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.state import HAND_SIZE, Cards
from games.texts.table import format_card


def format_matchpoints(share: Fraction | None) -> str:
    """Return matchpoints as a percentage, or a dash for a single table."""
    if share is None:
        return "–"
    # ``number_format`` cuts decimals off.
    percent = round(share * 100, 1)
    return _("%(percent)s%%") % {"percent": number_format(float(percent), 0 if percent % 1 == 0 else 1)}


def describe_progress(finished: int, running: int) -> str:
    """Return how many games of a deal are finished and being played, as one sentence each."""
    if not finished and not running:
        return _("No games yet.")
    done = ngettext("%(count)d finished game.", "%(count)d finished games.", finished) % {"count": finished}
    if not running:
        return done
    now = ngettext("%(count)d game in play.", "%(count)d games in play.", running) % {"count": running}
    return f"{done} {now}"


def describe_difference(ply: int | None, own: Cards, other: Cards) -> str:
    """Return where a game first differs from the reader's own game, by the index of the card."""
    if ply is None:
        return _("Same cards as in your game")
    phase, trick = divmod(ply // 2, HAND_SIZE)
    place = {"phase": phase + 1, "trick": trick + 1}
    if ply >= min(len(own), len(other)):
        return _("Same cards until phase %(phase)s, trick %(trick)s") % place
    cards = {"card": format_card(other[ply]), "own": format_card(own[ply])}
    return _("Phase %(phase)s, trick %(trick)s: %(card)s instead of %(own)s") % {**place, **cards}
