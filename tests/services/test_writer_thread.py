"""The writer's thread: it outlives whatever it is given, and answers everybody."""

from __future__ import annotations

import asyncio
import os
import threading
import time
import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
from django.db import connection

from games.rules.errors import Refusal
from games.store import writer
from games.store.job import Call, Job
from tests.services.test_writer import broken

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


class TestThread:
    @pytest.fixture
    def thread(self) -> writer.Writer:
        """A writer of this test's own, which never ends, as the site's does not."""
        thread = writer.Writer()
        thread.start()
        return thread

    async def test_answers_arrive_where_they_were_asked_for(self, thread: writer.Writer) -> None:
        futures = [thread.submit(number % 7, partial(abs, number)) for number in range(500)]
        assert await asyncio.wait_for(asyncio.gather(*futures), 30) == list(range(500))

    async def test_it_survives_whatever_a_job_does(
        self, thread: writer.Writer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(writer, "write_together", lambda batch: broken(RuntimeError("lost"))())
            with pytest.raises(Refusal, match="unavailable"):
                await asyncio.wait_for(thread.submit(1, lambda: 1), 30)
        assert await asyncio.wait_for(thread.submit(1, lambda: 2), 30) == 2

    @pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite")
    async def test_it_makes_no_files_beside_the_database(self, thread: writer.Writer) -> None:
        def asked() -> int:
            with connection.cursor() as cursor:
                return int(cursor.execute("PRAGMA temp_store").fetchone()[0])

        in_memory = 2
        assert await asyncio.wait_for(thread.submit(1, asked), 30) == in_memory

    async def test_those_who_wait_are_counted(self, thread: writer.Writer) -> None:
        held, begun = threading.Event(), threading.Event()

        def hold() -> None:
            begun.set()
            held.wait(30)

        first = thread.submit(1, hold)
        await asyncio.to_thread(begun.wait, 30)
        rest = [thread.submit(number, lambda: None) for number in (1, 2, 2)]
        await asyncio.sleep(0)
        assert thread.waiting() == 3
        held.set()
        await asyncio.wait_for(asyncio.gather(first, *rest), 30)
        assert thread.waiting() == 0

    async def test_what_is_heard_at_once_shares_a_commit_up_to_a_limit(
        self, thread: writer.Writer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sizes, order = list[int](), list[int]()
        write = writer.write_surely

        def seen(batch: list[Job]) -> None:
            sizes.append(len(batch))
            write(batch)

        monkeypatch.setattr(writer, "write_surely", seen)
        count = 2 * writer.BATCH + 5
        futures = [thread.submit(number, partial(order.append, number)) for number in range(count)]
        await asyncio.wait_for(asyncio.gather(*futures), 30)
        assert sizes == [writer.BATCH, writer.BATCH, 5]
        assert order == list(range(count))

    @pytest.mark.parametrize(
        ("first", "sizes"),
        [(writer.SIBLINGS, [writer.SIBLINGS + 3]), (writer.SIBLINGS - 1, [writer.SIBLINGS - 1, 3])],
        ids=["several", "few"],
    )
    async def test_where_several_wait_others_may_join_them(
        self, thread: writer.Writer, monkeypatch: pytest.MonkeyPatch, first: int, sizes: list[int]
    ) -> None:
        found, write = list[int](), writer.write_surely
        begun, go_on = threading.Event(), threading.Event()

        def held(_: float = 0.0) -> None:
            begun.set()
            go_on.wait(30)

        def seen(batch: list[Job]) -> None:
            found.append(len(batch))
            if not begun.is_set():
                held()
            write(batch)

        monkeypatch.setattr(writer, "write_surely", seen)
        monkeypatch.setattr(writer, "time", SimpleNamespace(sleep=held, perf_counter=time.perf_counter))
        futures = [thread.submit(number, lambda: None) for number in range(first)]
        await asyncio.to_thread(begun.wait, 30)
        futures += [thread.submit(number, lambda: None) for number in range(first, first + 3)]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.wait_for(asyncio.gather(*futures), 30)
        assert found == sizes

    async def test_one_who_cannot_be_told_keeps_nobody_else_waiting(
        self, thread: writer.Writer, caplog: pytest.LogCaptureFixture
    ) -> None:
        def gone(result: Any, error: Exception | None) -> None:
            raise RuntimeError("nobody is there")

        thread.hand(Job(1, caller=Call(lambda: 1, gone)))
        assert await asyncio.wait_for(thread.submit(2, lambda: 2), 30) == 2
        assert await asyncio.wait_for(thread.submit(1, lambda: 3), 30) == 3
        assert [one.levelname for one in caplog.records] == ["ERROR"]

    async def test_who_no_longer_waits_is_no_trouble(self, thread: writer.Writer) -> None:
        thread.submit(1, lambda: 1).cancel()
        assert await asyncio.wait_for(thread.submit(1, lambda: 2), 30) == 2


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
async def test_another_begins_where_it_ended_after_all(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await asyncio.wait_for(writer.submit(1, lambda: 1), 30) == 1
    ended = writer._writer
    assert ended is not None

    def end(jobs: list[Job]) -> NoReturn:
        connection.close()
        raise RuntimeError("ended")

    with monkeypatch.context() as patch:
        patch.setattr(writer, "one_a_game", end)
        lost = writer.submit(1, lambda: 2)
        await asyncio.to_thread(ended.join, 30)
    assert await asyncio.wait_for(writer.submit(1, lambda: 3), 30) == 3
    assert (writer._writer is ended, lost.done()) == (False, False)


async def test_one_that_could_not_begin_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "_writer", None)
    with monkeypatch.context() as patch:
        patch.setattr(writer.Writer, "start", lambda one: broken(RuntimeError("can't start new thread"))())
        with pytest.raises(RuntimeError, match="thread"):
            writer.submit(1, lambda: 1)
    assert await asyncio.wait_for(writer.submit(1, lambda: 2), 30) == 2


async def test_a_fork_has_none() -> None:
    assert await asyncio.wait_for(writer.submit(1, lambda: 1), 30) == 1
    with warnings.catch_warnings(), writer._lock:
        # The child does nothing that could wait for a lock of its parent's threads.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os._exit(writer._writer is not None or writer._lock.locked())
    _, status = await asyncio.wait_for(asyncio.to_thread(os.waitpid, child, 0), 30)
    assert os.waitstatus_to_exitcode(status) == 0


async def test_it_is_busy_until_the_outcome_is_known() -> None:
    thread = writer.Writer()
    assert not thread.busy()
    outcome = thread.submit(1, lambda: "stored")
    assert thread.busy()
    thread.start()
    assert (await outcome, thread.busy()) == ("stored", False)
