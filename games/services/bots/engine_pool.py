"""Pool of engine processes, which answer questions in the order of arrival.

They run beside the server process, so that no player's card waits for the engine.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Protocol, TypeVar

from games.engine.endgame_solver import must_compile
from games.engine.knowledge import Knowledge
from games.engine.review.values import ReviewPart
from games.rules.record import Record
from games.services.bots import worker
from games.services.bots.bot_turns import EngineQuestion

MAX_PROCESSES = 4
T = TypeVar("T")


def get_pool_size() -> int:
    """Return the maximum number of processes.

    It is one per core, since the processes run with low priority (``worker.initialize``).
    """
    return min(MAX_PROCESSES, os.cpu_count() or 1)


class Engine(Protocol):
    """Interface of engines. Answers are futures, which fail if the engine has no answer."""

    def ask(self, question: EngineQuestion) -> Future[str]:
        """Choose a card."""
        ...

    def advise(self, question: EngineQuestion) -> Future[worker.Advice]:
        """Give a hint."""
        ...

    def review_step(self, record: Record, ply: int) -> Future[ReviewPart]:
        """Review one step of a finished game."""
        ...

    def warm_up(self) -> None:
        """Compile what the first answers need, unless an earlier process has done so."""
        ...

    def is_starting(self) -> bool:
        """Return whether it is still compiling."""
        ...

    def end(self) -> None:
        """Stop at once."""
        ...


class EnginePool:
    """Engine processes that start with the first question.

    If a process dies, the pool ends them all, and the next question starts them again. ``processes`` is their maximum
    number, by default ``get_pool_size()``.
    """

    def __init__(self, processes: int | None = None) -> None:
        self._processes = processes
        self._lock = threading.Lock()
        self._executor: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None
        self._start_up: Future[None] | None = None

    def ask(self, question: EngineQuestion) -> Future[str]:
        """Return a future of the code of a card. It fails if a process dies."""
        return self._run(worker.choose_card, *_to_arguments(question))

    def advise(self, question: EngineQuestion) -> Future[worker.Advice]:
        """Return a future of a hint. It fails if a process dies."""
        return self._run(worker.give_hint, *_to_arguments(question))

    def warm_up(self) -> None:
        """Compile what the first answers need in one process, unless an earlier one has done so."""
        if must_compile():
            self._start_up = self._run(worker.warm_up)

    def is_starting(self) -> bool:
        """Return whether ``warm_up`` is still compiling."""
        return self._start_up is not None and not self._start_up.done()

    def load(self) -> list[Future[None]]:
        """Start every process and have it load what it needs; return a future for each process."""
        return [self._run(worker.warm_up) for _ in range(self._processes or get_pool_size())]

    def review_step(self, record: Record, ply: int) -> Future[ReviewPart]:
        """Return a future of one step of a review. It fails if a process dies.

        A caller that requests one step at a time occupies at most one process, and delays a card by at most one step.
        """
        return self._run(worker.review_step, record, ply)

    def end(self) -> None:
        """End all processes at once, even while they work."""
        with self._lock:
            self._drop()

    def _run(self, function: Callable[..., T], *arguments: object) -> Future[T]:
        with self._lock:
            try:
                return self._submit(function, *arguments)
            except BrokenProcessPool:
                self._drop()
                return self._submit(function, *arguments)

    def _submit(self, function: Callable[..., T], *arguments: object) -> Future[T]:
        if self._executor is None:
            self._executor = self._start()
        return self._executor.submit(function, *arguments)

    def _start(self) -> ProcessPoolExecutor:
        context = get_context("spawn")
        worker_end, self._lifeline = context.Pipe(duplex=False)
        return ProcessPoolExecutor(self._processes or get_pool_size(), context, worker.initialize, (worker_end,))

    def _drop(self) -> None:
        if self._executor is not None and self._lifeline is not None:
            self._lifeline.close()
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._lifeline = None


def _to_arguments(question: EngineQuestion) -> tuple[Knowledge, str, int, str]:
    """Return the arguments of ``worker`` functions for a question."""
    return question.knowledge, question.level, question.seed, question.draw


engine: Engine = EnginePool()
"""The engine of this process, set and stopped by ``games.jobs.bots``."""
