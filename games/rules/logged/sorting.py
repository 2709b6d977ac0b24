"""The logged cards by what they were logged as."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.logged.chain import Chain
from games.rules.logged.held import UNITS, Held
from games.rules.logged.slots import Spot, TableTrick, loggings
from games.rules.state import HAND

RECRUITS = (Spot.REVEALED, Spot.BLIND)


@dataclass(frozen=True, slots=True)
class Sorted:
    """The logged cards that were played in phase one, recruited, and played in phase two; of each seat's only where
    the seat is known. ``seated`` where it is for all of them."""

    played: Held
    recruited: Held
    supported: Held
    recruits: tuple[Held, Held]
    supporters: tuple[Held, Held]

    @property
    def seated(self) -> bool:
        recruits, supporters = self.recruits, self.supporters
        return recruits[0] + recruits[1] == self.recruited and supporters[0] + supporters[1] == self.supported


def sorted_out(tricks: tuple[TableTrick, ...], links: Chain) -> Sorted:
    """The cards logged in these tricks."""
    played = recruited = supported = 0
    recruits, supporters = [0, 0], [0, 0]
    for index, spot, card in loggings(tricks):
        unit = UNITS[card]
        if spot in RECRUITS:
            recruited += unit
            by_seat = recruits
        elif index >= HAND:
            supported += unit
            by_seat = supporters
        else:
            played += unit
            continue
        base, flip = links.taker(index, spot)
        if not base:
            by_seat[flip] += unit
    by_seats = [(Held.of(one), Held.of(two)) for one, two in (recruits, supporters)]
    return Sorted(Held.of(played), Held.of(recruited), Held.of(supported), *by_seats)
