"""The curve of a rating, as a line of points that a page draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 300, 90
EDGE = 4
"""Room above and below, so that nothing of the line is cut."""


@dataclass(frozen=True, slots=True)
class Curve:
    """``points`` as the attribute of a polyline has them, in a field of ``width`` and ``height``."""

    points: str
    first: int
    lowest: int
    highest: int
    width: int = WIDTH
    height: int = HEIGHT


def curve(ratings: Sequence[float]) -> Curve | None:
    """The line through ratings one after the other; None where two are not there to draw one between."""
    if len(ratings) < 2:
        return None
    low, high = min(ratings), max(ratings)
    step, span = WIDTH / (len(ratings) - 1), (high - low) or 1.0
    room = HEIGHT - 2 * EDGE
    points = (f"{at * step:.1f},{EDGE + room * (high - one) / span:.1f}" for at, one in enumerate(ratings))
    return Curve(" ".join(points), round(ratings[0]), round(low), round(high))
