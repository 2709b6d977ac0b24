"""What moderators can do to a game or a person. Each kind has a permission of its own."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class ActKind(models.TextChoices):
    """Every kind of act."""

    CALL_OFF = "call_off", _("call a game off")
    AWARD = "award", _("award a game")
    CHANGE_RESULT = "change_result", _("change the result of a game")
    REOPEN = "reopen", _("reopen a game")
    FREEZE = "freeze", _("freeze a game")
    PUT_OFF = "put_off", _("put a device off a seat")
    GIVE_BACK = "give_back", _("give a seat back to its owner")
    CORRECT = "correct", _("correct an entry of a physical game")
    STRIKE = "strike", _("strike an entry of a physical game")
    RENAME_SEAT = "rename_seat", _("rename a seat")
    RENAME = "rename", _("rename a person")
    MUTE = "mute", _("mute a person")
    SUSPEND = "suspend", _("suspend an account")
    CLOSE = "close", _("close an account")
    REVEAL = "reveal", _("reveal the hidden cards of a game")
    UNDO = "undo", _("undo an act")


ON_PEOPLE = frozenset({ActKind.RENAME, ActKind.MUTE, ActKind.SUSPEND, ActKind.CLOSE})
ON_ACCOUNTS = ON_PEOPLE - {ActKind.RENAME}
"""Those that come with a message to the person."""
AT_TABLES = frozenset({ActKind.PUT_OFF, ActKind.CORRECT, ActKind.STRIKE})
"""Those that make sense of a physical game only."""
FINAL = frozenset({ActKind.REVEAL, ActKind.UNDO})
"""Those that cannot be undone: what was seen was seen, and what was undone is done anew."""


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
