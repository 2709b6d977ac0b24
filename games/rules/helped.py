"""What a record tells of help that a seat had: hints, and cards taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.rules.state import Cards, Seat


@dataclass(frozen=True, slots=True)
class Helped:
    """``hints``: the plies for which one was given; ``taken_back``: to which ply the game went back, and the cards that
    had been played from there on."""

    seat: Seat
    hints: tuple[int, ...] = ()
    taken_back: tuple[tuple[int, Cards], ...] = ()


def helped_value(helped: Helped) -> dict[str, Any]:
    """The JSON value of it."""
    back = [{"ply": ply, "cards": [str(card) for card in cards]} for ply, cards in helped.taken_back]
    return {"seat": helped.seat, "hints": list(helped.hints), "taken_back": back}
