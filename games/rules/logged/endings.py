"""Every way a log can be completed, where there are few enough to go through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import comb

from games.rules.cards import Card, Faction
from games.rules.logged.account import Held
from games.rules.logged.bounds import Prospect, open_plays, scored
from games.rules.logged.inference import Known
from games.rules.logged.lines import lines
from games.rules.logged.slots import TRICKS, Spot
from games.rules.logged.standing import (
    AT,
    NOTHING,
    NUMBER,
    NUMBERED,
    Standing,
    gain,
    results,
)
from games.rules.rulings import Draw
from games.rules.scoring import decide
from games.rules.state import HAND, Seat

STEPS = 10_000
"""Tricks tried before giving up; about a hundredth of a second."""
MEETING = 4
"""So many lines to a step are worth the attempt: lines that meet are followed once."""
PLAYS_LEFT = 12

EITHER, FREE = 2, 3


@dataclass(frozen=True, slots=True)
class Ending:
    """What remains possible: who may get each vote, and who may win (None: a draw)."""

    prospects: dict[Faction, Prospect]
    winners: frozenset[Seat | None]


Positions = tuple[dict[int, set[Standing]], dict[int, set[Standing]]]
"""By who leads, and by the cards for the open plays, as bits: what the piles may be."""
Options = tuple[tuple[int, int], ...]
"""Cards, each with its bit; 0 where it is not among those still to be played."""
Outcome = tuple[Seat, int, int]
"""Of a trick: who wins it, what it adds to the piles, and the bits that it sets."""
Led = tuple[tuple[Outcome, ...], int, Options]
Following = tuple[Seat | None, ...]
"""By who wins a trick: who leads the next one; None where it is known that this did not happen."""
Play = tuple[int, int]
"""A trick, and 0 for its lead or 1 for its answer."""


class _TooMany(Exception):
    pass


class _Walk:
    """One run through phase two, all lines abreast: equal positions are followed once.

    Cards are as in ``NUMBERED``, those for the open plays also bits: of seat 0, of seat 1, of either, and those that
    need not be in phase two.
    """

    def __init__(self, known: Known) -> None:
        self.known = known
        self.steps = 0
        self.played = [(_number(trick.lead), _number(trick.follow)) for trick in known.tricks]
        self.anyones = {play for play, seat in _takers(known) if seat is None} if known.trusted else set()
        self.left = sum(index >= HAND for index in open_plays(known))
        self.cards = [
            (NUMBER[card], kind) for kind, held in enumerate(self.to_play()) for card in sorted(held.elements())
        ]
        self.alike = self.bits_alike()
        self.must = sum(1 << at for at, (_card, kind) in enumerate(self.cards) if kind != FREE)
        self.open = [self.open_to(seat) for seat in (0, 1)]
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

    def start(self) -> Positions:
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
        played, adrift = (Held(), Held()), Held()
        for (index, at), seat in _takers(self.known):
            card = NUMBERED[self.played[index][at] or 0]
            (adrift if seat is None else played[seat])[card] += 1
        hands = (cards.own[0] - played[0], cards.own[1] - played[1])
        loose = cards.hands[0] + cards.hands[1] + cards.loose + adrift - hands[0] - hands[1]
        return *hands, loose, cards.free

    def hopeless(self) -> bool:
        """Whether it would surely be given up, to save the attempt; before the last trick little merges."""
        cards = self.known.account.supporters().total()
        used = max(0, self.left - 2)
        lines = comb(cards, used) * (cards - used if self.left else 1)
        return self.left > PLAYS_LEFT or (cards > self.left and lines > MEETING * STEPS)

    def run(self) -> set[tuple[Standing, tuple[Card, ...]]]:
        """The piles at the end of every line, and the cards that were in no hand."""
        positions = self.start()
        for index in range(HAND, TRICKS):
            positions = self.after(index, positions)
        ends = [(pool, piles) for pools in positions for pool, piles in pools.items() if not pool & self.must]
        return {(standing, free) for pool, piles in ends for free in [self.cards_of(pool)] for standing in piles}

    def cards_of(self, pool: int) -> tuple[Card, ...]:
        return tuple(NUMBERED[card] for at, (card, _kind) in enumerate(self.cards) if pool >> at & 1)

    def after(self, index: int, positions: Positions) -> Positions:
        """The positions after a trick, for each way its gaps can be filled."""
        found: Positions = ({}, {})
        following = self.leader_after(index, 0), self.leader_after(index, 1)
        later = self.later(index)
        most = later + self.taken((index, 1))
        lead, follow = self.played[index]
        for leader, pools in enumerate(positions):
            if lead is not None and follow is not None and not self.anyones & {(index, 0), (index, 1)}:
                self.told(results(leader, lead)[follow], pools, following, found)
                continue
            for pool, standings in pools.items():
                for trick in self.led(index, leader, pool, most):
                    self.answered(trick, standings, following, later, found)
        return found

    def later(self, index: int) -> int:
        """How many cards are taken from the pool after a trick."""
        return sum(self.taken((at, place)) for at in range(index + 1, TRICKS) for place in (0, 1))

    def taken(self, play: Play) -> bool:
        """Whether the card of a play is taken from the pool."""
        return self.played[play[0]][play[1]] is None or play in self.anyones

    def told(self, outcome: Outcome, pools: dict[int, set[Standing]], following: Following, found: Positions) -> None:
        """The same after a trick that was logged whole, which comes out the same whatever the others were."""
        winner, added, high = outcome
        leads = following[winner]
        if leads is None:
            return
        self.steps += len(pools)
        self.checked()
        for pool, standings in pools.items():
            found[leads].setdefault(pool, set()).update({standing + added | high for standing in standings})

    def led(self, index: int, leader: Seat, pool: int, most: int) -> Iterator[Led]:
        """Each lead of a trick that leaves no more than ``most``: what may come of it, what is left, the answers."""
        for lead, bit in self.options((index, 0), leader, pool):
            rest = pool ^ bit
            if (rest & self.must).bit_count() > most:
                continue
            yield results(leader, lead), rest, self.options((index, 1), 1 - leader, rest)

    def answered(
        self, trick: Led, standings: set[Standing], following: Following, later: int, found: Positions
    ) -> None:
        """Note the positions after each answer, but those that leave more cards than can still be played."""
        (outcomes, rest, answers), must = trick, self.must
        self.steps += len(answers)
        for answer, bit in answers:
            winner, added, high = outcomes[answer]
            leads, pool = following[winner], rest ^ bit
            if leads is not None and (pool & must).bit_count() <= later:
                self.steps += len(standings) - 1
                after = {standing + added | high for standing in standings}
                found[leads].setdefault(pool, set()).update(after)
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

    def leader_after(self, index: int, winner: Seat) -> Seat | None:
        """Who leads next when this seat won; None if that is known to be otherwise."""
        if index + 1 == TRICKS:
            known = self.known.chain.winners[index].seat
            return winner if known in (winner, None) else None
        known = self.known.chain.leaders[index + 1].seat
        if known in (winner, None):
            return winner
        return known if index + 1 in self.known.chain.broken else None

    def checked(self) -> None:
        if self.steps > STEPS:
            raise _TooMany


def endings(known: Known, draw: str = Draw.VOTES) -> Ending | None:
    """What every completion of phase two leaves possible; None if there are too many, or none at all.

    Exact but for two cautions: the law of following is not assumed, for people may break it unnoticed, and
    cards that were played and scored in unlogged tricks of phase one may have gone to either seat.
    """
    walk = _Walk(known)
    if walk.hopeless():
        return None
    try:
        ends = walk.run()
    except _TooMany:
        return None
    votes = lines(known, ends)
    if not votes:
        return None
    prospects = {faction: frozenset(line[at] for line in votes) for faction, at in AT.items()}
    return Ending(prospects, frozenset(decide(line, draw).winner for line in votes))


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
