"""Completions of a log: the votes that they come to, drawn at random, searched for or gone through."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import takewhile
from typing import NamedTuple

from games.inference.completion_search import CompletionSearch, OpenTrick, PositionFilter
from games.inference.completion_votes import VoteLines
from games.inference.deduction import Deduction
from games.inference.record import TRICK_COUNT
from games.inference.score_vector import (
    ALL_FIELDS,
    CARD_VALUES,
    FIELD,
    FIELD_INDEX,
    LEVEL_COUNT,
    NUMBER,
    Fields,
    ScoreVector,
    get_lead,
    list_trick_results,
    mask_fields,
)
from games.inference.vote_bounds import Prospect
from games.rules.cards import Card, Faction
from games.rules.state import Seat

# Completions of a log one by one, at random or after a wish: what one of them leads to is possible.

MAX_DRAWS = 4
"""How often a trick is drawn where one will do: some cannot have been so."""

BITS = 64
MASK = (1 << BITS) - 1
MULTIPLIER, INCREMENT = 6364136223846793005, 1442695040888963407
"""A linear congruential generator whose highest bits, which alone are used, pass for random (Knuth, MMIX)."""

WishFunction = Callable[[ScoreVector], int]
"""How good piles are."""
Place = tuple[Seat, int, ScoreVector]
"""Who leads, the cards for the open plays as bits, and the piles."""
End = tuple[ScoreVector, int]
"""The piles, and the cards that were in no hand."""


class CompletionSampler:
    """The completions of a walk, the same ones in every run. The tricks before the first gap are played once."""

    def __init__(self, walk: CompletionSearch) -> None:
        self.walk, self.state = walk, 0
        told = list(takewhile(lambda turn: turn.whole, walk.turns))
        self.turns = walk.turns[len(told) :]
        positions = walk.start()
        for turn in told:
            positions = walk.after(turn, positions)
        self.starts: list[Place] = [
            (leader, pool, standing)
            for leader, pools in enumerate(positions)
            for pool, standings in pools.items()
            for standing in sorted(standings)
        ]

    def ends(self, count: int) -> Iterator[End]:
        """Return the ends of so many completions drawn trick by trick.

        Fewer where some ran into what is known otherwise.
        """
        for at in range(count if self.starts else 0):
            place: Place | None = self.starts[at % len(self.starts)]
            for turn in self.turns:
                place = place and next(iter(self.drawn(turn, place, MAX_DRAWS, 1)), None)
            yield from self.done([place] if place else [])

    def wished(self, wish: WishFunction, count: int, draws: int) -> Iterator[End]:
        """Return the ends of completions of which after each trick the so many best by a wish were gone on with."""
        places = self.starts
        for turn in self.turns:
            found = {after for place in places for after in self.drawn(turn, place, draws, draws)}
            ranked = sorted([(-wish(standing), leader, pool, standing) for leader, pool, standing in found])
            places = [(leader, pool, standing) for _, leader, pool, standing in ranked[:count]]
        yield from self.done(places)

    def done(self, places: Iterable[Place]) -> Iterator[End]:
        """Return the ends that leave no card that had to be played."""
        return ((standing, pool) for _leader, pool, standing in places if not pool & self.walk.must)

    def drawn(self, turn: OpenTrick, place: Place, draws: int, wanted: int) -> list[Place]:
        """Positions after a trick: those of so many draws, until as many are found as are ``wanted``.

        There is none where the cards that it left cannot all be played any more. Chance is a number that is kept, for
        the rules know none, and the same log must be told the same.
        """
        if turn.whole:
            return self.told(turn, place, draws, wanted)
        must, later, following, state = self.walk.must, turn.later, turn.following, self.state
        leader, pool, standing = place
        ways, after = turn.leads[leader], turn.answers[1 - leader]
        leads = ways[pool & ways.bits]
        found: list[Place] = []
        for more in reversed(range(draws if leads else 0)):
            state = state * MULTIPLIER + INCREMENT & MASK
            lead, bit = leads[state * len(leads) >> BITS]
            rest = pool ^ bit
            answers = after[rest & after.bits]
            if answers:
                state = state * MULTIPLIER + INCREMENT & MASK
                answer, bit = answers[state * len(answers) >> BITS]
                rest ^= bit
                winner, added, high = list_trick_results(leader, lead)[answer]
                leads_next = following[winner]
                if leads_next is not None and (rest & must).bit_count() <= later:
                    found.append((leads_next, rest, standing + added | high))
                    if len(found) == wanted:
                        break
            if len(leads) == 1 and len(answers) < 2:
                state = skip_numbers(state, more * (1 + len(answers)))
                break
        self.state = state
        return found

    def told(self, turn: OpenTrick, place: Place, draws: int, wanted: int) -> list[Place]:
        """Return the same where the trick was logged whole, which all draws of both its cards would come to."""
        leader, pool, standing = place
        winner, added, high = list_trick_results(leader, turn.lead or 0)[turn.follow or 0]
        leads = turn.following[winner]
        found: list[Place] = []
        if leads is not None and (pool & self.walk.must).bit_count() <= turn.later:
            found.append((leads, pool, standing + added | high))
        self.state = skip_numbers(self.state, 2 if len(found) == wanted else 2 * draws)
        return found


def skip_numbers(state: int, numbers: int) -> int:
    """Return the state as if so many numbers had been drawn.

    Where there is but one way, all draws come out the same.
    """
    factor, added = _compute_jump(numbers)
    return state * factor + added & MASK


@cache
def _compute_jump(numbers: int) -> tuple[int, int]:
    """Return what the state is multiplied by in so many steps, and what is added to it."""
    factor, added = 1, 0
    for _ in range(numbers):
        factor, added = factor * MULTIPLIER & MASK, added * MULTIPLIER + INCREMENT & MASK
    return factor, added


# Reach: the seats that the cards still to come may bring level or ahead in each faction.

LEVELS: ScoreVector = sum(LEVEL_COUNT << FIELD * at for at in FIELD_INDEX.values())
ONES: ScoreVector = sum(1 << FIELD * at for at in FIELD_INDEX.values())


class Reachability:
    """The cards of each faction that are still to come, by the trick and the cards left for the open plays.

    Each faction's count stands where a ``ScoreVector`` has its lead, so that all are reckoned with at once. Cards that
    may lie in either pile already are to come as well.
    """

    def __init__(self, told: VoteLines, fields: Fields = ALL_FIELDS) -> None:
        walk = told.walk
        self.fields, self.must = fields, walk.must
        self.ones = ONES & mask_fields(fields)
        self.logged = _list_future_cards(walk, told.adrift, mask_fields(fields))
        self.plays = {turn.at + 1: turn.later for turn in walk.turns}
        self.bits = [
            _encode_faction(walk, faction, told.drifting(faction))
            for faction, at in FIELD_INDEX.items()
            if fields >> at & 1
        ]

    def coming(self, index: int, pool: int) -> ScoreVector:
        """How many cards of each faction may still come.

        Those that have to be played or may lie in a pile, and of the others as many as there are plays for.
        """
        coming = self.logged[index]
        room = self.plays[index] - (pool & self.must).bit_count()
        for shift, surely, perhaps in self.bits:
            coming += (pool & surely).bit_count() + min((pool & perhaps).bit_count(), room) << shift
        return coming

    def level(self, coming: ScoreVector, standing: ScoreVector) -> int:
        """Which seats may still come level or ahead, as a number for ``may``."""
        return (standing + coming & LEVELS) | (standing - coming - self.ones & LEVELS) << 1

    def may(self, level: int, at: int, seat: Seat) -> bool:
        """Whether a seat may come level or ahead in a faction."""
        bit = level >> FIELD * at + 5 + seat & 1
        return bool(bit) is (seat == 0)


def _encode_faction(walk: CompletionSearch, faction: Faction, drifting: bool) -> tuple[int, int, int]:
    """Where a faction's count stands, and its cards for the open plays.

    Those that count whether there are plays for them or not, and the others.
    """
    at = FIELD_INDEX[faction]
    bits = sum([1 << place for place, (card, _kind) in enumerate(walk.cards) if CARD_VALUES[card][0] == at])
    surely = bits if drifting else bits & walk.must
    return FIELD * at, surely, bits ^ surely


def _list_future_cards(walk: CompletionSearch, adrift: list[Card], fields: ScoreVector) -> dict[int, ScoreVector]:
    """Return the cards from each trick on that are not among those still to be played, and those adrift."""
    cards = sum(1 << FIELD * CARD_VALUES[NUMBER[card]][0] for card in adrift)
    found = {TRICK_COUNT: cards & fields}
    for turn in reversed(walk.turns):
        for place, card in enumerate((turn.lead, turn.follow)):
            if card is not None and not walk.taken((turn.at, place)):
                cards += 1 << FIELD * CARD_VALUES[card][0]
        found[turn.at] = cards & fields
    return found


# Contest for one faction's vote: only the lines that do best for a seat are followed.


class VoteContest:
    """A faction's vote, sought for a seat.

    Who has more cards of the faction than in another line to the same position stays ahead of it whatever follows, so
    the other is not followed; nor is a position in which all the cards still to come would not be enough.
    """

    def __init__(self, told: VoteLines, at: int, seat: Seat) -> None:
        self.told, self.at, self.seat = told, at, seat
        self.reach = Reachability(told, 1 << at)

    def best(self, index: int, pool: int, standings: set[ScoreVector]) -> set[ScoreVector]:
        """Return the piles before a trick that are best for the seat; none where it cannot come level any more."""
        leads = {standing: self.lead(standing) for standing in standings}
        best = max(leads.values())
        found = {standing for standing, lead in leads.items() if lead == best}
        level = self.reach.level(self.reach.coming(index, pool), next(iter(found)))
        return found if self.reach.may(level, self.at, self.seat) else set()

    def lead(self, standing: ScoreVector) -> int:
        """By how many cards the seat is ahead."""
        return -get_lead(standing, self.at) if self.seat else get_lead(standing, self.at)

    def seats(self, limit: int) -> frozenset[Seat | None]:
        """Who may get the vote in the lines that are best for the seat; nobody where none is good enough.

        ``TooMany`` after more than ``limit`` steps.
        """
        ends = self.told.apart(self.told.walk.run(1 << self.at, self.best, limit))
        return frozenset().union(*(self.told.votes(*end)[self.at] for end in ends))


Votes = Sequence[Prospect]
"""The seats that may get each vote, in the order of the factions."""
LEADS = 2 * LEVEL_COUNT - 1
SHIFTS = tuple(FIELD * at for at in FIELD_INDEX.values())
SMALL = tuple(max(-2, min(lead - LEVEL_COUNT, 2)) for lead in range(2 * LEVEL_COUNT))
"""By what the piles say of a faction's lead: that lead, if it is a small one."""


