"""Which moderator has opened what waits in a queue."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import ReadMark, User


def see(moderator: User, queue: str, numbers: Iterable[int]) -> None:
    """This moderator opened these rows of a queue; once is enough."""
    missing = unread(moderator, queue, numbers)
    if missing:
        marks = (ReadMark(moderator=moderator, queue=queue, number=number) for number in missing)
        ReadMark.objects.bulk_create(marks, ignore_conflicts=True)


def unread(moderator: User, queue: str, numbers: Iterable[int]) -> set[int]:
    """Those of these rows that this moderator has not opened."""
    asked = set(numbers)
    known = ReadMark.objects.filter(moderator=moderator, queue=queue, number__in=asked)
    return asked - set(known.values_list("number", flat=True))


def forget(queue: str, number: int) -> None:
    """A row is decided, so that nobody looks for it any more."""
    ReadMark.objects.filter(queue=queue, number=number).delete()
