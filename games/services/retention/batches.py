"""Batches of rows: short transactions, so that players' moves come in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

BATCH_SIZE = 200
"""Maximum number of rows in one transaction."""


def delete_in_batches(rows: QuerySet[Any]) -> Iterator[int]:
    """Delete rows in batches, and yield the number of rows deleted in each batch."""
    while keys := list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE]):
        with transaction.atomic():
            # Filter again, since a row may have changed meanwhile.
            batch: QuerySet[Any] = QuerySet(rows.model, query=rows.filter(pk__in=keys).query)
            deleted = batch.delete()[1].get(rows.model._meta.label, 0)
        yield deleted
        if not deleted:
            return


def apply_to_each(rows: QuerySet[Any], function: Callable[[Any], bool]) -> Iterator[int]:
    """Apply a function to every row in the order of the keys, and yield 1 for a result of True and 0 for False."""
    last = 0
    while batch := list(rows.filter(pk__gt=last).order_by("pk")[:BATCH_SIZE]):
        for row in batch:
            yield int(function(row))
        last = batch[-1].pk
