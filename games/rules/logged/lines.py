"""Who gets the votes together at the ends of all lines, where cards of phase one may have gone to either seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from games.rules.cards import COPIES, Card, Faction
from games.rules.logged.bounds import Prospect, open_plays, scored
from games.rules.logged.inference import Known
from games.rules.logged.standing import Pile, Standing, fields_of, pile_of, voted, with_more
from games.rules.logged.walk import Walk
from games.rules.state import HAND, Phase, Seat
from games.rules.tricks import scored_in

EARLY = scored_in(Phase.ONE)
Line = tuple[Seat | None, ...]
Drift = tuple[tuple[Card, ...], ...]
"""Of each faction cards that may be in either pile."""
TWINS = frozenset(card.faction for card, copies in COPIES.items() if copies > 1)


class Ends:
    """Who gets the votes at the ends of a walk's lines."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.adrift, self.room = _adrift(walk.known)
        # Kept without a function that knows this object, which would be a circle for the garbage collector.
        self.drifts: dict[int, Drift] = {}

    def drift(self, pool: int) -> Drift:
        """Of each faction the cards that may be in either pile, by the cards that were in no hand in phase two."""
        if pool not in self.drifts:
            cards = self.adrift
            if self.room:
                cards = [*self.adrift, *(card for card in self.walk.cards_of(pool) if self.drifting(card.faction))]
            self.drifts[pool] = tuple(tuple(card for card in cards if card.faction is one) for one in Faction)
        return self.drifts[pool]

    def drifting(self, faction: Faction) -> bool:
        """Whether cards of a faction that were in no hand in phase two may be in either pile."""
        return self.room and faction in EARLY

    def apart(self, ends: Iterable[tuple[Standing, int]]) -> set[tuple[Standing, Drift]]:
        """The ends that differ in who may get a vote."""
        return {(standing, self.drift(pool)) for standing, pool in ends}

    def votes(self, standing: Standing, drift: Drift) -> list[Prospect]:
        """The seats that may get each vote, in the order of the factions."""
        return list(map(_seats, fields_of(standing), drift))

    def lines(self, ends: Iterable[tuple[Standing, int]]) -> set[Line]:
        """The seats that may get the votes together, in the order of the factions."""
        return {line for end in self.apart(ends) for line in product(*self.votes(*end))}


@lru_cache(4096)
def _seats(field: int, more: tuple[Card, ...]) -> frozenset[Seat | None]:
    """Who may get a faction's vote, by its pile and the cards that may be in either."""
    pile = pile_of(field)
    if not more:
        return frozenset({voted(pile)})
    level: set[Seat | None] = {None} if more[0].faction in TWINS else set()
    return frozenset(level.union(_drifting(pile, more)))


def _adrift(known: Known) -> tuple[list[Card], bool]:
    """Cards scored in phase one in an unknown pile, and whether others may have been played there too."""
    played = [card for card, side in scored(known, HAND) if side.seat is None]
    room = any(index < HAND for index in open_plays(known))
    loose = [card for card in known.account.adrift.elements() if card.faction in EARLY]
    return (played + loose, True) if room else (played, False)


def _drifting(pile: Pile, adrift: Iterable[Card]) -> Iterator[Seat]:
    """The seats that may get a vote when some cards may go to either; a seat does best with all of them.

    Left out is that nobody gets it, which takes equal cards in both piles.
    """
    for seat in (0, 1):
        best = pile
        for card in adrift:
            best = with_more(best, card.value, seat)
        if voted(best) == seat:
            yield seat
