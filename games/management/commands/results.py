"""``manage.py results``: make the rows of which histories of people are made anew from the logs of the games."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services.results import keeping


class Command(BaseCommand):
    """Safe while people play: a transaction a game. Where all rows are what the logs say, it changes none."""

    help = "Make the results of all games anew from their logs, and say how many were something else."

    def handle(self, *args: Any, **options: Any) -> None:
        changed = list(keeping.rebuild())
        self.stdout.write(f"Games: {len(changed)}. Results that were something else: {sum(changed)}.")
