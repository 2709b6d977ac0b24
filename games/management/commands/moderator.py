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

    help = "Make an account a moderator. Creates the account, and asks for a password, if it does not exist yet."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name, --superuser and --remove."""
        parser.add_argument("name", metavar="NAME", help="username of the account")
        parser.add_argument(
            "--superuser", action="store_true", help="give all permissions, including actions on staff accounts"
        )
        parser.add_argument("--remove", action="store_true", help="remove moderator rights; the account stays")

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
        self.stdout.write(self.style.SUCCESS(f"{user.username} is now a moderator. Moderation is at /admin/."))
        if settings.STAFF_SECOND_FACTOR:
            self.stdout.write("They will be asked to set up a second factor at the first visit.")

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
        if getpass.getpass("Password (again): ") != password:
            raise CommandError("The passwords don't match. Nothing was changed.")
        return password

    def _dismiss(self, user: User | None, name: str) -> None:
        if user is None:
            raise CommandError(f"No account is called {name}.")
        with transaction.atomic():
            user.is_staff = user.is_superuser = False
            user.save()
            user.groups.remove(make_group(apps))
        self.stdout.write(self.style.SUCCESS(f"{user.username} is no longer a moderator."))
