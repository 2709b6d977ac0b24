"""The review of a finished game: for whom there is one, made once, kept, and renewed."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from games.engine.review import luck, phase_one
from games.engine.review.steps import review_step
from games.engine.review.values import ReviewPart
from games.eventlog import event_store
from games.jobs.bots import ReviewScheduler
from games.models import Game, StoredReview, User
from games.rules.record import Record
from games.services.bots import reviews
from games.services.matches import lobby, play
from games.state.game_state import Event
from games.state.match_state import MatchOptions, MatchState
from tests.services.matches.games import match_of, play_at_once, play_out, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)
SOON = 60.0
REVIEW = {"format": "claim-review/1", "curve": []}


@pytest.fixture
def asked() -> Iterator[list[int]]:
    """The games whose review is asked for, by number."""
    found: list[int] = []
    reviews.connect_maker(found.append)
    yield found
    reviews.disconnect_maker(found.append)


@pytest.fixture
def over(game: Game, ana: User) -> Game:
    """Ana resigned after five cards."""
    play_out(game, 5)
    play.resign(game, ana)
    return game


def test_the_first_request_starts_a_review_that_is_stored_and_renewed_by_a_newer_engine(
    over: Game, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reviews.get_review(over) is None
    assert asked == [over.pk]
    reviews.save_review(reviews.build_job(over.pk), REVIEW)
    assert reviews.get_review(over) == REVIEW
    assert asked == [over.pk]
    monkeypatch.setattr(reviews, "compute_edition", lambda: "newer")
    assert reviews.get_review(over) == REVIEW
    assert asked == [over.pk] * 2
    reviews.save_review(reviews.build_job(over.pk), {**REVIEW, "known": True})
    assert reviews.get_review(over) == {**REVIEW, "known": True}
    assert StoredReview.objects.count() == 1
    StoredReview.objects.update(cards="another")
    assert reviews.get_review(over) is None
    assert asked == [over.pk] * 3


def test_review_jobs_hold_no_name_and_no_seed(over: Game) -> None:
    record = reviews.build_job(over.pk).record
    assert (record.seats, record.shuffle) == (("", ""), None)
    assert match_of(over).record().shuffle is not None


def test_no_review_before_the_end_or_without_cards(game: Game, ana: User, bram: User, asked: list[int]) -> None:
    waiting, empty = (lobby.create_game(ana, MatchOptions()) for _ in range(2))
    lobby.join_game(empty, bram)
    play.resign(empty, ana)
    assert refusal_code(reviews.get_review, empty) == "nothing_to_review"
    play_at_once(game, 51)
    assert [refusal_code(reviews.get_review, running) for running in (waiting, game)] == ["not_over", "not_over"]
    assert asked == []
    play_out(game, 1)
    assert reviews.get_review(game) is None
    assert asked == [game.pk]


def judged(game: Game, what: str, **data: Any) -> None:
    fact = Event("judged", data={"act": 1, "what": what, "why": "", **data})
    event_store.append(MatchState, game.pk, lambda _: [fact])


def test_no_review_of_a_game_that_moderators_ended_early(game: Game) -> None:
    play_out(game, 5)
    judged(game, "award", winner=0)
    assert refusal_code(reviews.get_review, game) == "not_over"
    judged(game, "call_off")
    assert refusal_code(reviews.get_review, game) == "nothing_to_review"


def test_no_stored_review_of_a_reopened_game(over: Game) -> None:
    reviews.save_review(reviews.build_job(over.pk), REVIEW)
    judged(over, "reopen")
    assert refusal_code(reviews.get_review, over) == "not_over"


Step = Callable[[Record, int], ReviewPart]


class Worker:
    """Does the steps in this process, and remembers them. One that is ``under_way`` is done when the test says so."""

    def __init__(self, does: Step = lambda record, ply: ReviewPart()) -> None:
        self.does = does
        self.done: list[tuple[Record, int]] = []
        self.fails: list[Exception] = []
        self.under_way: list[Future[ReviewPart]] = []
        self.begun = threading.Event()

    def review_step(self, record: Record, ply: int) -> Future[ReviewPart]:
        self.done.append((record, ply))
        self.begun.set()
        if self.under_way:
            return self.under_way[0]
        found: Future[ReviewPart] = Future()
        if self.fails:
            found.set_exception(self.fails.pop())
        else:
            found.set_result(self.does(record, ply))
        return found


def at_work(
    scene: Callable[[ReviewScheduler, Worker], Coroutine[Any, Any, None]], worker: Worker | None = None
) -> None:
    async def whole() -> None:
        doing = worker or Worker()
        looking = ReviewScheduler(doing)
        reviews.connect_maker(looking.request)
        try:
            await asyncio.wait_for(scene(looking, doing), SOON)
        finally:
            reviews.disconnect_maker(looking.request)
            looking.stop()

    async_to_sync(whole)()


async def asked_of(game: Game, looking: ReviewScheduler) -> Any:
    """What is answered at once; everything that was asked for is done afterwards."""
    found = await sync_to_async(reviews.get_review)(game)
    await looking._queue.join()
    return found


def test_a_review_is_made_step_by_step_and_stored(over: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phase_one, "WORLD_COUNT", 50)
    monkeypatch.setattr(luck, "WORLD_COUNT", 50)

    async def scene(looking: ReviewScheduler, worker: Worker) -> None:
        assert await asked_of(over, looking) is None
        assert [ply for _, ply in worker.done] == [0, 2, 4]
        found = await asked_of(over, looking)
        assert [card["ply"] for card in found["cards"]] == [0, 1, 2, 3, 4]
        assert [point["step"] for point in found["curve"]] == [0, 2, 4]

    at_work(scene, Worker(review_step))


def test_a_lost_review_is_made_at_the_next_request(over: Game, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(looking: ReviewScheduler, worker: Worker) -> None:
        worker.fails.append(RuntimeError("it held G7"))
        assert [await asked_of(over, looking) is None for _ in range(3)] == [True, True, False]

    with caplog.at_level(logging.ERROR, "games.jobs.bots"):
        at_work(scene)
    (record,) = caplog.records
    assert "RuntimeError" in record.getMessage()
    assert "G7" not in caplog.text


def test_repeated_requests_make_a_single_review(over: Game) -> None:
    async def scene(looking: ReviewScheduler, worker: Worker) -> None:
        for _ in range(5):
            looking.enqueue(over.pk)
        await asked_of(over, looking)
        looking.enqueue(over.pk)
        assert await asked_of(over, looking)
        assert len(worker.done) == 3

    at_work(scene)


def test_a_single_step_runs_at_a_time(over: Game, ana: User, bram: User) -> None:
    """So that a card waits for one step at most, and reviews take one process."""

    async def scene(looking: ReviewScheduler, worker: Worker) -> None:
        worker.under_way.append(Future())
        looking.enqueue(over.pk)
        looking.enqueue(other.pk)
        await sync_to_async(worker.begun.wait)(SOON)
        assert len(worker.done) == 1
        worker.under_way.pop().set_result(ReviewPart())
        await looking._queue.join()
        assert len(worker.done) == 4

    other = lobby.create_game(ana, MatchOptions())
    lobby.join_game(other, bram)
    play_out(other, 1)
    play.resign(other, ana)
    at_work(scene)
