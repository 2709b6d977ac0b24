"""What an ordinary card changes in a view, said at once: saves making two views for each who looks and comparing them.

``games.live.online.view`` is the truth about views, and tests fold what is said here onto it.
"""

from __future__ import annotations

from typing import Any

from django.utils import translation

from games.live.online.aid import shown_aid
from games.live.online.board import Board
from games.live.online.clock import shown_clock
from games.live.online.trick import members
from games.live.online.view import deal, rematch, result
from games.rules.cards import hand_order
from games.rules.state import Seat
from games.stories.online import Match
from games.stories.status import Ending, Status
from games.wire.changes import changed

Shape = dict[str, Any]


def moved(before: Match, after: Match, earlier: object = None) -> Moved | None:
    """The card that was played, where nothing else happened; None otherwise, and where tricks that were hidden with
    strict memory come to light with phase two. The board of what was found ``earlier`` goes on to this card, where that
    is the one before."""
    then, now = before.state, after.state
    if after.version != before.version + 1 or len(after.plays) != len(before.plays) + 1 or then is None or now is None:
        return None
    goes_on = after.status == Status.PLAYING or after.ending == Ending.VOTES
    lit = after.options.strict and then.phase is not now.phase
    if not goes_on or lit or after.frozen:
        return None
    board = earlier.handed_on(before) if isinstance(earlier, Moved) else None
    return Moved(before, after, board or Board(then, before.plays, after.options.rulings))


class Moved:
    """An ordinary card, as the games before and after it and its board tell of it."""

    def __init__(self, was: Match, match: Match, board: Board) -> None:
        self.was, self.match, self.told = was, match, board.play(hand_order(match.plays[-1]))
        self._board: Board | None = board
        self.beside = _told(was, match)

    def handed_on(self, match: Match) -> Board | None:
        """The board, once and for what comes after this card; None where another game, or an undone card, does."""
        board, self._board = self._board, None
        return board if match is self.match else None

    def seen(self, audience: Seat | None, language: str) -> str:
        """What changes in the view of ``audience``, its sentences in ``language``, as JSON text."""
        beside = dict(self.beside)
        if self.match.alone is not None:
            beside |= _aid(self.was, self.match, audience, language)
        if self.match.over:
            beside["rematch"] = [rematch(self.match, audience)]
        self.told.beside = f",{members(beside)}" if beside else ""
        return self.told.seen(audience, language)


def shown_end(match: Match) -> Shape:
    """What everybody is told of the end beside the board."""
    return {"status": match.status, "deal": [deal(match)], "result": [result(match)]}


def _aid(was: Match, match: Match, audience: Seat | None, language: str) -> Shape:
    with translation.override(language):
        aid = changed(shown_aid(was, audience) or {}, shown_aid(match, audience) or {})
    return {"aid": aid} if aid else {}


def _told(was: Match, match: Match) -> Shape:
    """What everybody is told beside the board: the clocks, the end, and until the first card what the deal follows
    from."""
    told: Shape = {}
    if match.clock != was.clock:
        told["clock"] = changed(shown_clock(was) or {}, shown_clock(match) or {})
    if match.over:
        told |= shown_end(match)
    elif not was.plays and was.shuffle is not None:
        told["deal"] = None
    return told
