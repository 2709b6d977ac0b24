"""The writer: one thread, one commit for several games, and no game spoils another one's."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, InterfaceError, connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from games.models import Game, User
from games.rules.errors import Refusal
from games.services.online import lobby, play
from games.store import prepared, writer
from games.store.writer import Job, one_a_game, write_together
from games.stories.online import Options
from tests.services.plays import code_of, match_of, state_of

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture
def games(ana: User, bram: User) -> list[Game]:
    made = [lobby.create(ana, Options(lead="creator")) for _ in range(4)]
    for game in made:
        lobby.join(game, bram)
    return made


@pytest.fixture
def lead(ana: User, loop: asyncio.AbstractEventLoop) -> Callable[..., Job]:
    """Ana's first card in a game, as a job."""

    def job(game: Game, call: Callable[[], object] | None = None) -> Job:
        card = code_of(game)
        return Job(game.pk, call or (lambda: play.play(game.pk, ana.pk, card, 0, "a")), loop.create_future())

    return job


def broken(what: Exception) -> Callable[[], object]:
    def fail() -> object:
        raise what

    return fail


Lead = Callable[..., Job]


class TestBatch:
    def test_several_games_share_a_commit(self, games: list[Game], lead: Lead) -> None:
        jobs = [lead(game) for game in games]
        with CaptureQueriesContext(connection) as statements:
            write_together(jobs)
        assert [job.result for job in jobs] == [5, 5, 5, 5]
        words = [query["sql"].split()[0] for query in statements.captured_queries]
        assert words == ["BEGIN", *["UPDATE", "INSERT"] * 4, "COMMIT"]

    def test_a_refusal_is_its_own_jobs_alone(self, games: list[Game], lead: Lead) -> None:
        jobs = [lead(games[0]), lead(games[1], broken(Refusal("not_your_turn"))), lead(games[2])]
        write_together(jobs)
        assert [job.result for job in jobs] == [5, None, 5]
        assert jobs[1].error == Refusal("not_your_turn")

    def test_so_is_a_mistake_in_our_code(self, games: list[Game], lead: Lead) -> None:
        jobs = [lead(games[0]), lead(games[1], broken(ZeroDivisionError())), lead(games[2])]
        write_together(jobs)
        assert [type(job.error) for job in jobs] == [type(None), ZeroDivisionError, type(None)]
        assert [state_of(game).ply for game in games] == [1, 0, 1, 0]

    @pytest.mark.parametrize("error", [DatabaseError("disk full"), InterfaceError("connection lost")])
    def test_a_database_error_lets_the_others_try_singly(self, games: list[Game], lead: Lead, error: Exception) -> None:
        jobs = [lead(games[0]), lead(games[1], broken(error)), lead(games[2])]
        write_together(jobs)
        assert [job.result for job in jobs] == [5, None, 5]
        assert jobs[1].error == Refusal("unavailable")
        assert [state_of(game).ply for game in games] == [1, 0, 1, 0]

    @pytest.mark.parametrize("first", [True, False])
    def test_half_a_job_is_undone_and_refused(
        self, games: list[Game], lead: Lead, monkeypatch: pytest.MonkeyPatch, first: bool
    ) -> None:
        whole = prepared.insert

        def insert(model: type[Model], new: Sequence[Mapping[str, Any]]) -> None:
            if new[0]["game"] == games[1].pk:
                raise ZeroDivisionError
            whole(model, new)

        jobs = [lead(games[1]), lead(games[0])] if first else [lead(games[0]), lead(games[1])]
        monkeypatch.setattr(prepared, "insert", insert)
        write_together(jobs)
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
            patch.setattr(prepared, "insert", lambda model, new: broken(DatabaseError("read only"))())
            write_together(jobs)
        assert [job.error for job in jobs] == [Refusal("unavailable")] * 4
        assert [state_of(game).ply for game in games] == [0, 0, 0, 0]


class TestOrder:
    def job(self, game_id: int, loop: asyncio.AbstractEventLoop) -> Job:
        return Job(game_id, lambda: None, loop.create_future())

    def test_the_second_writer_of_a_game_waits(self, loop: asyncio.AbstractEventLoop) -> None:
        jobs = [self.job(game_id, loop) for game_id in (2, 1, 2, 3, 1, 2)]
        batch, rest = one_a_game(jobs)
        assert batch == [jobs[1], jobs[0], jobs[3]]
        assert rest == [jobs[2], jobs[4], jobs[5]]

    def test_each_game_keeps_its_order_whatever_comes(self, loop: asyncio.AbstractEventLoop) -> None:
        chance = random.Random(1)
        jobs = [self.job(chance.randrange(5), loop) for _ in range(200)]
        waiting, done = jobs, list[Job]()
        while waiting:
            batch, waiting = one_a_game(waiting)
            assert len({job.game_id for job in batch}) == len(batch)
            done += batch
        for game_id in range(5):
            assert [j for j in done if j.game_id == game_id] == [j for j in jobs if j.game_id == game_id]


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

    async def test_who_no_longer_waits_is_no_trouble(self, thread: writer.Writer) -> None:
        thread.submit(1, lambda: 1).cancel()
        assert await asyncio.wait_for(thread.submit(1, lambda: 2), 30) == 2


async def test_it_is_busy_until_the_outcome_is_known() -> None:
    thread = writer.Writer()
    assert not thread.busy()
    outcome = thread.submit(1, lambda: "stored")
    assert thread.busy()
    thread.start()
    assert (await outcome, thread.busy()) == ("stored", False)
