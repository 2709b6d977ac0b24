"""``manage.py reset_second_factor NAME``: remove the second factor of a person who lost it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.accounts.names import get_account
from games.services.accounts import second_factor


class Command(BaseCommand):
    """Remove a second factor.

    Be sure that the owner of the account asks for it: afterwards the password alone opens the account.
    """

    help = "Remove the second factor of an account, end its sessions, and write to its owner."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the name."""
        parser.add_argument("name", metavar="NAME", help="the name by which they log in")

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove the second factor."""
        user = get_account(options["name"])
        if user is None:
            raise CommandError(f"There is no account called {options['name']}.")
        if not second_factor.reset_second_factor(user):
            raise CommandError(f"{user.username} has no second factor.")
        self.stdout.write(f"{user.username} was logged out and logs in with the password alone from now on.")
