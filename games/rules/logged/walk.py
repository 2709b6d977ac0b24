"""Every way phase two of a log can be completed, gone through with all lines abreast."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import comb
from typing import NamedTuple

from games.rules.cards import Card
from games.rules.logged.bounds import open_plays, scored
from games.rules.logged.held import Held
from games.rules.logged.inference import Known
from games.rules.logged.slots import TRICKS, Spot
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
from games.rules.state import HAND, Seat

STEPS = 10_000
"""Tricks tried before giving up; about a hundredth of a second."""
MEETING = 4
"""So many lines to a step are worth the attempt: lines that meet are followed once."""
PLAYS_LEFT = 12

EITHER, FREE = 2, 3

Positions = tuple[dict[int, set[Standing]], dict[int, set[Standing]]]
"""By who leads, and by the cards for the open plays, as bits: what the piles may be."""
Ends = set[tuple[Standing, int]]
"""The piles at the end of lines, and the cards that were in no hand, as bits."""
Options = tuple[tuple[int, int], ...]
"""Cards, each with its bit; 0 where it is not among those still to be played."""
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
    its lead and after its answer. ``whole`` where nothing about it is open but who leads."""

    at: int
    plays: tuple[Play, Play]
    lead: int | None
    follow: int | None
    whole: bool
    following: Following
    most: int
    later: int


class Walk:
    """The lines through phase two: equal positions are followed once.

    Cards are as in ``NUMBERED``, those for the open plays also bits: of seat 0, of seat 1, of either, and those that
    need not be in phase two.
    """

    def __init__(self, known: Known) -> None:
        self.known = known
        self.steps = 0
        self.limit = STEPS
        self.fields = EVERY
        self.played = [(_number(trick.lead), _number(trick.follow)) for trick in known.tricks]
        self.anyones = {play for play, seat in _takers(known) if seat is None} if known.trusted else set()
        self.left = plays_left(known)
        self.cards = [
            (NUMBER[card], kind) for kind, held in enumerate(self.to_play()) for card in sorted(held.elements())
        ]
        self.alike = self.bits_alike()
        self.must = sum(1 << at for at, (_card, kind) in enumerate(self.cards) if kind != FREE)
        self.open = [self.open_to(seat) for seat in (0, 1)]
        self.turns = [self.turn(index) for index in range(HAND, TRICKS)]
        self.choices: dict[tuple[Seat, int], Options] = {}
        self.of_card: dict[tuple[Seat, int], list[int]] = {}

    def bits_alike(self) -> list[int]:
        """The bits of each card that is there more than once: any of them stands for the others."""
        bits: dict[tuple[int, int], int] = {}
        for at, card in enumerate(self.cards):
            bits[card] = bits.get(card, 0) | 1 << at
        return [same for same in bits.values() if same & (same - 1)]

    def open_to(self, seat: Seat) -> tuple[int, Options]:
        """The cards that a seat may play where nothing is logged: all their bits, and each."""
        fitting = _numbers(self.known.account.supporters(seat))
        kinds = (seat, EITHER, FREE)
        found = tuple(
            (card, 1 << at) for at, (card, kind) in enumerate(self.cards) if kind in kinds and card in fitting
        )
        return sum(bit for _card, bit in found), found

    def turn(self, index: int) -> Turn:
        plays = (index, 0), (index, 1)
        whole = not any(map(self.taken, plays))
        later = sum(self.taken((at, place)) for at in range(index + 1, TRICKS) for place in (0, 1))
        following = self.leader_after(index, 0), self.leader_after(index, 1)
        return Turn(index, plays, *self.played[index], whole, following, later + self.taken(plays[1]), later)

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
        takers = [(NUMBERED[self.played[index][at] or 0], seat) for (index, at), seat in _takers(self.known)]
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
                continue
            for pool, standings in pools.items():
                for trick in self.led(turn, leader, pool):
                    self.answered(turn, trick, standings, found)
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

    def led(self, turn: Turn, leader: Seat, pool: int) -> Iterator[Led]:
        """Each lead of a trick that leaves few enough cards: what may come of it, what is left, its answers.

        Where as many cards have to be played as there are plays left, only those are gone through.
        """
        must, (lead_play, answer_play) = self.must, turn.plays
        musts = (pool & must).bit_count()
        for lead, bit in self.options(lead_play, leader, pool if musts <= turn.most else pool & must):
            rest = pool ^ bit
            left = musts - (bit & must > 0)
            if left > turn.most:
                continue
            answers = self.options(answer_play, 1 - leader, rest if left <= turn.later else rest & must)
            yield results(leader, lead, self.fields), rest, answers

    def answered(self, turn: Turn, trick: Led, standings: set[Standing], found: Positions) -> None:
        """Note the positions after each answer."""
        (outcomes, rest, answers), following, more = trick, turn.following, len(standings) - 1
        self.steps += len(answers)
        for answer, bit in answers:
            winner, added, high = outcomes[answer]
            leads, pool = following[winner], rest ^ bit
            if leads is not None:
                self.steps += more
                after = {standing + added | high for standing in standings}
                pools = found[leads]
                if pool in pools:
                    pools[pool] |= after
                else:
                    pools[pool] = after
        self.checked()

    def options(self, play: Play, seat: Seat, pool: int) -> Options:
        """The cards that a seat may have played."""
        index, at = play
        card = self.played[index][at]
        if card is None:
            mine = pool & self.open[seat][0]
            if (seat, mine) not in self.choices:
                self.choices[seat, mine] = self.apart(seat, mine)
            return self.choices[seat, mine]
        if play not in self.anyones:
            return ((card, 0),)
        if (seat, card) not in self.of_card:
            self.of_card[seat, card] = self.bits_of(card, (seat, EITHER, FREE))
        return next((((card, bit),) for bit in self.of_card[seat, card] if pool & bit), ())

    def bits_of(self, card: int, kinds: tuple[int, ...]) -> list[int]:
        """The bits of a card, in the order of the kinds."""
        return [1 << place for kind in kinds for place, one in enumerate(self.cards) if one == (card, kind)]

    def apart(self, seat: Seat, pool: int) -> Options:
        """The cards of a pool that are open to a seat, of those that are alike the lowest."""
        for same in self.alike:
            held = pool & same
            pool ^= held ^ (held & -held)
        return tuple([one for one in self.open[seat][1] if pool & one[1]])

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
    for index, trick in enumerate(known.tricks):
        for at, spot in enumerate((Spot.LEAD, Spot.FOLLOW)):
            if index >= HAND and trick.at(spot) is not None:
                yield (index, at), known.taker(index, spot).seat


def _number(card: Card | None) -> int | None:
    return None if card is None else NUMBER[card]


def _numbers(cards: Iterable[Card]) -> frozenset[int]:
    return frozenset(NUMBER[card] for card in cards)
