"""``manage.py tidy``: drop what the site need not keep any longer. The site does so itself once a day."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services.tidying import tidy


class Command(BaseCommand):
    """Safe while people play, and at any time: it goes in portions, and once more does nothing more."""

    help = "Drop what the site need not keep any longer, and say how much of what that was."

    def handle(self, *args: Any, **options: Any) -> None:
        for what, count in tidy():
            self.stdout.write(f"{what}: {count}")
