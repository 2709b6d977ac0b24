"""How fast a socket is read: what comes too fast is read later, and who goes on and on is sent away."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

WINDOW, FRAMES = 5.0, 60
"""Seconds, and the frames a client may send in them: far more than a person taps."""
OVERRUNS = 3
"""Windows in a row with more than that after which a client is sent away."""


@dataclass(slots=True)
class Pace:
    """The frames of one socket. Quiet ones, which only answer or ask, are read later too but send nobody away."""

    clock: Callable[[], float] = time.monotonic
    begun: float = field(default=0.0, init=False)
    loud: int = field(default=0, init=False)
    quiet: int = field(default=0, init=False)
    overruns: int = field(default=0, init=False)

    def frame(self, *, quiet: bool) -> float:
        """Count a frame; the seconds that nothing more may be read for, 0 as long as it is within the limit."""
        now = self.clock()
        if now - self.begun >= WINDOW:
            self._begin(now)
        self.quiet += quiet
        self.loud += not quiet
        if self.loud == FRAMES + 1 and not quiet:
            self.overruns += 1
        over = self.quiet > FRAMES or self.loud > FRAMES
        return self.begun + WINDOW - now if over else 0.0

    def easy(self, *, quiet: bool) -> bool:
        """Count a frame, if it is one of so few that nobody has to wait; else it is for ``frame`` to count."""
        now = self.clock()
        if now - self.begun >= WINDOW:
            self._begin(now)
        few = self.quiet + quiet <= FRAMES and self.loud + (not quiet) <= FRAMES
        self.quiet += few and quiet
        self.loud += few and not quiet
        return few

    @property
    def flooding(self) -> bool:
        """Whether slowing it down did not help."""
        return self.overruns >= OVERRUNS

    def _begin(self, now: float) -> None:
        if self.loud <= FRAMES or now - self.begun >= 2 * WINDOW:
            self.overruns = 0
        self.begun, self.loud, self.quiet = now, 0, 0
