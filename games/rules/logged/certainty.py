"""The votes and the result of a physical game as far as the unknown cannot change them."""

from __future__ import annotations

from games.rules.cards import Faction
from games.rules.logged.bounds import Prospect, bounds
from games.rules.logged.endings import Ending
from games.rules.logged.inference import Known
from games.rules.logged.outlook import independent, narrowed
from games.rules.logged.record import possible_tops
from games.rules.logged.slots import PileCount, TableRecord
from games.rules.scoring import Outcome
from games.rules.state import Seat


def prospects(record: TableRecord, known: Known) -> Ending:
    """What is certain of the votes and of who wins, given the log; counted piles outrank what was logged of tricks.

    The trap: a prospect of several seats may be wider than what is possible, and so may several winners.
    """
    draw = record.rulings.draw
    counted = {faction: pile_prospect(faction, pile) for faction, pile in record.piles}
    told = narrowed(known, bounds(known), draw, [faction for faction in Faction if faction not in counted])
    if not counted:
        return told
    found = told.prospects | counted
    return Ending(found, independent(found, draw))


def certain(prospect: Prospect) -> Seat | None:
    """Who gets a vote for certain; None where that is open, and where it is certain that nobody does."""
    return next(iter(prospect)) if len(prospect) == 1 else None


def settled(ending: Ending) -> Outcome | None:
    """The outcome once nothing unknown can change the winner, with the votes that are certain by then."""
    if len(ending.winners) != 1:
        return None
    sure = [next(iter(seats)) for seats in ending.prospects.values() if len(seats) == 1]
    return Outcome(next(iter(ending.winners)), (sure.count(0), sure.count(1)))


def pile_prospect(faction: Faction, pile: PileCount) -> Prospect:
    """Who may get the vote by counted piles; where counts are level one known highest card can be enough."""
    if pile.counts[0] != pile.counts[1]:
        return frozenset({int(pile.counts[1] > pile.counts[0])})
    if not pile.counts[0]:
        return frozenset({None})
    tops = possible_tops(faction, pile.counts, pile.highest)
    return frozenset(None if a == b else int(b > a) for a, b in tops)
