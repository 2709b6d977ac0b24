"""Writer thread for the writes of sockets, with one connection and group commit.

A commit costs far more than the two statements of a move, so jobs that arrive during a commit share the next one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db import DatabaseError, Error, connection, transaction

from games import metrics
from games.eventlog import connection_pool, event_store, signals
from games.eventlog.storage import Append, VersionConflict
from games.rules.errors import Refusal

logger = logging.getLogger(__name__)

MAX_BATCH = 128
"""The most jobs that share a commit."""


@dataclass(slots=True, eq=False)
class WriteJob:
    """A call that writes to one game, and the future that gets its result or error after the commit.

    A deferrable call (``is_deferrable``) uses the database only for one ``append`` and reads nothing after it.
    ``submitted_at`` is a value of ``time.perf_counter``.
    """

    game_id: int
    call: Callable[[], Any]
    future: asyncio.Future[Any]
    is_deferrable: bool = False
    submitted_at: float = 0.0
    result: Any = None
    error: Exception | None = None

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The event loop of the caller."""
        return self.future.get_loop()

    def run(self) -> None:
        """Execute the call, and store its result or error. Database errors are raised, for the writer to handle."""
        self.result, self.error = None, None
        try:
            self.result = self.call()
        except Error:
            raise
        except Exception as error:
            self.error = error

    def resolve(self) -> None:
        """Set the outcome on the future, unless the caller cancelled it. Call this in the caller's loop."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class Writer(threading.Thread):
    """The writer thread and its queue of jobs."""

    def __init__(self) -> None:
        super().__init__(name="game-writer", daemon=True)
        self._jobs: queue.SimpleQueue[WriteJob] = queue.SimpleQueue()
        self._postponed: list[WriteJob] = []
        self._unresolved = 0

    def submit(self, game_id: int, call: Callable[[], Any], *, is_deferrable: bool = False) -> asyncio.Future[Any]:
        """Queue a call for this thread, and return the future of its result; see ``WriteJob``.

        The future is resolved after the commit. It fails with the call's ``Refusal``, or with ``unavailable`` if the
        database fails.
        """
        future = asyncio.get_running_loop().create_future()
        job = WriteJob(game_id, call, future, is_deferrable, time.perf_counter())
        self._unresolved += 1
        self._jobs.put(job)
        return job.future

    def count_waiting(self) -> int:
        """Return the number of jobs that wait for the current commit to end."""
        return self._jobs.qsize() + len(self._postponed)

    def is_busy(self) -> bool:
        """Return whether a caller is waiting for the outcome of a job."""
        return self._unresolved > 0

    def run(self) -> None:
        """Execute jobs until the process ends."""
        try:
            self._write_forever()
        finally:
            _clear_writer(self)

    def _write_forever(self) -> None:
        connection_pool.use_own_connection()
        while True:
            batch = self._next_batch()
            with signals.batch_commits():
                write_or_fail(batch)
                metrics.time_commits([job.submitted_at for job in batch if job.error is None])
            self.resolve(batch)

    def _next_batch(self) -> list[WriteJob]:
        """Wait for a job, and return the first job of each game; later jobs of a game must see its commit."""
        waiting = self._postponed or [self._jobs.get()]
        while len(waiting) < MAX_BATCH and not self._jobs.empty():
            waiting.append(self._jobs.get())
        batch, self._postponed = split_by_game(waiting)
        return batch

    def resolve(self, batch: Iterable[WriteJob]) -> None:
        """Resolve every job in the loop of its caller."""
        by_loop: defaultdict[asyncio.AbstractEventLoop, list[WriteJob]] = defaultdict(list)
        for job in batch:
            by_loop[job.loop].append(job)
        for loop, jobs in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._resolve_in_loop, jobs)

    def _resolve_in_loop(self, jobs: list[WriteJob]) -> None:
        # Changed only in the event loop, as in ``submit``, so it needs no lock.
        self._unresolved -= len(jobs)
        resolve_jobs(jobs)


def resolve_jobs(jobs: Iterable[WriteJob]) -> None:
    """Resolve each job, even if others fail."""
    for job in jobs:
        try:
            job.resolve()
        except Exception:
            logger.exception("the outcome of a write job could not be delivered")


def split_by_game(jobs: list[WriteJob]) -> tuple[list[WriteJob], list[WriteJob]]:
    """Return the first job of each game, sorted by the game's key, and the other jobs, which must see its commit."""
    first: dict[int, WriteJob] = {}
    rest = [job for job in jobs if first.setdefault(job.game_id, job) is not job]
    # Processes that lock rows in the same order cannot deadlock.
    return sorted(first.values(), key=attrgetter("game_id")), rest


