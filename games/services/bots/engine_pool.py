"""Pool of engine processes, so that no player's card waits for the engine. First come, first served."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Protocol, TypeVar

from games.engine.knowledge import Knowledge
from games.engine.review.values import ReviewPart
from games.rules.record import Record
from games.services.bots import worker
from games.services.bots.bot_turns import EngineQuestion

MAX_PROCESSES = 4
T = TypeVar("T")


def get_pool_size() -> int:
    """Return the maximum number of processes: one a core, since they give way to the site (``worker.initialize``)."""
    return min(MAX_PROCESSES, os.cpu_count() or 1)


class Engine(Protocol):
    """Interface of engines: each method returns a future, which fails where nothing was found."""

    def ask(self, question: EngineQuestion) -> Future[str]:
        """Choose a card."""
        ...

    def advise(self, question: EngineQuestion) -> Future[worker.Advice]:
        """Give a hint."""
        ...

    def review_step(self, record: Record, ply: int) -> Future[ReviewPart]:
        """Review one step of a finished game."""
        ...

    def end(self) -> None:
        """Stop at once."""
        ...


class EnginePool:
    """Engine processes that start with the first question.

    A process that dies takes the others along; the next question starts them again. ``processes`` is the maximum
    number, by default ``get_pool_size``.
    """

    def __init__(self, processes: int | None = None) -> None:
        self._processes = processes
        self._lock = threading.Lock()
        self._executor: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None

    def ask(self, question: EngineQuestion) -> Future[str]:
        """Return the future code of a card. The future fails where a process died."""
        return self._run(worker.choose_card, *_to_arguments(question))

    def advise(self, question: EngineQuestion) -> Future[worker.Advice]:
        """Return the future hint, as ``ask``."""
        return self._run(worker.give_hint, *_to_arguments(question))

    def load(self) -> list[Future[None]]:
        """Start every process and have it load what it needs."""
        return [self._run(worker.warm_up) for _ in range(self._processes or get_pool_size())]

    def review_step(self, record: Record, ply: int) -> Future[ReviewPart]:
        """Return one step of a review, as ``ask``.

        A caller that asks for one step at a time takes one process at most, and no card waits for more than that step.
        """
        return self._run(worker.review_step, record, ply)

    def end(self) -> None:
        """End all processes at once, even at work."""
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
"""The engine of this process; ``games.jobs.bots`` sets and stops it."""
