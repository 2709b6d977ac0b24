"""The points on which the rule books are silent or disagree, as options of a game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Lead(StrEnum):
    """Who leads the first trick (ruling 9). ``CHOSEN`` is for tables: the players choose, the youngest suggested."""

    RANDOM = "random"
    CREATOR = "creator"
    OTHER = "other"
    CHOSEN = "chosen"


class LastTrick(StrEnum):
    """How long the last trick may be looked at (ruling 14)."""

    LEAD = "lead"
    """Until the next card is led."""
    TRICK = "trick"
    """Until the next trick is complete."""
    ALL = "all"
    """To the end, as every trick."""


class Draw(StrEnum):
    """What becomes of a game in which nobody has three votes (rulings 15 and 16)."""

    VOTES = "votes"
    """More votes win; equally many are a draw."""
    THREE = "three"
    """Three votes are needed; without them it is a draw."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """How a game decides these points. ``strict``: nobody looks into their own follower pile in phase one (ruling 12).

    The defaults are what a record that says nothing means, so they never change.
    """

    lead: str = Lead.RANDOM
    strict: bool = False
    last_trick: str = LastTrick.TRICK
    draw: str = Draw.VOTES


ONLINE = Rulings()
AT_TABLE = Rulings(lead=Lead.CHOSEN)
