"""Which seats the cards still to come may bring level or ahead in each faction, whoever wins them."""

from __future__ import annotations

from games.rules.cards import Card, Faction
from games.rules.logged.lines import Ends
from games.rules.logged.slots import TRICKS
from games.rules.logged.standing import AT, EVERY, FIELD, LEVEL, NUMBER, WORTH, Fields, Standing, fields_at
from games.rules.logged.walk import Walk
from games.rules.state import Seat

LEVELS: Standing = sum(LEVEL << FIELD * at for at in AT.values())
ONES: Standing = sum(1 << FIELD * at for at in AT.values())


class Reach:
    """The cards of each faction that are still to come, by the trick and the cards left for the open plays.

    Each faction's count stands where a ``Standing`` has its lead, so that all are reckoned with at once. Cards that may
    lie in either pile already are to come as well.
    """

    def __init__(self, told: Ends, fields: Fields = EVERY) -> None:
        walk = told.walk
        self.fields, self.must = fields, walk.must
        self.ones = ONES & fields_at(fields)
        self.logged = _logged(walk, told.adrift, fields_at(fields))
        self.plays = {turn.at + 1: turn.later for turn in walk.turns}
        self.bits = [_bits(walk, faction, told.drifting(faction)) for faction, at in AT.items() if fields >> at & 1]

    def coming(self, index: int, pool: int) -> Standing:
        """How many cards of each faction may still come: those that have to be played or may lie in a pile, and of the
        others as many as there are plays for."""
        coming = self.logged[index]
        room = self.plays[index] - (pool & self.must).bit_count()
        for shift, surely, perhaps in self.bits:
            coming += (pool & surely).bit_count() + min((pool & perhaps).bit_count(), room) << shift
        return coming

    def level(self, coming: Standing, standing: Standing) -> int:
        """Which seats may still come level or ahead, as a number for ``may``."""
        return (standing + coming & LEVELS) | (standing - coming - self.ones & LEVELS) << 1

    def may(self, level: int, at: int, seat: Seat) -> bool:
        """Whether a seat may come level or ahead in a faction."""
        bit = level >> FIELD * at + 5 + seat & 1
        return bool(bit) is (seat == 0)


def _bits(walk: Walk, faction: Faction, drifting: bool) -> tuple[int, int, int]:
    """Where a faction's count stands, and its cards for the open plays: those that count whether there are plays for
    them or not, and the others."""
    at = AT[faction]
    bits = sum([1 << place for place, (card, _kind) in enumerate(walk.cards) if WORTH[card][0] == at])
    surely = bits if drifting else bits & walk.must
    return FIELD * at, surely, bits ^ surely


def _logged(walk: Walk, adrift: list[Card], fields: Standing) -> dict[int, Standing]:
    """The cards from each trick on that are not among those still to be played, and those adrift."""
    cards = sum(1 << FIELD * WORTH[NUMBER[card]][0] for card in adrift)
    found = {TRICKS: cards & fields}
    for turn in reversed(walk.turns):
        for place, card in enumerate((turn.lead, turn.follow)):
            if card is not None and not walk.taken((turn.at, place)):
                cards += 1 << FIELD * WORTH[card][0]
        found[turn.at] = cards & fields
    return found
