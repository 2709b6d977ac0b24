"""Base class of commands that verify games against their rows."""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError

from games.operations import backup
from games.server import database_checks

CONSISTENT, INCONSISTENT, UNKNOWN = 0, 1, 2
"""Exit statuses."""


class ConsistencyCommand(BaseCommand, ABC):
    """Command that verifies games against their rows.

    It exits with 0 if all games agree with their rows, with 1 if one does not, and with 2 if the command failed: a
    failure must not look like a verdict.
    """

    # A failed system check would exit with 1.
    requires_system_checks = ()

    @abstractmethod
    def verify_games(self, **options: Any) -> bool:
        """Return whether all games agree with their rows."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify the games, and exit with the status of the outcome."""
        try:
            is_consistent = self.verify_games(**options)
        except (backup.BackupError, CommandError) as error:
            self._give_up(str(error))
        except Exception as error:
            if options["traceback"]:
                traceback.print_exc()
            # The text of the error may name a card.
            self._give_up(
                database_checks.explain_error(error)
                or f"Unexpected error ({type(error).__name__}). Run again with --traceback to see where."
            )
        if not is_consistent:
            raise SystemExit(INCONSISTENT)

    def _give_up(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        raise SystemExit(UNKNOWN)
