"""Rulings: options of a game for points on which the rule books are silent or disagree."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Lead(StrEnum):
    """Leader of the first trick (ruling 9).

    ``CHOSEN`` is for tables, where the players choose; the youngest player is suggested.
    """

    RANDOM = "random"
    CREATOR = "creator"
    OTHER = "other"
    CHOSEN = "chosen"


class LastTrick(StrEnum):
    """Period in which players may look at the last trick (ruling 14)."""

    LEAD = "lead"
    """Until the next card is led."""
    TRICK = "trick"
    """Until the next trick is complete."""
    ALL = "all"
    """Until the end of the game, together with all earlier tricks."""


class Draw(StrEnum):
    """Result of a game in which neither seat has three votes (rulings 15 and 16)."""

    VOTES = "votes"
    """The seat with more votes wins; equal votes are a draw."""
    THREE = "three"
    """The game is a draw."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """Rulings of a game.

    With ``strict``, players may not look at their own follower piles in phase one (ruling 12). The defaults are the
    rulings of a record that names none, so they must never change.
    """

    lead: str = Lead.RANDOM
    strict: bool = False
    last_trick: str = LastTrick.TRICK
    draw: str = Draw.VOTES


MATCH_RULINGS = Rulings()
TABLE_RULINGS = Rulings(lead=Lead.CHOSEN)
