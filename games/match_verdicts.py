"""What a moderator's act sets in an online game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from games.act_kinds import ActKind
from games.models import Ending, Status
from games.verdicts import FROZEN, Attributes, Setting

if TYPE_CHECKING:
    from games.match import Match

RESULT = Attributes(("status", "ending", "winner"))
SITTERS = Attributes(("sitters",))


def setting(match: Match, kind: ActKind, data: Mapping[str, Any]) -> Setting:
    """What an act of this kind sets. ValueError for kinds that an online game does not know."""
    match kind:
        case ActKind.CALL_OFF:
            return Setting(RESULT, (Status.CALLED_OFF, Ending.CALLED_OFF, None))
        case ActKind.AWARD | ActKind.CHANGE_RESULT:
            return Setting(RESULT, (Status.FINISHED, Ending.JUDGED, data["winner"]))
        case ActKind.REOPEN:
            return Setting(RESULT, (Status.WAITING if match.deal is None else Status.PLAYING, None, None))
        case ActKind.FREEZE:
            return Setting(FROZEN, (True,))
        case ActKind.GIVE_BACK:
            return _sitter(match, data["seat"], user_id=data["user"], name=data["name"], guest=data["guest"])
        case ActKind.RENAME_SEAT | ActKind.RENAME:
            return _sitter(match, data["seat"], name=data["name"])
    raise ValueError(f"{kind} is no act on an online game")


def _sitter(match: Match, seat: int, **changes: Any) -> Setting:
    sitters = (one and replace(one, **changes) if at == seat else one for at, one in enumerate(match.sitters))
    return Setting(SITTERS, (tuple(sitters),))
