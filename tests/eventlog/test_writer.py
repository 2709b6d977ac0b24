"""The writer: one thread, one commit for several games, and no game spoils another one's."""

from __future__ import annotations

import asyncio
import os
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NoReturn

import pytest
from django.db import DatabaseError, InterfaceError, connection

from games.eventlog import event_store, storage, writer
from games.eventlog.signals import Commit
from games.eventlog.storage import Append
from games.eventlog.writer import WriteJob, split_by_game, write_batch
from games.models import Game, User
from games.rules.errors import Refusal
from games.services.matches import lobby, play
from games.state.match_state import MatchOptions
from tests.commits import receiving
from tests.services.matches.games import code_of, match_of, state_of

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]
NOBODY: Any = None
"""Waits for the job."""


@pytest.fixture
def games(ana: User, bram: User) -> list[Game]:
    made = [lobby.create_game(ana, MatchOptions(lead="creator")) for _ in range(4)]
    for game in made:
        lobby.join_game(game, bram)
    return made


@pytest.fixture
def lead(ana: User) -> Callable[..., WriteJob]:
    """Ana's first card in a game, as a job."""

    def job(game: Game, call: Callable[[], object] | None = None, *, is_deferrable: bool = False) -> WriteJob:
        card = code_of(game)
        act = call or (lambda: play.play_card(game.pk, ana.pk, card, 0, "a"))
        return WriteJob(game.pk, act, NOBODY, is_deferrable)

    return job


def broken(what: Exception) -> Callable[[], object]:
    def fail() -> object:
        raise what

    return fail


Lead = Callable[..., WriteJob]


