"""History of moderated rows, kept by django-simple-history where something worth keeping changed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from simple_history.models import HistoricalRecords


class Tracked(HistoricalRecords):  # type: ignore[misc]
    """History of people: not of their coming, which happens all day, nor of what is left out of it, such as log-ins."""

    def post_save(
        self,
        instance: Any,
        created: bool,
        using: str | None = None,
        update_fields: Collection[str] | None = None,
        **kwargs: Any,
    ) -> None:
        kept = {field.name for field in self.fields_included(instance)}
        if not created and (update_fields is None or kept & set(update_fields)):
            super().post_save(instance, created, using=using, **kwargs)
