"""Certain votes and result of a physical game: what no unknown card can change, found as cheaply as possible."""

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
"""Completions drawn at random before completions are searched for a ``SearchWish``."""
FEW, MANY = (6, 4), (16, 8)
"""Sizes of a beam search: completions kept after each trick, and draws of the next trick for each of them."""
MAX_SEARCHES = 300
"""Tricks tried before the search gives up on the contest for a vote."""


def combine_prospects(found: Prospects, draw: str) -> frozenset[Seat | None]:
    """Return the possible winners if the prospects are independent, so that every combination can happen."""
    return list_winners(product(*(found[faction] for faction in Faction)), draw)


def list_winners(lines: Iterable[Line], draw: str) -> frozenset[Seat | None]:
    """Return the winners of these lines of votes; None among them stands for a draw."""
    return frozenset([_get_winner(line, draw) for line in lines])


@cache
def _get_winner(line: Line, draw: str) -> Seat | None:
    return decide_outcome(line, draw).winner


def narrow_prospects(
    known: Deduction, found: Prospects, draw: str, factions: Sequence[Faction] = tuple(Faction)
) -> PossibleEndings:
    """Narrow the prospects ``found`` by searching completions, and return them with the possible winners.

    Only the prospects of ``factions`` are narrowed. Unless these are all five factions, the winners are left empty. A
    prospect of one seat and a single winner are certain. Others may be too wide, since the search drops a question as
    soon as it has seen two answers to it.
    """
    search = CertaintySearch(known, found, draw, factions)
    if search.is_open():
        search.run()
    return PossibleEndings(search.found, search.winners)


class CertaintySearch:
    """Search for certain votes and winners.

    ``seen`` has the seats that got each vote in the completions found so far, ``won`` the winners.
    """

    def __init__(self, known: Deduction, found: Prospects, draw: str, factions: Sequence[Faction]) -> None:
        self.known, self.found, self.ruling, self.factions = known, dict(found), draw, factions
        self.winners = combine_prospects(found, draw) if len(factions) == len(Faction) else frozenset()
        self.seen: dict[Faction, set[Seat | None]] = {faction: set() for faction in Faction}
        self.won: set[Seat | None] = set()

    def list_open_votes(self) -> list[Faction]:
        """Return the factions whose vote is in question: several seats may get it, and fewer than two were seen."""
        return [faction for faction in self.factions if len(self.found[faction]) > 1 and len(self.seen[faction]) < 2]

    def is_winner_open(self) -> bool:
        """Return whether the winner is in question: several are possible, and fewer than two were seen."""
        return len(self.winners) > 1 and len(self.won) < 2

    def is_open(self) -> bool:
        """Return whether a vote or the winner is in question."""
        return bool(self.list_open_votes()) or self.is_winner_open()

    def run(self) -> None:
        """Run the searches, the cheapest first; run none with more than ``MAX_OPEN_PLAYS`` open plays."""
        if count_open_plays(self.known) > MAX_OPEN_PLAYS:
            return
        lines = Completions(self.known)
        self.add_ends(lines.drawn(SAMPLE_COUNT))
        if not self.won and not lines.is_hopeless():
            self.add_ends(lines.wished(None, *FEW))
        self.draw_wishes(lines, FEW)
        self.search_votes(lines)
        if not lines.is_hopeless():
            self.draw_wishes(lines, MANY)
            self.search_all(lines)

    def draw_wishes(self, lines: Completions, width: tuple[int, int]) -> None:
        """Search completions for the results not seen yet; ``width`` is ``FEW`` or ``MANY``."""
        for wish in self.list_wishes():
            self.add_ends(lines.wished(wish, *width))

    def add_ends(self, ends: Iterable[Votes]) -> None:
        """Note the votes of completions until neither a vote nor the winner is in question."""
        for votes in ends:
            if not self.is_open():
                return
            self.add_votes(votes)

    def add_votes(self, votes: Sequence[Prospect]) -> None:
        """Note the votes of a completion, without the seats that the prospects exclude."""
        line = [self.found[faction] & votes[at] for faction, at in FIELD_INDEX.items()]
        if all(line):
            for faction, at in FIELD_INDEX.items():
                self.seen[faction] |= line[at]
            self.won |= list_winners(product(*line), self.ruling)

    def list_wishes(self) -> Iterator[SearchWish]:
        """Yield the results to search for: a vote, or the win, for a seat that was not seen with it."""
        for faction in self.list_open_votes():
            if len(self.seen[faction]) == 1:
                yield from (SearchWish(seat, FIELD_INDEX[faction]) for seat in {0, 1} - self.seen[faction])
        if self.is_winner_open() and self.won:
            yield from (SearchWish(seat) for seat in {0, 1} - self.won)

    def search_votes(self, lines: Completions) -> None:
        """Find out for each vote in question whether a seat that was not seen with it may get it."""
        for faction in self.list_open_votes():
            self.search_vote(lines, faction)
        self.winners &= combine_prospects(self.found, self.ruling)

    def search_vote(self, lines: Completions, faction: Faction) -> None:
        """Find out whether the seat not seen with a faction's vote may get it; give up after ``MAX_SEARCHES`` steps."""
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

    def search_all(self, lines: Completions) -> None:
        """Go through all lines, with the piles of the factions in question only; do nothing if there are too many."""
        if not self.is_open() or lines.is_hopeless():
            return
        asked = (
            [faction for faction in Faction if len(self.found[faction]) > 1]
            if self.is_winner_open()
            else self.list_open_votes()
        )
        fields = sum(1 << FIELD_INDEX[faction] for faction in asked)
        try:
            ends = lines.through(fields, self.build_filter(fields))
        except SearchLimitExceeded:
            return
        for votes in ends:
            self.add_votes(
                [votes[at] if faction in asked else self.found[faction] for faction, at in FIELD_INDEX.items()]
            )
        for faction in asked:
            if len(self.seen[faction]) == 1:
                self.found[faction] = frozenset(self.seen[faction])
        if len(self.won) == 1:
            self.winners = frozenset(self.won)
        self.winners &= combine_prospects(self.found, self.ruling)

    def build_filter(self, fields: Fields) -> NewsFilter | None:
        """Return the filter for results not seen yet; None if a question has no answer yet, or None as its answer."""
        asked, won = self.list_open_votes(), self.won if self.is_winner_open() else {0}
        if not all(
            len(seats) == 1 and None not in seats for seats in (won, *(self.seen[faction] for faction in asked))
        ):
            return None
        reached = frozenset(
            (FIELD_INDEX[faction], 1 - seat) for faction in asked for seat in self.seen[faction] if seat is not None
        )
        other = 1 - next(seat for seat in won if seat is not None)
        subsets = (subset for subset in range(ALL_FIELDS + 1) if subset | fields == fields and self.is_winner_open())
        return NewsFilter(
            reached, other, frozenset(subset for subset in subsets if self.may_fail_to_win(1 - other, subset))
        )

    def may_fail_to_win(self, seat: Seat, others: Fields) -> bool:
        """Return whether a seat fails to win if its opponent gets the open votes of ``others`` and it gets the rest."""
        line = tuple(
            next(iter(prospect)) if len(prospect) == 1 else 1 - seat if others >> FIELD_INDEX[faction] & 1 else seat
            for faction, prospect in self.found.items()
        )
        return _get_winner(line, self.ruling) != seat


