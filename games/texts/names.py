"""Names that the site makes up. They are stored in English, and translated on their way to a reader."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar

from django.utils.translation import gettext, gettext_noop

from games.state.dealt_state import Occupant
from games.state.match_state import MatchState
from games.state.replay import Replay
from games.state.table_state import TableState

FIRST_PLAYER, SECOND_PLAYER = gettext_noop("Player 1"), gettext_noop("Player 2")
"""Names at a table of players who typed none."""
NAMELESS = frozenset({gettext_noop("Player"), FIRST_PLAYER, SECOND_PLAYER})
"""Names of muted and erased people, and of players who typed none."""
_GUEST = re.compile(r"Guest ([0-9]+)")

OccupiedState = TypeVar("OccupiedState", MatchState, Replay)


def format_guest_name(number: int) -> str:
    """Return the name of a guest who chose none, as it is stored."""
    return f"Guest {number}"


def translate_name(name: str) -> str:
    """Return a name in the active language if the site made it up; return any other name as it is.

    The trap: nothing tells a made-up name from one that a person chose and that looks the same.
    """
    if name in NAMELESS:
        return gettext(name)
    guest = _GUEST.fullmatch(name)
    return gettext("Guest %(number)s") % {"number": guest[1]} if guest else name


def is_made_up(name: str) -> bool:
    """Return whether a stored name is one that the site makes up."""
    return name in NAMELESS or _GUEST.fullmatch(name) is not None


def restore_name(text: str) -> str:
    """Return the stored form of a name that a reader typed or left in a field: the inverse of ``translate_name``."""
    number = re.search(r"[0-9]+", text)
    candidates = [*NAMELESS, *([format_guest_name(int(number[0]))] if number else [])]
    return next((name for name in candidates if translate_name(name) == text), text)


def translate_names(names: tuple[str, str]) -> tuple[str, str]:
    """Return the names of both seats, as ``translate_name`` does."""
    return translate_name(names[0]), translate_name(names[1])


def translate_occupants(state: OccupiedState) -> OccupiedState:
    """Return an online game or a replay with the names of its occupants translated."""
    if translate_names(state.names) == state.names:
        return state
    first, second = state.occupants
    return replace(state, occupants=(_translate_occupant(first), _translate_occupant(second)))


def translate_seats(table: TableState) -> TableState:
    """Return a table with the names of its seats translated, and those of the devices that have the same names."""
    names = translate_names(table.names)
    return table if names == table.names else table.with_names(names)


def _translate_occupant(occupant: Occupant | None) -> Occupant | None:
    return occupant and replace(occupant, name=translate_name(occupant.name))
