"""How long the site's own take for a card: it follows from what everybody sees and a secret number, not from a hand."""

from __future__ import annotations

from math import ceil

from games.models import User
from games.people import preferences
from games.services.minds.turn import Turn, secret

QUICK, STEP = 0.4, 0.4
"""Seconds. Whoever thought for longer than the pause waits for the end of a step, so that little follows from it."""
LEAST, SPREAD, LEADING = 1.0, 1.0, 0.5


def pause(turn: Turn, pace: str) -> float:
    """Seconds from the turn to its card: 1 to 2 for who answers, half a second more for who leads, if like a person."""
    if pace == "quick":
        return QUICK
    drawn = secret(turn.code, f"ply {turn.ply}") / 2**64
    return LEAST + SPREAD * drawn + (LEADING if turn.leads else 0.0)


def left(whole: float, gone: float) -> float:
    """Seconds still to wait when ``gone`` of a pause went by in thought; always to its end or to that of a step."""
    return whole + STEP * max(0, ceil((gone - whole) / STEP)) - gone


def pace_of(person: int | None) -> str:
    """The pace that a person wants of the site's own."""
    if person is None:
        return str(preferences.holding({})["pace"])
    kept = User.objects.filter(pk=person).values_list("preferences", flat=True).first()
    return str(preferences.holding(preferences.fitting(kept))["pace"])
