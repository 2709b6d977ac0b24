"""What a card changes, as those who look at the game are told of it."""

from __future__ import annotations

from functools import lru_cache

from django.utils import translation

from games.live.text import text_of
from games.rules.cards import Faction
from games.rules.moves import must_follow
from games.rules.state import Seat
from games.words.refusals import sentence

Three = tuple[str, str, str]
"""What is told seat 0, seat 1, and who watches."""
WATCHES = 2
"""Where that stands."""


class Told:
    """What a card changes on the board, as members of an object as JSON, in parts that are put together to be sent:
    what is ``common``, and for either seat and who watches what they are told of the ``memory``, of the ``last`` trick
    and of what is ``held``. And what changes ``beside`` the board.

    ``barred`` are the cards that the seat ``turn``, which plays next, may not, as they are named together, because of
    what was ``led``: the sentence that says so is for each language.
    """

    __slots__ = ("barred", "beside", "common", "held", "last", "led", "memory", "turn")

    def __init__(
        self,
        common: str,
        memory: Three,
        last: Three,
        held: Three,
        turn: Seat | None,
        barred: str = "",
        led: Faction | None = None,
    ) -> None:
        self.common, self.memory, self.last, self.held = common, memory, last, held
        self.turn, self.barred, self.led, self.beside = turn, barred, led, ""

    def seen(self, audience: Seat | None, language: str, begin: str = "", end: str = "") -> str:
        """For an audience, as an object, between what is to stand before and after it."""
        at, why = WATCHES if audience is None else audience, ""
        if self.barred and audience == self.turn and self.led is not None:
            why = f',"reasons":{{"{self.barred}":{_why_not(self.led, language)}}}'
        return (
            f'{begin}{{"board":{{{self.common}{self.memory[at]}{self.last[at]}{self.held[at]}{why}'
            f"}}{self.beside}}}{end}"
        )


@lru_cache(maxsize=64)
def _why_not(led: Faction, language: str) -> str:
    """The sentence as JSON."""
    with translation.override(language):
        return text_of(sentence(must_follow(led)))
