"""The site's own opponents: a name that is the same in all languages, a face from the cards, and how they play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Opponent:
    """Who plays at a level. ``face``: a drawing of a card; ``manner``: one sentence; ``strength``: 1 to ``most``."""

    level: str
    name: str
    face: str
    strength: int
    manner: Any

    @property
    def most(self) -> int:
        """Highest strength of all opponents."""
        return len(OPPONENTS)


OPPONENTS: dict[str, Opponent] = {
    one.level: one
    for one in (
        Opponent("page", "Snib Tallowick", "G1", 1, _("Is in a hurry, and forgets what was played.")),
        Opponent("squire", "Wystan Oakhelm", "K4", 2, _("Plays by the book, and forgets half of what was played.")),
        Opponent("herald", "Morvane Sallow", "U6", 3, _("Thinks before each card, and slips now and then.")),
        Opponent("marshal", "Brunna Deepvein", "D7", 4, _("Forgets no card, and counts the last tricks to the end.")),
        Opponent("master", "Ilvane Mirrour", "P8", 5, _("Weighs a thousand deals, and plays phase two to perfection.")),
    )
}
"""By the key of their level, from the weakest to the strongest. ``games.engine.levels`` says how each thinks."""
DEFAULT_OPPONENT = next(iter(OPPONENTS))
BEST_OPPONENT = next(reversed(OPPONENTS))


def describe_level(one: Opponent) -> Any:
    """Return an opponent as a choice: the name, and how strong."""
    return format_lazy("{} · {}", one.name, format_lazy(_("level {}"), one.strength))


def get_face(level: str) -> str:
    """Return the drawing that shows an opponent; none for a level that this release does not know."""
    return OPPONENTS[level].face if level in OPPONENTS else ""


def get_strength(level: str) -> int | None:
    """How strong an opponent is, from 1; None for a level that this release does not know."""
    return OPPONENTS[level].strength if level in OPPONENTS else None
