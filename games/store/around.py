"""Who is on the site just now, on whatever page: a mark in the shared cache that their pages renew.

It tells nothing of where they are, and is nobody's to read who may not know: see ``games.people.ties``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.core.cache import cache

HOLDS = 45
"""Seconds that a mark holds: twice as long as the rarest of pages that renew it lets pass, and some network."""
RENEWED = 4
"""Beats after which sockets renew the marks of their people."""


def seen(user_ids: Iterable[int]) -> None:
    """These were heard just now. While Redis is away each process knows its own alone."""
    marks = {_key(one): 1 for one in user_ids}
    if marks:
        cache.set_many(marks, HOLDS)


def among(user_ids: Collection[int]) -> set[int]:
    """Those of these who are here; asks once, however many they are."""
    found = cache.get_many([_key(one) for one in user_ids]) if user_ids else {}
    return {one for one in user_ids if _key(one) in found}


def _key(user_id: int) -> str:
    return f"around:{user_id}"
