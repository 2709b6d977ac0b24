"""Puzzle progress of an account, or of a visitor in a cookie."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from django.core import signing

from games.engine.puzzles.rating import compute_solve_chance

COOKIE = "puzzles"
COOKIE_LENGTH = 1500
"""The most characters that are read: several times the length with all puzzles."""
SALT = "games.people.puzzles"
"""Salt of the signatures. Changing it invalidates the cookies of visitors."""
DAY = timedelta(days=1)
MAX_STEP = 48
"""The greatest change of a person's strength by one puzzle."""
MAX_COUNT = 1_000_000
"""The highest count that is accepted."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of one person.

    ``tried`` and ``solved`` count puzzles at the first try. ``day`` is the last day whose puzzle was decided, ``right``
    whether it was solved, ``streak`` the number of solved days in a row up to it, ``best`` the longest streak.
    ``strength`` is on the scale of puzzle ratings. ``seen`` has the numbers of decided puzzles, which are not offered
    again.
    """

    streak: int = 0
    best: int = 0
    day: date | None = None
    right: bool = False
    strength: int = 1200
    tried: int = 0
    solved: int = 0
    seen: frozenset[int] = frozenset()

    def get_streak(self, today: date) -> int:
        """Return the streak on a day; it ends with a day without a solved puzzle."""
        return self.streak if self.right and self.day is not None and today - self.day <= DAY else 0

    def has_decided(self, day: date) -> bool:
        """Return whether the puzzle of a day, or of a later one, was solved or failed."""
        return self.day is not None and self.day >= day


def record_daily(before: Progress, day: date, solved: bool, rating: int) -> Progress:
    """Return the progress after a try at the puzzle of a day, unchanged where that day was decided."""
    if before.has_decided(day):
        return before
    streak = before.get_streak(day) + 1 if solved else 0
    after = replace(before, day=day, right=solved, streak=streak, best=max(before.best, streak))
    return _count_try(after, solved, rating)


def record_other(before: Progress, number: int, solved: bool, rating: int) -> Progress:
    """Return the progress after a try at another puzzle, unchanged where it was decided."""
    if number in before.seen:
        return before
    return _count_try(replace(before, seen=before.seen | {number}), solved, rating)


def merge(account: Progress, device: Progress) -> Progress:
    """Return the progress of an account and a browser together.

    The streak and the strength of the account take precedence, where it has any; the counts are added.
    """
    streak = account if account.day is not None else device
    strength = account if account.tried else device
    return replace(
        streak,
        best=max(account.best, device.best),
        strength=strength.strength,
        tried=account.tried + device.tried,
        solved=account.solved + device.solved,
        seen=account.seen | device.seen,
    )


def serialize(progress: Progress) -> dict[str, Any]:
    """Return the progress as JSON data; the seen puzzles are a bit field, because cookies are small."""
    day = progress.day and progress.day.isoformat()
    bits = sum(1 << number for number in progress.seen)
    seen = base64.urlsafe_b64encode(bits.to_bytes((bits.bit_length() + 7) // 8, "little")).decode()
    names = ("streak", "best", "right", "strength", "tried", "solved")
    return {**{name: getattr(progress, name) for name in names}, "day": day, "seen": seen}


def parse(raw: object) -> Progress:
    """Return the progress in JSON data, empty for anything that ``serialize`` did not make."""
    try:
        return _parse(raw) if isinstance(raw, Mapping) else Progress()
    except (KeyError, TypeError, ValueError, binascii.Error):
        return Progress()


def write_cookie(progress: Progress) -> str:
    """Return the value of the cookie, signed so that streaks cannot be forged."""
    return signing.Signer(salt=SALT).sign_object(serialize(progress))


def read_cookie(cookies: Mapping[str, str]) -> Progress:
    """Return the progress in a visitor's cookie, empty without a valid one."""
    raw = cookies.get(COOKIE, "")
    if not raw or len(raw) > COOKIE_LENGTH:
        return Progress()
    try:
        return parse(signing.Signer(salt=SALT).unsign_object(raw))
    except (signing.BadSignature, ValueError):
        return Progress()


def _count_try(progress: Progress, solved: bool, rating: int) -> Progress:
    change = round(MAX_STEP * (int(solved) - compute_solve_chance(progress.strength, rating)))
    return replace(
        progress,
        tried=progress.tried + 1,
        solved=progress.solved + solved,
        strength=progress.strength + change,
    )


def _parse(raw: Mapping[str, Any]) -> Progress:
    counts = {name: _parse_count(raw[name]) for name in ("streak", "best", "strength", "tried", "solved")}
    bits = int.from_bytes(base64.urlsafe_b64decode(raw["seen"]), "little")
    seen = frozenset(number for number in range(bits.bit_length()) if bits >> number & 1)
    day = None if raw["day"] is None else date.fromisoformat(raw["day"])
    return Progress(day=day, right=raw["right"] is True, seen=seen, **counts)


def _parse_count(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MAX_COUNT:
        raise ValueError("no count")
    return value
