"""The logged cards by what they were logged as."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.cards import Card
from games.rules.logged.chain import Chain
from games.rules.logged.held import UNITS, Held
from games.rules.logged.slots import UNLOGGED, Spot, TableTrick
from games.rules.state import HAND

RECRUITS = (Spot.REVEALED, Spot.BLIND)
COUNTED: dict[Card | None, int] = {None: 0} | UNITS
"""What each card adds to those that are counted, and that nothing adds none."""


@dataclass(frozen=True, slots=True)
class Sorted:
    """The logged cards that were played in phase one, recruited, and played in phase two; of each seat's only where
    the seat is known."""

    played: Held
    recruited: Held
    supported: Held
    recruits: tuple[Held, Held]
    supporters: tuple[Held, Held]

    @property
    def unseated(self) -> Held:
        """Those recruited and those played in phase two of which the seat is not known, together."""
        recruits, supporters = self.recruits, self.supporters
        return self.recruited - recruits[0] - recruits[1] + (self.supported - supporters[0] - supporters[1])


def sorted_out(tricks: tuple[TableTrick, ...], links: Chain) -> Sorted:
    """The cards logged in these tricks."""
    played = recruited = supported = 0
    recruits, supporters = [0, 0], [0, 0]
    for index, trick in enumerate(tricks):
        if trick is UNLOGGED:
            continue
        lead, follow = COUNTED[trick.lead], COUNTED[trick.follow]
        if index < HAND:
            revealed, blind, (base, flip) = COUNTED[trick.revealed], COUNTED[trick.blind], links.winners[index]
            played += lead + follow
            recruited += revealed + blind
            if not base:
                recruits[flip] += revealed
                recruits[1 - flip] += blind
        else:
            base, flip = links.leaders[index]
            supported += lead + follow
            if not base:
                supporters[flip] += lead
                supporters[1 - flip] += follow
    by_seats = [(Held.of(one), Held.of(two)) for one, two in (recruits, supporters)]
    return Sorted(Held.of(played), Held.of(recruited), Held.of(supported), *by_seats)
