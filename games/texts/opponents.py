"""Computer opponents of the site: names, pictures, strengths and descriptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Opponent:
    """Computer opponent at a level. Its name is the same in all languages.

    ``face`` is the code of the card that pictures it, ``strength`` goes from 1 to ``most``, and ``manner`` is one
    sentence on how it plays.
    """

    level: str
    name: str
    face: str
    strength: int
    manner: Any

    @property
    def most(self) -> int:
        """Return the highest strength of all opponents."""
        return len(OPPONENTS)


OPPONENTS: dict[str, Opponent] = {
    opponent.level: opponent
    for opponent in (
        Opponent("page", "Snib Tallowick", "G1", 1, _("Plays fast and forgets what's gone.")),
        Opponent("squire", "Wystan Oakhelm", "K4", 2, _("Plays by the book and forgets half of what's gone.")),
        Opponent("herald", "Morvane Sallow", "U6", 3, _("Thinks before each card, but slips up now and then.")),
        Opponent("marshal", "Brunna Deepvein", "D7", 4, _("Never forgets a card and works out the last tricks.")),
        Opponent("master", "Ilvane Mirrour", "P8", 5, _("Weighs a thousand deals and plays a perfect phase two.")),
    )
}
"""Opponents by level, from the weakest to the strongest. ``games.engine.levels`` defines how each plays."""
DEFAULT_OPPONENT = next(iter(OPPONENTS))
BEST_OPPONENT = next(reversed(OPPONENTS))


def describe_level(opponent: Opponent) -> Any:
    """Return the label of an opponent as a choice: its name and strength."""
    return format_lazy("{} · {}", opponent.name, format_lazy(_("level {}"), opponent.strength))


def get_face(level: str) -> str:
    """Return the code of the card that pictures an opponent; empty for an unknown level."""
    return OPPONENTS[level].face if level in OPPONENTS else ""


def get_strength(level: str) -> int | None:
    """Return the strength of an opponent, from 1; None for an unknown level."""
    return OPPONENTS[level].strength if level in OPPONENTS else None
