"""Which puzzle: that of a day, the same for everybody, and the next one for somebody."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta
from functools import cache

from games.minds.puzzles.made import made
from games.minds.puzzles.puzzle import Puzzle

DAILY_PART = 0.4
"""Of all puzzles those that are there for days alone, the first ones: nobody meets one of them before its day."""
LATE = timedelta(hours=1)
"""So long after midnight an answer still counts for the day that has just ended."""
DIFFICULTIES = 5


def dailies() -> range:
    """The numbers of the puzzles for days."""
    return range(1, round(len(made()) * DAILY_PART) + 1)


def others() -> range:
    """The numbers of those that may be played whenever one likes."""
    return range(len(dailies()) + 1, len(made()) + 1)


def puzzle(number: int) -> Puzzle:
    """The puzzle of a number, which there must be."""
    return made()[number - 1]


def number_on(day: date) -> int:
    """The number of the puzzle of a day; each comes again after as many days as there are."""
    return dailies()[day.toordinal() % len(dailies())]


def day_of(number: int, now: datetime) -> date | None:
    """The day for which an answer to a daily puzzle counts now, None where it counts for none any more."""
    today = now.date()
    days = [day for day in (today, (now - LATE).date()) if number_on(day) == number]
    return days[0] if days else None


def open_now(number: int, now: datetime) -> bool:
    """Whether a puzzle may be played now: any of the others, and those of today and yesterday, never one to come."""
    days = (now.date(), now.date() - timedelta(days=1))
    return number in others() or number in map(number_on, days)


def is_daily(number: int) -> bool:
    return number in dailies()


def next_number(strength: int, seen: Collection[int], moved: Mapping[int, int] | None = None) -> int:
    """The puzzle nearest to a strength among those that were not seen, or among all where none is left.

    ``moved`` is by how much people have moved their ratings.
    """
    more = moved or {}
    left = [number for number in others() if number not in seen]

    def apart(number: int) -> int:
        return abs(puzzle(number).rating + more.get(number, 0) - strength)

    return min(left or others(), key=lambda number: (apart(number), number))


@cache
def difficulty(rating: int) -> int:
    """1 to ``DIFFICULTIES``: the fifth of all puzzles, as the levels rated them, in which this rating is."""
    easier = sum(one.rating < rating for one in made())
    return min(DIFFICULTIES, 1 + DIFFICULTIES * easier // len(made()))
