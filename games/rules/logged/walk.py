"""Every way phase two of a log can be completed, gone through with all lines abreast."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import comb
from typing import NamedTuple

from games.rules.cards import Card
from games.rules.logged.bounds import open_plays, scored
from games.rules.logged.held import Held
from games.rules.logged.inference import Known
from games.rules.logged.slots import TRICKS
from games.rules.logged.standing import (
    EVERY,
    NOTHING,
    NUMBER,
    NUMBERED,
    Fields,
    Outcome,
    Standing,
    fields_at,
    gain,
    results,
)
from games.rules.logged.ways import Options, Ways, settled
from games.rules.state import HAND, Seat

STEPS = 10_000
"""Tricks tried before giving up; about a hundredth of a second."""
MEETING = 4
"""So many lines to a step are worth the attempt: lines that meet are followed once."""
PLAYS_LEFT = 12

EITHER, FREE = 2, 3
NUMBERS: dict[Card | None, int | None] = {None: None} | NUMBER

Positions = tuple[dict[int, set[Standing]], dict[int, set[Standing]]]
"""By who leads, and by the cards for the open plays, as bits: what the piles may be."""
Ends = set[tuple[Standing, int]]
"""The piles at the end of lines, and the cards that were in no hand, as bits."""
Both = tuple[Ways, Ways]
"""The ways of each seat."""
Led = tuple[tuple[Outcome, ...], int, Options]
Following = tuple[Seat | None, Seat | None]
"""By who wins a trick: who leads the next one; None where it is known that this did not happen."""
Play = tuple[int, int]
"""A trick, and 0 for its lead or 1 for its answer."""
Sift = Callable[[int, int, set[Standing]], set[Standing]]
"""Of the piles before a trick, by the cards that are left, those that are worth following."""


class TooMany(Exception):
    """A walk that was given up."""


class Turn(NamedTuple):
    """A trick of phase two: its logged cards, who leads after it, and how many cards may be left to later plays after
    its lead and after its answer. ``whole`` where nothing about it is open but who leads. ``leads`` and ``answers`` are
    the cards that each seat may have played."""

    at: int
    lead: int | None
    follow: int | None
    whole: bool
    following: Following
    most: int
    later: int
    leads: Both
    answers: Both


class Walk:
    """The lines through phase two: equal positions are followed once.

    Cards are as in ``NUMBERED``, those for the open plays also ``bits``: of seat 0, of seat 1, of either, and those
    that need not be in phase two.
    """

    def __init__(self, known: Known) -> None:
        self.known = known
        self.steps = 0
        self.limit = STEPS
        self.fields = EVERY
        self.played = [(NUMBERS[trick.lead], NUMBERS[trick.follow]) for trick in known.tricks]
        self.takers = dict(_takers(known))
        self.anyones = {play for play, seat in self.takers.items() if seat is None} if known.trusted else set()
        self.left = plays_left(known)
        self.cards = [(NUMBER[card], kind) for kind, held in enumerate(self.to_play()) for card in held.in_order()]
        self.bits = defaultdict[int, list[tuple[int, int]]](list)
        for at, (card, kind) in enumerate(self.cards):
            self.bits[card].append((1 << at, kind))
        self.must = sum(1 << at for at, (_card, kind) in enumerate(self.cards) if kind != FREE)
        self.open = self.open_to(0), self.open_to(1)
        self.turns = [*self.turns_back()][::-1]

    def open_to(self, seat: Seat) -> Ways:
        """The cards that a seat may play where nothing is logged; any of those that are there more than once."""
        fitting = _numbers(self.known.account.supporters(seat))
        found, alike = [], dict[tuple[int, int], int]()
        for at, (card, kind) in enumerate(self.cards):
            if kind != 1 - seat and card in fitting:
                found.append((card, 1 << at))
                alike[card, kind] = alike.get((card, kind), 0) | 1 << at
        return Ways(tuple(found), [bits for bits in alike.values() if bits & (bits - 1)])

    def turns_back(self) -> Iterator[Turn]:
        """The tricks of phase two, the last one first."""
        later = 0
        for index in reversed(range(HAND, TRICKS)):
            plays = (index, 0), (index, 1)
            first, second = map(self.taken, plays)
            following = self.leader_after(index, 0), self.leader_after(index, 1)
            leads, answers = map(self.ways, plays)
            whole, most = not (first or second), later + second
            yield Turn(index, *self.played[index], whole, following, most, later, leads, answers)
            later = most + first

    def ways(self, play: Play) -> Both:
        """The cards that each seat may have played; of a card that may be anyone's, and is there in several ways, the
        seat's own before one of either seat and one that need not have been played."""
        card = self.played[play[0]][play[1]]
        if card is None:
            return self.open
        if play not in self.anyones:
            return settled(card), settled(card)
        first, second = (tuple([(card, bit) for bit, kind in self.bits[card] if kind != 1 - seat]) for seat in (0, 1))
        return Ways(first, [sum([bit for _card, bit in first])]), Ways(second, [sum([bit for _card, bit in second])])

    def taken(self, play: Play) -> bool:
        """Whether the card of a play is taken from the pool."""
        return self.played[play[0]][play[1]] is None or play in self.anyones

    def leader_after(self, index: int, winner: Seat) -> Seat | None:
        """Who leads next when this seat won; None if that is known to be otherwise."""
        if index + 1 == TRICKS:
            known = self.known.chain.winners[index].seat
            return winner if known in (winner, None) else None
        known = self.known.chain.leaders[index + 1].seat
        if known in (winner, None):
            return winner
        return known if index + 1 in self.known.chain.broken else None

    def start(self) -> Positions:
        """The positions before the first trick, the piles of phase one laid as far as it is known whose they are."""
        leader = self.known.chain.leaders[HAND].seat
        standing = NOTHING
        for card, side in scored(self.known, HAND):
            if side.seat is not None:
                added, high = gain(NUMBER[card], side.seat)
                standing = standing + added | high
        pool = (1 << len(self.cards)) - 1
        first, second = ({} if leader == 1 - seat else {pool: {standing}} for seat in (0, 1))
        return first, second

    def to_play(self) -> tuple[Held, ...]:
        """The cards of either seat, of nobody knows whom, and free ones, that the account does not have as played.

        A card logged where it is not known who played it is still to be played: the line decides whose it was.
        """
        cards = self.known.account
        if not self.anyones:
            return *cards.hands, cards.loose, cards.free
        takers = [(NUMBERED[self.played[index][at] or 0], seat) for (index, at), seat in self.takers.items()]
        first, second, adrift = (Held(card for card, seat in takers if seat == one) for one in (0, 1, None))
        hands = (cards.own[0] - first, cards.own[1] - second)
        loose = cards.hands[0] + cards.hands[1] + cards.loose + adrift - hands[0] - hands[1]
        return *hands, loose, cards.free

    def hopeless(self) -> bool:
        """Whether it would surely be given up, to save the attempt; before the last trick little merges."""
        cards = self.known.account.supporters().total()
        used = max(0, self.left - 2)
        lines = comb(cards, used) * (cards - used if self.left else 1)
        return self.left > PLAYS_LEFT or (cards > self.left and lines > MEETING * STEPS)

    def run(self, fields: Fields = EVERY, sift: Sift | None = None, limit: int | None = None) -> Ends:
        """The ends of all lines, of which only these factions' piles are told.

        ``TooMany`` after more than ``limit`` steps. With ``sift`` only the lines that it lets pass.
        """
        self.fields, self.steps, self.limit = fields, 0, STEPS if limit is None else limit
        mask = fields_at(fields)
        first, second = ({pool: {one & mask for one in piles} for pool, piles in at.items()} for at in self.start())
        positions: Positions = (first, second)
        for turn in self.turns:
            positions = self.after(turn, positions)
            if sift is not None:
                positions = _sifted(turn.at + 1, positions, sift)
        return {(standing, pool) for at in positions for pool, piles in self.done(at) for standing in piles}

    def done(self, pools: dict[int, set[Standing]]) -> Iterator[tuple[int, set[Standing]]]:
        """The pools that leave no card that had to be played."""
        return ((pool, piles) for pool, piles in pools.items() if not pool & self.must)

    def cards_of(self, pool: int) -> tuple[Card, ...]:
        return tuple(NUMBERED[card] for at, (card, _kind) in enumerate(self.cards) if pool >> at & 1)

    def after(self, turn: Turn, positions: Positions) -> Positions:
        """The positions after a trick, for each way its gaps can be filled."""
        found: Positions = ({}, {})
        for leader, pools in enumerate(positions):
            if turn.whole:
                self.told(turn, leader, pools, found)
            else:
                self.filled(turn, leader, pools, found)
        return found

    def told(self, turn: Turn, leader: Seat, pools: dict[int, set[Standing]], found: Positions) -> None:
        """The same after a trick that was logged whole, which comes out the same whatever the others were."""
        winner, added, high = results(leader, turn.lead or 0, self.fields)[turn.follow or 0]
        leads = turn.following[winner]
        if leads is None:
            return
        self.steps += len(pools)
        self.checked()
        for pool, standings in pools.items():
            found[leads].setdefault(pool, set()).update({standing + added | high for standing in standings})

    def filled(self, turn: Turn, leader: Seat, pools: dict[int, set[Standing]], found: Positions) -> None:
        """The same after a trick of which something is open.

        Where as many cards have to be played as there are plays left, only those are gone through.
        """
        leads, answers, fields = turn.leads[leader], turn.answers[1 - leader], self.fields
        if len(pools) * len(leads.cards) * len(answers.cards) > self.limit - self.steps:
            self.foresee(turn, leader, pools)
        for pool, standings in pools.items():
            for lead, rest, left in self.led(turn, leader, pool):
                self.answered(turn, (results(leader, lead, fields), rest, answers[left]), standings, found)

    def foresee(self, turn: Turn, leader: Seat, pools: Iterable[int]) -> None:
        """``TooMany`` before a trick where the ways to play it alone are more steps than are left."""
        answers, left = turn.answers[1 - leader], self.limit - self.steps
        for pool in pools:
            left -= sum([answers.count(bits) for _lead, _rest, bits in self.led(turn, leader, pool)])
            if left < 0:
                raise TooMany

    def led(self, turn: Turn, leader: Seat, pool: int) -> Iterator[tuple[int, int, int]]:
        """The leads to a trick, each with the cards that are left, and those that may answer it."""
        must, most, later = self.must, turn.most, turn.later
        leads, answering = turn.leads[leader], turn.answers[1 - leader].bits
        musts = (pool & must).bit_count()
        for lead, bit in leads[(pool if musts <= most else pool & must) & leads.bits]:
            left = musts - (bit & must > 0)
            if left <= most:
                rest = pool ^ bit
                yield lead, rest, (rest if left <= later else rest & must) & answering

    def answered(self, turn: Turn, trick: Led, standings: set[Standing], found: Positions) -> None:
        """Note the positions after each answer."""
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
        if self.steps > self.limit:
            raise TooMany


def plays_left(known: Known) -> int:
    """The cards of phase two that are not logged or still to be played."""
    return sum(index >= HAND for index in open_plays(known))


def _sifted(index: int, positions: Positions, sift: Sift) -> Positions:
    first, second = (
        {pool: kept for pool, piles in at.items() if (kept := sift(index, pool, piles))} for at in positions
    )
    return first, second


def _takers(known: Known) -> Iterator[tuple[Play, Seat | None]]:
    """The logged plays of phase two and who made them, as far as that is known."""
    for index in range(HAND, TRICKS):
        trick, leader = known.tricks[index], known.chain.leaders[index]
        if trick.lead is not None:
            yield (index, 0), leader.seat
        if trick.follow is not None:
            yield (index, 1), leader.opponent.seat


def _numbers(cards: Iterable[Card]) -> frozenset[int]:
    return frozenset([NUMBER[card] for card in cards])
