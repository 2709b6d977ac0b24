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
from games.rules.rulings import Draw
from games.rules.scoring import decide
from games.rules.state import HAND, Phase, Seat, other
from games.rules.tricks import POWERS, judge, scored_in

STEPS = 10_000
"""Tricks tried before giving up; about a tenth of a second."""
PLAYS_LEFT = 12

Pile = tuple[int, int, int]
"""A faction's cards: how many more seat 0 has, and the highest value of each seat, -1 for none."""
Standing = tuple[Pile, ...]
Pool = tuple[tuple[int, ...], ...]
"""The cards for the open plays, as numbers (hashing cards takes most of the time otherwise): of seat 0, of
seat 1, of either, and those that need not be in phase two."""

EITHER, FREE = 2, 3
AT = {faction: at for at, faction in enumerate(Faction)}
NUMBERED = tuple(COPIES)
NUMBER = {card: number for number, card in enumerate(NUMBERED)}
WORTH = tuple((AT[card.faction], card.value) for card in NUMBERED)
EARLY = scored_in(Phase.ONE)
TWINS = frozenset(card.faction for card, copies in COPIES.items() if copies > 1)
SCORERS = tuple(tuple(POWERS[card.faction].scorer(Phase.TWO, seat) for seat in (0, 1)) for card in NUMBERED)
WINS = tuple(tuple(judge(lead, follow)[0] for follow in NUMBERED) for lead in NUMBERED)


@dataclass(frozen=True, slots=True)
class Ending:
    """What remains possible: who may get each vote, and who may win (None: a draw)."""

    prospects: dict[Faction, Prospect]
    winners: frozenset[Seat | None]


Position = tuple[Seat, Pool, Standing]
Play = tuple[int, int]
"""A trick, and 0 for its lead or 1 for its answer."""


class _TooMany(Exception):
    pass


class _Walk:
    """One run through phase two, all lines abreast: equal positions are followed once."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.steps = 0
        self.played = [(_number(trick.lead), _number(trick.follow)) for trick in known.tricks]
        self.fitting = [_numbers(known.account.supporters(seat)) for seat in (0, 1)]
        self.anyones = {play for play, seat in _takers(known) if seat is None} if known.trusted else set()
        self.left = sum(index >= HAND for index in open_plays(known))

    def start(self) -> set[Position]:
        leader = self.known.chain.leaders[HAND].seat
        pool = tuple(tuple(sorted(NUMBER[card] for card in held.elements())) for held in self.to_play())
        standing: Standing = ((0, -1, -1),) * len(Faction)
        for card, side in scored(self.known, HAND):
            if side.seat is not None:
                standing = _with(standing, NUMBER[card], side.seat)
        return {(seat, pool, standing) for seat in ((0, 1) if leader is None else (leader,))}

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

    def run(self) -> set[Position]:
        positions = self.start()
        for index in range(HAND, TRICKS):
            positions = {after for before in positions for after in self.after(index, before)}
        return {end for end in positions if not any(end[1][:FREE])}

    def after(self, index: int, before: Position) -> Iterator[Position]:
        """The positions after a trick, for each way its gaps can be filled."""
        leader, pool, standing = before
        for lead, rest in self.choices((index, 0), leader, pool):
            for follow, left in self.choices((index, 1), other(leader), rest):
                self.count()
                winner = leader ^ WINS[lead][follow]
                following = self.leader_after(index, winner)
                if following is not None:
                    yield following, left, _gained(_gained(standing, lead, winner), follow, winner)

    def choices(self, play: Play, seat: Seat, pool: Pool) -> Iterable[tuple[int, Pool]]:
        """The cards that a seat may have played, each with what is left."""
        index, at = play
        card, kinds = self.played[index][at], (seat, EITHER, FREE)
        if card is None:
            return ((one, _less(pool, kind, one)) for kind in kinds for one in self.fitting[seat] & set(pool[kind]))
        if play not in self.anyones:
            return ((card, pool),)
        return [(card, _less(pool, kind, card)) for kind in kinds if card in pool[kind]][:1]

    def leader_after(self, index: int, winner: Seat) -> Seat | None:
        """Who leads next when this seat won; None if that is known to be otherwise."""
        if index + 1 == TRICKS:
            known = self.known.chain.winners[index].seat
            return winner if known in (winner, None) else None
        known = self.known.chain.leaders[index + 1].seat
        if known in (winner, None):
            return winner
        return known if index + 1 in self.known.chain.broken else None

    def count(self) -> None:
        self.steps += 1
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


def _lines(known: Known, ends: set[Position]) -> set[tuple[Seat | None, ...]]:
    """The seats that may get the votes together, in the order of the factions."""
    adrift, room = _adrift(known)
    found: set[tuple[Seat | None, ...]] = set()
    for standing, free in {(end[2], end[1][FREE] if room else ()) for end in ends}:
        seats = [{_seat(pile)} for pile in standing]
        for faction in EARLY:
            if more := [card for card in (*adrift, *(NUMBERED[n] for n in free)) if card.faction is faction]:
                level: set[Seat | None] = {None} if faction in TWINS else set()
                seats[AT[faction]] = level.union(_drifting(standing[AT[faction]], more))
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
            best = _more(best, card.value, seat)
        if _seat(best) == seat:
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


def _gained(standing: Standing, number: int, winner: Seat) -> Standing:
    seat = SCORERS[number][winner]
    return standing if seat is None else _with(standing, number, seat)


def _with(standing: Standing, number: int, seat: Seat) -> Standing:
    at, value = WORTH[number]
    return (*standing[:at], _more(standing[at], value, seat), *standing[at + 1 :])


def _more(pile: Pile, value: int, seat: Seat) -> Pile:
    lead, first, second = pile
    return (lead - 1, first, max(second, value)) if seat else (lead + 1, max(first, value), second)


def _seat(pile: Pile) -> Seat | None:
    lead, first, second = pile
    margin = lead or first - second
    return None if margin == 0 else int(margin < 0)


def _less(pool: Pool, kind: int, card: int) -> Pool:
    cards = pool[kind]
    at = cards.index(card)
    return (*pool[:kind], cards[:at] + cards[at + 1 :], *pool[kind + 1 :])
