"""When nobody could play here: the site was down, or a process of it stood still. Found by the rows of processes, kept
in rows of its own, and told in the log of each game whose clock ran then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games.models import Outage
from games.store.rows import read

COMING_BACK = timedelta(seconds=5)
"""What pages take at most to come back once the site is there again."""
KEPT = timedelta(days=30)
"""Longer than any clock runs for a card."""


@dataclass(frozen=True, slots=True)
class Span:
    """Nobody could play from ``began`` to ``ended``."""

    began: datetime
    ended: datetime


class Outages:
    """Those that this process knows of, so that a move asks the database for nothing."""

    def __init__(self) -> None:
        self._known: tuple[Span, ...] = ()

    def note(self, began: datetime, now: datetime) -> None:
        """Keep that nobody could play since ``began``, and that pages come back from ``now`` on."""
        Outage.objects.filter(ended_at__lt=now - KEPT).delete()
        Outage.objects.create(began_at=began, ended_at=now + COMING_BACK)
        self.read()

    def read(self) -> None:
        """Learn of those that other processes noted."""
        self._known = tuple(Span(*row) for row in read(_spans))

    def after(self, moment: datetime) -> Iterable[Span]:
        """Those that ended after a moment, the earliest first."""
        return (one for one in self._known if one.ended > moment)

    @property
    def last(self) -> datetime | None:
        """When the last one ended."""
        return max((one.ended for one in self._known), default=None)


def _spans() -> QuerySet[Outage, tuple[datetime, datetime]]:
    return Outage.objects.order_by("began_at").values_list("began_at", "ended_at")


outages = Outages()
