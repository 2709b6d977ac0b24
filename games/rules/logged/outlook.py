"""What is certain of the votes and of who wins, as cheaply as it can be told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import ClassVar

from games.rules.cards import Faction
from games.rules.logged.bounds import Prospect
from games.rules.logged.completions import Completions, Plain, Sieve, Votes, Way, Wish
from games.rules.logged.endings import Ending
from games.rules.logged.inference import Known
from games.rules.logged.lines import Line
from games.rules.logged.standing import AT, EVERY, Fields
from games.rules.logged.walk import PLAYS_LEFT, TooMany, plays_left
from games.rules.scoring import decide
from games.rules.state import Seat

Prospects = dict[Faction, Prospect]

DRAWN = 12
"""Completions drawn at random before others are drawn after a wish."""
FEW, MANY = (6, 4), (16, 8)
"""Completions that are gone on with for each thing that has not been seen, and tricks drawn from each."""
SOUGHT = 300
"""Tricks tried before a contest for one vote is given up."""


def independent(found: Prospects, draw: str) -> frozenset[Seat | None]:
    """Who may win where every prospect goes with every other."""
    return winners(product(*(found[faction] for faction in Faction)), draw)


def winners(lines: Iterable[Line], draw: str) -> frozenset[Seat | None]:
    return frozenset([_winner(line, draw) for line in lines])


@cache
def _winner(line: Line, draw: str) -> Seat | None:
    return decide(line, draw).winner


def narrowed(known: Known, found: Prospects, draw: str, factions: Sequence[Faction] = tuple(Faction)) -> Ending:
    """What is certain, given what counting leaves possible, of the votes of ``factions``, and of who wins where these
    are all; the others are as they were found.

    A prospect of one seat, and a single winner, are certain. Others may be too wide: as soon as two ways are seen to
    end a question, no more is asked about it.
    """
    outlook = Outlook(known, found, draw, factions)
    if outlook.asks():
        outlook.look()
    return Ending(outlook.found, outlook.winners)


class Outlook:
    """What was found out so far. ``seen`` are the votes, ``won`` the winners of completions that there are.

    The trap: another ``way`` to go through completions must tell the same.
    """

    way: ClassVar[Way] = Plain

    def __init__(self, known: Known, found: Prospects, draw: str, factions: Sequence[Faction]) -> None:
        self.known, self.found, self.ruling, self.factions = known, dict(found), draw, factions
        self.winners = independent(found, draw) if len(factions) == len(Faction) else frozenset()
        self.seen: dict[Faction, set[Seat | None]] = {faction: set() for faction in Faction}
        self.won: set[Seat | None] = set()

    def unseen(self) -> list[Faction]:
        """The factions of which it is not known whether only one seat may get the vote."""
        return [one for one in self.factions if len(self.found[one]) > 1 and len(self.seen[one]) < 2]

    def unwon(self) -> bool:
        """Whether it is not known whether only one seat may win."""
        return len(self.winners) > 1 and len(self.won) < 2

    def asks(self) -> bool:
        return bool(self.unseen()) or self.unwon()

    def look(self) -> None:
        """Find out what can be found out."""
        if plays_left(self.known) > PLAYS_LEFT:
            return
        lines = Outlook.way(self.known)
        self.note(lines.drawn(DRAWN))
        if not self.won and not lines.hopeless():
            self.note(lines.wished(None, *FEW))
        self.draw(lines, FEW)
        self.contest(lines)
        if not lines.hopeless():
            self.draw(lines, MANY)
            self.go_through(lines)

    def draw(self, lines: Completions, width: tuple[int, int]) -> None:
        """See what completions lead to that are drawn after what was not seen."""
        for wish in self.wishes():
            self.note(lines.wished(wish, *width))

    def note(self, ends: Iterable[Votes]) -> None:
        """See what ends lead to until nothing more is asked."""
        for votes in ends:
            if not self.asks():
                return
            self.see(votes)

    def see(self, votes: Sequence[Prospect]) -> None:
        """See who may get the votes together; what counting excludes does not count."""
        line = [self.found[faction] & votes[at] for faction, at in AT.items()]
        if all(line):
            for faction, at in AT.items():
                self.seen[faction] |= line[at]
            self.won |= winners(product(*line), self.ruling)

    def wishes(self) -> Iterator[Wish]:
        """What would be worth seeing: another seat with a vote, or as the winner, than was seen."""
        for faction in self.unseen():
            if len(self.seen[faction]) == 1:
                yield from (Wish(seat, AT[faction]) for seat in {0, 1} - self.seen[faction])
        if self.unwon() and self.won:
            yield from (Wish(seat) for seat in {0, 1} - self.won)

    def contest(self, lines: Completions) -> None:
        """Find out whether other seats than those that were seen may get a vote."""
        for faction in self.unseen():
            self.contest_for(lines, faction)
        self.winners &= independent(self.found, self.ruling)

    def contest_for(self, lines: Completions, faction: Faction) -> None:
        seen = self.seen[faction]
        seat = next(iter(seen), None)
        if seat is None:
            return
        try:
            found = lines.contested(AT[faction], 1 - seat, SOUGHT)
        except TooMany:
            return
        others = (found - seen) & self.found[faction]
        if others:
            seen |= others
        elif found <= seen or None not in self.found[faction]:
            self.found[faction] = frozenset(seen)

    def go_through(self, lines: Completions) -> None:
        """Go through all lines, as far as their piles matter for what is still asked; nothing if there are too many."""
        if not self.asks() or lines.hopeless():
            return
        asked = [one for one in Faction if len(self.found[one]) > 1] if self.unwon() else self.unseen()
        fields = sum(1 << AT[faction] for faction in asked)
        try:
            ends = lines.through(fields, self.sieve(fields))
        except TooMany:
            return
        for votes in ends:
            self.see([votes[at] if one in asked else self.found[one] for one, at in AT.items()])
        for faction in asked:
            if len(self.seen[faction]) == 1:
                self.found[faction] = frozenset(self.seen[faction])
        if len(self.won) == 1:
            self.winners = frozenset(self.won)
        self.winners &= independent(self.found, self.ruling)

    def sieve(self, fields: Fields) -> Sieve | None:
        """What would be news beside what was seen; None where nothing was seen of something, or a draw."""
        asked, won = self.unseen(), self.won if self.unwon() else {0}
        if not all(len(seats) == 1 and None not in seats for seats in (won, *(self.seen[one] for one in asked))):
            return None
        reached = frozenset((AT[one], 1 - seat) for one in asked for seat in self.seen[one] if seat is not None)
        other = 1 - next(seat for seat in won if seat is not None)
        sets = (one for one in range(EVERY + 1) if one | fields == fields and self.unwon())
        return Sieve(reached, other, frozenset(one for one in sets if self.loses(1 - other, one)))

    def loses(self, seat: Seat, others: Fields) -> bool:
        """Whether a seat may fail to win where the other may come level or ahead in these factions."""
        line = tuple(
            next(iter(prospect)) if len(prospect) == 1 else 1 - seat if others >> AT[one] & 1 else seat
            for one, prospect in self.found.items()
        )
        return _winner(line, self.ruling) != seat
