"""What can be asked of the completions of a log, and the plain way to find it out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import NamedTuple, Protocol

from games.rules.logged.bounds import Prospect
from games.rules.logged.contest import Contest
from games.rules.logged.inference import Known
from games.rules.logged.lines import Ends
from games.rules.logged.playouts import Playouts
from games.rules.logged.reach import Reach
from games.rules.logged.standing import AT, FIELD, LEVEL, Fields, Standing, ahead
from games.rules.logged.walk import Sift, Walk
from games.rules.state import Seat

Votes = Sequence[Prospect]
"""The seats that may get each vote, in the order of the factions."""
LEADS = 2 * LEVEL - 1
SHIFTS = tuple(FIELD * at for at in AT.values())
SMALL = tuple(max(-2, min(lead - LEVEL, 2)) for lead in range(2 * LEVEL))
"""By what the piles say of a faction's lead: that lead, if it is a small one."""


class Wish(NamedTuple):
    """What would be worth seeing at an end: a seat with the cards of the faction ``at``, or with many votes."""

    seat: Seat
    at: int | None = None


class Sieve(NamedTuple):
    """What would be news: that one of these seats may come level or ahead in its faction, or that the ``other`` seat
    may in just these factions, as bits."""

    reached: frozenset[tuple[int, Seat]]
    other: Seat
    lost: frozenset[Fields]


class Completions(Protocol):
    """The ways to complete a log of which no more than ``PLAYS_LEFT`` plays of phase two are open.

    What an answer says of votes is each kind that there is, once or more, in whatever order.
    """

    def hopeless(self) -> bool:
        """Whether there are surely too many lines to go through."""

    def drawn(self, count: int) -> Iterable[Votes]:
        """The votes of so many completions at random."""

    def wished(self, wish: Wish | None, count: int, draws: int) -> Iterable[Votes]:
        """The same of completions of which after each trick the so many best by a wish were gone on with."""

    def contested(self, at: int, seat: Seat, limit: int) -> Prospect:
        """Who may get a faction's vote in the lines that are best for a seat; ``TooMany`` after so many steps."""

    def through(self, fields: Fields, sieve: Sieve | None) -> Iterable[Votes]:
        """The votes of these factions in all lines, or in those that may bring news; ``TooMany`` after ``STEPS``."""


class Plain:
    """The completions of a log as sets and dictionaries of Python."""

    def __init__(self, known: Known) -> None:
        self.walk = Walk(known)
        self.told, self.playouts = Ends(self.walk), Playouts(self.walk)

    def hopeless(self) -> bool:
        return self.walk.hopeless()

    def drawn(self, count: int) -> Iterable[Votes]:
        return self._votes(self.playouts.ends(count))

    def wished(self, wish: Wish | None, count: int, draws: int) -> Iterable[Votes]:
        return self._votes(self.playouts.wished(partial(_worth, wish), count, draws))

    def contested(self, at: int, seat: Seat, limit: int) -> Prospect:
        return Contest(self.told, at, seat).seats(limit)

    def through(self, fields: Fields, sieve: Sieve | None) -> Iterable[Votes]:
        ends = self.walk.run(fields, sieve and _sift(sieve, Reach(self.told, fields), fields))
        return [self.told.votes(*end) for end in self.told.apart(ends)]

    def _votes(self, ends: Iterable[tuple[Standing, int]]) -> Iterable[Votes]:
        return (self.told.votes(standing, self.told.drift(pool)) for standing, pool in ends)


Way = Callable[[Known], Completions]


def _worth(wish: Wish | None, standing: Standing) -> int:
    """How good piles are; without a wish all are: side by side, some completions go on where others run into what is
    known otherwise."""
    if wish is None:
        return 0
    found = _votes_of(standing) if wish.at is None else ahead(standing, wish.at)
    return -found if wish.seat else found


def _votes_of(standing: Standing) -> int:
    """How near seat 0 is to many votes: cards beyond a small lead do not count."""
    return sum([SMALL[standing >> shift & LEADS] for shift in SHIFTS])


def _sift(sieve: Sieve, reach: Reach, fields: Fields) -> Sift:
    """Lets those piles pass from which something may be reached that would be news."""
    asked = [at for at in AT.values() if fields >> at & 1]

    @cache
    def matters(level: int) -> bool:
        if any(reach.may(level, at, seat) for at, seat in sieve.reached):
            return True
        return sum([1 << at for at in asked if reach.may(level, at, sieve.other)]) in sieve.lost

    def passed(index: int, pool: int, standings: set[Standing]) -> set[Standing]:
        coming, level = reach.coming(index, pool), reach.level
        return {standing for standing in standings if matters(level(coming, standing))}

    return passed
