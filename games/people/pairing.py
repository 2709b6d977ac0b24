"""Who plays whom, of those who wait: plain values, so that nothing but time and ratings decides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import inf

BEGINS, WIDENS = 100.0, 10.0
"""How far apart two ratings may be at first, and by how much more with each second of waiting."""
ANYBODY = 30.0
"""Seconds after which somebody plays against anybody."""
Pair = tuple[int, int]
"""The games of two who are to play: the one they meet at, and the one that is called off."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """Somebody who waits at an invitation. ``seeks``: who may be moved to another one, since they asked for anybody;
    others invite to this game alone. ``deviation``: how little their rating says."""

    game: int
    user: int
    since: datetime
    rating: float
    deviation: float
    seeks: bool = True

    def window(self, now: datetime) -> float:
        """How far away a rating may be."""
        waited = (now - self.since).total_seconds()
        return inf if waited >= ANYBODY else BEGINS + WIDENS * max(waited, 0.0) + 2 * self.deviation


def fit(one: Seeker, other: Seeker, now: datetime) -> bool:
    """Whether each of them lies in the window of the other, and one of them may be moved."""
    apart = abs(one.rating - other.rating)
    free = one.user != other.user and (one.seeks or other.seeks)
    return free and apart <= min(one.window(now), other.window(now))


def pairs(seekers: Sequence[Seeker], now: datetime, apart: Collection[Pair] = ()) -> Iterator[Pair]:
    """Whom to bring together now: who has waited longest first, with the nearest rating that fits. Nobody is left who
    fits somebody else who is left, but for the pairs that are to stay ``apart``."""
    left = {one.game: one for one in sorted(seekers, key=lambda one: (one.since, one.game))}
    for one in tuple(left.values()):
        if left.pop(one.game, None) is not None and (found := nearest(one, left.values(), now, apart)) is not None:
            del left[found.game]
            yield _meeting(one, found)


def nearest(one: Seeker, others: Iterable[Seeker], now: datetime, apart: Collection[Pair] = ()) -> Seeker | None:
    """Who fits best; of several as near whoever has waited longest."""
    fitting = [other for other in others if fit(one, other, now) and _meeting(one, other) not in apart]
    return min(fitting, key=lambda other: (abs(one.rating - other.rating), other.since, other.game), default=None)


def _meeting(one: Seeker, other: Seeker) -> Pair:
    """They meet at the invitation of who cannot be moved, or else has waited longer."""
    host, comer = sorted((one, other), key=lambda some: (some.seeks, some.since, some.game))
    return host.game, comer.game
