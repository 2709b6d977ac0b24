"""``manage.py ratings --rebuild``: recalculate all ratings from the rated games, in their order."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.models import Rated, Rating
from games.services.ratings import ratings


class Command(BaseCommand):
    """Recalculate ratings.

    It is safe while people play: rated games that end meanwhile wait. Correct ratings are not changed.
    """

    help = "Show how many users have a rating. With --rebuild, recalculate all ratings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --rebuild."""
        parser.add_argument("--rebuild", action="store_true", help="recalculate all ratings from the rated games")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print how many people have a rating, and how many numbers a rebuild changed."""
        changed = sum(ratings.rebuild_ratings()) if options["rebuild"] else None
        games, people = Rated.objects.filter(seat=0).count(), Rating.objects.values("user").distinct().count()
        self.stdout.write(f"Rated games: {games}. Users with a rating: {people}.")
        if changed is not None:
            self.stdout.write(f"Corrected numbers: {changed}.")
