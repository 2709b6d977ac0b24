"""Completions of a log and their votes: drawn at random, searched for a result, or gone through completely."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import takewhile
from typing import NamedTuple

from games.inference.completion_search import CompletionSearch, PositionFilter, TrickStep
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

# Single completions, drawn at random or searched for a result: whatever one of them leads to is possible.

MAX_DRAWS = 4
"""Draws of a trick before a completion is given up: a draw can contradict the log."""

BITS = 64
MASK = (1 << BITS) - 1
MULTIPLIER, INCREMENT = 6364136223846793005, 1442695040888963407
"""The linear congruential generator of Knuth's MMIX. Only its highest bits, which pass for random, are used."""

WishFunction = Callable[[ScoreVector], int]
"""Rating of piles; higher is better."""
Place = tuple[Seat, int, ScoreVector]
"""The leader, the pool of cards for the open plays as bits, and the piles."""
End = tuple[ScoreVector, int]
"""The piles, and the cards that were in no hand, as bits."""


class CompletionSampler:
    """Sampler of the completions of a search. Every run draws the same completions.

    The tricks before the first gap are played only once.
    """

    def __init__(self, walk: CompletionSearch) -> None:
        self.walk, self.state = walk, 0
        whole = list(takewhile(lambda turn: turn.whole, walk.turns))
        self.turns = walk.turns[len(whole) :]
        positions = walk.start()
        for turn in whole:
            positions = walk.after(turn, positions)
        self.starts: list[Place] = [
            (leader, pool, standing)
            for leader, pools in enumerate(positions)
            for pool, standings in pools.items()
            for standing in sorted(standings)
        ]

    def ends(self, count: int) -> Iterator[End]:
        """Yield the ends of ``count`` completions drawn trick by trick.

        There are fewer if some of the completions contradict the log.
        """
        for at in range(count if self.starts else 0):
            place: Place | None = self.starts[at % len(self.starts)]
            for turn in self.turns:
                place = place and next(iter(self.drawn(turn, place, MAX_DRAWS, 1)), None)
            yield from self.done([place] if place else [])

    def wished(self, wish: WishFunction, count: int, draws: int) -> Iterator[End]:
        """Yield the ends of a beam search for completions with a high ``wish``.

        The search keeps the best ``count`` positions after each trick and makes ``draws`` draws of the next trick for
        each of them.
        """
        places = self.starts
        for turn in self.turns:
            found = {after for place in places for after in self.drawn(turn, place, draws, draws)}
            ranked = sorted([(-wish(standing), leader, pool, standing) for leader, pool, standing in found])
            places = [(leader, pool, standing) for _, leader, pool, standing in ranked[:count]]
        yield from self.done(places)

    def done(self, places: Iterable[Place]) -> Iterator[End]:
        """Yield the ends without a card that had to be played."""
        return ((standing, pool) for _leader, pool, standing in places if not pool & self.walk.must)

    def drawn(self, turn: TrickStep, place: Place, draws: int, wanted: int) -> list[Place]:
        """Return up to ``wanted`` positions after a trick, from up to ``draws`` draws of its cards.

        A draw has no position if the cards that it leaves cannot all be played any more. The random numbers come from
        ``self.state`` instead of ``random``, so that the same log always gives the same result.
        """
        if turn.whole:
            return self.draw_logged_trick(turn, place, draws, wanted)
        must, later, following, state = self.walk.must, turn.later, turn.following, self.state
        leader, pool, standing = place
        ways, after = turn.leads[leader], turn.answers[1 - leader]
        leads = ways[pool & ways.bits]
        found: list[Place] = []
        for remaining in reversed(range(draws if leads else 0)):
            state = state * MULTIPLIER + INCREMENT & MASK
            lead, bit = leads[state * len(leads) >> BITS]
            rest = pool ^ bit
            answers = after[rest & after.bits]
            if answers:
                state = state * MULTIPLIER + INCREMENT & MASK
                answer, bit = answers[state * len(answers) >> BITS]
                rest ^= bit
                winner, added, high = list_trick_results(leader, lead)[answer]
                next_leader = following[winner]
                if next_leader is not None and (rest & must).bit_count() <= later:
                    found.append((next_leader, rest, standing + added | high))
                    if len(found) == wanted:
                        break
            if len(leads) == 1 and len(answers) < 2:
                state = skip_numbers(state, remaining * (1 + len(answers)))
                break
        self.state = state
        return found

    def draw_logged_trick(self, turn: TrickStep, place: Place, draws: int, wanted: int) -> list[Place]:
        """Return the positions after a trick that was logged whole, in which all draws have the same result."""
        leader, pool, standing = place
        winner, added, high = list_trick_results(leader, turn.lead or 0)[turn.follow or 0]
        next_leader = turn.following[winner]
        found: list[Place] = []
        if next_leader is not None and (pool & self.walk.must).bit_count() <= turn.later:
            found.append((next_leader, pool, standing + added | high))
        self.state = skip_numbers(self.state, 2 if len(found) == wanted else 2 * draws)
        return found


