"""The processes in which the site's own think, so that nobody's card waits for it. First come, first served."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Protocol, TypeVar

from games.minds.knowledge import Knowledge
from games.minds.review.told import Part
from games.rules.record import Record
from games.services.minds import worker
from games.services.minds.turn import Question

MOST = 4
T = TypeVar("T")


def size() -> int:
    """Processes at most: one a core, since they give way to the site (``worker.begin``)."""
    return min(MOST, os.cpu_count() or 1)


class Thinking(Protocol):
    """Whoever finds cards, hints and steps of reviews, some time later; a future fails where nothing was found."""

    def ask(self, question: Question) -> Future[str]: ...

    def advise(self, question: Question) -> Future[worker.Advised]: ...

    def look_back(self, record: Record, ply: int) -> Future[Part]: ...

    def end(self) -> None: ...


class Pool:
    """Begins with the first question. A process that dies takes the others along; the next question begins anew.

    ``processes`` are so many at most; as many as ``size`` unless told otherwise.
    """

    def __init__(self, processes: int | None = None) -> None:
        self._processes = processes
        self._lock = threading.Lock()
        self._executor: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None

    def ask(self, question: Question) -> Future[str]:
        """The code of a card, once it is found. The future fails where a process died."""
        return self._do(worker.think, *_told(question))

    def advise(self, question: Question) -> Future[worker.Advised]:
        """The code of a card, and why, as ``ask``."""
        return self._do(worker.advise, *_told(question))

    def load(self) -> list[Future[None]]:
        """Have every process begin, and load what it needs."""
        return [self._do(worker.load) for _ in range(self._processes or size())]

    def look_back(self, record: Record, ply: int) -> Future[Part]:
        """One step of a review, once it is done. Whoever asks for one step at a time takes one process at most, and
        nobody's card waits for more than that step."""
        return self._do(worker.look_back, record, ply)

    def end(self) -> None:
        """End all processes at once, whatever they are at."""
        with self._lock:
            self._drop()

    def _do(self, work: Callable[..., T], *told: object) -> Future[T]:
        with self._lock:
            try:
                return self._submit(work, *told)
            except BrokenProcessPool:
                self._drop()
                return self._submit(work, *told)

    def _submit(self, work: Callable[..., T], *told: object) -> Future[T]:
        if self._executor is None:
            self._executor = self._begin()
        return self._executor.submit(work, *told)

    def _begin(self) -> ProcessPoolExecutor:
        context = get_context("spawn")
        theirs, self._lifeline = context.Pipe(duplex=False)
        return ProcessPoolExecutor(self._processes or size(), context, worker.begin, (theirs,))

    def _drop(self) -> None:
        if self._executor is not None and self._lifeline is not None:
            self._lifeline.close()
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._lifeline = None


def _told(question: Question) -> tuple[Knowledge, str, int, str]:
    """What a mind is told of a question."""
    return question.knowledge, question.level, question.seed, question.draw


here: Thinking = Pool()
"""Who thinks for this process; ``games.run.minds`` chooses and ends them."""
