"""What the site helped with, as an audience sees it: a hint is shown to the seat alone that asked for it."""

from __future__ import annotations

from typing import Any

from games.rules.cards import CODES
from games.rules.state import Seat
from games.stories.aid import Hint
from games.stories.online import Match
from games.stories.status import Status
from games.words.hints import hint_text


def shown_aid(match: Match, audience: Seat | None) -> dict[str, Any] | None:
    """None in games between people."""
    if match.alone is None:
        return None
    state = match.state
    running = match.status == Status.PLAYING and not match.frozen
    mine = running and audience == match.alone
    turn = mine and state is not None and state.to_play == match.alone
    hint = match.aid.hint(state.ply) if turn and state is not None else None
    return {
        "line": match.aid.line,
        "hints": len(match.aid.asked),
        "hint": None if hint is None else _hint(hint),
        "may_hint": turn and hint is None,
        "back": match.back_to(match.alone) if mine else None,
    }


def _hint(hint: Hint) -> dict[str, str]:
    return {"card": CODES[hint.card], "why": hint.why, "text": hint_text(hint)}
