"""Breadth-first search of the completions of phase two: every way to fill the gaps of a log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from math import comb
from typing import NamedTuple

from games.inference.card_multiset import CardMultiset
from games.inference.deduction import Deduction
from games.inference.record import TRICK_COUNT
from games.inference.score_vector import (
    ALL_FIELDS,
    EMPTY_SCORE,
    NUMBER,
    NUMBERED,
    Fields,
    Outcome,
    ScoreVector,
    encode_gain,
    list_trick_results,
    mask_fields,
)
from games.inference.vote_bounds import list_open_plays, list_scored_cards
from games.rules.cards import Card
from games.rules.state import HAND_SIZE, Seat

Options = tuple[tuple[int, int], ...]
"""Numbers of cards, each with its bit in the pool; 0 for a card that is not in the pool."""


class CandidateCards(dict[int, Options]):
    """The cards that a seat may have played in an open play, by the part of ``bits`` that is left in the pool.

    An open play is not logged, or not known to be the seat's. An entry is computed on first lookup. Bits of copies of a
    card are ``alike``: a single one of them stands for all.
    """

    __slots__ = ("alike", "bits", "cards")

    def __init__(self, cards: Options, alike: Iterable[int]) -> None:
        super().__init__()
        self.cards, self.alike = cards, tuple(alike)
        self.bits = sum([bit for _card, bit in cards])

    def __missing__(self, left: int) -> Options:
        distinct = self.merge_alike(left)
        options = self[left] = tuple([option for option in self.cards if distinct & option[1]])
        return options

    def count(self, left: int) -> int:
        """Return the number of candidates without computing the candidates themselves."""
        return self.merge_alike(left).bit_count() if left else len(self[0])

    def merge_alike(self, left: int) -> int:
        """Return ``left`` with a single bit of each group of bits that are alike."""
        for same in self.alike:
            held = left & same
            left ^= held ^ (held & -held)
        return left


@cache
def build_known_options(card: int) -> CandidateCards:
    """Return the candidates for a logged play of a known seat: the card alone."""
    candidates = CandidateCards(((card, 0),), ())
    candidates[0] = candidates.cards
    return candidates


# Search with all lines in parallel.

MAX_STEPS = 10_000
"""Tricks tried before the search gives up."""
MEETING = 4
"""Lines for each step up to which the search is worth trying, since lines that meet are followed once."""
MAX_OPEN_PLAYS = 12
"""The most open plays with which a search is tried."""

EITHER, FREE = 2, 3
NUMBERS: dict[Card | None, int | None] = {None: None} | NUMBER

Positions = tuple[dict[int, set[ScoreVector]], dict[int, set[ScoreVector]]]
"""The possible piles, by the leader, then by the pool: the cards left for the open plays, as bits."""
EndPositions = set[tuple[ScoreVector, int]]
"""The piles at the ends of lines, each with the cards that were in no hand, as bits."""
Both = tuple[CandidateCards, CandidateCards]
"""The candidates of each seat."""
Led = tuple[tuple[Outcome, ...], int, Options]
"""A trick after its lead: the result for each follow, the pool, and the options for the follow."""
Following = tuple[Seat | None, Seat | None]
"""The leader of the next trick, by the winner of a trick; None if that seat is known not to have won."""
Play = tuple[int, int]
"""The index of a trick, and 0 for its lead or 1 for its follow."""
PositionFilter = Callable[[int, int, set[ScoreVector]], set[ScoreVector]]
"""Filter of piles: takes the index of a trick, the pool and the piles, and returns the piles worth following."""


class SearchLimitExceeded(Exception):
    """A search that exceeded its limit of steps and gave up."""


class TrickStep(NamedTuple):
    """A trick of phase two: its index ``at``, its logged cards, and the candidates for its open plays.

    ``whole`` is True if nothing about it is open but its leader. ``following`` has the leader of the next trick.
    ``most`` and ``later`` are the numbers of open plays after its lead and after its follow. ``leads`` and ``answers``
    are the cards that each seat may have played.
    """

    at: int
    lead: int | None
    follow: int | None
    whole: bool
    following: Following
    most: int
    later: int
    leads: Both
    answers: Both


class CompletionSearch:
    """Search of all lines through phase two; equal positions are followed once.

    Cards are numbers as in ``NUMBERED``. ``cards`` are those for the open plays, each with its kind: 0 or 1 for a card
    of that seat, ``EITHER`` for a card of either seat, ``FREE`` for a card that need not be in phase two. A pool is a
    set of these cards, with a bit for each.
    """

    def __init__(self, known: Deduction) -> None:
        self.known = known
        self.steps = 0
        self.limit = MAX_STEPS
        self.fields = ALL_FIELDS
        self.played = [(NUMBERS[trick.lead], NUMBERS[trick.follow]) for trick in known.tricks]
        self.takers = dict(_list_takers(known))
        self.anyones = {play for play, seat in self.takers.items() if seat is None} if known.trusted else set()
        self.left = count_open_plays(known)
        self.cards = [(NUMBER[card], kind) for kind, held in enumerate(self.to_play()) for card in held.in_order()]
        self.bits = defaultdict[int, list[tuple[int, int]]](list)
        for at, (card, kind) in enumerate(self.cards):
            self.bits[card].append((1 << at, kind))
        self.must = sum(1 << at for at, (_card, kind) in enumerate(self.cards) if kind != FREE)
        self.open = self.open_to(0), self.open_to(1)
        self.turns = [*self.turns_back()][::-1]

    def open_to(self, seat: Seat) -> CandidateCards:
        """Return the cards that a seat may play in an unlogged play; copies of a card are alike."""
        fitting = _list_numbers(self.known.account.supporters(seat))
        found, alike = [], dict[tuple[int, int], int]()
        for at, (card, kind) in enumerate(self.cards):
            if kind != 1 - seat and card in fitting:
                found.append((card, 1 << at))
                alike[card, kind] = alike.get((card, kind), 0) | 1 << at
        return CandidateCards(tuple(found), [bits for bits in alike.values() if bits & (bits - 1)])

    def turns_back(self) -> Iterator[TrickStep]:
        """Yield the tricks of phase two, the last trick first."""
        later = 0
        for index in reversed(range(HAND_SIZE, TRICK_COUNT)):
            plays = (index, 0), (index, 1)
            first, second = map(self.taken, plays)
            following = self.leader_after(index, 0), self.leader_after(index, 1)
            leads, answers = map(self.ways, plays)
            whole, most = not (first or second), later + second
            yield TrickStep(index, *self.played[index], whole, following, most, later, leads, answers)
            later = most + first

    def ways(self, play: Play) -> Both:
        """Return the cards that each seat may have played in a play.

        Copies of a card that was logged for an unknown seat can be of several kinds: the seat's own copy comes first,
        then a copy of either seat, then a copy that need not have been played.
        """
        card = self.played[play[0]][play[1]]
        if card is None:
            return self.open
        if play not in self.anyones:
            return build_known_options(card), build_known_options(card)
        first, second = (tuple([(card, bit) for bit, kind in self.bits[card] if kind != 1 - seat]) for seat in (0, 1))
        return CandidateCards(first, [sum([bit for _card, bit in first])]), CandidateCards(
            second, [sum([bit for _card, bit in second])]
        )

    def taken(self, play: Play) -> bool:
        """Return whether the card of a play is taken from the pool."""
        return self.played[play[0]][play[1]] is None or play in self.anyones

    def leader_after(self, index: int, winner: Seat) -> Seat | None:
        """Return the leader of the next trick if ``winner`` won this one; None if it is known not to have won."""
        if index + 1 == TRICK_COUNT:
            known = self.known.chain.winners[index].seat
            return winner if known in (winner, None) else None
        known = self.known.chain.leaders[index + 1].seat
        if known in (winner, None):
            return winner
        return known if index + 1 in self.known.chain.broken else None

    def start(self) -> Positions:
        """Return the positions before phase two; their piles have the cards scored in phase one by a known seat."""
        leader = self.known.chain.leaders[HAND_SIZE].seat
        standing = EMPTY_SCORE
        for card, side in list_scored_cards(self.known, HAND_SIZE):
            if side.seat is not None:
                added, high = encode_gain(NUMBER[card], side.seat)
                standing = standing + added | high
        pool = (1 << len(self.cards)) - 1
        first, second = ({} if leader == 1 - seat else {pool: {standing}} for seat in (0, 1))
        return first, second

    def to_play(self) -> tuple[CardMultiset, ...]:
        """Return the cards still to be played: of seat 0, of seat 1, of an unknown seat, and free cards.

        A card logged for an unknown seat counts as still to be played, since each line decides whose card it was.
        """
        cards = self.known.account
        if not self.anyones:
            return *cards.hands, cards.loose, cards.free
        takers = [(NUMBERED[self.played[index][at] or 0], seat) for (index, at), seat in self.takers.items()]
        first, second, adrift = (CardMultiset(card for card, seat in takers if seat == taker) for taker in (0, 1, None))
        hands = (cards.own[0] - first, cards.own[1] - second)
        loose = cards.hands[0] + cards.hands[1] + cards.loose + adrift - hands[0] - hands[1]
        return *hands, loose, cards.free

    def is_hopeless(self) -> bool:
        """Return whether the search would surely give up, so that it need not be tried.

        This is an estimate from the number of lines; few lines meet before the last trick.
        """
        cards = self.known.account.supporters().total()
        used = max(0, self.left - 2)
        lines = comb(cards, used) * (cards - used if self.left else 1)
        return self.left > MAX_OPEN_PLAYS or (cards > self.left and lines > MEETING * MAX_STEPS)

    def run(
        self, fields: Fields = ALL_FIELDS, sift: PositionFilter | None = None, limit: int | None = None
    ) -> EndPositions:
        """Return the ends of all lines, with the piles of these factions only.

        With ``sift``, only the lines that it keeps are followed. Raise ``SearchLimitExceeded`` after more than
        ``limit`` steps, by default ``MAX_STEPS``.
        """
        self.fields, self.steps, self.limit = fields, 0, MAX_STEPS if limit is None else limit
        mask = mask_fields(fields)
        first, second = (
            {pool: {standing & mask for standing in standings} for pool, standings in pools.items()}
            for pools in self.start()
        )
        positions: Positions = (first, second)
        for turn in self.turns:
            positions = self.after(turn, positions)
            if sift is not None:
                positions = _filter_positions(turn.at + 1, positions, sift)
        return {(standing, pool) for at in positions for pool, piles in self.done(at) for standing in piles}

    def done(self, pools: dict[int, set[ScoreVector]]) -> Iterator[tuple[int, set[ScoreVector]]]:
        """Yield the pools without a card that had to be played, each with its piles."""
        return ((pool, piles) for pool, piles in pools.items() if not pool & self.must)

    def cards_of(self, pool: int) -> tuple[Card, ...]:
        """Return the cards of a pool."""
        return tuple(NUMBERED[card] for at, (card, _kind) in enumerate(self.cards) if pool >> at & 1)

    def after(self, turn: TrickStep, positions: Positions) -> Positions:
        """Return the positions after a trick, for every way to fill its gaps."""
        found: Positions = ({}, {})
        for leader, pools in enumerate(positions):
            if turn.whole:
                self.add_whole_trick(turn, leader, pools, found)
            else:
                self.add_open_trick(turn, leader, pools, found)
        return found

    def add_whole_trick(
        self, turn: TrickStep, leader: Seat, pools: dict[int, set[ScoreVector]], found: Positions
    ) -> None:
        """Add to ``found`` the positions after a ``whole`` trick, whose result depends on its leader alone."""
        winner, added, high = list_trick_results(leader, turn.lead or 0, self.fields)[turn.follow or 0]
        leads = turn.following[winner]
        if leads is None:
            return
        self.steps += len(pools)
        self.check_limit()
        for pool, standings in pools.items():
            found[leads].setdefault(pool, set()).update({standing + added | high for standing in standings})

    def add_open_trick(
        self, turn: TrickStep, leader: Seat, pools: dict[int, set[ScoreVector]], found: Positions
    ) -> None:
        """Add to ``found`` the positions after a trick with open plays.

        If as many cards have to be played as there are plays left, only these cards are tried.
        """
        leads, answers, fields = turn.leads[leader], turn.answers[1 - leader], self.fields
        if len(pools) * len(leads.cards) * len(answers.cards) > self.limit - self.steps:
            self.check_trick_limit(turn, leader, pools)
        for pool, standings in pools.items():
            for lead, rest, left in self.list_leads(turn, leader, pool):
                self.add_follows(
                    turn, (list_trick_results(leader, lead, fields), rest, answers[left]), standings, found
                )

    def check_trick_limit(self, turn: TrickStep, leader: Seat, pools: Iterable[int]) -> None:
        """Raise ``SearchLimitExceeded`` if there are more ways to play a trick than steps left."""
        answers, left = turn.answers[1 - leader], self.limit - self.steps
        for pool in pools:
            left -= sum([answers.count(bits) for _lead, _rest, bits in self.list_leads(turn, leader, pool)])
            if left < 0:
                raise SearchLimitExceeded

    def list_leads(self, turn: TrickStep, leader: Seat, pool: int) -> Iterator[tuple[int, int, int]]:
        """Yield the leads to a trick, each with the pool after it and the cards in the pool that may follow it."""
        must, most, later = self.must, turn.most, turn.later
        leads, answering = turn.leads[leader], turn.answers[1 - leader].bits
        musts = (pool & must).bit_count()
        for lead, bit in leads[(pool if musts <= most else pool & must) & leads.bits]:
            left = musts - (bit & must > 0)
            if left <= most:
                rest = pool ^ bit
                yield lead, rest, (rest if left <= later else rest & must) & answering

    def add_follows(self, turn: TrickStep, trick: Led, standings: set[ScoreVector], found: Positions) -> None:
        """Add to ``found`` the positions after each follow to a lead."""
        (outcomes, rest, answers), following, more = trick, turn.following, len(standings) - 1
        self.steps += len(answers)
        for answer, bit in answers:
            winner, added, high = outcomes[answer]
            leads = following[winner]
            if leads is not None:
                self.steps += more
                after = {standing + added | high for standing in standings}
                there = found[leads].setdefault(rest ^ bit, after)
                if there is not after:
                    there |= after
        self.check_limit()

    def check_limit(self) -> None:
        """Raise ``SearchLimitExceeded`` if the search has taken more steps than its limit."""
        if self.steps > self.limit:
            raise SearchLimitExceeded


def count_open_plays(known: Deduction) -> int:
    """Return the number of plays of phase two that are not logged or not made yet."""
    return sum(index >= HAND_SIZE for index in list_open_plays(known))


def _filter_positions(index: int, positions: Positions, sift: PositionFilter) -> Positions:
    first, second = (
        {pool: kept for pool, piles in pools.items() if (kept := sift(index, pool, piles))} for pools in positions
    )
    return first, second


def _list_takers(known: Deduction) -> Iterator[tuple[Play, Seat | None]]:
    """Yield the logged plays of phase two, each with the seat that made it, None if that is unknown."""
    for index in range(HAND_SIZE, TRICK_COUNT):
        trick, leader = known.tricks[index], known.chain.leaders[index]
        if trick.lead is not None:
            yield (index, 0), leader.seat
        if trick.follow is not None:
            yield (index, 1), leader.opponent.seat


def _list_numbers(cards: Iterable[Card]) -> frozenset[int]:
    return frozenset([NUMBER[card] for card in cards])
