"""Which seats the cards still to come may bring level or ahead in each faction, whoever wins them."""

from __future__ import annotations

from games.rules.cards import Card
from games.rules.logged.slots import TRICKS
from games.rules.logged.standing import AT, EVERY, FIELD, LEVEL, NUMBER, WORTH, Fields, Standing, fields_at
from games.rules.logged.walk import Walk
from games.rules.state import Seat

LEVELS: Standing = sum(LEVEL << FIELD * at for at in AT.values())
ONES: Standing = sum(1 << FIELD * at for at in AT.values())


class Reach:
    """The cards of each faction that are still to come, by the trick and the cards left for the open plays.

    Each faction's count stands where a ``Standing`` has its lead, so that all are reckoned with at once. ``adrift`` are
    cards that may lie in either pile already.
    """

    def __init__(self, walk: Walk, adrift: list[Card], fields: Fields = EVERY) -> None:
        self.fields = fields
        self.bits = [
            (FIELD * at, sum(1 << place for place, (card, _kind) in enumerate(walk.cards) if WORTH[card][0] == at))
            for at in AT.values()
            if fields >> at & 1
        ]
        self.ones = ONES & fields_at(fields)
        self.logged = _logged(walk, adrift, fields_at(fields))

    def coming(self, index: int, pool: int) -> Standing:
        """How many cards of each faction may still come."""
        return self.logged[index] + sum((pool & bits).bit_count() << shift for shift, bits in self.bits)

    def level(self, coming: Standing, standing: Standing) -> int:
        """Which seats may still come level or ahead, as a number for ``may``."""
        return (standing + coming & LEVELS) | (standing - coming - self.ones & LEVELS) << 1

    def may(self, level: int, at: int, seat: Seat) -> bool:
        """Whether a seat may come level or ahead in a faction."""
        bit = level >> FIELD * at + 5 + seat & 1
        return bool(bit) is (seat == 0)


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
