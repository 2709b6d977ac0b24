"""A game as a small table. Built up from what watchers see, so that it tells nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.live.online.view import view
from games.rules.cards import Faction
from games.rules.state import Phase
from games.stories.online import Match
from games.words.replay import heading
from games.words.table import faction_text


@dataclass(frozen=True, slots=True)
class Side:
    """A seat: the card that lies before it, whether it is to play, whether it won what lies there, and whether a
    program plays."""

    name: str
    card: str | None
    turn: bool
    won: bool
    program: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A faction: its cards in both score piles, and who is ahead: ``first``, ``second`` or ``level``."""

    faction: str
    name: str
    first: int
    second: int
    lead: str


@dataclass(frozen=True, slots=True)
class Small:
    """What its template draws, in the language of whoever asks."""

    code: str
    version: int
    url: str
    heading: str
    revealed: str | None
    sides: tuple[Side, Side]
    race: tuple[Row, ...]

    @property
    def drawn(self) -> SafeString:
        """The table as HTML, made once for all who look: everybody asks for it every few seconds."""
        return _drawn(self, get_language())

    @property
    def socket(self) -> str:
        """Where what follows is heard."""
        return f"/ws/m/{self.code}/"


def small(match: Match) -> Small:
    """The small table of a game that is being played; static/js/watch/small.js makes the same of its view."""
    board = view(match, None)["board"]
    done = None if board["lead"] else board["last"]
    lying = _lying(board, done)
    return Small(
        code=match.code,
        version=match.version,
        url=reverse("game", args=[match.code]),
        heading=heading(Phase(board["phase"]), board["trick"]),
        revealed=board["revealed"],
        sides=(_side(0, match, board, done, lying), _side(1, match, board, done, lying)),
        race=tuple(map(_row, board["tally"])),
    )


def _lying(board: dict[str, Any], done: dict[str, Any] | None) -> dict[int, str | None]:
    """The trick that goes on, or else the one before it, which lies there until the next card comes."""
    if done is None:
        return {board["leader"]: board["lead"]}
    return {done["leader"]: done["lead"], 1 - done["leader"]: done["follow"]}


def _side(
    seat: int, match: Match, board: dict[str, Any], done: dict[str, Any] | None, lying: dict[int, str | None]
) -> Side:
    won = done is not None and done["winner"] == seat
    return Side(match.names[seat], lying.get(seat), board["turn"] == seat, won, match.programs[seat])


def _row(one: dict[str, Any]) -> Row:
    first, second = one["counts"]
    lead = {None: "level", 0: "first", 1: "second"}[one["ahead"]]
    return Row(one["faction"], faction_text(Faction(one["faction"])), first, second, lead)


@lru_cache(maxsize=256)
def _drawn(table: Small, language: str | None) -> SafeString:
    del language
    return render_to_string("watch/small.html", {"table": table})
