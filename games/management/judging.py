"""Commands that say whether games are what their rows say."""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError

from games.run import copies, unready

FINE, DIFFERS, UNTOLD = 0, 1, 2


class JudgingCommand(BaseCommand, ABC):
    """Ends with 0 where all games are what their rows say, with 1 where one is not, with 2 where that could not be told
    or nothing could be done, whatever the reason: nobody takes a breakdown for a verdict."""

    # A failed check would end with 1.
    requires_system_checks = ()

    @abstractmethod
    def judge(self, **options: Any) -> bool:
        """Whether all games are what their rows say."""

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            fine = self.judge(**options)
        except (copies.CopyError, CommandError) as refusal:
            self._give_up(str(refusal))
        except Exception as error:
            if options["traceback"]:
                traceback.print_exc()
            # Its text may name a card.
            self._give_up(unready.why(error) or f"It broke ({type(error).__name__}): --traceback shows where.")
        if not fine:
            raise SystemExit(DIFFERS)

    def _give_up(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        raise SystemExit(UNTOLD)
