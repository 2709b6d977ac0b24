"""``manage.py tidy``: delete what the site need not keep any longer. The site does so by itself once a day."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services.retention import tidy


class Command(BaseCommand):
    """Run the retention once. It is safe while people play: it works in batches."""

    help = "Drop what the site need not keep any longer, and say how much of what that was."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete, and print how much of what."""
        for name, count in tidy():
            self.stdout.write(f"{name}: {count}")
