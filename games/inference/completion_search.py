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
"""Cards, each with its bit; 0 for a card that is not among the cards still to be played."""


class CandidateCards(dict[int, Options]):
    """The cards that a seat may have played in a play not logged, or not known to be its own, by the ``bits`` left.

    An entry is computed at its first look-up. Of bits that are ``alike``, a single bit stands for all.
    """

    __slots__ = ("alike", "bits", "cards")

    def __init__(self, cards: Options, alike: Iterable[int]) -> None:
        super().__init__()
        self.cards, self.alike = cards, tuple(alike)
        self.bits = sum([bit for _card, bit in cards])

    def __missing__(self, left: int) -> Options:
        kept = self.told_apart(left)
        found = self[left] = tuple([one for one in self.cards if kept & one[1]])
        return found

    def count(self, left: int) -> int:
        """Return the number of cards without computing the cards themselves."""
        return self.told_apart(left).bit_count() if left else len(self[0])

    def told_apart(self, left: int) -> int:
        """Return the bits that are left, with a single bit for bits that are alike."""
        for same in self.alike:
            held = left & same
            left ^= held ^ (held & -held)
        return left


@cache
def build_known_options(card: int) -> CandidateCards:
    """Return the only option for a logged card that is known to be the seat's."""
    found = CandidateCards(((card, 0),), ())
    found[0] = found.cards
    return found


# Search, with all lines in parallel.

MAX_STEPS = 10_000
"""Tricks tried before the search gives up."""
MEETING = 4
"""Lines for each step at which the search is worth the attempt, since lines that meet are followed once."""
MAX_OPEN_PLAYS = 12

EITHER, FREE = 2, 3
NUMBERS: dict[Card | None, int | None] = {None: None} | NUMBER

Positions = tuple[dict[int, set[ScoreVector]], dict[int, set[ScoreVector]]]
"""The possible piles, by the leader, then by the cards for the open plays, as bits."""
EndPositions = set[tuple[ScoreVector, int]]
"""The piles at the ends of lines, with the cards that were in no hand, as bits."""
Both = tuple[CandidateCards, CandidateCards]
"""The options of each seat."""
Led = tuple[tuple[Outcome, ...], int, Options]
Following = tuple[Seat | None, Seat | None]
"""The leader of the next trick by the winner of a trick; None where that seat is known not to have won."""
Play = tuple[int, int]
"""The index of a trick, and 0 for its lead or 1 for its follow."""
PositionFilter = Callable[[int, int, set[ScoreVector]], set[ScoreVector]]
"""Filter of piles: takes the index of a trick, the cards left and the piles; returns the piles worth following."""


class SearchLimitExceeded(Exception):
    """A search that exceeded its limit of steps and gave up."""


