"""Moderators' acts: their kinds, each with a permission of its own, and what they set in the state of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol


class ActKind(StrEnum):
    """Kind of a moderator's act on a game or a person."""

    CALL_OFF = "call_off"
    AWARD = "award"
    CHANGE_RESULT = "change_result"
    REOPEN = "reopen"
    FREEZE = "freeze"
    PUT_OFF = "put_off"
    GIVE_BACK = "give_back"
    CORRECT = "correct"
    STRIKE = "strike"
    RENAME_SEAT = "rename_seat"
    RENAME = "rename"
    WARN = "warn"
    MUTE = "mute"
    SUSPEND = "suspend"
    CLOSE = "close"
    END_SESSIONS = "end_sessions"
    RESET_LINK = "reset_link"
    REVEAL = "reveal"
    UNDO = "undo"


PERSON_ACTS = frozenset(
    {
        ActKind.RENAME,
        ActKind.WARN,
        ActKind.MUTE,
        ActKind.SUSPEND,
        ActKind.CLOSE,
        ActKind.END_SESSIONS,
        ActKind.RESET_LINK,
    }
)
ACCOUNT_ACTS = PERSON_ACTS - {ActKind.RENAME}
"""Acts that touch no game; a rename is an entry in the games of the person."""
TABLE_ACTS = frozenset({ActKind.PUT_OFF, ActKind.CORRECT, ActKind.STRIKE})
"""Acts that make sense for a physical game only."""
DECIDING_ACTS = frozenset({ActKind.AWARD, ActKind.CHANGE_RESULT, ActKind.CALL_OFF, ActKind.REOPEN})
"""Acts that decide how a game ends; undoing such an act does so too."""
FINAL_ACTS = frozenset({ActKind.REVEAL, ActKind.RESET_LINK, ActKind.END_SESSIONS, ActKind.UNDO})
"""Acts that cannot be undone: what was seen was seen, what was ended begins anew, what was undone is done anew."""


def get_codename(kind: ActKind) -> str:
    """Return the codename of the permission that an act of this kind takes."""
    return f"act_{kind.value}"


def get_permission(kind: ActKind) -> str:
    """Return the permission that an act of this kind takes, as ``User.has_perm`` names it."""
    return f"games.{get_codename(kind)}"


PERMISSIONS: tuple[tuple[str, str], ...] = (
    *((get_codename(kind), f"Can {kind.value.replace('_', ' ')}") for kind in ActKind),
    ("export_acts", "Can export the record of acts"),
)
"""Permissions on acts beside Django's own."""

# Acts in the state of a game: pure values. An act sets one aspect of the state, and undoing sets that aspect back.

MODERATED_KIND = "judged"
"""Kind of the log entry that records an act, in every kind of game."""


class Aspect(Protocol):
    """Part of a state that an act sets."""

    def get(self, state: Any) -> Any:
        """Return the value of this part in a state."""

    def put(self, state: Any, value: Any) -> Any:
        """Return the state with this part set."""


@dataclass(frozen=True, slots=True)
class Attributes:
    """Aspect of the fields of a state with these ``names``."""

    names: tuple[str, ...]

    def get(self, state: Any) -> tuple[Any, ...]:
        """Return the values of the fields, in the order of ``names``."""
        return tuple(getattr(state, name) for name in self.names)

    def put(self, state: Any, value: tuple[Any, ...]) -> Any:
        """Return the state with the fields set; ``value`` holds as many as ``names``, or it is a ValueError."""
        return replace(state, **dict(zip(self.names, value, strict=True)))


FROZEN_ASPECT = Attributes(("frozen",))


@dataclass(frozen=True, slots=True)
class AspectValue:
    """Aspect that an act sets, and its new value."""

    aspect: Aspect
    value: Any


@dataclass(frozen=True, slots=True)
class Notice:
    """Notice of an act for everybody at the game. ``data`` is that of the log entry."""

    act: int
    kind: ActKind
    why: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Act that stands, or stood until it was undone: the aspect that it set, with its values before and after."""

    act: int
    kind: ActKind
    aspect: Aspect
    before: Any
    after: Any
    undone: bool = False

    def holds(self, state: Any) -> bool:
        """Return whether nothing has changed since what the act set, so that it can be undone."""
        return not self.undone and self.aspect.get(state) == self.after
