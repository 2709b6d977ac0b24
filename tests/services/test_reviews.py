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

from games.minds.review import early, luck
from games.minds.review.parts import step
from games.minds.review.told import Part
from games.models import Game, KeptReview, User
from games.rules.record import Record
from games.run import reviews as run
from games.run.reviews import LookingBack
from games.services.minds import going_on, reviews
from games.services.online import lobby, play
from games.store import log
from games.stories.online import Match, Options
from games.stories.story import Fact
from tests.services.plays import match_of, play_at_once, play_out, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)
SOON = 20.0
TOLD = {"format": "claim-review/1", "curve": []}


@pytest.fixture
def asked() -> Iterator[list[int]]:
    """The games whose review is asked for, by number."""
    found: list[int] = []
    reviews.listen(found.append)
    yield found
    reviews.forget(found.append)


@pytest.fixture
def over(game: Game, ana: User) -> Game:
    """Ana resigned after five cards."""
    play_out(game, 5)
    play.resign(game, ana)
    return game


def test_who_asks_first_has_it_made_and_later_ones_get_it(over: Game, asked: list[int]) -> None:
    assert reviews.review_of(over) is None
    assert asked == [over.pk]
    reviews.keep(reviews.job_of(over.pk), TOLD)
    assert reviews.review_of(over) == TOLD
    assert asked == [over.pk]


