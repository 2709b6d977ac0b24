"""Rows made older, and what retention does to them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.utils import timezone

from games.services.moderation.permissions import Justification
from games.services.retention import tidy

WHY = Justification("Because.", "Be kind.")
MOMENT = timedelta(minutes=1)


def done(*whats: str) -> dict[str, int]:
    """Tidy up; what was done, of what is asked for or at all."""
    counts = {what: count for what, count in tidy() if count}
    return {what: counts.get(what, 0) for what in whats} if whats else counts


def back(span: timedelta) -> datetime:
    return timezone.now() - span


def older(rows: models.QuerySet[Any], span: timedelta, *fields: str) -> None:
    """Make rows as old as that."""
    models.QuerySet(rows.model, query=rows.query).update(**dict.fromkeys(fields, back(span)))
