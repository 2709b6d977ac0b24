"""What moderators can do to a game or a person. Each kind has a permission of its own."""

from __future__ import annotations

from enum import StrEnum


class ActKind(StrEnum):
    """Every kind of act."""

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


ON_PEOPLE = frozenset(
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
ON_ACCOUNTS = ON_PEOPLE - {ActKind.RENAME}
"""Those that touch no game; a rename is told in the games of the person."""
AT_TABLES = frozenset({ActKind.PUT_OFF, ActKind.CORRECT, ActKind.STRIKE})
"""Those that make sense of a physical game only."""
DECIDING = frozenset({ActKind.AWARD, ActKind.CHANGE_RESULT, ActKind.CALL_OFF, ActKind.REOPEN})
"""Those that decide how a game ends; undoing one of them does so too."""
FINAL = frozenset({ActKind.REVEAL, ActKind.RESET_LINK, ActKind.END_SESSIONS, ActKind.UNDO})
"""Those that cannot be undone: what was seen was seen, what was ended begins anew, and what was
undone is done anew."""


def codename(kind: ActKind) -> str:
    return f"act_{kind.value}"


def permission_of(kind: ActKind) -> str:
    """The permission that an act of this kind takes, as ``User.has_perm`` names it."""
    return f"games.{codename(kind)}"


PERMISSIONS: tuple[tuple[str, str], ...] = (
    *((codename(kind), f"Can {kind.value.replace('_', ' ')}") for kind in ActKind),
    ("export_acts", "Can export the record of acts"),
)
"""The permissions on acts beside Django's own."""
