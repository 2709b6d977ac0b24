"""The writer: one thread, one commit for several games, and no game spoils another one's."""

from __future__ import annotations

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
from games.store import listeners, log, prepared
from games.store.job import Call, Job
from games.store.listeners import Commit
from games.store.writer import one_a_game, write_together
from games.stories.online import Options
from tests.services.plays import code_of, match_of, state_of

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def games(ana: User, bram: User) -> list[Game]:
    made = [lobby.create(ana, Options(lead="creator")) for _ in range(4)]
    for game in made:
        lobby.join(game, bram)
    return made


@pytest.fixture
def lead(ana: User) -> Callable[..., Job]:
    """Ana's first card in a game, as a job."""

    def job(game: Game, call: Callable[[], object] | None = None, *, plain: bool = False) -> Job:
        card = code_of(game)
        caller = Call(call or (lambda: play.play(game.pk, ana.pk, card, 0, "a")), unheard)
        return Job(game.pk, caller=caller, plain=plain)

    return job


def unheard(result: object, error: Exception | None) -> None:
    """Nobody waits for the job."""


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
    def test_the_second_writer_of_a_game_waits(self) -> None:
        jobs = [Job(game_id) for game_id in (2, 1, 2, 3, 1, 2)]
        batch, rest = one_a_game(jobs)
        assert batch == [jobs[1], jobs[0], jobs[3]]
        assert rest == [jobs[2], jobs[4], jobs[5]]

    def test_each_game_keeps_its_order_whatever_comes(self) -> None:
        chance = random.Random(1)
        jobs = [Job(chance.randrange(5)) for _ in range(200)]
        waiting, done = jobs, list[Job]()
        while waiting:
            batch, waiting = one_a_game(waiting)
            assert len({job.game_id for job in batch}) == len(batch)
            done += batch
        for game_id in range(5):
            assert [j for j in done if j.game_id == game_id] == [j for j in jobs if j.game_id == game_id]


def stored(game: Game) -> list[tuple[Any, ...]]:
    """What a move leaves behind, but for its moment and what tells two games apart."""
    game.refresh_from_db()
    row = [getattr(game, name) for name in ("version", "names", "status", "turn", "phase", "trick", "winner", "due_at")]
    entry = game.entries.get(number=game.version)
    last = (entry.kind, entry.seat, list(entry.data), entry.client_id, entry.actor_id)
    assert game.changed_at == entry.created_at
    return [tuple(row), last]


class TestPlainJobs:
    """Cards of several games: decided first, then stored by two calls of the driver, where the database has them."""

    @pytest.fixture
    def told(self) -> Iterator[list[int]]:
        """The games that were told of, each time it was committed."""
        heard: list[int] = []

        def hear(commit: Commit) -> None:
            assert not connection.in_atomic_block
            heard.append(commit.story.game_id)

        listeners.listen(hear)
        yield heard
        listeners.forget(hear)

    def test_leave_behind_what_the_others_do(self, games: list[Game], lead: Lead, told: list[int]) -> None:
        plain, usual = [lead(game, plain=True) for game in games[:2]], [lead(game) for game in games[2:]]
        write_together(plain)
        write_together(usual)
        assert [job.result for job in plain + usual] == [5] * 4
        rows = [stored(game) for game in games]
        assert rows[0] == rows[1] == rows[2] == rows[3]
        assert sorted(told) == [game.pk for game in games]

    def test_are_stored_beside_others_in_one_commit(self, games: list[Game], lead: Lead, told: list[int]) -> None:
        jobs = [lead(game, plain=game is not games[1]) for game in games]
        write_together(jobs)
        assert [job.result for job in jobs] == [5] * 4
        assert sorted(told) == [game.pk for game in games]

    def test_a_refusal_is_its_own_jobs_alone(self, games: list[Game], lead: Lead) -> None:
        jobs = [lead(games[0], plain=True), lead(games[1], broken(Refusal("not_your_turn")), plain=True)]
        write_together(jobs)
        assert [job.result for job in jobs] == [5, None]
        assert jobs[1].error == Refusal("not_your_turn")
        assert [state_of(game).ply for game in games[:2]] == [1, 0]

    def test_the_last_card_is_noted_on_the_seats(self, games: list[Game], lead: Lead, ana: User, bram: User) -> None:
        """As the usual way does: a plain job is no other one."""
        ended = []
        for game, plain in zip(games, (True, False), strict=False):
            for ply in range(52):
                person, card = (ana, bram)[state_of(game).to_play or 0], code_of(game)
                call = partial(play.play, game.pk, person.pk, card, ply, f"{ply}")
                write_together([lead(game, call, plain=plain)])
            game.refresh_from_db()
            ended.append({seat.over_at == game.changed_at for seat in game.players.all()})
        assert ended == [{True}, {True}]

    def test_only_refusals_begin_no_transaction(
        self, games: list[Game], lead: Lead, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(prepared, "gathers", lambda: True)
        refused = lead(games[0], broken(Refusal("frozen")), plain=True)
        with CaptureQueriesContext(connection) as statements:
            write_together([refused])
        assert statements.captured_queries == []

    @pytest.mark.skipif(connection.vendor != "sqlite", reason="the others claim each version at once")
    def test_where_another_process_was_first_all_are_decided_anew(
        self, games: list[Game], lead: Lead, told: list[int], ana: User
    ) -> None:
        known = [log.load(game.pk) for game in games]
        play.play(games[1].pk, ana.pk, code_of(games[1]), 0, "elsewhere")
        log.cache.clear()
        told.clear()
        for story in known:
            log.cache.put(story)
        jobs = [lead(game, plain=True) for game in games]
        write_together(jobs)
        assert [job.result for job in jobs] == [5, None, 5, 5]
        assert jobs[1].error == Refusal("stale_ply")
        assert [state_of(game).ply for game in games] == [1, 1, 1, 1]
        assert [game.entries.count() for game in games] == [5, 5, 5, 5]
        assert sorted(told) == [game.pk for game in games if game is not games[1]]

    def test_when_the_database_fails_nobody_hears_of_anything(
        self, games: list[Game], lead: Lead, told: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        jobs = [lead(game, plain=True) for game in games]
        with monkeypatch.context() as patch:
            for name in ("insert", "insert_all"):
                patch.setattr(prepared, name, lambda model, new: broken(DatabaseError("read only"))())
            write_together(jobs)
        assert [job.error for job in jobs] == [Refusal("unavailable")] * 4
        assert [state_of(game).ply for game in games] == [0, 0, 0, 0]
        assert told == []
