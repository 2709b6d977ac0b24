"""What a card changes, as those who look at the game are told of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from django.utils import translation

from games.live.text import text_of
from games.rules.cards import Faction
from games.rules.moves import must_follow
from games.rules.state import Seat
from games.words.refusals import sentence


class Told:
    """What a card changes on the board, as members of an object as JSON: for either of ``seats``, and in ``parts`` for
    who watches, since hardly anybody does; and ``beside`` the board.

    ``barred`` are the cards that the seat ``turn``, which plays next, may not, as they are named together, because of
    what was ``led``: the sentence that says so is for each language.
    """

    __slots__ = ("barred", "beside", "led", "parts", "seats", "turn")

    def __init__(
        self, seats: tuple[str, str], parts: Sequence[str], turn: Seat | None, barred: str, led: Faction | None
    ) -> None:
        self.seats, self.parts, self.turn, self.barred, self.led, self.beside = seats, parts, turn, barred, led, ""

    def seen(self, audience: Seat | None, language: str, begin: str = "", end: str = "") -> str:
        """For an audience, as an object, between what is to stand before and after it."""
        board = "".join(self.parts) if audience is None else self.seats[audience]
        if self.barred and audience == self.turn and self.led is not None:
            board = f'{board},"reasons":{{"{self.barred}":{_why_not(self.led, language)}}}'
        return f'{begin}{{"board":{{{board}}}{self.beside}}}{end}'


@lru_cache(maxsize=64)
def _why_not(led: Faction, language: str) -> str:
    """The sentence as JSON."""
    with translation.override(language):
        return text_of(sentence(must_follow(led)))
