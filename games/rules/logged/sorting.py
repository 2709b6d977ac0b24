"""The logged cards by what they were logged as."""

from __future__ import annotations

from collections import defaultdict
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
    the seat is known. ``opposed`` are the cards that a side played in phase two and those that its opponent recruited,
    together, for each side, relative ones too, of which there may be both."""

    played: Held
    recruited: Held
    supported: Held
    recruits: tuple[Held, Held]
    supporters: tuple[Held, Held]
    opposed: tuple[Held, ...]


def sorted_out(tricks: tuple[TableTrick, ...], links: Chain) -> Sorted:
    """The cards logged in these tricks."""
    played = recruited = supported = 0
    recruits, supporters = defaultdict(_nothing, {0: [0, 0]}), defaultdict(_nothing, {0: [0, 0]})
    for index, trick in enumerate(tricks):
        if trick is UNLOGGED:
            continue
        lead, follow = COUNTED[trick.lead], COUNTED[trick.follow]
        if index < HAND:
            revealed, blind, (base, flip) = COUNTED[trick.revealed], COUNTED[trick.blind], links.winners[index]
            played += lead + follow
            recruited += revealed + blind
            sides = recruits[base]
            sides[flip] += revealed
            sides[1 - flip] += blind
        else:
            base, flip = links.leaders[index]
            supported += lead + follow
            sides = supporters[base]
            sides[flip] += lead
            sides[1 - flip] += follow
    both = recruits.keys() & supporters
    opposed = [Held.of(supporters[base][flip] + recruits[base][1 - flip]) for base in both for flip in (0, 1)]
    logged = Held.of(played), Held.of(recruited), Held.of(supported)
    return Sorted(*logged, _pair(recruits[0]), _pair(supporters[0]), tuple(opposed))


def _nothing() -> list[int]:
    return [0, 0]


def _pair(packed: list[int]) -> tuple[Held, Held]:
    return Held.of(packed[0]), Held.of(packed[1])
