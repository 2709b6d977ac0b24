"""Online users: marks in the shared cache that any open page of a user renews.

A mark does not tell which page is open. ``games.queries.relations`` decides which users may see it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.core.cache import cache

MARK_TIMEOUT = 45
"""Seconds that a mark lasts: twice the longest interval between renewals by a page, and some network delay."""
RENEWALS = 4
"""Heartbeats between two renewals of marks by sockets."""


def mark_online(user_ids: Iterable[int]) -> None:
    """Mark users as online. While Redis is away, each process knows only its own users."""
    marks = {_build_key(user_id): 1 for user_id in user_ids}
    if marks:
        cache.set_many(marks, MARK_TIMEOUT)


def filter_online(user_ids: Collection[int]) -> set[int]:
    """Return the ids of the users who are online, with one query of the cache."""
    marks = cache.get_many([_build_key(user_id) for user_id in user_ids]) if user_ids else {}
    return {user_id for user_id in user_ids if _build_key(user_id) in marks}


def _build_key(user_id: int) -> str:
    return f"around:{user_id}"
