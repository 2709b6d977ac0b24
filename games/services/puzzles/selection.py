"""Selection of puzzles: the daily puzzle, the same for all people, and the next puzzle for one person."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache

from games.engine.puzzles.collection import load_puzzles
from games.engine.puzzles.puzzle import Puzzle

DAILY_SHARE = 0.4
"""Share of the puzzles, from the first one on, that are only daily puzzles: none of them can be played before its day.
"""
GRACE = timedelta(hours=1)
"""Time after midnight during which an answer still counts for the day before."""
DIFFICULTIES = 5


def list_daily_numbers() -> range:
    """Return the numbers of the daily puzzles."""
    return range(1, round(len(load_puzzles()) * DAILY_SHARE) + 1)


def list_other_numbers() -> range:
    """Return the numbers of the puzzles that can be played at any time."""
    return range(len(list_daily_numbers()) + 1, len(load_puzzles()) + 1)


def get_puzzle(number: int) -> Puzzle:
    """Return the puzzle with this number, which must exist."""
    return load_puzzles()[number - 1]


def get_daily_number(day: date) -> int:
    """Return the number of the puzzle of a day. After the last daily puzzle the first one comes again."""
    return list_daily_numbers()[day.toordinal() % len(list_daily_numbers())]


def get_end(day: date) -> datetime:
    """Return the moment at which the puzzle of a day ends: midnight in UTC."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)


def get_counting_day(number: int, now: datetime) -> date | None:
    """Return the day for which an answer to a daily puzzle counts now, or None if it counts for no day."""
    today = now.date()
    days = [day for day in (today, (now - GRACE).date()) if get_daily_number(day) == number]
    return days[0] if days else None


def is_open(number: int, now: datetime) -> bool:
    """Return whether a puzzle can be played now: any but the daily ones, and the daily ones of today and yesterday."""
    days = (now.date(), now.date() - timedelta(days=1))
    return number in list_other_numbers() or number in map(get_daily_number, days)


def is_daily(number: int) -> bool:
    """Return whether a puzzle is a daily puzzle."""
    return number in list_daily_numbers()


def choose_next_number(strength: int, seen: Collection[int], shifts: Mapping[int, int] | None = None) -> int:
    """Return the number of the unseen puzzle nearest to ``strength``, or of any puzzle if all have been seen.

    ``seen`` are numbers. ``shifts`` are the shifts of ratings by people's tries, by number. Daily puzzles are left out.
    """
    shifts = shifts or {}
    unseen = [number for number in list_other_numbers() if number not in seen]

    def get_distance(number: int) -> int:
        return abs(get_puzzle(number).rating + shifts.get(number, 0) - strength)

    return min(unseen or list_other_numbers(), key=lambda number: (get_distance(number), number))


@cache
def get_difficulty(rating: int) -> int:
    """Return the difficulty of a rating, from 1 to ``DIFFICULTIES``: its fifth among the levels' ratings."""
    easier = sum(puzzle.rating < rating for puzzle in load_puzzles())
    return min(DIFFICULTIES, 1 + DIFFICULTIES * easier // len(load_puzzles()))