def write_or_fail(batch: Sequence[WriteJob]) -> None:
    """Write a batch; after an unexpected error refuse its jobs with ``unavailable``, so that the thread never dies."""
    try:
        write_batch(batch)
    except Exception:
        logger.exception("a batch of %d games was lost", len(batch))
        connection.close()
        for job in batch:
            job.error = Refusal("unavailable")


def write_batch(batch: Sequence[WriteJob]) -> None:
    """Execute all jobs in one transaction or, if that fails, each in its own.

    A database error other than ``VersionConflict`` closes the connection first.
    """
    try:
        write_in_one_transaction(batch)
    except VersionConflict:
        for job in batch:
            write_alone(job)
    except Error:
        logger.warning("a shared commit of %d games failed, so each is tried alone", len(batch))
        connection.close()
        for job in batch:
            write_alone(job)


def write_in_one_transaction(batch: Sequence[WriteJob]) -> None:
    """Execute all jobs in one transaction.

    Deferrable jobs run before it begins; their appends are stored together at its end.
    """
    appends = list[Append]()
    with event_store.defer_appends(appends):
        for job in batch:
            if job.is_deferrable:
                job.run()
    rest = [job for job in batch if not job.is_deferrable]
    if not rest and not appends:
        return
    with transaction.atomic():
        for job in rest:
            job.run()
        check_transaction()
        if appends:
            event_store.store_deferred(appends)


def write_alone(job: WriteJob) -> None:
    """Execute a job in a transaction of its own; a database error becomes the refusal ``unavailable``."""
    try:
        with transaction.atomic():
            job.run()
    except Error:
        logger.exception("a move could not be stored")
        connection.close()
        job.error = Refusal("unavailable")


def check_transaction() -> None:
    """Raise ``DatabaseError`` if a job failed between its statements; Django would roll back silently."""
    if transaction.get_rollback():
        raise DatabaseError("a move was only half written")


_writer: Writer | None = None
_lock = threading.Lock()


def submit(game_id: int, call: Callable[[], Any], *, is_deferrable: bool = False) -> asyncio.Future[Any]:
    """Submit a call to the writer of this process, which is started on first use; see ``Writer.submit``."""
    return (_writer or _get_writer()).submit(game_id, call, is_deferrable=is_deferrable)


def _get_writer() -> Writer:
    global _writer
    with _lock:
        writer = _writer
        if writer is None:
            writer = _writer = Writer()
            try:
                writer.start()
            except RuntimeError:
                _clear_writer(writer)
                raise
        return writer


def _clear_writer(writer: Writer) -> None:
    """Forget a writer that has ended, so that the next ``submit`` starts another."""
    global _writer
    if _writer is writer:
        _writer = None


def _reset_after_fork() -> None:
    """Forget the writer in a forked process: it has none of its parent's threads, and one may have held the lock."""
    global _writer, _lock
    _writer, _lock = None, threading.Lock()


os.register_at_fork(after_in_child=_reset_after_fork)


def count_waiting() -> int:
    """Return the number of jobs that wait in this process."""
    return 0 if (writer := _writer) is None else writer.count_waiting()


def is_busy() -> bool:
    """Return whether a caller of ``submit`` is waiting in this process."""
    return (writer := _writer) is not None and writer.is_busy()
