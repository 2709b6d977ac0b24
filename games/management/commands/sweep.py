"""``manage.py sweep``: end the games that are played by the day and whose time is out, and write to those for whom one
waits. The site does so itself."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.run import letters, sweep


class Command(BaseCommand):
    """Safe at any time, and as often as one likes: each game ends once, and each letter goes once. While no process of
    the site runs, or one stands still, nothing ends."""

    help = "End the games by the day whose time is out, write to those for whom one waits, and say how many."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"games ended: {sweep.turn()}")
        self.stdout.write(f"letters sent: {letters.turn()}")
