"""The processes in which the site's own think, so that nobody's card waits for it. First come, first served."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from games.minds.review.told import Part
from games.rules.record import Record
from games.services.minds import worker
from games.services.minds.turn import Question

MOST = 4


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
        return self._do(worker.think, question.views, question.level, question.seed, question.draw)

    def look_back(self, record: Record, ply: int) -> Future[Part]:
        """One step of a review, once it is done. Whoever asks for one step at a time takes one process at most, and
        nobody's card waits for more than that step."""
        return self._do(worker.look_back, record, ply)

    def end(self) -> None:
        """End all processes at once, whatever they are at."""
        with self._lock:
            self._drop()

    def _do(self, work: Callable[..., Any], *told: object) -> Future[Any]:
        with self._lock:
            try:
                return self._submit(work, *told)
            except BrokenProcessPool:
                self._drop()
                return self._submit(work, *told)

    def _submit(self, work: Callable[..., Any], *told: object) -> Future[Any]:
        if self._executor is None:
            self._executor = self._begin()
        return self._executor.submit(work, *told)

    def _begin(self) -> ProcessPoolExecutor:
        context = get_context("spawn")
        theirs, self._lifeline = context.Pipe(duplex=False)
        return ProcessPoolExecutor(size(), context, worker.begin, (theirs,))

    def _drop(self) -> None:
        if self._executor is not None and self._lifeline is not None:
            self._lifeline.close()
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._lifeline = None
