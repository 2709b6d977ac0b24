"""Who can still get each vote, by counting: sound for any log, and quick."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.rules.cards import Card, Faction
from games.rules.logged.account import Held
from games.rules.logged.chain import Side
from games.rules.logged.inference import Known
from games.rules.logged.slots import TRICKS, Spot, phase_of
from games.rules.state import HAND, Phase, Seat

Prospect = frozenset[Seat | None]
"""The seats that may get a vote; None among them: that nobody gets it."""

OPEN: Prospect = frozenset({0, 1, None})
PLAYS = (Spot.LEAD, Spot.FOLLOW)


@dataclass(slots=True)
class _Stake:
    """A faction's cards: by the side that gets them, and those of which at most so many may go to a seat."""

    placed: dict[int, tuple[list[Card], list[Card]]] = field(default_factory=lambda: defaultdict(lambda: ([], [])))
    floating: list[Card] = field(default_factory=list)
    room: tuple[int, int] = (0, 0)


def bounds(known: Known) -> dict[Faction, Prospect]:
    """The seats that may get each vote. A prospect of one seat is certain; a larger one may be too cautious."""
    return {faction: _prospect(_stake(known, faction)) for faction in Faction}


def scored(known: Known, tricks: int = TRICKS) -> Iterator[tuple[Card, Side]]:
    """The known cards that go to score piles in the first so many tricks, and to whose."""
    stated = {card: seat for seat, card in known.apart}
    for index in range(tricks):
        for spot in PLAYS:
            card = known.tricks[index].at(spot)
            side = None if card is None else known.chain.scorer(index, card.faction)
            if card is not None and side is not None:
                yield card, side
    for card, seat in stated.items():
        yield card, Side(0, seat)


def open_plays(known: Known) -> Iterator[int]:
    """The index of the trick for each card still to be played or not logged, missing tricks included."""
    for index, trick in enumerate(known.tricks):
        for spot in PLAYS:
            if trick.at(spot) is None:
                yield index


def _stake(known: Known, faction: Faction) -> _Stake:
    stake = _Stake()
    for card, side in scored(known):
        if card.faction is faction:
            stake.placed[side.base][side.flip].append(card)
    stake.floating = list(_floating(known, faction).elements())
    sure = _sure(known)
    others = sum(count for card, count in sure.items() if card.faction is not faction)
    stake.room = (_room(known, faction, 0, others), _room(known, faction, 1, others))
    return stake


def _sure(known: Known) -> Held:
    """The cards that are certainly among the open plays of phase two."""
    return known.account.hands[0] + known.account.hands[1] + known.account.loose


def _floating(known: Known, faction: Faction) -> Held:
    cards = _sure(known) + known.account.free + known.account.adrift
    return Held({card: count for card, count in cards.items() if card.faction is faction})


def _room(known: Known, faction: Faction, seat: Seat, others: int) -> int:
    """How many open plays may bring a seat a card of the faction; in phase two some surely hold others."""
    spots = {Phase.ONE: 0, Phase.TWO: 0}
    plays = tuple(open_plays(known))
    total = sum(index >= HAND for index in plays)
    for index in plays:
        side = known.chain.scorer(index, faction)
        if side is not None and side.seat in (seat, None):
            spots[phase_of(index)] += 1
    return spots[Phase.ONE] + min(spots[Phase.TWO], max(0, total - others))


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