def test_a_newer_engine_makes_it_again_and_the_older_review_is_shown_meanwhile(
    over: Game, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews.keep(reviews.job_of(over.pk), TOLD)
    monkeypatch.setattr(reviews, "edition", lambda: "newer")
    assert reviews.review_of(over) == TOLD
    assert asked == [over.pk]
    reviews.keep(reviews.job_of(over.pk), {**TOLD, "known": True})
    assert reviews.review_of(over) == {**TOLD, "known": True}
    assert KeptReview.objects.count() == 1


def test_what_is_kept_in_another_format_is_not_shown(over: Game, asked: list[int]) -> None:
    reviews.keep(reviews.job_of(over.pk), {"format": "claim-review/0"})
    assert reviews.review_of(over) is None


def test_a_review_of_other_cards_is_none_of_this_game(over: Game, game: Game, asked: list[int]) -> None:
    reviews.keep(reviews.job_of(over.pk), TOLD)
    KeptReview.objects.update(cards="another")
    assert reviews.review_of(over) is None
    assert asked == [over.pk]


def test_the_work_is_told_no_name_and_no_seed(over: Game) -> None:
    record = reviews.job_of(over.pk).record
    assert (record.seats, record.shuffle) == (("", ""), None)
    assert match_of(over).record().shuffle is not None


def test_there_is_none_before_the_end(game: Game, ana: User, asked: list[int]) -> None:
    waiting = lobby.create(ana, Options())
    play_at_once(game, 51)
    assert [refusal_code(reviews.review_of, one) for one in (waiting, game)] == ["not_over", "not_over"]
    assert asked == []
    play_out(game, 1)
    assert reviews.review_of(game) is None
    assert asked == [game.pk]


def test_there_is_none_where_nothing_was_played(game: Game, ana: User) -> None:
    play.resign(game, ana)
    assert refusal_code(reviews.review_of, game) == "nothing_to_review"


def test_there_is_none_of_a_game_that_went_on_from_another_one_where_no_card_of_its_own_was_played(
    over: Game, cleo: User
) -> None:
    begun = going_on.go_on(over, cleo, 3, 0, "page")
    play_out(begun, 1)
    play.resign(begun, cleo)
    assert reviews.review_of(begun) is None
    begun = going_on.go_on(over, cleo, 3, 0, "page")
    play.resign(begun, cleo)
    assert refusal_code(reviews.review_of, begun) == "nothing_to_review"


def judged(game: Game, what: str, **data: Any) -> None:
    fact = Fact("judged", data={"act": 1, "what": what, "why": "", **data})
    log.append(Match, game.pk, lambda _: [fact])


def test_a_game_that_a_moderator_ended_early_tells_nothing_since_it_may_go_on(game: Game) -> None:
    play_out(game, 5)
    judged(game, "award", winner=0)
    assert refusal_code(reviews.review_of, game) == "not_over"
    judged(game, "call_off")
    assert refusal_code(reviews.review_of, game) == "nothing_to_review"


def test_one_that_was_reopened_tells_nothing_however_much_is_kept(over: Game) -> None:
    reviews.keep(reviews.job_of(over.pk), TOLD)
    judged(over, "reopen")
    assert refusal_code(reviews.review_of, over) == "not_over"


def test_a_result_that_a_moderator_changed_after_the_last_card_hides_nothing(game: Game, asked: list[int]) -> None:
    play_at_once(game)
    judged(game, "change_result", winner=0)
    assert reviews.review_of(game) is None
    assert asked == [game.pk]


Step = Callable[[Record, int], Part]


class Worker:
    """Does the steps in this process, and remembers them. One that is ``under_way`` is done when the test says so."""

    def __init__(self, does: Step = lambda record, ply: Part()) -> None:
        self.does = does
        self.done: list[tuple[Record, int]] = []
        self.fails: list[Exception] = []
        self.under_way: list[Future[Part]] = []
        self.begun = threading.Event()

    def look_back(self, record: Record, ply: int) -> Future[Part]:
        self.done.append((record, ply))
        self.begun.set()
        if self.under_way:
            return self.under_way[0]
        found: Future[Part] = Future()
        if self.fails:
            found.set_exception(self.fails.pop())
        else:
            found.set_result(self.does(record, ply))
        return found


def at_work(scene: Callable[[LookingBack, Worker], Coroutine[Any, Any, None]], worker: Worker | None = None) -> None:
    async def whole() -> None:
        doing = worker or Worker()
        looking = LookingBack(doing)
        reviews.listen(looking.ask)
        try:
            await asyncio.wait_for(scene(looking, doing), SOON)
        finally:
            reviews.forget(looking.ask)
            looking.end()

    async_to_sync(whole)()


async def asked_of(game: Game, looking: LookingBack) -> Any:
    """What is answered at once; everything that was asked for is done afterwards."""
    found = await sync_to_async(reviews.review_of)(game)
    await looking._waiting.join()
    return found


def test_it_is_made_step_by_step_and_kept(over: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(early, "WORLDS", 50)
    monkeypatch.setattr(luck, "WORLDS", 50)

    async def scene(looking: LookingBack, worker: Worker) -> None:
        assert await asked_of(over, looking) is None
        assert [ply for _, ply in worker.done] == [0, 2, 4]
        found = await asked_of(over, looking)
        assert [card["ply"] for card in found["cards"]] == [0, 1, 2, 3, 4]
        assert [point["step"] for point in found["curve"]] == [0, 2, 4]

    at_work(scene, Worker(step))


def test_what_was_lost_is_made_when_somebody_asks_again(over: Game, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(looking: LookingBack, worker: Worker) -> None:
        worker.fails.append(RuntimeError("it held G7"))
        assert [await asked_of(over, looking) is None for _ in range(3)] == [True, True, False]

    with caplog.at_level(logging.ERROR, "games.run.reviews"):
        at_work(scene)
    (record,) = caplog.records
    assert "RuntimeError" in record.getMessage()
    assert "G7" not in caplog.text


def test_however_often_it_is_asked_for_it_is_made_once(over: Game) -> None:
    async def scene(looking: LookingBack, worker: Worker) -> None:
        for _ in range(5):
            looking.take(over.pk)
        await asked_of(over, looking)
        looking.take(over.pk)
        assert await asked_of(over, looking)
        assert len(worker.done) == 3

    at_work(scene)


def test_one_step_is_under_way_at_a_time_whatever_is_asked_for(over: Game, ana: User, bram: User) -> None:
    """So that a card waits for one step at most, and reviews take one process."""

    async def scene(looking: LookingBack, worker: Worker) -> None:
        worker.under_way.append(Future())
        looking.take(over.pk)
        looking.take(other.pk)
        await sync_to_async(worker.begun.wait)(SOON)
        assert len(worker.done) == 1
        worker.under_way.pop().set_result(Part())
        await looking._waiting.join()
        assert len(worker.done) == 4

    other = lobby.create(ana, Options())
    lobby.join(other, bram)
    play_out(other, 1)
    play.resign(other, ana)
    at_work(scene)


def test_no_more_wait_than_there_is_room_for(over: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "MOST", 2)

    async def scene(looking: LookingBack, worker: Worker) -> None:
        for number in (-1, -2, over.pk):
            looking.take(number)
        assert looking._waiting.qsize() == 2

    at_work(scene)
