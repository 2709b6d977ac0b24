"""Every way a log can be completed, where there are few enough to go through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import comb

from games.rules.cards import COPIES, Card, Faction
from games.rules.logged.account import Held
from games.rules.logged.bounds import Prospect, open_plays, scored
from games.rules.logged.inference import Known
from games.rules.logged.slots import TRICKS, Spot
from games.rules.logged.standing import (
    AT,
    NOTHING,
    NUMBER,
    NUMBERED,
    Pile,
    Standing,
    gain,
    piles,
    results,
    voted,
    with_more,
)
from games.rules.rulings import Draw
from games.rules.scoring import decide
from games.rules.state import HAND, Phase, Seat
from games.rules.tricks import scored_in

STEPS = 10_000
"""Tricks tried before giving up; about a hundredth of a second."""
PLAYS_LEFT = 12

EITHER, FREE = 2, 3
EARLY = scored_in(Phase.ONE)
TWINS = frozenset(card.faction for card, copies in COPIES.items() if copies > 1)


@dataclass(frozen=True, slots=True)
class Ending:
    """What remains possible: who may get each vote, and who may win (None: a draw)."""

    prospects: dict[Faction, Prospect]
    winners: frozenset[Seat | None]


Positions = tuple[set[tuple[int, Standing]], set[tuple[int, Standing]]]
"""By who leads: the cards for the open plays, as bits, and the piles."""
Options = tuple[tuple[int, int], ...]
"""Cards, each with its bit; 0 where it is not among those still to be played."""
Led = tuple[tuple[tuple[Seat, int, int], ...], int, Options]
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
        self.open = [self.bits_for(seat) for seat in (0, 1)]
        self.choices: dict[tuple[Seat, int], Options] = {}

    def bits_alike(self) -> list[int]:
        """The bits of each card that is there more than once: any of them stands for the others."""
        bits: dict[tuple[int, int], int] = {}
        for at, card in enumerate(self.cards):
            bits[card] = bits.get(card, 0) | 1 << at
        return [same for same in bits.values() if same & (same - 1)]

    def bits_for(self, seat: Seat) -> int:
        """The cards that a seat may play where nothing is logged."""
        fitting = _numbers(self.known.account.supporters(seat))
        kinds = (seat, EITHER, FREE)
        return sum(1 << at for at, (card, kind) in enumerate(self.cards) if kind in kinds and card in fitting)

    def start(self) -> Positions:
        leader = self.known.chain.leaders[HAND].seat
        standing = NOTHING
        for card, side in scored(self.known, HAND):
            if side.seat is not None:
                added, high = gain(NUMBER[card], side.seat)
                standing = standing + added | high
        begun = {((1 << len(self.cards)) - 1, standing)}
        return set() if leader == 1 else set(begun), set() if leader == 0 else begun

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
        return self.left > PLAYS_LEFT or (cards > self.left and lines > STEPS)

    def run(self) -> set[tuple[Standing, tuple[Card, ...]]]:
        """The piles at the end of every line, and the cards that were in no hand."""
        positions = self.start()
        for index in range(HAND, TRICKS):
            positions = self.after(index, positions)
        must = sum(1 << at for at, (_card, kind) in enumerate(self.cards) if kind != FREE)
        return {(standing, self.cards_of(pool)) for pool, standing in set().union(*positions) if not pool & must}

    def cards_of(self, pool: int) -> tuple[Card, ...]:
        return tuple(NUMBERED[card] for at, (card, _kind) in enumerate(self.cards) if pool >> at & 1)

    def after(self, index: int, positions: Positions) -> Positions:
        """The positions after a trick, for each way its gaps can be filled."""
        found: Positions = (set(), set())
        following = self.leader_after(index, 0), self.leader_after(index, 1)
        for leader, befores in enumerate(positions):
            for pool, standing in befores:
                for trick in self.led(index, leader, pool):
                    self.answered(trick, standing, following, found)
        return found

    def led(self, index: int, leader: Seat, pool: int) -> Iterator[Led]:
        """Each lead of a trick: what may come of it, what is left then, and the answers to it."""
        for lead, bit in self.options((index, 0), leader, pool):
            rest = pool ^ bit
            yield results(leader, lead), rest, self.options((index, 1), 1 - leader, rest)

    def answered(self, trick: Led, standing: Standing, following: tuple[Seat | None, ...], found: Positions) -> None:
        """Note the positions after each answer."""
        outcomes, rest, answers = trick
        for answer, bit in answers:
            winner, added, high = outcomes[answer]
            leads = following[winner]
            if leads is not None:
                found[leads].add((rest ^ bit, standing + added | high))
        self.count(len(answers))

    def options(self, play: Play, seat: Seat, pool: int) -> Options:
        """The cards that a seat may have played."""
        index, at = play
        card = self.played[index][at]
        if card is None:
            mine = pool & self.open[seat]
            if (seat, mine) not in self.choices:
                self.choices[seat, mine] = tuple(self.apart(mine))
            return self.choices[seat, mine]
        if play not in self.anyones:
            return ((card, 0),)
        bits = [1 << place for kind in (seat, EITHER, FREE) for place in self.places(card, kind) if pool >> place & 1]
        return ((card, bits[0]),) if bits else ()

    def places(self, card: int, kind: int) -> list[int]:
        return [place for place, one in enumerate(self.cards) if one == (card, kind)]

    def apart(self, pool: int) -> Iterator[tuple[int, int]]:
        """The cards of a pool with their bits, of those that are alike the lowest."""
        for same in self.alike:
            held = pool & same
            pool ^= held ^ (held & -held)
        for at, (card, _kind) in enumerate(self.cards):
            if pool >> at & 1:
                yield card, 1 << at

    def leader_after(self, index: int, winner: Seat) -> Seat | None:
        """Who leads next when this seat won; None if that is known to be otherwise."""
        if index + 1 == TRICKS:
            known = self.known.chain.winners[index].seat
            return winner if known in (winner, None) else None
        known = self.known.chain.leaders[index + 1].seat
        if known in (winner, None):
            return winner
        return known if index + 1 in self.known.chain.broken else None

    def count(self, tricks: int) -> None:
        self.steps += tricks
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
    votes = _lines(known, ends)
    if not votes:
        return None
    prospects = {faction: frozenset(line[at] for line in votes) for faction, at in AT.items()}
    return Ending(prospects, frozenset(decide(line, draw).winner for line in votes))


def _lines(known: Known, ends: set[tuple[Standing, tuple[Card, ...]]]) -> set[tuple[Seat | None, ...]]:
    """The seats that may get the votes together, in the order of the factions."""
    adrift, room = _adrift(known)
    found: set[tuple[Seat | None, ...]] = set()
    for standing, free in {(standing, free if room else ()) for standing, free in ends}:
        votes = piles(standing)
        seats: list[set[Seat | None]] = [{voted(pile)} for pile in votes]
        for faction in EARLY:
            if more := [card for card in (*adrift, *free) if card.faction is faction]:
                level: set[Seat | None] = {None} if faction in TWINS else set()
                seats[AT[faction]] = level.union(_drifting(votes[AT[faction]], more))
        found.update(product(*seats))
    return found


def _adrift(known: Known) -> tuple[list[Card], bool]:
    """Cards scored in phase one in an unknown pile, and whether others may have been played there too."""
    played = [card for card, side in scored(known, HAND) if side.seat is None]
    room = any(index < HAND for index in open_plays(known))
    loose = [card for card in known.account.adrift.elements() if card.faction in EARLY]
    return (played + loose, True) if room else (played, False)


def _drifting(pile: Pile, adrift: list[Card]) -> Iterator[Seat]:
    """The seats that may get a vote when some cards may go to either; a seat does best with all of them.

    Left out is that nobody gets it, which takes equal cards in both piles.
    """
    for seat in (0, 1):
        best = pile
        for card in adrift:
            best = with_more(best, card.value, seat)
        if voted(best) == seat:
            yield seat


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
