"""One thread in which socket writes run, so that a connection is kept and commits are shared.

A commit costs far more than the two statements of a move; what arrives while one is under way shares the next one.
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
from functools import partial
from operator import attrgetter
from typing import Any

from django.db import DatabaseError, Error, connection, transaction

from games import metrics
from games.rules.errors import Refusal
from games.store import gathered, log, pool, prepared, waking
from games.store.job import Call, Job
from games.store.moves import Gathered
from games.store.played import Played

logger = logging.getLogger(__name__)

BATCH = 128
"""Calls that share a commit at most: what one turn of the loop hears may be more."""
SIBLINGS, DELAY = 20, 0.004
"""Calls that wait at once from which on others have so many seconds to join them, as PostgreSQL's ``commit_delay``."""


class Writer(threading.Thread):
    def __init__(self) -> None:
        super().__init__(name="game-writer", daemon=True)
        self._jobs: queue.SimpleQueue[list[Job]] = queue.SimpleQueue()
        self._heard: dict[asyncio.AbstractEventLoop, list[Job]] = {}
        self._unanswered = 0
        self._handed, self._taken = 0, 0

    def submit(self, game_id: int, call: Callable[[], Any], *, plain: bool = False) -> asyncio.Future[Any]:
        """Run ``call`` in this thread; the future has its result only when it is committed. See ``Job`` for ``plain``.

        It fails with the call's ``Refusal``, or with ``unavailable`` when the database fails.
        """
        future = asyncio.get_running_loop().create_future()
        self.hand(Job(game_id, caller=Call(call, partial(resolve, future)), plain=plain))
        return future

    def hand(self, job: Job) -> None:
        """``submit`` for whoever can be called: saves a future, and the turn of the loop in which it is heard of.

        What the loop hears in one turn is handed over together.
        """
        self._unanswered += 1
        loop = job.loop = asyncio.get_running_loop()
        job.waits = True
        heard = self._heard.get(loop)
        if heard is None:
            self._heard[loop] = [job]
            loop.call_soon(self._hand_over, loop)
        else:
            heard.append(job)

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        jobs, now = self._heard.pop(loop), time.perf_counter()
        for job in jobs:
            job.came = now
        self._handed += len(jobs)
        self._jobs.put(jobs)

    def waiting(self) -> int:
        """How many calls wait for the commit under way to end."""
        return self._handed - self._taken

    def busy(self) -> bool:
        """Whether anybody waits for the outcome of a call."""
        return self._unanswered > 0

    def run(self) -> None:
        try:
            self._write_forever()
        finally:
            _ended(self)

    def _write_forever(self) -> None:
        pool.leave()
        waiting: list[Job] = []
        while True:
            waiting = waiting or self._jobs.get()
            if SIBLINGS <= len(waiting) < BATCH:
                time.sleep(DELAY)
            while len(waiting) < BATCH and not self._jobs.empty():
                waiting += self._jobs.get()
            batch, rest = one_a_game(waiting[:BATCH])
            waiting = rest + waiting[BATCH:]
            self._taken += len(batch)
            with waking.together():
                with gathered.together():
                    write_surely(batch)
                    metrics.stored([job.came for job in batch if job.error is None])
                self.answer(batch)

    def answer(self, batch: Iterable[Job]) -> None:
        """Hand every job's outcome back to the loop it came from."""
        by_loop: defaultdict[asyncio.AbstractEventLoop, list[Job]] = defaultdict(list)
        for job in batch:
            by_loop[job.loop].append(job)
        for loop, jobs in by_loop.items():
            waking.soon(loop, self._answered, jobs)

    def _answered(self, jobs: list[Job]) -> None:
        # Counted in the loop alone, where they are submitted too.
        self._unanswered -= len(jobs)
        waking.at_end(answer_all, jobs)


def answer_all(jobs: Iterable[Job]) -> None:
    """Each whatever became of the others."""
    for job in jobs:
        try:
            job.answer()
        except Exception:
            logger.exception("nobody could be told what became of a call")


def one_a_game(jobs: list[Job]) -> tuple[list[Job], list[Job]]:
    """The first job of each game, and the rest, which must see the first one's commit."""
    first: dict[int, Job] = {}
    rest = [job for job in jobs if first.setdefault(job.game_id, job) is not job]
    # Two processes that lock rows in the same order cannot wait for each other.
    return sorted(first.values(), key=attrgetter("game_id")), rest


def write_surely(batch: Sequence[Job]) -> None:
    """``write_together``, whatever happens: without this thread nobody could play, so it outlives every error."""
    try:
        write_together(batch)
    except Exception:
        logger.exception("a batch of %d games was lost", len(batch))
        connection.close()
        for job in batch:
            job.error = Refusal("unavailable")


def write_together(batch: Sequence[Job]) -> None:
    """All jobs in one transaction; when the database fails, each in its own, on a new connection."""
    try:
        try:
            write_in_one(batch, Gathered() if prepared.gathers() else None)
        except prepared.Overtaken:
            write_in_one(batch, None)
    except Error:
        logger.warning("a shared commit of %d games failed, so each is tried alone", len(batch))
        connection.close()
        for job in batch:
            write_alone(job)


def write_in_one(batch: Sequence[Job], moves: Gathered | None) -> None:
    """All jobs in one transaction. What plain ones append is gathered in ``moves`` before it, and stored by it last."""
    rest = batch
    if moves is not None:
        rest = [job for job in batch if not job.plain]
        with log.gathering(moves):
            for job in batch:
                if isinstance(job, Played):
                    moves.played.append(job)
                    job.result = job.version
                elif job.plain:
                    job.run()
    if not rest:
        if moves:
            log.store_alone(moves)
        return
    with transaction.atomic():
        for job in rest:
            job.run()
        refuse_half_written()
        if moves:
            log.store(moves)


def write_alone(job: Job) -> None:
    try:
        with transaction.atomic():
            job.run()
    except Error:
        logger.exception("a move could not be stored")
        connection.close()
        job.error = Refusal("unavailable")


def refuse_half_written() -> None:
    """A job that broke between its statements spoils the transaction, and Django undoes that silently."""
    if connection.needs_rollback:
        raise DatabaseError("a move was only half written")


def resolve(future: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    """Tell whoever waits for a call, if they still do."""
    if error is not None and not future.done():
        future.set_exception(error)
    elif not future.done():
        future.set_result(result)


_writer: Writer | None = None
_lock = threading.Lock()


def submit(game_id: int, call: Callable[[], Any], *, plain: bool = False) -> asyncio.Future[Any]:
    """``Writer.submit`` on the one writer of this process, started on first use."""
    return (_writer or _begun()).submit(game_id, call, plain=plain)


def hand(job: Job) -> None:
    """``Writer.hand`` on that one."""
    (_writer or _begun()).hand(job)


def _begun() -> Writer:
    global _writer
    with _lock:
        one = _writer
        if one is None:
            one = _writer = Writer()
            try:
                one.start()
            except RuntimeError:
                _ended(one)
                raise
        return one


def _ended(one: Writer) -> None:
    """Whoever writes next begins another."""
    global _writer
    if _writer is one:
        _writer = None


def _forget() -> None:
    """In a fork, which has none of its parent's threads, and no lock that one of them may hold."""
    global _writer, _lock
    _writer, _lock = None, threading.Lock()


os.register_at_fork(after_in_child=_forget)


def waiting() -> int:
    """How many calls wait in this process; 0 before the first."""
    return 0 if (one := _writer) is None else one.waiting()


def busy() -> bool:
    """Whether anybody waits for ``submit`` in this process."""
    return (one := _writer) is not None and one.busy()
