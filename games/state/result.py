"""Result of a decided game for both seats, from which people's histories and ratings are built."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from games.rules.cards import Faction
from games.rules.scoring import compute_votes
from games.rules.state import HAND_SIZE, Seat, get_other_seat
from games.state.clock import parse_time_control
from games.state.game_state import Ending, Event, GameState, Status
from games.state.match_state import MatchEventKind, MatchState
from games.state.moderation import MODERATED_KIND
from games.state.sheet import get_tally
from games.state.table_events import SHEET_EVENT_KINDS, TableEventKind
from games.state.table_state import TableState


class OpponentKind(StrEnum):
    """Kind of the opponents in a game; statistics count each kind separately.

    ``PROGRAM`` covers every game with a bot on either seat.
    """

    PEOPLE = "people"
    SITE = "site"
    TABLE = "table"
    PROGRAM = "program"


class RatingPool(StrEnum):
    """Rating pool. A person has one rating in each."""

    LIVE = "live"
    DAYS = "days"


class Outcome(StrEnum):
    """Outcome of a game for a seat."""

    WON = "won"
    LOST = "lost"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a decided game.

    ``votes`` are the codes of the factions that voted for each seat, empty unless the cards were played to the end.
    ``public`` is whether other people may see the game without its link. ``pool`` is None unless the game is rated.
    ``early`` is whether a player gave up in the first half.
    """

    sort: OpponentKind
    winner: Seat | None
    votes: tuple[str, str] = ("", "")
    public: bool = False
    pool: RatingPool | None = None
    early: bool = False

    def of(self, seat: Seat) -> Outcome:
        """Return the outcome for a seat."""
        if self.winner is None:
            return Outcome.DRAW
        return Outcome.WON if self.winner == seat else Outcome.LOST

    def lost(self, seat: Seat) -> str:
        """Return the codes of the factions that voted for the other seat."""
        return self.votes[get_other_seat(seat)]


FIRST_HALF = 2 * HAND_SIZE
"""Number of cards played in phase one."""
UNDECIDING_KINDS = frozenset(
    {
        *(
            MatchEventKind.JOINED,
            MatchEventKind.DEALT,
            MatchEventKind.PLAYED,
            MatchEventKind.RESIGNED,
            MatchEventKind.CLAIMED,
            MatchEventKind.TIMED_OUT,
        ),
        *(TableEventKind.OPENED, *SHEET_EVENT_KINDS, TableEventKind.UNDONE, TableEventKind.CONFIRMED),
    }
)
"""Kinds of entries by which people play. The last of them dates a game, regardless of later acts of moderators."""
_AFTERWARDS = frozenset({TableEventKind.REMATCH, TableEventKind.SUCCEEDED})
"""Kinds of entries that can follow the end of a table without changing its result."""
_ENDS = frozenset(
    {
        MatchEventKind.PLAYED,
        MatchEventKind.RESIGNED,
        MatchEventKind.CLAIMED,
        MatchEventKind.TIMED_OUT,
        MatchEventKind.CALLED_OFF,
    }
)
_REOPENS = frozenset(
    {MODERATED_KIND, TableEventKind.UNDONE, TableEventKind.CORRECTED, TableEventKind.DEPTH, TableEventKind.PILES}
)


def build_result(game_state: GameState) -> Result | None:
    """Return the result of a game; None if it is still being played, was called off or does not count.

    A game continued from a replay never counts, and neither does one that goes on as another game. A table counts once
    both seats have accepted its result, which must follow from the public record or from a moderator's ruling.
    """
    if isinstance(game_state, MatchState):
        return _build_match_result(game_state)
    return _build_table_result(game_state) if isinstance(game_state, TableState) else None


class GameTerms(Protocol):
    """Terms of a game: the options of its state, or the columns that repeat them."""

    @property
    def rated(self) -> bool:
        """Return whether the game is rated."""

    @property
    def clock(self) -> str:
        """Return the time control, in the format of ``parse_time_control``."""


def get_pool_of_terms(terms: GameTerms) -> RatingPool:
    """Return the rating pool of games with these terms, assuming that they are rated.

    A game without a clock counts as a daily game, because neither requires quick play.
    """
    control = parse_time_control(terms.clock)
    return RatingPool.DAYS if control is None or control.daily else RatingPool.LIVE


def get_rating_pool(match: MatchState) -> RatingPool | None:
    """Return the rating pool of a game; None if it is not rated.

    A rated game has the option ``rated`` and a deal of its own, and both players have an account and play themselves.
    """
    occupants = filter(None, match.occupants)
    accounts_only = not any(occupant.guest or occupant.opponent or occupant.program for occupant in occupants)
    return get_pool_of_terms(match.options) if match.options.rated and match.origin is None and accounts_only else None


def can_change_result(game_state: GameState, events: Iterable[Event]) -> bool:
    """Return whether the latest entries of a game may have set, changed or removed its result."""
    kinds = [event.kind for event in events]
    if not game_state.over:
        return not _REOPENS.isdisjoint(kinds)
    if isinstance(game_state, TableState):
        return not _AFTERWARDS.issuperset(kinds)
    return not _ENDS.isdisjoint(kinds) or not _REOPENS.isdisjoint(kinds)


def _build_match_result(match: MatchState) -> Result | None:
    is_from_replay = match.origin is not None and not match.origin.mode
    if match.status != Status.FINISHED or is_from_replay or None in match.occupants:
        return None
    public = match.options.watch and (match.options.listed or match.alone is not None)
    if any(match.programs):
        return Result(OpponentKind.PROGRAM, match.winner, _list_match_votes(match), public)
    if match.alone is not None:
        return Result(OpponentKind.SITE, match.winner, _list_match_votes(match), public)
    early = match.ending in (Ending.RESIGNED, Ending.AWAY) and len(match.plays) < FIRST_HALF
    return Result(OpponentKind.PEOPLE, match.winner, _list_match_votes(match), public, get_rating_pool(match), early)


def _list_match_votes(match: MatchState) -> tuple[str, str]:
    if match.state is None or not match.played_out:
        return "", ""
    return _list_votes((vote.faction, vote.seat) for vote in compute_votes(match.state.score))


def _build_table_result(table: TableState) -> Result | None:
    if not table.accepted:
        return None
    tally = get_tally(table.public())
    if table.end.ruling is None and tally.result is None:
        return None
    winner = table.columns()["winner"]
    votes = _list_votes((vote.faction, vote.seat if vote.certain else None) for vote in tally.factions)
    return Result(OpponentKind.TABLE, winner, votes, table.watch)


def _list_votes(votes: Iterable[tuple[Faction, Seat | None]]) -> tuple[str, str]:
    """Return the codes of the factions that voted for each seat, in order."""
    pairs = list(votes)
    first, second = ("".join(faction for faction, winner in pairs if winner == seat) for seat in (0, 1))
    return first, second
