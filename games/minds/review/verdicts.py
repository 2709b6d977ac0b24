"""When a card of phase one is called a mistake. The model errs more than the sampling does, so little is said."""

from __future__ import annotations

from games.minds.review.told import Sure

MISTAKE, PERHAPS = "mistake", "perhaps"
LEAST = {MISTAKE: 0.05, PERHAPS: 0.03}
"""The loss beyond two standard errors from which each is said."""
ERRORS = 2
ALIKE = 0.03
"""Cards whose chances are no further apart are as good as each other."""
EVEN = 1e-9
"""What numbers of the machine lose on the way: a loss of three points is three points."""


def verdict(loss: Sure) -> str | None:
    """What is said of a card that lost so much against the best other one; None: nothing."""
    certain = loss.chance - ERRORS * loss.error + EVEN
    return next((name for name, least in LEAST.items() if certain >= least), None)
