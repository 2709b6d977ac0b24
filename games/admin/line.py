"""One entry of a log as a moderator reads it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from games.rules.logged.slots import Slot

At = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """One entry. ``stands`` is False for what was corrected, struck or taken back since. ``act`` is a moderator's."""

    number: int
    at: datetime
    who: str
    device: str
    text: str
    trick: At | None = None
    stands: bool = True
    settable: bool = False
    strikable: bool = False
    act: int | None = None


class Reading(Protocol):
    """What the words of an entry ask of the game that it belongs to."""

    @property
    def secrets_shown(self) -> bool: ...

    def name(self, seat: int | None) -> str: ...

    def opened(self) -> str: ...

    def spot(self, slot: Slot) -> str: ...
