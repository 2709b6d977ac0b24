"""Page of live games, with a mini table for each game that anyone may watch.

A mini table is built from the view of watchers, so it reveals nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.queries import watchable_games
from games.realtime.matches.view import build_view
from games.rules.cards import Faction
from games.rules.state import Phase
from games.state.match_state import MatchState
from games.texts.names import translate_occupants
from games.texts.replay import format_heading
from games.texts.table import format_faction


@dataclass(frozen=True, slots=True)
class MiniSeat:
    """Seat of a mini table. ``card`` is its card on the table; ``is_winner`` says whether it won the last trick."""

    name: str
    card: str | None
    is_to_play: bool
    is_winner: bool
    is_program: bool


@dataclass(frozen=True, slots=True)
class MiniFactionRow:
    """Row of a faction: its cards in both score piles, and as ``lead`` ``first``, ``second`` or ``level``."""

    faction: str
    name: str
    first: int
    second: int
    lead: str


@dataclass(frozen=True, slots=True)
class MiniTable:
    """Template context of a mini table, in the active language."""

    code: str
    version: int
    url: str
    heading: str
    revealed: str | None
    sides: tuple[MiniSeat, MiniSeat]
    tally: tuple[MiniFactionRow, ...]

    @property
    def html(self) -> SafeString:
        """Return the table as HTML, rendered once for all watchers, whose pages ask every few seconds."""
        return _render(self, get_language())

    @property
    def socket(self) -> str:
        """Return the path of the game's WebSocket."""
        return f"/ws/m/{self.code}/"


def build_mini_table(match: MatchState) -> MiniTable:
    """Return the mini table of a live game, on which the last trick lies whole until the next card.

    static/js/watch/miniboard_state.js builds the same from the game's view.
    """
    match = translate_occupants(match)
    board = build_view(match, None)["board"]
    last_trick = None if board["lead"] else board["last"]
    trick_cards = _get_trick_cards(board, last_trick)
    return MiniTable(
        code=match.code,
        version=match.version,
        url=reverse("game", args=[match.code]),
        heading=_format_heading(board, last_trick),
        revealed=(last_trick or board)["revealed"],
        sides=(
            _build_seat(0, match, board, last_trick, trick_cards),
            _build_seat(1, match, board, last_trick, trick_cards),
        ),
        tally=tuple(map(_build_row, board["tally"])),
    )


def _format_heading(board: dict[str, Any], last_trick: dict[str, Any] | None) -> str:
    if last_trick is None:
        return format_heading(Phase(board["phase"]), board["trick"])
    return format_heading(Phase(last_trick["phase"]), last_trick["number"])


def _get_trick_cards(board: dict[str, Any], last_trick: dict[str, Any] | None) -> dict[int, str | None]:
    """Return the card of each seat in the current trick, or in the last one until the next card."""
    if last_trick is None:
        return {board["leader"]: board["lead"]}
    return {last_trick["leader"]: last_trick["lead"], 1 - last_trick["leader"]: last_trick["follow"]}


def _build_seat(
    seat: int,
    match: MatchState,
    board: dict[str, Any],
    last_trick: dict[str, Any] | None,
    trick_cards: dict[int, str | None],
) -> MiniSeat:
    is_to_play = last_trick is None and board["turn"] == seat
    is_winner = last_trick is not None and last_trick["winner"] == seat
    return MiniSeat(match.names[seat], trick_cards.get(seat), is_to_play, is_winner, match.programs[seat])


def _build_row(row: dict[str, Any]) -> MiniFactionRow:
    first, second = row["counts"]
    lead = {None: "level", 0: "first", 1: "second"}[row["ahead"]]
    return MiniFactionRow(row["faction"], format_faction(Faction(row["faction"])), first, second, lead)


@lru_cache(maxsize=256)
def _render(table: MiniTable, language: str | None) -> SafeString:
    del language  # Part of the cache key: the texts depend on it.
    return render_to_string("watch/mini_table.html", {"table": table})


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """Show mini tables of the games that anyone may watch; a script refreshes them."""
    return render(request, "watch/watch.html", _build_context())


@require_safe
@never_cache
def fragment(request: HttpRequest) -> HttpResponse:
    """Return only the mini tables, for the script. The bytes stay the same while nothing changes."""
    return render(request, "watch/mini_table_list.html", _build_context())


def _build_context() -> dict[str, Any]:
    return {"tables": [build_mini_table(match) for match in watchable_games.list_watchable()]}
