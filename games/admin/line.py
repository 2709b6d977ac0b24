"""One entry of a log as a moderator reads it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

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
