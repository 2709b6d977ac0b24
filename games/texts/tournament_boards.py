"""Points, results and states of boards of a tournament."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.state.series import Pair
from games.state.tournament.boards import POINT, BoardOutcome, BoardResult
from games.state.tournament.kinds import Medium, ResultSource

_SCORES = {
    BoardOutcome.FIRST: "1–0",
    BoardOutcome.SECOND: "0–1",
    BoardOutcome.DRAW: "½–½",
    BoardOutcome.NOBODY: "0–0",
}


def format_points(half_points: int) -> str:
    """Return half points as points, such as 2½."""
    points, half = divmod(half_points, POINT)
    return f"{points or ''}½" if half else str(points)


def format_outcome(result: BoardResult) -> str:
    """Return the points of both seats; of a bye, its name."""
    if result.outcome == BoardOutcome.BYE:
        return pgettext("tournament", "bye")
    return _SCORES[result.outcome]


def format_pair(pair: Pair) -> str:
    """Return a number of each seat."""
    return f"{pair[0]}–{pair[1]}"


def describe_open_board(source: ResultSource, medium: Medium, *, has_game: bool) -> str:
    """Return what a board without a result that counts waits for."""
    if source == ResultSource.REPORT:
        return _("to be confirmed")
    if medium == Medium.ONLINE:
        return _("playing online")
    return _("playing, phones keep score") if has_game else _("at the table")
