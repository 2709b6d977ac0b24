"""Transfer of a game to the other mode: from the printed deck to the site, or back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from games.rules.cards import Card
from games.rules.state import Cards, Seat, get_other_seat

MAX_CONFLICTS = 2
"""Number of times that both players may enter hands that do not fit together, since each one is a hint at the cards."""

Party = int | str
"""How a player goes on: the key of the user who plays online, or the digest of the browser that plays at the table."""


class TransferEventKind(StrEnum):
    """Kind of a log entry of a transfer, in games of both modes: an answer, a hand, and the outcome."""

    TRANSFER = "transfer"
    TRANSFER_HAND = "transfer_hand"
    HAND_CONFLICT = "hand_conflict"
    TRANSFERRED = "transferred"


@dataclass(frozen=True, slots=True)
class Transfer:
    """Offer to transfer a game, which stands until the next card or a change of its players, and its outcome.

    ``parties`` has a value for each seat that agreed, ``declined`` is the seat that declined last. ``hands`` are the
    cards that the players of a physical game entered in phase one; they are secret. ``conflicts`` counts the times
    that they did not fit together. ``game`` is the code of the game that continues this one.
    """

    parties: tuple[Party | None, Party | None] = (None, None)
    declined: Seat | None = None
    hands: tuple[Cards | None, Cards | None] = (None, None)
    conflicts: int = 0
    game: str | None = None

    @property
    def agreed(self) -> tuple[bool, bool]:
        """Return for each seat whether it agreed."""
        return self.parties[0] is not None, self.parties[1] is not None

    @property
    def is_agreed(self) -> bool:
        """Return whether both seats agreed, so that only hands can be missing."""
        return all(self.agreed)

    def awaits(self, seat: Seat) -> bool:
        """Return whether an offer of the other seat waits for the answer of this seat."""
        return self.agreed[get_other_seat(seat)] and not self.agreed[seat]

    def apply(self, kind: str, seat: Seat | None, data: Mapping[str, Any]) -> Transfer:
        """Return the transfer after one of its entries."""
        at = 0 if seat == 0 else 1
        match TransferEventKind(kind):
            case TransferEventKind.TRANSFER if data["accept"]:
                return replace(self, parties=_put(self.parties, at, data["party"]), declined=None)
            case TransferEventKind.TRANSFER:
                return replace(self.withdrawn, declined=at)
            case TransferEventKind.TRANSFER_HAND:
                cards = tuple(Card.parse(code) for code in data["cards"])
                return replace(self, hands=_put(self.hands, at, cards))
            case TransferEventKind.HAND_CONFLICT:
                return replace(self, hands=(None, None), conflicts=self.conflicts + 1).checked
        return replace(self, game=data["game"])

    @property
    def is_exhausted(self) -> bool:
        """Return whether hands did not fit together too often for another attempt."""
        return self.conflicts >= MAX_CONFLICTS

    @property
    def checked(self) -> Transfer:
        """Return the transfer, withdrawn if it is exhausted."""
        return self.withdrawn if self.is_exhausted else self

    @property
    def withdrawn(self) -> Transfer:
        """Return the transfer without an offer, as after the next card. The outcome is final."""
        if self.game is not None:
            return self
        return NO_TRANSFER if not self.conflicts else Transfer(conflicts=self.conflicts)


def _put(pair: tuple[Any, Any], seat: Seat, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


NO_TRANSFER = Transfer()
