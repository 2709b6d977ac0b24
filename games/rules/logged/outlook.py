"""What is certain of the votes and of who wins, as cheaply as it can be told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import product

from games.rules.cards import Faction
from games.rules.logged.bounds import Prospect
from games.rules.logged.contest import Contest
from games.rules.logged.endings import Ending
from games.rules.logged.inference import Known
from games.rules.logged.lines import Ends, Line
from games.rules.logged.playouts import Playouts, Wish
from games.rules.logged.reach import Reach
from games.rules.logged.standing import AT, FIELD, LEVEL, Standing, ahead
from games.rules.logged.walk import PLAYS_LEFT, Sift, TooMany, Walk, plays_left
from games.rules.scoring import decide
from games.rules.state import Seat

Prospects = dict[Faction, Prospect]

DRAWN = 12
"""Completions drawn at random before others are drawn after a wish."""
FEW, MANY = (6, 4), (16, 8)
"""Completions that are gone on with for each thing that has not been seen, and tricks drawn from each."""
SOUGHT = 300
"""Tricks tried before a contest for one vote is given up."""
LEADS = 2 * LEVEL - 1
SHIFTS = tuple(FIELD * at for at in AT.values())
SMALL = tuple(max(-2, min(lead - LEVEL, 2)) for lead in range(2 * LEVEL))
"""By what the piles say of a faction's lead: that lead, if it is a small one."""


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
    """What was found out so far. ``seen`` are the votes, ``won`` the winners of completions that there are."""

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
        walk = Walk(self.known)
        told, playouts = Ends(walk), Playouts(walk)
        self.note(told, playouts.ends(DRAWN))
        if not self.won and not walk.hopeless():
            self.note(told, playouts.wished(_nothing, *FEW))
        self.draw(told, playouts, FEW)
        for faction in self.unseen():
            self.contest(told, faction)
        self.winners &= independent(self.found, self.ruling)
        if not self.asks() or walk.hopeless():
            return
        self.draw(told, playouts, MANY)
        if self.asks():
            self.walk_through(told)

    def draw(self, told: Ends, playouts: Playouts, width: tuple[int, int]) -> None:
        """See what completions lead to that are drawn after what was not seen."""
        for wish in self.wishes():
            self.note(told, playouts.wished(wish, *width))

    def note(self, told: Ends, ends: Iterable[tuple[Standing, int]]) -> None:
        """See what ends lead to until nothing more is asked."""
        for standing, pool in ends:
            if not self.asks():
                return
            self.see(told.votes(standing, told.drift(pool)))

    def see(self, votes: list[Prospect]) -> None:
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
                yield from (partial(_led_by, AT[faction], seat) for seat in {0, 1} - self.seen[faction])
        if self.unwon() and self.won:
            yield from (partial(_votes_of, seat) for seat in {0, 1} - self.won)

    def contest(self, told: Ends, faction: Faction) -> None:
        """Find out whether another seat than the one that was seen may get a vote."""
        seen = self.seen[faction]
        seat = next(iter(seen), None)
        if seat is None:
            return
        try:
            found = Contest(told, AT[faction], 1 - seat).seats(SOUGHT)
        except TooMany:
            return
        others = (found - seen) & self.found[faction]
        if others:
            seen |= others
        elif found <= seen or None not in self.found[faction]:
            self.found[faction] = frozenset(seen)

    def walk_through(self, told: Ends) -> None:
        """Go through all lines, as far as their piles matter for what is still asked; nothing if there are too many."""
        asked = [one for one in Faction if len(self.found[one]) > 1] if self.unwon() else self.unseen()
        fields = sum(1 << AT[faction] for faction in asked)
        try:
            ends = told.walk.run(fields, self.sift(Reach(told, fields)))
        except TooMany:
            return
        for standing, drift in told.apart(ends):
            votes = told.votes(standing, drift)
            self.see([votes[at] if one in asked else self.found[one] for one, at in AT.items()])
        for faction in asked:
            if len(self.seen[faction]) == 1:
                self.found[faction] = frozenset(self.seen[faction])
        if len(self.won) == 1:
            self.winners = frozenset(self.won)

    def sift(self, reach: Reach) -> Sift | None:
        """Lets those piles pass from which something may be reached that was not seen; all where nothing was seen."""
        seen = [self.seen[faction] for faction in self.unseen()] + [self.won] * self.unwon()
        if not all(len(seats) == 1 and None not in seats for seats in seen):
            return None
        matters = cache(partial(self.matters, reach))

        def passed(index: int, pool: int, standings: set[Standing]) -> set[Standing]:
            coming, level = reach.coming(index, pool), reach.level
            return {standing for standing in standings if matters(level(coming, standing))}

        return passed

    def matters(self, reach: Reach, level: int) -> bool:
        """Whether a vote or the game may go otherwise than was seen, by who may come level or ahead in each faction."""
        asked = ((one, seat) for one in self.unseen() for seat in self.seen[one])
        if any(reach.may(level, AT[one], 1 - seat) for one, seat in asked if seat is not None):
            return True
        return self.unwon() and any(self.may_lose(reach, level, seat) for seat in self.won if seat is not None)

    def may_lose(self, reach: Reach, level: int, seat: Seat) -> bool:
        """Whether a seat may fail to win."""
        other = 1 - seat
        line = tuple(
            next(iter(prospect)) if len(prospect) == 1 else other if reach.may(level, AT[one], other) else seat
            for one, prospect in self.found.items()
        )
        return _winner(line, self.ruling) != seat


def _nothing(standing: Standing) -> int:
    """A wish for any end at all: side by side, some completions go on where others run into what is known otherwise."""
    return 0


def _led_by(at: int, seat: Seat, standing: Standing) -> int:
    return -ahead(standing, at) if seat else ahead(standing, at)


def _votes_of(seat: Seat, standing: Standing) -> int:
    """How near a seat is to many votes: cards beyond a small lead do not count."""
    found = sum([SMALL[standing >> shift & LEADS] for shift in SHIFTS])
    return -found if seat else found
