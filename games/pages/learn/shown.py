"""A lesson as its page gets it: the views of the learner's seat, and what the teacher says."""

from __future__ import annotations

from typing import Any

from games.live.online.view import view
from games.stories.lessons.attempt import Attempt, over
from games.stories.lessons.lesson import LEARNER
from games.stories.online import Match
from games.words.lessons.saying import said

Shape = dict[str, Any]


def shown(attempt: Attempt) -> Shape:
    """What ``games.wire.learn.LessonShown`` describes."""
    return {
        "type": "lesson",
        "lesson": attempt.lesson.key,
        "steps": [_step(attempt, match) for match in attempt.matches],
        "done": attempt.done,
    }


def _step(attempt: Attempt, match: Match) -> Shape:
    saying = said(attempt, match)
    return {"view": _view(attempt, match), "where": saying.where, "told": saying.told, "ask": saying.ask}


def _view(attempt: Attempt, match: Match) -> Shape:
    """That of any game, without a rematch; a lesson that is over is nobody's turn, whatever the hands still hold."""
    seen = {**view(match, LEARNER), "rematch": None}
    if over(attempt.lesson, match):
        seen["board"] = {**seen["board"], "turn": None, "legal": [], "reasons": {}}
    return seen
