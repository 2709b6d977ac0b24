"""Pages of lists whose length nobody has to know."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.utils.functional import cached_property

CAP = 10_000
"""Rows that a list goes on for. Whoever looks for more than that has to search or filter."""


class CappedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts no further than ``CAP``: counting all rows of a large table reads all of them."""

    @cached_property
    def _counted(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[: CAP + 1].count())

    @cached_property
    def count(self) -> int:
        return min(self._counted, CAP)

    @property
    def capped(self) -> bool:
        """Whether there are more rows than ``count`` says."""
        return self._counted > CAP
