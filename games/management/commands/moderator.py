"""``manage.py moderator NAME``: make a person a moderator, with a new account if there is none yet."""

from __future__ import annotations

import getpass
import sys
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.accounts.moderators import make_group
from games.accounts.names import clean_name, get_account
from games.models import User


class Command(BaseCommand):
    """Appoint or dismiss a moderator."""

    help = "Make somebody a moderator. Asks for a password when there is no such account yet."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name, --superuser and --remove."""
        parser.add_argument("name", metavar="NAME", help="the name by which they log in")
        parser.add_argument("--superuser", action="store_true", help="may do every act, also on accounts of staff")
        parser.add_argument("--remove", action="store_true", help="take it away again; the account stays")

    def handle(self, *args: Any, **options: Any) -> None:
        """Appoint or dismiss the moderator."""
        user = get_account(options["name"])
        if options["remove"]:
            self._dismiss(user, options["name"])
            return
        user = user or self._build_user(options["name"])
        with transaction.atomic():
            user.is_staff = True
            user.is_superuser = user.is_superuser or options["superuser"]
            user.save()
            user.groups.add(make_group(apps))
        self.stdout.write(self.style.SUCCESS(f"{user.username} is a moderator. The desk is at /admin/."))
        if settings.STAFF_SECOND_FACTOR:
            self.stdout.write("It opens once they have set up a second factor (it asks for it at the first visit).")

    def _build_user(self, name: str) -> User:
        try:
            user = User(username=clean_name(name), display_name=clean_name(name))
            password = self._read_password()
            validate_password(password, user)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        user.set_password(password)
        return user

    def _read_password(self) -> str:
        """Ask for a password twice at a terminal; read one line from anything else."""
        if not sys.stdin.isatty():
            return sys.stdin.readline().rstrip("\n")
        password = getpass.getpass("Password: ")
        if getpass.getpass("The same again: ") != password:
            raise CommandError("The passwords differ. Nothing was changed.")
        return password

    def _dismiss(self, user: User | None, name: str) -> None:
        if user is None:
            raise CommandError(f"There is no account called {name}.")
        with transaction.atomic():
            user.is_staff = user.is_superuser = False
            user.save()
            user.groups.remove(make_group(apps))
        self.stdout.write(self.style.SUCCESS(f"{user.username} is no moderator any more."))
