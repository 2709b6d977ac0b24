"""Response for the page of a lesson."""

from __future__ import annotations

from typing import Literal

from games.schemas.common import Message
from games.schemas.match import View


class Step(Message):
    """State of the game in a lesson, with the comment of the teacher.

    ``heading`` names the trick, ``text`` says what happened, ``prompt`` what to do next; each may be empty.
    """

    view: View
    heading: str
    text: str
    prompt: str


class LessonShown(Message):
    """Lesson after the learner's cards. ``steps`` are the states of the game since the last card, the newest last."""

    type: Literal["lesson"] = "lesson"
    lesson: str
    steps: tuple[Step, ...]
    done: bool
