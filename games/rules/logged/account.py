"""Where the 52 cards of a physical game are, as far as the log tells."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.cards import Card
from games.rules.logged.held import WHOLE, Held
from games.rules.logged.sorting import Sorted
from games.rules.state import HAND, Seat


@dataclass(frozen=True, slots=True)
class Account:
    """Where the cards are. ``free`` ones may be anywhere that nothing was logged.

    ``placeless`` were played in phase one, ``unassigned`` recruited, in no logged spot; ``adrift`` are the
    ``placeless`` ones that nobody is known to have won. ``hands`` are followers
    that their seat certainly has not played in a logged spot of phase two, ``left`` those that it may not have played
    there: a Goblin zero that nobody knows who played is one more. ``loose`` are followers whose seat is not known. A
    seat is ``closed`` when all its 13 followers are known.
    """

    own: tuple[Held, Held]
    placeless: Held
    adrift: Held
    unassigned: Held
    hands: tuple[Held, Held]
    left: tuple[Held, Held]
    loose: Held
    free: Held
    closed: tuple[bool, bool]

    def options(self) -> tuple[Held, Held]:
        """The cards that an unlogged card played in a trick of either phase can be."""
        return self.placeless + self.free, self.supporters()

    def supporters(self, seat: Seat | None = None) -> Held:
        """The cards that a seat, or either, may have or play in unlogged spots of phase two."""
        if seat is None:
            return self.hands[0] + self.hands[1] + self.loose + self.free
        return self.left[seat] if self.closed[seat] else self.hands[seat] + self.loose + self.free

    def blurred(self) -> Account:
        """The same cards with nothing inferred: for a log whose cards do not add up."""
        free = self.free + self.loose + self.hands[0] + self.hands[1] + self.adrift
        nothing = (Held(), Held())
        return Account(self.own, Held(), Held(), self.unassigned, nothing, nothing, Held(), free, (False, False))


def account(logged: Sorted, apart: tuple[Card, ...]) -> Account:
    """The account of what was logged in tricks; ``apart`` are the Undead played in phase one and logged in no trick.

    A card logged as recruited and the same card played in phase two are one, so the larger of the two
    numbers of copies counts. Of the Goblin zeros that makes a lower bound, which is all that is certain.
    """
    lying = Held(apart)
    spent = logged.played + lying
    own = (logged.recruits[0] | logged.supporters[0], logged.recruits[1] | logged.supporters[1])
    recruits = logged.recruited | logged.supported | (own[0] + own[1])
    free, placeless = WHOLE - spent - recruits, lying
    if spent.total() == 2 * HAND:
        recruits, free = recruits + free, Held()
    elif recruits.total() == 2 * HAND:
        placeless, free = placeless + free, Held()
    own = _completed(own, recruits)
    unknown = logged.supported - logged.supporters[0] - logged.supporters[1]
    left = (own[0] - logged.supporters[0], own[1] - logged.supporters[1])
    hands = (left[0] - unknown, left[1] - unknown)
    loose = recruits - logged.supported - hands[0] - hands[1]
    closed = (own[0].total() == HAND, own[1].total() == HAND)
    unassigned, adrift = recruits - logged.recruited, placeless - lying
    return Account(own, placeless, adrift, unassigned, hands, left, loose, free, closed)


def _completed(own: tuple[Held, Held], recruits: Held) -> tuple[Held, Held]:
    """When all 26 recruits and the 13 of one seat are known, the rest are the other's."""
    if recruits.total() != 2 * HAND:
        return own
    if own[0].total() == HAND:
        return own[0], recruits - own[0]
    return (recruits - own[1], own[1]) if own[1].total() == HAND else own
