"""Parts of ``bench.compare``, one module for each subject.

Each part has

- ``measure(folder, rounds)``: yields each ``Figure``, as a ratio to the relay where there is one;
- ``prepare(rounds)``, optional: makes what takes long to make, before the first measurement.

``folder`` is empty and belongs to the part.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure and its upper limit; None for no limit."""

    label: str
    value: float
    limit: float | None = None

    @property
    def is_within_limit(self) -> bool:
        return self.limit is None or self.value <= self.limit

    def __str__(self) -> str:
        asked = "" if self.limit is None else f" (limit {self.limit:g}{'' if self.is_within_limit else ', EXCEEDED'})"
        return f"{self.label}: {self.value:.2f}{asked}"
