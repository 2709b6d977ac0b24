"""Points, results and states of boards of a tournament."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.state import Seat
from games.state.game_state import Mode, Status
from games.state.series import SideCounts
from games.state.tournament.boards import POINT, BoardOutcome, BoardResult
from games.state.tournament.kinds import ResultSource, System
from games.texts.clocks import format_clock
from games.texts.tournament_choices import SYSTEMS

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


def format_pair(pair: SideCounts) -> str:
    """Return a number of each seat."""
    return f"{pair[0]}–{pair[1]}"


def describe_open_board(source: ResultSource, mode: Mode, status: Status | None) -> str:
    """Return what a board without a result that counts waits for; ``status`` is that of its game, if it has one."""
    if source == ResultSource.REPORT:
        return _("to be confirmed")
    if status == Status.CALLED_OFF:
        return _("game cancelled")
    if mode == Mode.ONLINE:
        return _("playing online")
    return _("playing, phones keep score") if status else _("at the table")


def describe_own_result(result: BoardResult, seat: Seat) -> str:
    """Return the result of a board as a sentence for the player of a seat."""
    if result.outcome == BoardOutcome.DRAW:
        return _("Your game is a draw.")
    if result.outcome == BoardOutcome.NOBODY:
        return _("Your board counts as lost for both of you.")
    has_won = result.outcome == (BoardOutcome.FIRST, BoardOutcome.SECOND)[seat]
    if result.votes is None:
        return _("You won.") if has_won else _("You lost.")
    votes = {"votes": format_pair(result.votes if seat == 0 else result.votes[::-1])}
    return _("You won %(votes)s.") % votes if has_won else _("You lost %(votes)s.") % votes


def format_round(number: int, planned: int) -> str:
    """Return the number of a round, with that of all rounds if it is planned."""
    if planned:
        return _("Round %(number)s of %(count)s") % {"number": number, "count": planned}
    return _("Round %(number)s") % {"number": number}


def describe_open_boards(count: int) -> str:
    """Return how many boards of a round still wait for a result; ``count`` may be 0."""
    if not count:
        return _("All results are in. The next round starts soon.")
    return ngettext("%(count)s board is still playing", "%(count)s boards are still playing", count) % {"count": count}


def describe_options(system: System, mode: Mode, clock: str, *, same_deal: bool) -> list[str]:
    """Return the options of a tournament as short labels."""
    where = _("on phones") if mode == Mode.ONLINE else _("with real cards")
    online = [format_clock(clock)] if clock and mode == Mode.ONLINE else []
    return [str(dict(SYSTEMS)[system]), where, *online, *([_("same deal on all boards")] if same_deal else [])]
