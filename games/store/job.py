"""What the writer is to store, and who is told what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn, Protocol

from django.db import Error

Answer = Callable[[Any, Exception | None], None]
"""Told what a call gave, or why it was refused."""


class Caller(Protocol):
    """Who has something stored."""

    def act(self) -> Any:
        """Store it, in the thread of the writer; what is told of it."""

    def outcome(self, result: Any, error: Exception | None) -> None:
        """Hear what ``act`` gave, or why it was refused."""


class Call(NamedTuple):
    """One that is a function, and another that is told."""

    act: Callable[[], Any]
    outcome: Answer


def _nobody() -> NoReturn:
    raise LookupError("nobody has this stored")


NOBODY: Caller = Call(_nobody, lambda result, error: None)


@dataclass(slots=True, eq=False)
class Job:
    """Something that writes one game. Its result or refusal goes to its ``caller``, in ``loop`` and after commit; until
    then it ``waits``. Where nothing ``reports`` the caller hears of a result some other way, and of a refusal alone
    from here.

    A ``plain`` one asks the database for nothing but to append, and reads nothing after it. ``came`` is when it was
    handed over, by ``time.perf_counter``.
    """

    game_id: int
    caller: Caller = field(default=NOBODY, kw_only=True)
    plain: bool = field(default=False, kw_only=True)
    reports: bool = field(default=True, kw_only=True)
    waits: bool = field(default=False, init=False)
    result: Any = field(default=None, init=False)
    error: Exception | None = field(default=None, init=False)
    came: float = field(default=0.0, init=False)
    loop: asyncio.AbstractEventLoop = field(init=False, repr=False)

    def run(self) -> None:
        """Act, and keep what comes of it; what the database says is for the caller. It may be something else than what
        was decided before, so it is reported."""
        self.result, self.error, self.reports = None, None, True
        try:
            self.result = self.caller.act()
        except Error:
            raise
        except Exception as error:
            self.error = error

    def answer(self) -> None:
        """Tell the caller, who is let go, as are all whom the error knows: a game may keep a job for long."""
        caller, error = self.caller, self.error
        self.caller, self.error, self.waits = NOBODY, None, False
        if self.reports or error is not None:
            caller.outcome(self.result, error)
