"""What a decided game is to both of its seats: what histories of people are made of, as a value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from games.rules.cards import Faction
from games.rules.scoring import votes
from games.rules.state import HAND, Seat, other
from games.stories.clock import pace
from games.stories.online import Match
from games.stories.online_kinds import Kind
from games.stories.sheet import tallied
from games.stories.status import Ending, Status
from games.stories.story import Fact, Story
from games.stories.table import Table
from games.stories.table_kinds import CHANGES, TableKind
from games.stories.verdicts import JUDGED


class Sort(StrEnum):
    """Against whom a game was, and with what: each is counted apart. One that a program played, at whichever seat, is
    among the last."""

    PEOPLE = "people"
    SITE = "site"
    TABLE = "table"
    PROGRAM = "program"


class Pool(StrEnum):
    """What a rated game counts for: a person has one rating for each."""

    LIVE = "live"
    DAYS = "days"


class Outcome(StrEnum):
    """What a seat made of its game."""

    WON = "won"
    LOST = "lost"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Result:
    """A decided game. ``votes`` are the factions that voted for each seat, where their cards were played to the end,
    or else none; ``public`` is whether its people let others see it who were not told of it by them. ``pool`` is what
    it is rated in, if it is; ``early`` whether somebody gave it up in its first half.
    """

    sort: Sort
    winner: Seat | None
    votes: tuple[str, str] = ("", "")
    public: bool = False
    pool: Pool | None = None
    early: bool = False

    def of(self, seat: Seat) -> Outcome:
        if self.winner is None:
            return Outcome.DRAW
        return Outcome.WON if self.winner == seat else Outcome.LOST

    def lost(self, seat: Seat) -> str:
        """The factions that voted for the other seat."""
        return self.votes[other(seat)]


FIRST_HALF = 2 * HAND
"""Cards of phase one."""
PLAYED = frozenset(
    {
        *(Kind.JOINED, Kind.DEALT, Kind.PLAYED, Kind.RESIGNED, Kind.CLAIMED, Kind.TIMED_OUT),
        *(TableKind.OPENED, *CHANGES, TableKind.UNDONE, TableKind.CONFIRMED),
    }
)
"""The kinds of entry by which people play: the last of them is when a game was, whatever moderators did to it since."""
_AFTERWARDS = frozenset({TableKind.REMATCH, TableKind.SUCCEEDED})
"""What can still happen at a table that is over, and changes nothing of it."""
_ENDS = frozenset({Kind.PLAYED, Kind.RESIGNED, Kind.CLAIMED, Kind.TIMED_OUT, Kind.CALLED_OFF})
_REOPENS = frozenset({JUDGED, TableKind.UNDONE, TableKind.CORRECTED, TableKind.DEPTH, TableKind.PILES})


def result_of(story: Story) -> Result | None:
    """The result of a game that counts; None while it is played, and of one that was called off.

    A game that went on from a replay never counts. A table counts once both seats accepted a result that is certain by
    what everybody may know.
    """
    if isinstance(story, Match):
        return _of_match(story)
    return _of_table(story) if isinstance(story, Table) else None


class Terms(Protocol):
    """What a game is played by: the options of its story, or the columns that repeat them."""

    @property
    def rated(self) -> bool: ...
    @property
    def clock(self) -> str: ...


def pool_for(terms: Terms) -> Pool:
    """Which rating a game with these terms counts for, if it is rated.

    One without a clock counts as one by the day: nobody has to hurry in either.
    """
    agreed = pace(terms.clock)
    return Pool.DAYS if agreed is None or agreed.daily else Pool.LIVE


def pool_of(match: Match) -> Pool | None:
    """What a game is rated in; None where it is not: both have to be people with an account who chose so, and play
    themselves."""
    people = all(one is None or not (one.guest or one.opponent or one.program) for one in match.sitters)
    return pool_for(match.options) if match.options.rated and match.origin is None and people else None


def may_have_changed(story: Story, facts: Iterable[Fact]) -> bool:
    """Whether these last entries of a story may have given it a result, another one, or none."""
    kinds = [fact.kind for fact in facts]
    if not story.over:
        return not _REOPENS.isdisjoint(kinds)
    if isinstance(story, Table):
        return not _AFTERWARDS.issuperset(kinds)
    return not _ENDS.isdisjoint(kinds) or not _REOPENS.isdisjoint(kinds)


def _of_match(match: Match) -> Result | None:
    if match.status != Status.FINISHED or match.origin is not None or None in match.sitters:
        return None
    public = match.options.watch and (match.options.listed or match.alone is not None)
    if any(match.programs):
        return Result(Sort.PROGRAM, match.winner, _match_votes(match), public)
    if match.alone is not None:
        return Result(Sort.SITE, match.winner, _match_votes(match), public)
    early = match.ending in (Ending.RESIGNED, Ending.AWAY) and len(match.plays) < FIRST_HALF
    return Result(Sort.PEOPLE, match.winner, _match_votes(match), public, pool_of(match), early)


def _match_votes(match: Match) -> tuple[str, str]:
    if match.state is None or not match.played_out:
        return "", ""
    return _both((vote.faction, vote.seat) for vote in votes(match.state.score))


def _of_table(table: Table) -> Result | None:
    if table.status is not Status.FINISHED or table.end.confirmed != (True, True):
        return None
    tally = tallied(table.public())
    if table.end.ruling is None and tally.result is None:
        return None
    winner = table.columns()["winner"]
    counted = _both((one.faction, one.seat if one.certain else None) for one in tally.factions)
    return Result(Sort.TABLE, winner, counted, table.watch)


def _both(seats: Iterable[tuple[Faction, Seat | None]]) -> tuple[str, str]:
    """The letters of the factions of each seat, in their order."""
    found = list(seats)
    first, second = ("".join(faction for faction, seat in found if seat == one) for one in (0, 1))
    return first, second
