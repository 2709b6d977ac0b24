"""What a card changes, as those who look at the game are told of it."""

from __future__ import annotations

from functools import lru_cache

from django.utils import translation

from games.live.text import text_of
from games.rules.cards import Faction
from games.rules.moves import must_follow
from games.rules.state import Seat
from games.words.refusals import sentence

Parts = tuple[str, str, str, str]
"""Of a text, which is put together when it is sent: what all are told is kept once until then."""


class Told:
    """What a card changes on the board, as members of an object as JSON: for either seat, and for who ``watches``; and
    ``beside`` the board.

    ``barred`` are the cards that the seat ``turn``, which plays next, may not, as they are named together, because of
    what was ``led``: the sentence that says so is for each language.
    """

    __slots__ = ("barred", "beside", "first", "led", "second", "turn", "watches")

    def __init__(
        self, first: Parts, second: Parts, watches: Parts, turn: Seat | None, barred: str, led: Faction | None
    ) -> None:
        self.first, self.second, self.watches = first, second, watches
        self.turn, self.barred, self.led, self.beside = turn, barred, led, ""

    def seen(self, audience: Seat | None, language: str, begin: str = "", end: str = "") -> str:
        """For an audience, as an object, between what is to stand before and after it."""
        one, two, three, four = self.watches if audience is None else self.second if audience else self.first
        if self.barred and audience == self.turn and self.led is not None:
            four = f'{four},"reasons":{{"{self.barred}":{_why_not(self.led, language)}}}'
        return f'{begin}{{"board":{{{one}{two}{three}{four}}}{self.beside}}}{end}'


@lru_cache(maxsize=64)
def _why_not(led: Faction, language: str) -> str:
    """The sentence as JSON."""
    with translation.override(language):
        return text_of(sentence(must_follow(led)))
