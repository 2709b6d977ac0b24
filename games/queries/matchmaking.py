"""Matchmaking rules: pairs waiting players by time and rating. Plain values, no queries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import inf

INITIAL_RANGE, RANGE_GROWTH = 100.0, 10.0
"""The rating difference that is allowed at first, and its growth per second of waiting."""
ANY_OPPONENT_AFTER = 30.0
"""Seconds of waiting after which any opponent is allowed."""
Pair = tuple[int, int]
"""The games of two players: the one to play, and the one to withdraw."""


@dataclass(frozen=True, slots=True)
class Seek:
    """A player who waits at an open game.

    ``is_movable``: the player asked for any opponent and may be moved to another game, rather than invite to this game
    alone. ``is_leaver``: the player often leaves games (``games.queries.conduct``).
    """

    game: int
    user: int
    since: datetime
    rating: float
    deviation: float
    is_movable: bool = True
    is_leaver: bool = False

    def get_range(self, now: datetime) -> float:
        """Return the allowed rating difference; it grows with the waiting time and the rating's deviation."""
        waited = (now - self.since).total_seconds()
        if waited >= ANY_OPPONENT_AFTER:
            return inf
        return INITIAL_RANGE + RANGE_GROWTH * max(waited, 0.0) + 2 * self.deviation


def is_match(first: Seek, second: Seek, now: datetime) -> bool:
    """Return whether each player is within the range of the other, and one of them may be moved."""
    difference = abs(first.rating - second.rating)
    can_meet = first.user != second.user and (first.is_movable or second.is_movable)
    return can_meet and difference <= min(first.get_range(now), second.get_range(now))


def find_pairs(seeks: Sequence[Seek], now: datetime, excluded: Collection[Pair] = ()) -> Iterator[Pair]:
    """Yield the pairs to make: the longest waiting player first, leavers last, each with the nearest matching rating.

    No two of the remaining seeks match, apart from ``excluded`` pairs.
    """
    remaining = {seek.game: seek for seek in sorted(seeks, key=lambda seek: (seek.is_leaver, seek.since, seek.game))}
    for seek in tuple(remaining.values()):
        if remaining.pop(seek.game, None) is None:
            continue
        opponent = find_nearest(seek, remaining.values(), now, excluded)
        if opponent is not None:
            del remaining[opponent.game]
            yield _make_pair(seek, opponent)


def find_nearest(seek: Seek, others: Iterable[Seek], now: datetime, excluded: Collection[Pair] = ()) -> Seek | None:
    """Return the best opponent: leavers with leavers if possible, then the nearest rating, then the longest wait."""
    matches = [other for other in others if is_match(seek, other, now) and _make_pair(seek, other) not in excluded]
    return min(matches, key=lambda other: _sort_key(seek, other), default=None)


def _sort_key(seek: Seek, other: Seek) -> tuple[bool, float, datetime, int]:
    return seek.is_leaver != other.is_leaver, abs(seek.rating - other.rating), other.since, other.game


def _make_pair(first: Seek, second: Seek) -> Pair:
    """Return the pair; the game to play is that of the player who cannot be moved, or else has waited longer."""
    host, guest = sorted((first, second), key=lambda seek: (seek.is_movable, seek.since, seek.game))
    return host.game, guest.game
