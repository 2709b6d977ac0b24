"""What somebody has done with puzzles: kept with their row, or in the browser of somebody without a name."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from django.core import signing

from games.minds.puzzles.rating import chance

COOKIE = "puzzles"
COOKIE_LENGTH = 1500
"""Several times what all puzzles take."""
SALT = "games.people.puzzles"
DAY = timedelta(days=1)
STEP = 48
"""How far one puzzle moves the strength of a person at most."""
MOST = 1_000_000
"""No count is higher than anybody could make it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """``tried`` and ``solved`` count puzzles at the first try. ``day`` is the last one whose puzzle was decided,
    ``right`` whether it was solved, ``streak`` how many days in a row up to it were, ``best`` the longest row ever.

    ``strength`` is on the scale of the ratings of puzzles; ``seen`` has the numbers of those that were decided, from
    which others are not offered again.
    """

    streak: int = 0
    best: int = 0
    day: date | None = None
    right: bool = False
    strength: int = 1200
    tried: int = 0
    solved: int = 0
    seen: frozenset[int] = frozenset()

    def on(self, today: date) -> int:
        """The streak as it stands on a day: it holds until a day has gone by without its puzzle being solved."""
        return self.streak if self.right and self.day is not None and today - self.day <= DAY else 0

    def decided(self, day: date) -> bool:
        """Whether the puzzle of a day, or of a later one, was solved or failed already."""
        return self.day is not None and self.day >= day


def daily(before: Progress, day: date, solved: bool, rating: int) -> Progress:
    """After the first try at the puzzle of a day; the same where that day was decided already."""
    if before.decided(day):
        return before
    streak = before.on(day) + 1 if solved else 0
    after = replace(before, day=day, right=solved, streak=streak, best=max(before.best, streak))
    return _counted(after, solved, rating)


def other(before: Progress, number: int, solved: bool, rating: int) -> Progress:
    """After the first try at any other puzzle; the same where it was decided already."""
    if number in before.seen:
        return before
    return _counted(replace(before, seen=before.seen | {number}), solved, rating)


def joined(account: Progress, device: Progress) -> Progress:
    """Both together: where the account has a day its streak wins, and what the device counted is added."""
    kept = account if account.day is not None else device
    mine = account if account.tried else device
    return replace(
        kept,
        best=max(account.best, device.best),
        strength=mine.strength,
        tried=account.tried + device.tried,
        solved=account.solved + device.solved,
        seen=account.seen | device.seen,
    )


def written(progress: Progress) -> dict[str, Any]:
    """As it is kept: a few bytes a hundred puzzles."""
    day = progress.day and progress.day.isoformat()
    bits = sum(1 << number for number in progress.seen)
    seen = base64.urlsafe_b64encode(bits.to_bytes((bits.bit_length() + 7) // 8, "little")).decode()
    names = ("streak", "best", "right", "strength", "tried", "solved")
    return {**{name: getattr(progress, name) for name in names}, "day": day, "seen": seen}


def read(raw: object) -> Progress:
    """The counterpart of ``written``; as if nothing had been done where it is nothing of ours."""
    try:
        return _read(raw) if isinstance(raw, Mapping) else Progress()
    except (KeyError, TypeError, ValueError, binascii.Error):
        return Progress()


def to_cookie(progress: Progress) -> str:
    """Signed, so that no browser makes a streak up."""
    return signing.Signer(salt=SALT).sign_object(written(progress))


def of_cookies(cookies: Mapping[str, str]) -> Progress:
    """What this browser keeps for somebody without a name."""
    raw = cookies.get(COOKIE, "")
    if not raw or len(raw) > COOKIE_LENGTH:
        return Progress()
    try:
        return read(signing.Signer(salt=SALT).unsign_object(raw))
    except (signing.BadSignature, ValueError):
        return Progress()


def _counted(progress: Progress, solved: bool, rating: int) -> Progress:
    moved = round(STEP * (int(solved) - chance(progress.strength, rating)))
    return replace(
        progress,
        tried=progress.tried + 1,
        solved=progress.solved + solved,
        strength=progress.strength + moved,
    )


def _read(raw: Mapping[str, Any]) -> Progress:
    counts = {name: _count(raw[name]) for name in ("streak", "best", "strength", "tried", "solved")}
    bits = int.from_bytes(base64.urlsafe_b64decode(raw["seen"]), "little")
    seen = frozenset(at for at in range(bits.bit_length()) if bits >> at & 1)
    day = None if raw["day"] is None else date.fromisoformat(raw["day"])
    return Progress(day=day, right=raw["right"] is True, seen=seen, **counts)


def _count(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MOST:
        raise ValueError("no count")
    return value