def skip_numbers(state: int, numbers: int) -> int:
    """Return the state after ``numbers`` random numbers, for draws that would all have the same result."""
    factor, added = _compute_jump(numbers)
    return state * factor + added & MASK


@cache
def _compute_jump(numbers: int) -> tuple[int, int]:
    """Return the factor and the addend that advance the state by ``numbers`` random numbers."""
    factor, added = 1, 0
    for _ in range(numbers):
        factor, added = factor * MULTIPLIER & MASK, added * MULTIPLIER + INCREMENT & MASK
    return factor, added


# Reachability: the seats that the cards still to come may bring level or ahead in each faction.

LEVELS: ScoreVector = sum(LEVEL_COUNT << FIELD * at for at in FIELD_INDEX.values())
ONES: ScoreVector = sum(1 << FIELD * at for at in FIELD_INDEX.values())


class Reachability:
    """The numbers of cards of each faction that are still to come, by trick and pool.

    The count of a faction is at the position of its lead in a ``ScoreVector``, so that one operation handles all
    factions. Cards that may already be in either pile count as still to come.
    """

    def __init__(self, vote_lines: VoteLines, fields: Fields = ALL_FIELDS) -> None:
        walk = vote_lines.walk
        self.fields, self.must = fields, walk.must
        self.ones = ONES & mask_fields(fields)
        self.logged = _list_future_cards(walk, vote_lines.adrift, mask_fields(fields))
        self.plays = {turn.at + 1: turn.later for turn in walk.turns}
        self.bits = [
            _encode_faction(walk, faction, vote_lines.drifting(faction))
            for faction, at in FIELD_INDEX.items()
            if fields >> at & 1
        ]

    def coming(self, index: int, pool: int) -> ScoreVector:
        """Return the numbers of cards of each faction that may still come from a trick on.

        All cards count that have to be played or may be in a pile, and as many of the others as there are plays for.
        """
        coming = self.logged[index]
        room = self.plays[index] - (pool & self.must).bit_count()
        for shift, surely, perhaps in self.bits:
            coming += (pool & surely).bit_count() + min((pool & perhaps).bit_count(), room) << shift
        return coming

    def level(self, coming: ScoreVector, standing: ScoreVector) -> int:
        """Return the seats that may still come level or ahead in each faction, packed for ``may``."""
        return (standing + coming & LEVELS) | (standing - coming - self.ones & LEVELS) << 1

    def may(self, level: int, at: int, seat: Seat) -> bool:
        """Return whether a seat may come level or ahead in a faction, by a result of ``level``."""
        bit = level >> FIELD * at + 5 + seat & 1
        return bool(bit) is (seat == 0)


def _encode_faction(walk: CompletionSearch, faction: Faction, drifting: bool) -> tuple[int, int, int]:
    """Return the position of a faction's count, and its cards for the open plays in two sets of bits.

    The first set counts in any case, the second only as far as there are plays for it.
    """
    at = FIELD_INDEX[faction]
    bits = sum([1 << place for place, (card, _kind) in enumerate(walk.cards) if CARD_VALUES[card][0] == at])
    surely = bits if drifting else bits & walk.must
    return FIELD * at, surely, bits ^ surely


def _list_future_cards(walk: CompletionSearch, adrift: list[Card], fields: ScoreVector) -> dict[int, ScoreVector]:
    """Return the counts of the cards that are not in the pool from each trick on, and of the cards ``adrift``."""
    cards = sum(1 << FIELD * CARD_VALUES[NUMBER[card]][0] for card in adrift)
    found = {TRICK_COUNT: cards & fields}
    for turn in reversed(walk.turns):
        for place, card in enumerate((turn.lead, turn.follow)):
            if card is not None and not walk.taken((turn.at, place)):
                cards += 1 << FIELD * CARD_VALUES[card][0]
        found[turn.at] = cards & fields
    return found


# Contest for the vote of one faction: only the lines that are best for a seat are followed.


class VoteContest:
    """Search for lines in which a seat gets the vote of a faction.

    Of several lines to the same position only those with the largest lead for the seat are followed, since they stay
    best whatever comes after. Positions are dropped in which all cards still to come cannot bring the seat level.
    """

    def __init__(self, vote_lines: VoteLines, at: int, seat: Seat) -> None:
        self.vote_lines, self.at, self.seat = vote_lines, at, seat
        self.reach = Reachability(vote_lines, 1 << at)

    def best(self, index: int, pool: int, standings: set[ScoreVector]) -> set[ScoreVector]:
        """Return the piles before a trick that are best for the seat; none if it cannot come level any more."""
        leads = {standing: self.lead(standing) for standing in standings}
        best = max(leads.values())
        found = {standing for standing, lead in leads.items() if lead == best}
        level = self.reach.level(self.reach.coming(index, pool), next(iter(found)))
        return found if self.reach.may(level, self.at, self.seat) else set()

    def lead(self, standing: ScoreVector) -> int:
        """Return the lead of the seat in the faction, in cards."""
        return -get_lead(standing, self.at) if self.seat else get_lead(standing, self.at)

    def seats(self, limit: int) -> frozenset[Seat | None]:
        """Return the seats that may get the vote in the lines best for the seat; empty if no line is good enough.

        Raise ``SearchLimitExceeded`` after more than ``limit`` steps.
        """
        ends = self.vote_lines.apart(self.vote_lines.walk.run(1 << self.at, self.best, limit))
        return frozenset().union(*(self.vote_lines.votes(*end)[self.at] for end in ends))


