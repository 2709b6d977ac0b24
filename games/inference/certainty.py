"""Certain votes and result of a physical game: what the unknown cards cannot change, found as cheaply as possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product

from games.inference.completion_search import MAX_OPEN_PLAYS, SearchLimitExceeded, count_open_plays
from games.inference.completion_votes import Line, PossibleEndings
from games.inference.completions import Completions, NewsFilter, SearchWish, Votes
from games.inference.deduction import Deduction
from games.inference.record import PileCount, TableRecord, list_possible_tops
from games.inference.score_vector import ALL_FIELDS, FIELD_INDEX, Fields
from games.inference.vote_bounds import Prospect, compute_vote_bounds
from games.rules.cards import Faction
from games.rules.scoring import Outcome, decide_outcome
from games.rules.state import Seat

Prospects = dict[Faction, Prospect]

SAMPLE_COUNT = 12
"""Completions drawn at random before completions are drawn for a wish."""
FEW, MANY = (6, 4), (16, 8)
"""Beam widths: completions kept for each unseen result, and tricks drawn from each completion."""
MAX_SEARCHES = 300
"""Tricks tried before the search gives up a contest for a vote."""


def combine_prospects(found: Prospects, draw: str) -> frozenset[Seat | None]:
    """Return the possible winners when the prospects are independent: every combination can happen."""
    return list_winners(product(*(found[faction] for faction in Faction)), draw)


def list_winners(lines: Iterable[Line], draw: str) -> frozenset[Seat | None]:
    """Return the winners of these lines of votes; None among them for a draw."""
    return frozenset([_get_winner(line, draw) for line in lines])


@cache
def _get_winner(line: Line, draw: str) -> Seat | None:
    return decide_outcome(line, draw).winner


def narrow_prospects(
    known: Deduction, found: Prospects, draw: str, factions: Sequence[Faction] = tuple(Faction)
) -> PossibleEndings:
    """Narrow the prospects of ``factions`` that the vote bounds leave, and the winners where ``factions`` are all five.

    The prospects of the other factions stay as they are in ``found``. A prospect of one seat, and a single winner, are
    certain. Others may be too wide: the search drops a question as soon as it has seen two answers to it.
    """
    outlook = CertaintySearch(known, found, draw, factions)
    if outlook.asks():
        outlook.look()
    return PossibleEndings(outlook.found, outlook.winners)


class CertaintySearch:
    """Search for certain votes and winners.

    ``seen`` are the votes, ``won`` the winners, of the completions found so far.
    """

    def __init__(self, known: Deduction, found: Prospects, draw: str, factions: Sequence[Faction]) -> None:
        self.known, self.found, self.ruling, self.factions = known, dict(found), draw, factions
        self.winners = combine_prospects(found, draw) if len(factions) == len(Faction) else frozenset()
        self.seen: dict[Faction, set[Seat | None]] = {faction: set() for faction in Faction}
        self.won: set[Seat | None] = set()

    def unseen(self) -> list[Faction]:
        """Return the factions of which it is not known whether only one seat may get the vote."""
        return [one for one in self.factions if len(self.found[one]) > 1 and len(self.seen[one]) < 2]

    def unwon(self) -> bool:
        """Return whether it is not known yet if only one seat may win."""
        return len(self.winners) > 1 and len(self.won) < 2

    def asks(self) -> bool:
        """Return whether a vote or the winner is still in question."""
        return bool(self.unseen()) or self.unwon()

    def look(self) -> None:
        """Run the searches from the cheapest on; with more than ``MAX_OPEN_PLAYS`` open plays run none."""
        if count_open_plays(self.known) > MAX_OPEN_PLAYS:
            return
        lines = Completions(self.known)
        self.note(lines.drawn(SAMPLE_COUNT))
        if not self.won and not lines.hopeless():
            self.note(lines.wished(None, *FEW))
        self.draw(lines, FEW)
        self.contest(lines)
        if not lines.hopeless():
            self.draw(lines, MANY)
            self.go_through(lines)

    def draw(self, lines: Completions, width: tuple[int, int]) -> None:
        """Note the ends of completions drawn for results that were not seen."""
        for wish in self.wishes():
            self.note(lines.wished(wish, *width))

    def note(self, ends: Iterable[Votes]) -> None:
        """Note ends until no vote and no winner is in question."""
        for votes in ends:
            if not self.asks():
                return
            self.see(votes)

    def see(self, votes: Sequence[Prospect]) -> None:
        """Note who may get the votes together, less what the prospects exclude."""
        line = [self.found[faction] & votes[at] for faction, at in FIELD_INDEX.items()]
        if all(line):
            for faction, at in FIELD_INDEX.items():
                self.seen[faction] |= line[at]
            self.won |= list_winners(product(*line), self.ruling)

    def wishes(self) -> Iterator[SearchWish]:
        """Yield the results worth seeing: a seat with a vote, or as the winner, that was not seen there."""
        for faction in self.unseen():
            if len(self.seen[faction]) == 1:
                yield from (SearchWish(seat, FIELD_INDEX[faction]) for seat in {0, 1} - self.seen[faction])
        if self.unwon() and self.won:
            yield from (SearchWish(seat) for seat in {0, 1} - self.won)

    def contest(self, lines: Completions) -> None:
        """Find out whether seats other than the seen seats may get a vote."""
        for faction in self.unseen():
            self.contest_for(lines, faction)
        self.winners &= combine_prospects(self.found, self.ruling)

    def contest_for(self, lines: Completions, faction: Faction) -> None:
        """Find out whether the other seat than the seen seat may get the vote of a faction, within ``MAX_SEARCHES``."""
        seen = self.seen[faction]
        seat = next(iter(seen), None)
        if seat is None:
            return
        try:
            found = lines.contested(FIELD_INDEX[faction], 1 - seat, MAX_SEARCHES)
        except SearchLimitExceeded:
            return
        others = (found - seen) & self.found[faction]
        if others:
            seen |= others
        elif found <= seen or None not in self.found[faction]:
            self.found[faction] = frozenset(seen)

    def go_through(self, lines: Completions) -> None:
        """Go through all lines, as far as their piles matter for open questions; do nothing if there are too many."""
        if not self.asks() or lines.hopeless():
            return
        asked = [one for one in Faction if len(self.found[one]) > 1] if self.unwon() else self.unseen()
        fields = sum(1 << FIELD_INDEX[faction] for faction in asked)
        try:
            ends = lines.through(fields, self.sieve(fields))
        except SearchLimitExceeded:
            return
        for votes in ends:
            self.see([votes[at] if one in asked else self.found[one] for one, at in FIELD_INDEX.items()])
        for faction in asked:
            if len(self.seen[faction]) == 1:
                self.found[faction] = frozenset(self.seen[faction])
        if len(self.won) == 1:
            self.winners = frozenset(self.won)
        self.winners &= combine_prospects(self.found, self.ruling)

    def sieve(self, fields: Fields) -> NewsFilter | None:
        """Return the filter of results that were not seen; None where a question has no answer yet, or a draw."""
        asked, won = self.unseen(), self.won if self.unwon() else {0}
        if not all(len(seats) == 1 and None not in seats for seats in (won, *(self.seen[one] for one in asked))):
            return None
        reached = frozenset(
            (FIELD_INDEX[one], 1 - seat) for one in asked for seat in self.seen[one] if seat is not None
        )
        other = 1 - next(seat for seat in won if seat is not None)
        sets = (one for one in range(ALL_FIELDS + 1) if one | fields == fields and self.unwon())
        return NewsFilter(reached, other, frozenset(one for one in sets if self.loses(1 - other, one)))

    def loses(self, seat: Seat, others: Fields) -> bool:
        """Return whether a seat may fail to win if its opponent may come level or ahead in these factions."""
        line = tuple(
            next(iter(prospect)) if len(prospect) == 1 else 1 - seat if others >> FIELD_INDEX[one] & 1 else seat
            for one, prospect in self.found.items()
        )
        return _get_winner(line, self.ruling) != seat


def compute_prospects(record: TableRecord, known: Deduction) -> PossibleEndings:
    """Return what is certain of the votes and the winner, given the log; counted piles outrank the logged tricks.

    The trap: a prospect of several seats may be wider than what is possible, and so may several winners.
    """
    draw = record.rulings.draw
    counted = {faction: compute_pile_prospect(faction, pile) for faction, pile in record.piles}
    told = narrow_prospects(
        known, compute_vote_bounds(known), draw, [faction for faction in Faction if faction not in counted]
    )
    if not counted:
        return told
    found = told.prospects | counted
    return PossibleEndings(found, combine_prospects(found, draw))


def get_certain_seat(prospect: Prospect) -> Seat | None:
    """Return the seat that certainly gets a vote; None where that is open, and where certainly neither seat gets it."""
    return next(iter(prospect)) if len(prospect) == 1 else None


def get_settled_outcome(ending: PossibleEndings) -> Outcome | None:
    """Return the outcome, with the votes certain so far, once no unknown card can change the winner; else None."""
    if len(ending.winners) != 1:
        return None
    sure = [next(iter(seats)) for seats in ending.prospects.values() if len(seats) == 1]
    return Outcome(next(iter(ending.winners)), (sure.count(0), sure.count(1)))


def compute_pile_prospect(faction: Faction, pile: PileCount) -> Prospect:
    """Return who may get the vote by counted piles; where counts are level, a single known highest card can do."""
    if pile.counts[0] != pile.counts[1]:
        return frozenset({int(pile.counts[1] > pile.counts[0])})
    if not pile.counts[0]:
        return frozenset({None})
    tops = list_possible_tops(faction, pile.counts, pile.highest)
    return frozenset(None if a == b else int(b > a) for a, b in tops)
