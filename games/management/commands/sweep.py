"""``manage.py sweep``: end daily games that are out of time, and send due e-mails.

The running site does both by itself.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.jobs import periodic_tasks


class Command(BaseCommand):
    """Run the clock sweep and the e-mails once.

    It is safe at any time: each game ends once, and each e-mail is sent once. No game ends while no process of the site
    runs, or while one is out of order.
    """

    help = "End correspondence games whose time ran out, send due e-mails, and report how many."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run both, and print the numbers."""
        self.stdout.write(f"games ended: {periodic_tasks.end_expired_games()}")
        self.stdout.write(f"e-mails sent: {periodic_tasks.send_emails()}")
