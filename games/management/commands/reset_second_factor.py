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

    help = "Remove an account's second factor, end its sessions, and notify the owner by e-mail."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the name."""
        parser.add_argument("name", metavar="NAME", help="username of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove the second factor."""
        user = get_account(options["name"])
        if user is None:
            raise CommandError(f"No account is called {options['name']}.")
        if not second_factor.reset_second_factor(user):
            raise CommandError(f"{user.username} has no second factor.")
        self.stdout.write(
            f"Removed the second factor of {user.username} and ended all sessions. The password alone now logs in."
        )
