"""Response for the page of a puzzle."""

from __future__ import annotations

from typing import Literal

from games.schemas.common import CardCode, Message
from games.schemas.match import View


class PuzzleStep(Message):
    """State of the game in a puzzle: the view of the solver's seat, the open hand of the other seat, and the texts.

    ``heading`` names the trick, ``text`` says what happened, ``prompt`` what to do next; each may be empty.
    """

    view: View
    theirs: tuple[CardCode, ...]
    heading: str
    text: str
    prompt: str


class PuzzleShown(Message):
    """Puzzle after the solver's cards. ``steps`` are the states of the game since the last card, the newest last.

    ``solved`` is null while the puzzle is open; until then ``verdict`` and ``kept``, which describe the outcome, are
    empty.
    """

    type: Literal["puzzle"] = "puzzle"
    number: int
    steps: tuple[PuzzleStep, ...]
    done: bool
    solved: bool | None
    verdict: str
    kept: str
