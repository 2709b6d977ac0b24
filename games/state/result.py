"""Result of a decided game for both of its seats, as a pure value: people's histories consist of results."""

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
    """Kind of the opponent in a game; each kind is counted apart.

    ``PROGRAM`` is every game that a bot played, at either seat.
    """

    PEOPLE = "people"
    SITE = "site"
    TABLE = "table"
    PROGRAM = "program"


class RatingPool(StrEnum):
    """Pool that a rated game counts for: a person has one rating in each."""

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

    ``votes`` are the factions that voted for each seat, where the cards were played to the end, or else none;
    ``public`` is whether its people let others see it without the link. ``pool`` is what the game is rated in, if it
    is; ``early`` is whether a player gave it up in its first half.
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
        """Return the factions that voted for the other seat."""
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
"""Kinds of entries by which people play: the last of them dates a game, whatever moderators did to it since."""
_AFTERWARDS = frozenset({TableEventKind.REMATCH, TableEventKind.SUCCEEDED})
"""Kinds of entries that a table that is over can still get, and that do not change its result."""
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
    """Return the result of a game that counts; None while it is played, and for a game that was called off.

    A game that went on from a replay never counts. A table counts once both seats accepted a result that is certain by
    what everybody may know, or a moderator's ruling.
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
        """Return the time control, as ``parse_time_control`` reads it."""


def get_pool_of_terms(terms: GameTerms) -> RatingPool:
    """Return the pool that a game with these terms counts for, if it is rated.

    A game without a clock counts as a game by the day: nobody has to hurry in either.
    """
    agreed = parse_time_control(terms.clock)
    return RatingPool.DAYS if agreed is None or agreed.daily else RatingPool.LIVE


def get_rating_pool(match: MatchState) -> RatingPool | None:
    """Return the pool that a game is rated in; None where it is not rated.

    Both players have to be people with an account who chose a rated game and play themselves, from a deal of its own.
    """
    people = all(one is None or not (one.guest or one.opponent or one.program) for one in match.sitters)
    return get_pool_of_terms(match.options) if match.options.rated and match.origin is None and people else None


def can_change_result(game_state: GameState, events: Iterable[Event]) -> bool:
    """Return whether these last entries of a game may have given it a result, another result, or none."""
    kinds = [event.kind for event in events]
    if not game_state.over:
        return not _REOPENS.isdisjoint(kinds)
    if isinstance(game_state, TableState):
        return not _AFTERWARDS.issuperset(kinds)
    return not _ENDS.isdisjoint(kinds) or not _REOPENS.isdisjoint(kinds)


def _build_match_result(match: MatchState) -> Result | None:
    if match.status != Status.FINISHED or match.origin is not None or None in match.sitters:
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
    return _list_faction_letters((vote.faction, vote.seat) for vote in compute_votes(match.state.score))


def _build_table_result(table: TableState) -> Result | None:
    if table.status is not Status.FINISHED or table.end.confirmed != (True, True):
        return None
    tally = get_tally(table.public())
    if table.end.ruling is None and tally.result is None:
        return None
    winner = table.columns()["winner"]
    counted = _list_faction_letters((one.faction, one.seat if one.certain else None) for one in tally.factions)
    return Result(OpponentKind.TABLE, winner, counted, table.watch)


def _list_faction_letters(seats: Iterable[tuple[Faction, Seat | None]]) -> tuple[str, str]:
    """Return the codes of the factions of each seat, in their order."""
    found = list(seats)
    first, second = ("".join(faction for faction, seat in found if seat == one) for one in (0, 1))
    return first, second
