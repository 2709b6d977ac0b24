"""Moderators' acts: their kinds and permissions, and the aspects of a game's state that they set."""

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
"""Acts that change no game. A rename does: it is an entry in the games of the person."""
TABLE_ACTS = frozenset({ActKind.PUT_OFF, ActKind.CORRECT, ActKind.STRIKE})
"""Acts on physical games only."""
DECIDING_ACTS = frozenset({ActKind.AWARD, ActKind.CHANGE_RESULT, ActKind.CALL_OFF, ActKind.REOPEN})
"""Acts that decide how a game ends, as undoing one of them does."""
FINAL_ACTS = frozenset({ActKind.REVEAL, ActKind.RESET_LINK, ActKind.END_SESSIONS, ActKind.UNDO})
"""Acts that cannot be undone: their effect is final, or another act reverses it."""


def get_codename(kind: ActKind) -> str:
    """Return the codename of the permission that an act of this kind requires."""
    return f"act_{kind.value}"


def get_permission(kind: ActKind) -> str:
    """Return the permission that an act of this kind requires, as ``User.has_perm`` takes it."""
    return f"games.{get_codename(kind)}"


PERMISSIONS: tuple[tuple[str, str], ...] = (
    *((get_codename(kind), f"Can {kind.value.replace('_', ' ')}") for kind in ActKind),
    ("export_acts", "Can export the record of acts"),
)
"""Permissions for acts as codename and name, in addition to Django's own."""

# An act sets one aspect of a game's state, and undoing the act sets that aspect back.

MODERATED_KIND = "judged"
"""Kind of the log entry of an act, the same in both modes."""


class Aspect(Protocol):
    """Part of a state that an act sets."""

    def get(self, state: Any) -> Any:
        """Return the value of this aspect in a state."""

    def put(self, state: Any, value: Any) -> Any:
        """Return the state with this aspect set."""


@dataclass(frozen=True, slots=True)
class Attributes:
    """Aspect that consists of the fields ``names`` of a state."""

    names: tuple[str, ...]

    def get(self, state: Any) -> tuple[Any, ...]:
        """Return the values of the fields, in the order of ``names``."""
        return tuple(getattr(state, name) for name in self.names)

    def put(self, state: Any, value: tuple[Any, ...]) -> Any:
        """Return the state with the fields set. Raise ValueError unless ``value`` has one item for each name."""
        return replace(state, **dict(zip(self.names, value, strict=True)))


FROZEN_ASPECT = Attributes(("frozen",))


@dataclass(frozen=True, slots=True)
class AspectValue:
    """Aspect that an act sets, and its new value."""

    aspect: Aspect
    value: Any


@dataclass(frozen=True, slots=True)
class Notice:
    """Notice of an act for the players and watchers of a game.

    ``data`` is the data of the log entry, ``undone`` the kind of the act that this one undoes.
    """

    act: int
    kind: ActKind
    why: str
    data: Mapping[str, Any] = field(default_factory=dict)
    undone: ActKind | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Act on a game with the aspect that it set, and the values of that aspect before and after it."""

    act: int
    kind: ActKind
    aspect: Aspect
    before: Any
    after: Any
    undone: bool = False

    def holds(self, state: Any) -> bool:
        """Return whether the aspect still has the value that the act set, so that the act can be undone."""
        return not self.undone and self.aspect.get(state) == self.after