class SearchWish(NamedTuple):
    """What would be worth seeing at an end: a seat with the cards of the faction ``at``, or with many votes."""

    seat: Seat
    at: int | None = None


class NewsFilter(NamedTuple):
    """Filter of completions that tell something new.

    One of the seats ``reached`` may come level or ahead in its faction, or the ``other`` seat may in just the factions
    of ``lost``, as bits.
    """

    reached: frozenset[tuple[int, Seat]]
    other: Seat
    lost: frozenset[Fields]


class Completions:
    """The ways to complete a log of which no more than ``PLAYS_LEFT`` plays of phase two are open.

    What an answer says of votes is each kind that there is, once or more, in whatever order.
    """

    def __init__(self, known: Deduction) -> None:
        self.walk = CompletionSearch(known)
        self.told, self.playouts = VoteLines(self.walk), CompletionSampler(self.walk)

    def hopeless(self) -> bool:
        """Whether there are surely too many lines to go through."""
        return self.walk.hopeless()

    def drawn(self, count: int) -> Iterable[Votes]:
        """Return the votes of so many completions at random."""
        return self._votes(self.playouts.ends(count))

    def wished(self, wish: SearchWish | None, count: int, draws: int) -> Iterable[Votes]:
        """Return the same of completions of which after each trick the so many best by a wish were gone on with."""
        return self._votes(self.playouts.wished(partial(_score_wish, wish), count, draws))

    def contested(self, at: int, seat: Seat, limit: int) -> Prospect:
        """Who may get a faction's vote in the lines that are best for a seat; ``TooMany`` after so many steps."""
        return VoteContest(self.told, at, seat).seats(limit)

    def through(self, fields: Fields, sieve: NewsFilter | None) -> Iterable[Votes]:
        """Return the votes of these factions in all lines, or in those that may bring news.

        ``TooMany`` after ``STEPS``.
        """
        ends = self.walk.run(fields, sieve and _build_position_filter(sieve, Reachability(self.told, fields), fields))
        return [self.told.votes(*end) for end in self.told.apart(ends)]

    def _votes(self, ends: Iterable[tuple[ScoreVector, int]]) -> Iterable[Votes]:
        return (self.told.votes(standing, self.told.drift(pool)) for standing, pool in ends)


def _score_wish(wish: SearchWish | None, standing: ScoreVector) -> int:
    """How good piles are; without a wish all are.

    Side by side, some completions go on where others run into what is known otherwise.
    """
    if wish is None:
        return 0
    found = _score_votes(standing) if wish.at is None else get_lead(standing, wish.at)
    return -found if wish.seat else found


def _score_votes(standing: ScoreVector) -> int:
    """How near seat 0 is to many votes: cards beyond a small lead do not count."""
    return sum([SMALL[standing >> shift & LEADS] for shift in SHIFTS])


def _build_position_filter(sieve: NewsFilter, reach: Reachability, fields: Fields) -> PositionFilter:
    """Lets those piles pass from which something may be reached that would be news."""
    asked = [at for at in FIELD_INDEX.values() if fields >> at & 1]

    @cache
    def matters(level: int) -> bool:
        if any(reach.may(level, at, seat) for at, seat in sieve.reached):
            return True
        return sum([1 << at for at in asked if reach.may(level, at, sieve.other)]) in sieve.lost

    def passed(index: int, pool: int, standings: set[ScoreVector]) -> set[ScoreVector]:
        coming, level = reach.coming(index, pool), reach.level
        return {standing for standing in standings if matters(level(coming, standing))}

    return passed
