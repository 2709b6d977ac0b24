"""Users who are online, on any page: a mark in the shared cache that their pages renew.

It does not say on which page. Who may see it is decided by ``games.queries.relations``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.core.cache import cache

MARK_TIMEOUT = 45
"""Seconds that a mark holds: twice the longest interval between renewals by a page, and some network."""
RENEWALS = 4
"""Heartbeats after which sockets renew the marks of their users."""


def mark_online(user_ids: Iterable[int]) -> None:
    """Mark users as online. While Redis is away, each process knows its own users alone."""
    marks = {_build_key(user_id): 1 for user_id in user_ids}
    if marks:
        cache.set_many(marks, MARK_TIMEOUT)


def filter_online(user_ids: Collection[int]) -> set[int]:
    """Return those of the users who are online, with one query of the cache."""
    marks = cache.get_many([_build_key(user_id) for user_id in user_ids]) if user_ids else {}
    return {user_id for user_id in user_ids if _build_key(user_id) in marks}


def _build_key(user_id: int) -> str:
    return f"around:{user_id}"
