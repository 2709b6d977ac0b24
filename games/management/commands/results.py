"""``manage.py results``: rebuild the results of all games from their logs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services.ratings import results


class Command(BaseCommand):
    """Rebuild results. It is safe while people play: each game is a transaction. Correct rows are not changed."""

    help = "Rebuild the results of all games from their logs, and report how many were corrected."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild the results, and print how many rows changed."""
        changed = list(results.rebuild_results())
        self.stdout.write(f"Games: {len(changed)}. Corrected results: {sum(changed)}.")
