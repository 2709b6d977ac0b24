"""Whether a seat can get one faction's vote: only the lines that do best for it are followed."""

from __future__ import annotations

from games.rules.logged.lines import Ends
from games.rules.logged.reach import Reach
from games.rules.logged.standing import Standing, ahead
from games.rules.state import Seat


class Contest:
    """A faction's vote, sought for a seat.

    Who has more cards of the faction than in another line to the same position stays ahead of it whatever follows, so
    the other is not followed; nor is a position in which all the cards still to come would not be enough.
    """

    def __init__(self, told: Ends, at: int, seat: Seat) -> None:
        self.told, self.at, self.seat = told, at, seat
        self.reach = Reach(told, 1 << at)

    def best(self, index: int, pool: int, standings: set[Standing]) -> set[Standing]:
        """The piles before a trick that are best for the seat; none where it cannot come level any more."""
        leads = {standing: self.lead(standing) for standing in standings}
        best = max(leads.values())
        found = {standing for standing, lead in leads.items() if lead == best}
        level = self.reach.level(self.reach.coming(index, pool), next(iter(found)))
        return found if self.reach.may(level, self.at, self.seat) else set()

    def lead(self, standing: Standing) -> int:
        """By how many cards the seat is ahead."""
        return -ahead(standing, self.at) if self.seat else ahead(standing, self.at)

    def seats(self, limit: int) -> frozenset[Seat | None]:
        """Who may get the vote in the lines that are best for the seat; nobody where none is good enough.

        ``TooMany`` after more than ``limit`` steps.
        """
        ends = self.told.apart(self.told.walk.run(1 << self.at, self.best, limit))
        return frozenset().union(*(self.told.votes(*end)[self.at] for end in ends))
