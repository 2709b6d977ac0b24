"""Response for the page of a lesson."""

from __future__ import annotations

from typing import Literal

from games.schemas.common import Message
from games.schemas.match import View


class Step(Message):
    """One stand of the game, and what the teacher says of it.

    ``where`` counts the tricks, ``told`` is what happened, ``ask`` what to do next; empty where there is nothing new to
    say.
    """

    view: View
    where: str
    told: str
    ask: str


class LessonShown(Message):
    """A lesson after the learner's cards: how the game stood since the last of them, the newest last."""

    type: Literal["lesson"] = "lesson"
    lesson: str
    steps: tuple[Step, ...]
    done: bool
