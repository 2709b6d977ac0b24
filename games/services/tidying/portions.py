"""Doing things to many rows in portions, so that no transaction is long and players' moves come in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

AT_ONCE = 200
"""Rows that go in one transaction."""


def delete(rows: QuerySet[Any]) -> Iterator[int]:
    """Delete rows, a portion at a time; how many went each time."""
    while keys := list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        with transaction.atomic():
            # Asked again: one may have come to count meanwhile.
            plain: QuerySet[Any] = QuerySet(rows.model, query=rows.filter(pk__in=keys).query)
            deleted = plain.delete()[1].get(rows.model._meta.label, 0)
        yield deleted
        if not deleted:
            return


def each(rows: QuerySet[Any], do: Callable[[Any], bool]) -> Iterator[int]:
    """Do something to every row, in the order of their keys; 1 for each that it was done to."""
    last = 0
    while portion := list(rows.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        for row in portion:
            yield int(do(row))
        last = portion[-1].pk
