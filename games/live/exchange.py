"""What a process stores with a beat, and what it learns of the others: one write, however many are here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction

from games.live.face import Face
from games.store import presence
from games.store.newer import newer
from games.store.presence import Stay
from games.stories.story import Story

Ages = dict[int, float]
"""Leases, and the seconds since each was last heard."""
Stays = Mapping[int, Mapping[int, Stay]]


@dataclass(frozen=True, slots=True)
class Part:
    """What there is to say and to ask of games of one kind: leases to renew, stories that are shown, and the games
    whose stays are wanted."""

    face: Face
    ages: Ages
    stories: Collection[Story]
    games: Collection[int]


def exchange(parts: Iterable[Part], *, regular: bool) -> tuple[list[Story], Stays]:
    """Renew the leases, read everybody's, and find the games that are ahead of what is shown.

    A ``regular`` one also says that this process runs. Called in a thread that may use the database.
    """
    parts = tuple(parts)
    if regular or any(part.ages for part in parts):
        with transaction.atomic():
            if regular:
                presence.uptime.beat()
            for part in parts:
                part.face.renew(part.ages)
    stays: dict[int, Mapping[int, Stay]] = {}
    for part in parts:
        stays.update(part.face.stays(part.games))
    return newer(story for part in parts for story in part.stories), stays
