"""``manage.py tidy``: delete data past its retention period. The running site does so by itself once a day."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services.retention import tidy


class Command(BaseCommand):
    """Delete expired data once. It is safe while people play, because it works in batches."""

    help = "Delete data past its retention period, and report how much of each kind."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete expired data, and print the number of rows by kind."""
        for name, count in tidy():
            self.stdout.write(f"{name}: {count}")
