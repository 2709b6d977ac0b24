"""Where a game began that did not begin with its deal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """It goes on from a finished game, whose code this is, after so many cards. Who plays it has seen them all."""

    game: str
    step: int
