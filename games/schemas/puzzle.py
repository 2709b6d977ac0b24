"""Response for the page of a puzzle."""

from __future__ import annotations

from typing import Literal

from games.schemas.common import CardCode, Message
from games.schemas.match import View


class PuzzleStep(Message):
    """One stand of the game: the view of the solver's seat, the other hand, which lies open, and what is said.

    ``where`` counts the tricks, ``told`` is what happened and ``ask`` what to do next; empty where there is nothing new
    to say.
    """

    view: View
    theirs: tuple[CardCode, ...]
    where: str
    told: str
    ask: str


class PuzzleShown(Message):
    """A puzzle after the solver's cards: how the game stood since the last of them, the newest last.

    ``solved`` is null as long as it is open; ``verdict`` and ``kept`` say what it came to, empty until then.
    """

    type: Literal["puzzle"] = "puzzle"
    number: int
    steps: tuple[PuzzleStep, ...]
    done: bool
    solved: bool | None
    verdict: str
    kept: str
