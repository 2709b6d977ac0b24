"""Who sits at an online game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who holds a seat. ``opponent`` is the level of one of the site's own, empty for people; ``program``: one of the
    person's sat down."""

    user_id: int
    name: str
    guest: bool
    opponent: str = ""
    program: bool = False


Sitters = tuple[Sitter | None, Sitter | None]
"""Of both seats; None where one is free."""