class TestBatch:
    def test_a_refusal_fails_its_own_job_alone(self, games: list[Game], lead: Lead) -> None:
        jobs = [lead(games[0]), lead(games[1], broken(Refusal("not_your_turn"))), lead(games[2])]
        write_batch(jobs)
        assert [job.result for job in jobs] == [5, None, 5]
        assert jobs[1].error == Refusal("not_your_turn")

    def test_an_exception_fails_its_own_job_alone(self, games: list[Game], lead: Lead) -> None:
        jobs = [lead(games[0]), lead(games[1], broken(ZeroDivisionError())), lead(games[2])]
        write_batch(jobs)
        assert [type(job.error) for job in jobs] == [type(None), ZeroDivisionError, type(None)]
        assert [state_of(game).ply for game in games] == [1, 0, 1, 0]

    @pytest.mark.parametrize("error", [DatabaseError("disk full"), InterfaceError("connection lost")])
    def test_a_database_error_lets_the_others_try_singly(self, games: list[Game], lead: Lead, error: Exception) -> None:
        jobs = [lead(games[0]), lead(games[1], broken(error)), lead(games[2])]
        write_batch(jobs)
        assert [job.result for job in jobs] == [5, None, 5]
        assert jobs[1].error == Refusal("unavailable")
        assert [state_of(game).ply for game in games] == [1, 0, 1, 0]

    @pytest.mark.parametrize("first", [True, False])
    def test_half_a_job_is_undone_and_refused(
        self, games: list[Game], lead: Lead, monkeypatch: pytest.MonkeyPatch, first: bool
    ) -> None:
        whole = storage.insert_entries

        def insert(appends: Sequence[Append]) -> None:
            if appends[0].after.game_id == games[1].pk:
                raise ZeroDivisionError
            whole(appends)

        jobs = [lead(games[1]), lead(games[0])] if first else [lead(games[0]), lead(games[1])]
        monkeypatch.setattr(storage, "insert_entries", insert)
        write_batch(jobs)
        assert sorted(str(type(job.error)) for job in jobs) == sorted(map(str, [type(None), ZeroDivisionError]))
        for game in games[:2]:
            game.refresh_from_db()
            assert game.version == game.entries.count() == match_of(game).version
        assert [state_of(game).ply for game in games[:2]] == [1, 0]

    def test_when_nothing_can_be_stored_everybody_is_refused(
        self, games: list[Game], lead: Lead, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        jobs = [lead(game) for game in games]
        with monkeypatch.context() as patch:
            patch.setattr(storage, "insert_entries", lambda appends: broken(DatabaseError("read only"))())
            write_batch(jobs)
        assert [job.error for job in jobs] == [Refusal("unavailable")] * 4
        assert [state_of(game).ply for game in games] == [0, 0, 0, 0]


class TestOrder:
    def test_the_second_writer_of_a_game_waits(self) -> None:
        jobs = [WriteJob(game_id, int, NOBODY) for game_id in (2, 1, 2, 3, 1, 2)]
        batch, rest = split_by_game(jobs)
        assert batch == [jobs[1], jobs[0], jobs[3]]
        assert rest == [jobs[2], jobs[4], jobs[5]]


def stored(game: Game) -> list[tuple[Any, ...]]:
    """What a move leaves behind, but for its moment and what tells two games apart."""
    game.refresh_from_db()
    row = [getattr(game, name) for name in ("version", "names", "status", "turn", "phase", "trick", "winner", "due_at")]
    entry = game.entries.get(number=game.version)
    last = (entry.kind, entry.seat, list(entry.data), entry.client_id, entry.actor_id)
    assert game.changed_at == entry.created_at
    return [tuple(row), last]


class TestPlainJobs:
    """Cards of several games: decided first, then stored together."""

    @pytest.fixture
    def told(self) -> Iterator[list[int]]:
        """The games that were told of, each time it was committed."""
        heard: list[int] = []

        def hear(commits: Sequence[Commit], **_: object) -> None:
            assert not connection.in_atomic_block
            heard.extend(one.state.game_id for one in commits)

        with receiving(hear):
            yield heard

    def test_leave_behind_what_the_others_do(self, games: list[Game], lead: Lead, told: list[int]) -> None:
        plain, usual = [lead(game, is_deferrable=True) for game in games[:2]], [lead(game) for game in games[2:]]
        write_batch(plain)
        write_batch(usual)
        assert [job.result for job in plain + usual] == [5] * 4
        rows = [stored(game) for game in games]
        assert rows[0] == rows[1] == rows[2] == rows[3]
        assert sorted(told) == [game.pk for game in games]

    def test_all_are_decided_anew_where_another_process_was_first(
        self, games: list[Game], lead: Lead, told: list[int], ana: User
    ) -> None:
        known = [event_store.load_state(game.pk) for game in games]
        play.play_card(games[1].pk, ana.pk, code_of(games[1]), 0, "elsewhere")
        event_store.state_cache.clear()
        told.clear()
        for story in known:
            event_store.state_cache.put(story)
        jobs = [lead(game, is_deferrable=True) for game in games]
        write_batch(jobs)
        assert [job.result for job in jobs] == [5, None, 5, 5]
        assert jobs[1].error == Refusal("stale_ply")
        assert [state_of(game).ply for game in games] == [1, 1, 1, 1]
        assert [game.entries.count() for game in games] == [5, 5, 5, 5]
        assert sorted(told) == [game.pk for game in games if game is not games[1]]

    def test_when_the_database_fails_nobody_hears_of_anything(
        self, games: list[Game], lead: Lead, told: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        jobs = [lead(game, is_deferrable=True) for game in games]
        with monkeypatch.context() as patch:
            patch.setattr(storage, "insert_entries", lambda appends: broken(DatabaseError("read only"))())
            write_batch(jobs)
        assert [job.error for job in jobs] == [Refusal("unavailable")] * 4
        assert [state_of(game).ply for game in games] == [0, 0, 0, 0]
        assert told == []


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
            patch.setattr(writer, "write_batch", lambda batch: broken(RuntimeError("lost"))())
            with pytest.raises(Refusal, match="unavailable"):
                await asyncio.wait_for(thread.submit(1, lambda: 1), 30)
        assert await asyncio.wait_for(thread.submit(1, lambda: 2), 30) == 2

    async def test_waiting_jobs_are_counted(self, thread: writer.Writer) -> None:
        held, begun = threading.Event(), threading.Event()

        def hold() -> None:
            begun.set()
            held.wait(30)

        first = thread.submit(1, hold)
        await asyncio.to_thread(begun.wait, 30)
        rest = [thread.submit(number, lambda: None) for number in (1, 2, 2)]
        await asyncio.sleep(0)
        assert thread.count_waiting() == 3
        held.set()
        await asyncio.wait_for(asyncio.gather(first, *rest), 30)
        assert thread.count_waiting() == 0

    async def test_what_waits_shares_a_commit_up_to_a_limit(
        self, thread: writer.Writer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sizes, order = list[int](), list[int]()
        begun, go_on, write = threading.Event(), threading.Event(), writer.write_or_fail

        def seen(batch: list[WriteJob]) -> None:
            sizes.append(len(batch))
            write(batch)

        monkeypatch.setattr(writer, "write_or_fail", seen)
        count = 2 * writer.MAX_BATCH + 5

        def hold() -> None:
            begun.set()
            go_on.wait(30)

        first = thread.submit(count, hold)
        await asyncio.to_thread(begun.wait, 30)
        futures = [thread.submit(number, partial(order.append, number)) for number in range(count)]
        go_on.set()
        await asyncio.wait_for(asyncio.gather(first, *futures), 30)
        assert sizes == [1, writer.MAX_BATCH, writer.MAX_BATCH, 5]
        assert order == list(range(count))

    async def test_a_cancelled_future_is_no_trouble(self, thread: writer.Writer) -> None:
        thread.submit(1, lambda: 1).cancel()
        assert await asyncio.wait_for(thread.submit(1, lambda: 2), 30) == 2


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
async def test_another_thread_starts_after_one_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await asyncio.wait_for(writer.submit(1, lambda: 1), 30) == 1
    ended = writer._writer
    assert ended is not None

    def end(jobs: list[WriteJob]) -> NoReturn:
        connection.close()
        raise RuntimeError("ended")

    with monkeypatch.context() as patch:
        patch.setattr(writer, "split_by_game", end)
        lost = writer.submit(1, lambda: 2)
        await asyncio.to_thread(ended.join, 30)
    assert await asyncio.wait_for(writer.submit(1, lambda: 3), 30) == 3
    assert (writer._writer is ended, lost.done()) == (False, False)


async def test_a_thread_that_could_not_start_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "_writer", None)
    with monkeypatch.context() as patch:
        patch.setattr(writer.Writer, "start", lambda one: broken(RuntimeError("can't start new thread"))())
        with pytest.raises(RuntimeError, match="thread"):
            writer.submit(1, lambda: 1)
    assert await asyncio.wait_for(writer.submit(1, lambda: 2), 30) == 2


async def test_a_fork_has_no_writer() -> None:
    assert await asyncio.wait_for(writer.submit(1, lambda: 1), 30) == 1
    with warnings.catch_warnings(), writer._lock:
        # The child does nothing that could wait for a lock of its parent's threads.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os._exit(writer._writer is not None or writer._lock.locked())
    _, status = await asyncio.wait_for(asyncio.to_thread(os.waitpid, child, 0), 30)
    assert os.waitstatus_to_exitcode(status) == 0


async def test_writer_is_busy_until_the_outcome_is_known() -> None:
    thread = writer.Writer()
    assert not thread.is_busy()
    outcome = thread.submit(1, lambda: "stored")
    assert thread.is_busy()
    thread.start()
    assert (await outcome, thread.is_busy()) == ("stored", False)