def compute_prospects(record: TableRecord, known: Deduction) -> PossibleEndings:
    """Return the possible votes and winners of a game; counted piles take precedence over logged tricks.

    The trap: a prospect of several seats may be wider than what is possible, and so may the winners.
    """
    draw = record.rulings.draw
    counted = {faction: compute_pile_prospect(faction, pile) for faction, pile in record.piles}
    narrowed = narrow_prospects(
        known, compute_vote_bounds(known), draw, [faction for faction in Faction if faction not in counted]
    )
    if not counted:
        return narrowed
    found = narrowed.prospects | counted
    return PossibleEndings(found, combine_prospects(found, draw))


def get_certain_seat(prospect: Prospect) -> Seat | None:
    """Return the seat that certainly gets a vote; None if that is open or if certainly neither seat gets it."""
    return next(iter(prospect)) if len(prospect) == 1 else None


def get_settled_outcome(ending: PossibleEndings) -> Outcome | None:
    """Return the outcome, with the votes certain so far, if no unknown card can change the winner; otherwise None."""
    if len(ending.winners) != 1:
        return None
    sure = [next(iter(seats)) for seats in ending.prospects.values() if len(seats) == 1]
    return Outcome(next(iter(ending.winners)), (sure.count(0), sure.count(1)))


def compute_pile_prospect(faction: Faction, pile: PileCount) -> Prospect:
    """Return the seats that may get the vote by counted piles.

    Equal counts are decided by the highest cards; a single known highest card can be enough.
    """
    if pile.counts[0] != pile.counts[1]:
        return frozenset({int(pile.counts[1] > pile.counts[0])})
    if not pile.counts[0]:
        return frozenset({None})
    tops = list_possible_tops(faction, pile.counts, pile.highest)
    return frozenset(None if a == b else int(b > a) for a, b in tops)
