"""Outages: periods in which play was impossible, because the site was down or a process stalled.

They are detected from the rows of processes, stored in rows of their own, and logged in each game whose clock was
running.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Outage

RETURN_TIME = timedelta(seconds=5)
"""The longest time that pages take to reconnect after an outage."""
RETENTION = timedelta(days=30)
"""How long outages are kept: longer than any clock runs for a card."""


@dataclass(frozen=True, slots=True)
class OutageSpan:
    """Outage from ``began`` to ``ended``."""

    began: datetime
    ended: datetime


class Outages:
    """Outages in memory, so that a move needs no query."""

    def __init__(self) -> None:
        self._spans: tuple[OutageSpan, ...] = ()

    def record(self, began: datetime, now: datetime) -> None:
        """Store an outage since ``began``; pages reconnect from ``now`` on."""
        Outage.objects.filter(ended_at__lt=now - RETENTION).delete()
        Outage.objects.create(began_at=began, ended_at=now + RETURN_TIME)
        self.refresh()

    def refresh(self) -> None:
        """Read the outages that other processes recorded."""
        self._spans = tuple(
            OutageSpan(*row) for row in Outage.objects.order_by("began_at").values_list("began_at", "ended_at")
        )

    def list_after(self, moment: datetime) -> list[OutageSpan]:
        """Return the outages that ended after a moment, the earliest first."""
        return [span for span in self._spans if span.ended > moment]

    def sum_since(self, moment: datetime) -> timedelta:
        """Return the total duration of outages since a moment."""
        durations = (span.ended - max(span.began, moment) for span in self.list_after(moment))
        return sum(durations, timedelta())

    @property
    def last_end(self) -> datetime | None:
        """The end of the last outage; None without one."""
        return max((span.ended for span in self._spans), default=None)


outages = Outages()
