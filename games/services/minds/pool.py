"""The processes in which the site's own think, so that nobody's card waits for it. First come, first served."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar

from games.services.minds import worker
from games.services.minds.turn import Question

MOST = 4
T = TypeVar("T")


def size() -> int:
    """Processes at most: one a core, since they give way to the site (``worker.begin``)."""
    return min(MOST, os.cpu_count() or 1)


class Pool:
    """Begins with the first question. A process that dies takes the others along; the next question begins anew."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._executor: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None

    def ask(self, question: Question) -> Future[str]:
        """The code of a card, once it is found. The future fails where a process died."""
        return self._asked(worker.think, question)

    def advise(self, question: Question) -> Future[worker.Advised]:
        """The code of a card, and why, as ``ask``."""
        return self._asked(worker.advise, question)

    def _asked(self, think: Callable[..., T], question: Question) -> Future[T]:
        with self._lock:
            try:
                return self._submit(think, question)
            except BrokenProcessPool:
                self._drop()
                return self._submit(think, question)

    def end(self) -> None:
        """End all processes at once, whatever they are at."""
        with self._lock:
            self._drop()

    def _submit(self, think: Callable[..., T], question: Question) -> Future[T]:
        if self._executor is None:
            self._executor = self._begin()
        return self._executor.submit(think, question.views, question.level, question.seed, question.draw)

    def _begin(self) -> ProcessPoolExecutor:
        context = get_context("spawn")
        theirs, self._lifeline = context.Pipe(duplex=False)
        return ProcessPoolExecutor(size(), context, worker.begin, (theirs,))

    def _drop(self) -> None:
        if self._executor is not None and self._lifeline is not None:
            self._lifeline.close()
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._lifeline = None


here = Pool()
"""The one of this process; ``games.run.minds`` ends it."""