class OpenTrick(NamedTuple):
    """A trick of phase two: its logged cards, and what may have been played where nothing is logged.

    ``following`` is who leads after it; ``most`` and ``later`` are how many cards may be left to later plays after its
    lead and after its follow. ``whole`` where nothing about it is open but its leader. ``leads`` and ``answers`` are
    the cards that each seat may have played.
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

    Cards are numbers as in ``NUMBERED``. The cards for the open plays also have ``bits``: cards of seat 0, of seat 1,
    of either seat, and cards that need not be in phase two.
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
        """Return the cards that a seat may play where nothing is logged; copies of a card are alike."""
        fitting = _list_numbers(self.known.account.supporters(seat))
        found, alike = [], dict[tuple[int, int], int]()
        for at, (card, kind) in enumerate(self.cards):
            if kind != 1 - seat and card in fitting:
                found.append((card, 1 << at))
                alike[card, kind] = alike.get((card, kind), 0) | 1 << at
        return CandidateCards(tuple(found), [bits for bits in alike.values() if bits & (bits - 1)])

    def turns_back(self) -> Iterator[OpenTrick]:
        """Yield the tricks of phase two, the last trick first."""
        later = 0
        for index in reversed(range(HAND_SIZE, TRICK_COUNT)):
            plays = (index, 0), (index, 1)
            first, second = map(self.taken, plays)
            following = self.leader_after(index, 0), self.leader_after(index, 1)
            leads, answers = map(self.ways, plays)
            whole, most = not (first or second), later + second
            yield OpenTrick(index, *self.played[index], whole, following, most, later, leads, answers)
            later = most + first

    def ways(self, play: Play) -> Both:
        """Return the cards that each seat may have played.

        Of a card that may be either seat's, with copies of several kinds, the seat's own copy comes before a copy of
        either seat, and that before a copy that need not have been played.
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
        """Return who leads the next trick when this seat won; None if the seat is known not to have won."""
        if index + 1 == TRICK_COUNT:
            known = self.known.chain.winners[index].seat
            return winner if known in (winner, None) else None
        known = self.known.chain.leaders[index + 1].seat
        if known in (winner, None):
            return winner
        return known if index + 1 in self.known.chain.broken else None

    def start(self) -> Positions:
        """Return the positions before the first trick, with the scored cards of phase one whose seat is known."""
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

        A card logged in a play of an unknown seat is still to be played: the line decides whose card it was.
        """
        cards = self.known.account
        if not self.anyones:
            return *cards.hands, cards.loose, cards.free
        takers = [(NUMBERED[self.played[index][at] or 0], seat) for (index, at), seat in self.takers.items()]
        first, second, adrift = (CardMultiset(card for card, seat in takers if seat == one) for one in (0, 1, None))
        hands = (cards.own[0] - first, cards.own[1] - second)
        loose = cards.hands[0] + cards.hands[1] + cards.loose + adrift - hands[0] - hands[1]
        return *hands, loose, cards.free

    def hopeless(self) -> bool:
        """Return whether the search would surely give up, to save the attempt; few lines meet before the last trick."""
        cards = self.known.account.supporters().total()
        used = max(0, self.left - 2)
        lines = comb(cards, used) * (cards - used if self.left else 1)
        return self.left > MAX_OPEN_PLAYS or (cards > self.left and lines > MEETING * MAX_STEPS)

    def run(
        self, fields: Fields = ALL_FIELDS, sift: PositionFilter | None = None, limit: int | None = None
    ) -> EndPositions:
        """Return the ends of all lines, with the piles of these factions only.

        With ``sift`` follow only the lines that it lets pass. Raise ``SearchLimitExceeded`` after more than ``limit``
        steps, ``MAX_STEPS`` unless given.
        """
        self.fields, self.steps, self.limit = fields, 0, MAX_STEPS if limit is None else limit
        mask = mask_fields(fields)
        first, second = ({pool: {one & mask for one in piles} for pool, piles in at.items()} for at in self.start())
        positions: Positions = (first, second)
        for turn in self.turns:
            positions = self.after(turn, positions)
            if sift is not None:
                positions = _filter_positions(turn.at + 1, positions, sift)
        return {(standing, pool) for at in positions for pool, piles in self.done(at) for standing in piles}

    def done(self, pools: dict[int, set[ScoreVector]]) -> Iterator[tuple[int, set[ScoreVector]]]:
        """Yield the pools, with their piles, that leave no card that had to be played."""
        return ((pool, piles) for pool, piles in pools.items() if not pool & self.must)

    def cards_of(self, pool: int) -> tuple[Card, ...]:
        """Return the cards of a pool."""
        return tuple(NUMBERED[card] for at, (card, _kind) in enumerate(self.cards) if pool >> at & 1)

    def after(self, turn: OpenTrick, positions: Positions) -> Positions:
        """Return the positions after a trick, for every way to fill its gaps."""
        found: Positions = ({}, {})
        for leader, pools in enumerate(positions):
            if turn.whole:
                self.told(turn, leader, pools, found)
            else:
                self.filled(turn, leader, pools, found)
        return found

    def told(self, turn: OpenTrick, leader: Seat, pools: dict[int, set[ScoreVector]], found: Positions) -> None:
        """Add to ``found`` the positions after a ``whole`` trick: other tricks do not change its result."""
        winner, added, high = list_trick_results(leader, turn.lead or 0, self.fields)[turn.follow or 0]
        leads = turn.following[winner]
        if leads is None:
            return
        self.steps += len(pools)
        self.checked()
        for pool, standings in pools.items():
            found[leads].setdefault(pool, set()).update({standing + added | high for standing in standings})

    def filled(self, turn: OpenTrick, leader: Seat, pools: dict[int, set[ScoreVector]], found: Positions) -> None:
        """Add to ``found`` the positions after a trick of which something is open.

        Where as many cards have to be played as there are plays left, the search tries only these cards.
        """
        leads, answers, fields = turn.leads[leader], turn.answers[1 - leader], self.fields
        if len(pools) * len(leads.cards) * len(answers.cards) > self.limit - self.steps:
            self.foresee(turn, leader, pools)
        for pool, standings in pools.items():
            for lead, rest, left in self.led(turn, leader, pool):
                self.answered(turn, (list_trick_results(leader, lead, fields), rest, answers[left]), standings, found)

    def foresee(self, turn: OpenTrick, leader: Seat, pools: Iterable[int]) -> None:
        """Raise ``SearchLimitExceeded`` before a trick with more ways to play it than there are steps left."""
        answers, left = turn.answers[1 - leader], self.limit - self.steps
        for pool in pools:
            left -= sum([answers.count(bits) for _lead, _rest, bits in self.led(turn, leader, pool)])
            if left < 0:
                raise SearchLimitExceeded

    def led(self, turn: OpenTrick, leader: Seat, pool: int) -> Iterator[tuple[int, int, int]]:
        """Yield the leads to a trick, each with the cards that are left, and the cards left that may follow it."""
        must, most, later = self.must, turn.most, turn.later
        leads, answering = turn.leads[leader], turn.answers[1 - leader].bits
        musts = (pool & must).bit_count()
        for lead, bit in leads[(pool if musts <= most else pool & must) & leads.bits]:
            left = musts - (bit & must > 0)
            if left <= most:
                rest = pool ^ bit
                yield lead, rest, (rest if left <= later else rest & must) & answering

    def answered(self, turn: OpenTrick, trick: Led, standings: set[ScoreVector], found: Positions) -> None:
        """Add to ``found`` the positions after each follow."""
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
        self.checked()

    def checked(self) -> None:
        """Raise ``SearchLimitExceeded`` when the search has taken more steps than its limit."""
        if self.steps > self.limit:
            raise SearchLimitExceeded


def count_open_plays(known: Deduction) -> int:
    """Return the number of plays of phase two that are not logged or still to be made."""
    return sum(index >= HAND_SIZE for index in list_open_plays(known))


def _filter_positions(index: int, positions: Positions, sift: PositionFilter) -> Positions:
    first, second = (
        {pool: kept for pool, piles in at.items() if (kept := sift(index, pool, piles))} for at in positions
    )
    return first, second


def _list_takers(known: Deduction) -> Iterator[tuple[Play, Seat | None]]:
    """Yield the logged plays of phase two with the seat that made them; None where the seat is not known."""
    for index in range(HAND_SIZE, TRICK_COUNT):
        trick, leader = known.tricks[index], known.chain.leaders[index]
        if trick.lead is not None:
            yield (index, 0), leader.seat
        if trick.follow is not None:
            yield (index, 1), leader.opponent.seat


def _list_numbers(cards: Iterable[Card]) -> frozenset[int]:
    return frozenset([NUMBER[card] for card in cards])
