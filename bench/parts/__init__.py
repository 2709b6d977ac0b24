"""What ``bench.compare`` measures, a file a matter. Each has

- ``ahead(rounds)``: makes what takes long to make, before any time is taken;
- ``times(folder, rounds)``: yields ``Figure`` of what takes time, as ratios to the floor where there is one;
- ``counts(folder)``: yields ``Figure`` of what can be counted, which are the same on every machine, and
- ``TIMES_COUNT``: where these are among what ``times`` yields.

Any may be absent. ``folder`` is empty, and the part's own.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, and the most that it may be; None where nothing is held to."""

    what: str
    value: float
    limit: float | None = None

    @property
    def within(self) -> bool:
        return self.limit is None or self.value <= self.limit

    def __str__(self) -> str:
        asked = "" if self.limit is None else f" (limit {self.limit:g}{'' if self.within else ', EXCEEDED'})"
        return f"{self.what}: {self.value:.2f}{asked}"
