"""What is said of ratings."""

from __future__ import annotations


def signed(change: int) -> str:
    """A change of points, with its sign."""
    return f"{change:+d}".replace("-", "−")
