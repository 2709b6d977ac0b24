"""Rulings: options of a game for the points on which the rule books are silent or disagree."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Lead(StrEnum):
    """The leader of the first trick (ruling 9). ``CHOSEN`` is for tables: players choose, the youngest is suggested."""

    RANDOM = "random"
    CREATOR = "creator"
    OTHER = "other"
    CHOSEN = "chosen"


class LastTrick(StrEnum):
    """How long players may look at the last trick (ruling 14)."""

    LEAD = "lead"
    """Until the next card is led."""
    TRICK = "trick"
    """Until the next trick is complete."""
    ALL = "all"
    """To the end of the game, as for every trick."""


class Draw(StrEnum):
    """The result of a game in which neither seat has three votes (rulings 15 and 16)."""

    VOTES = "votes"
    """More votes win; equally many are a draw."""
    THREE = "three"
    """Three votes are needed; without them it is a draw."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rulings of a game. ``strict``: players may not look into their own follower pile in phase one (ruling 12).

    The defaults are the rulings of a record that names none, so they never change.
    """

    lead: str = Lead.RANDOM
    strict: bool = False
    last_trick: str = LastTrick.TRICK
    draw: str = Draw.VOTES


MATCH_RULINGS = Rulings()
TABLE_RULINGS = Rulings(lead=Lead.CHOSEN)
