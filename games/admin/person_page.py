"""Sections of a person's page: the latest rows of each kind, and the ratings."""

from __future__ import annotations

from typing import Any

from django.db.models import Model, QuerySet
from django.urls import reverse

from games.models import User
from games.queries.rating_jumps import get_jumps
from games.queries.ratings import show_rating

SECTION_ROWS = 5
"""The most rows of a section."""


def build_section(name: str, rows: QuerySet[Any], model: type[Model], query: str) -> dict[str, Any]:
    """Return the latest rows of a section, and the URL of the list of all, which ``query`` filters."""
    address = reverse(f"admin:games_{model._meta.model_name}_changelist")
    return {"name": name, "rows": rows[:SECTION_ROWS], "more": f"{address}?{query}"}


def list_rating_rows(person: User) -> list[dict[str, Any]]:
    """Return the ratings of a person, each with its change within the last days."""
    jumps = get_jumps(person)
    return [
        {
            "pool": rating.get_pool_display(),
            "shown": show_rating(rating),
            "games": rating.games,
            "jump": f"{jumps[rating.pool]:+d}" if rating.pool in jumps else "",
        }
        for rating in person.ratings.order_by("-games")
    ]