Votes = Sequence[Prospect]
"""The seats that may get each vote, in the order of the factions."""
LEADS = 2 * LEVEL_COUNT - 1
SHIFTS = tuple(FIELD * at for at in FIELD_INDEX.values())
SMALL = tuple(max(-2, min(lead - LEVEL_COUNT, 2)) for lead in range(2 * LEVEL_COUNT))
"""The lead of seat 0, limited to two cards either way, by the bits of a lead in a ``ScoreVector``."""


class SearchWish(NamedTuple):
    """A result to search for: ``seat`` with the vote of the faction ``at``, or with many votes if that is None."""

    seat: Seat
    at: int | None = None


class NewsFilter(NamedTuple):
    """Filter for completions that may show something new.

    They do if, for a pair in ``reached``, the seat may come level or ahead in the faction, or if the factions in which
    the seat ``other`` may come level or ahead are one of the sets in ``lost``.
    """

    reached: frozenset[tuple[int, Seat]]
    other: Seat
    lost: frozenset[Fields]


class Completions:
    """The completions of a log that has at most ``MAX_OPEN_PLAYS`` open plays in phase two.

    Methods return votes in no particular order; the same votes may occur more than once.
    """

    def __init__(self, known: Deduction) -> None:
        self.walk = CompletionSearch(known)
        self.vote_lines, self.playouts = VoteLines(self.walk), CompletionSampler(self.walk)

    def is_hopeless(self) -> bool:
        """Return whether there are surely too many lines to go through."""
        return self.walk.is_hopeless()

    def drawn(self, count: int) -> Iterable[Votes]:
        """Return the votes of up to ``count`` random completions."""
        return self._votes(self.playouts.ends(count))

    def wished(self, wish: SearchWish | None, count: int, draws: int) -> Iterable[Votes]:
        """Return the votes of completions searched for a result; see ``CompletionSampler.wished``."""
        return self._votes(self.playouts.wished(partial(_score_wish, wish), count, draws))

    def contested(self, at: int, seat: Seat, limit: int) -> Prospect:
        """Return the seats that may get a faction's vote in the lines best for a seat; see ``VoteContest.seats``."""
        return VoteContest(self.vote_lines, at, seat).seats(limit)

    def through(self, fields: Fields, sieve: NewsFilter | None) -> Iterable[Votes]:
        """Return the votes of these factions in all lines, or only in the lines that pass ``sieve``.

        Raise ``SearchLimitExceeded`` after more than ``MAX_STEPS`` steps.
        """
        ends = self.walk.run(
            fields, sieve and _build_position_filter(sieve, Reachability(self.vote_lines, fields), fields)
        )
        return [self.vote_lines.votes(*end) for end in self.vote_lines.apart(ends)]

    def _votes(self, ends: Iterable[tuple[ScoreVector, int]]) -> Iterable[Votes]:
        return (self.vote_lines.votes(standing, self.vote_lines.drift(pool)) for standing, pool in ends)


def _score_wish(wish: SearchWish | None, standing: ScoreVector) -> int:
    """Return the rating of piles for a wish; 0 without a wish.

    A beam search without a wish is of use too: some of its completions go on where others contradict the log.
    """
    if wish is None:
        return 0
    found = _score_votes(standing) if wish.at is None else get_lead(standing, wish.at)
    return -found if wish.seat else found


def _score_votes(standing: ScoreVector) -> int:
    """Return a rating of how close seat 0 is to many votes; a lead beyond two cards counts as two."""
    return sum([SMALL[standing >> shift & LEADS] for shift in SHIFTS])


def _build_position_filter(sieve: NewsFilter, reach: Reachability, fields: Fields) -> PositionFilter:
    """Return a filter that keeps the piles from which something new may be reached."""
    asked = [at for at in FIELD_INDEX.values() if fields >> at & 1]

    @cache
    def matters(level: int) -> bool:
        if any(reach.may(level, at, seat) for at, seat in sieve.reached):
            return True
        return sum([1 << at for at in asked if reach.may(level, at, sieve.other)]) in sieve.lost

    def keep_promising(index: int, pool: int, standings: set[ScoreVector]) -> set[ScoreVector]:
        coming, level = reach.coming(index, pool), reach.level
        return {standing for standing in standings if matters(level(coming, standing))}

    return keep_promising
