"""Who can still get each vote, by counting: sound for any log, and quick."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.rules.cards import Card, Faction
from games.rules.logged.account import Account
from games.rules.logged.chain import Side, scorer_of
from games.rules.logged.held import Held
from games.rules.logged.inference import Known
from games.rules.logged.slots import TRICKS, phase_of
from games.rules.state import Phase, Seat

Prospect = frozenset[Seat | None]
"""The seats that may get a vote; None among them: that nobody gets it."""

UNKNOWN = 2
Spots = dict[Phase, list[int]]
"""Of each phase: in how many open plays seat 0 won the trick, seat 1 did, and who did is not known."""

OPEN: Prospect = frozenset({0, 1, None})


@dataclass(slots=True)
class _Stake:
    """A faction's cards: by the side that gets them, and those of which at most so many may go to a seat."""

    placed: dict[int, tuple[list[Card], list[Card]]] = field(default_factory=lambda: defaultdict(lambda: ([], [])))
    floating: list[Card] = field(default_factory=list)
    room: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class _Log:
    """What all factions are counted by: the known cards that score, those that are certainly open, where the others
    are, the open plays, and how many there are in phase two."""

    scored: list[tuple[Card, Side]]
    sure: Held
    account: Account
    spots: Spots
    late: int

    @property
    def floating(self) -> tuple[Held, ...]:
        return self.sure, self.account.free, self.account.adrift


def bounds(known: Known) -> dict[Faction, Prospect]:
    """The seats that may get each vote. A prospect of one seat is certain; a larger one may be too cautious."""
    return {faction: _prospect(stake) for faction, stake in _stakes(counted(known)).items()}


def counted(known: Known) -> _Log:
    """What the counting goes by."""
    account = known.account
    sure = account.hands[0] + account.hands[1] + account.loose
    spots = _spots(known)
    return _Log([*scored(known)], sure, account, spots, sum(spots[Phase.TWO]))


def _spots(known: Known) -> Spots:
    found: Spots = {Phase.ONE: [0, 0, 0], Phase.TWO: [0, 0, 0]}
    for index in open_plays(known):
        seat = known.chain.winners[index].seat
        found[phase_of(index)][UNKNOWN if seat is None else seat] += 1
    return found


def scored(known: Known, tricks: int = TRICKS) -> Iterator[tuple[Card, Side]]:
    """The known cards that go to score piles in the first so many tricks, and to whose."""
    stated = {card: seat for seat, card in known.apart}
    for index, (trick, winner) in enumerate(zip(known.tricks[:tricks], known.chain.winners, strict=False)):
        phase = phase_of(index)
        for card in (trick.lead, trick.follow):
            flip = None if card is None else scorer_of(phase, card.faction)
            if card is not None and flip is not None:
                yield card, winner.opponent if flip else winner
    for card, seat in stated.items():
        yield card, Side(0, seat)


def open_plays(known: Known) -> Iterator[int]:
    """The index of the trick for each card still to be played or not logged, missing tricks included."""
    for index, trick in enumerate(known.tricks):
        if trick.lead is None:
            yield index
        if trick.follow is None:
            yield index


def _stakes(log: _Log) -> dict[Faction, _Stake]:
    stakes = {faction: _Stake() for faction in Faction}
    for card, side in log.scored:
        stakes[card.faction].placed[side.base][side.flip].append(card)
    for card in [card for held in log.floating for card in held.elements()]:
        stakes[card.faction].floating.append(card)
    sure = Counter(card.faction for card in log.sure.elements())
    for faction, stake in stakes.items():
        stake.room = _room(log, faction, sure.total() - sure[faction])
    return stakes


def _room(log: _Log, faction: Faction, others: int) -> tuple[int, int]:
    """How many open plays may bring each seat a card of the faction; in phase two some surely hold others."""
    most = max(0, log.late - others)
    early, late = (_open_to(log.spots[phase], scorer_of(phase, faction)) for phase in Phase)
    return early[0] + min(late[0], most), early[1] + min(late[1], most)


def _open_to(spots: list[int], flip: int | None) -> tuple[int, int]:
    """In how many open plays each seat may get a card that goes to the winner (0) or the loser (1)."""
    if flip is None:
        return 0, 0
    return spots[flip] + spots[UNKNOWN], spots[1 - flip] + spots[UNKNOWN]


def _prospect(stake: _Stake) -> Prospect:
    best = [_best(stake, seat) for seat in (0, 1)]
    found: set[Seat | None] = {seat for seat in (0, 1) if best[seat] > 0 or _by_card(stake, seat, best[seat])}
    placed = [card for sides in stake.placed.values() for side in sides for card in side]
    if min(best) >= 0 and not any(card.value for card in placed):
        found.add(None)
    return frozenset(found) or OPEN


def _best(stake: _Stake, seat: Seat) -> int:
    """By how many cards a seat can lead at the most."""
    lead = min(stake.room[seat], len(stake.floating))
    for base, sides in stake.placed.items():
        margin = len(sides[seat]) - len(sides[1 - seat])
        lead += margin if base == 0 else abs(margin)
    return lead


def _by_card(stake: _Stake, seat: Seat, best: int) -> bool:
    """Whether a seat that can only come level may then have the higher card."""
    if best < 0:
        return False
    against = max((card.value for card in stake.placed[0][1 - seat]), default=-1)
    mine = [card.value for base, sides in stake.placed.items() if base for side in sides for card in side]
    mine += [card.value for card in stake.placed[0][seat]]
    mine += [card.value for card in stake.floating] if stake.room[seat] else []
    return max(mine, default=-1) > against
