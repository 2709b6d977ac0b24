"""``manage.py check_games``: replay every game of the database and compare it with its row."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.models import Game
from games.run import replayed


class Command(BaseCommand):
    """Ends with 0 where all games are what their rows say, with 1 where one is not, with 2 where it cannot be told."""

    help = "Replay every game and compare it with its row."

    def handle(self, *args: Any, **options: Any) -> None:
        if replayed.from_newer_release():
            self.stderr.write("The database comes from a newer release.")
            raise SystemExit(2)
        found = list(replayed.differences())
        for sentence in found:
            self.stdout.write(sentence)
        if found:
            raise SystemExit(1)
        self.stdout.write(f"Replayed {Game.objects.count()} games: all are what their rows say.")
