"""What wakes the site's own, what they do with a turn, and what becomes of a turn that was lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from games.models import Game, User
from games.run import minds
from games.run.minds import Minds
from games.services.minds import pace, turn
from games.services.minds.sitting import begin
from games.services.minds.turn import Question, Turn
from games.services.online import play
from games.services.people import preferring
from games.store import listeners
from tests.services.plays import match_of, play_next, play_out, state_of

pytestmark = pytest.mark.django_db(transaction=True)
SOON = 20.0


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a pause here."""
    monkeypatch.setattr(pace, "left", lambda whole, gone: 0.0)


@pytest.fixture
def against(ana: User) -> Game:
    """Ana against the squire, who is to play."""
    game = begin(ana, "squire")
    if turn.due(match_of(game)) is None:
        play_out(game, 1)
    return game


class Work:
    """Thinks in this process, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.put: list[Turn] = []
        self.fails: list[Exception] = []
        self.thought, self.played = asyncio.Event(), asyncio.Event()

    async def think(self, question: Question) -> str:
        self.asked.append(question)
        self.thought.set()
        if self.fails:
            raise self.fails.pop()
        return str(question.knowledge.legal[0])

    async def play(self, now: Turn, card: str) -> None:
        await sync_to_async(turn.put)(now, card)
        self.put.append(now)
        self.played.set()


def at_work(scene: Callable[[Minds, Work], Coroutine[Any, Any, None]]) -> None:
    """Play a scene with minds that hear of commits, and end them."""

    async def whole() -> None:
        work = Work()
        at = Minds(work.think, work.play)
        listeners.listen(at.heard)
        try:
            await asyncio.wait_for(scene(at, work), SOON)
        finally:
            listeners.forget(at.heard)
            at.end()

    async_to_sync(whole)()


def test_a_game_that_waited_at_the_start_is_played_on(against: Game) -> None:
    ply = state_of(against).ply

    async def scene(at: Minds, work: Work) -> None:
        await work.played.wait()
        assert work.put[0].ply == ply
        assert work.asked[0].knowledge.ply == ply

    at_work(scene)
    assert state_of(against).ply > ply


def test_a_persons_card_wakes_it(ana: User) -> None:
    async def scene(at: Minds, work: Work) -> None:
        game = await sync_to_async(begin)(ana, "squire")
        while not work.put:
            if await sync_to_async(lambda: turn.due(match_of(game)))() is None:
                await sync_to_async(play_next)(game)
            await work.played.wait()
        assert work.put[0].game_id == game.pk

    at_work(scene)


def test_a_turn_is_thought_of_once_at_a_time(against: Game) -> None:
    story, ply = match_of(against), state_of(against).ply

    async def scene(at: Minds, work: Work) -> None:
        at.take(story)
        at.take(story)
        await work.played.wait()
        assert [question.knowledge.ply for question in work.asked].count(ply) == 1

    at_work(scene)


def test_what_fails_is_told_without_a_card_and_asked_again(
    against: Game, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minds, "SWEEP", 0.01)
    monkeypatch.setattr(minds, "LOST", timedelta(0))

    async def scene(at: Minds, work: Work) -> None:
        work.fails.append(RuntimeError("the worker held G7"))
        await work.played.wait()
        assert len(work.asked) >= 2

    with caplog.at_level(logging.ERROR, "games.run.minds"):
        at_work(scene)
    (record,) = caplog.records
    assert "RuntimeError" in record.getMessage()
    assert "G7" not in caplog.text


def test_a_game_that_ended_meanwhile_is_left_alone(against: Game, ana: User, caplog: pytest.LogCaptureFixture) -> None:
    story = match_of(against)
    play.resign(against, ana)

    async def scene(at: Minds, work: Work) -> None:
        at.take(story)
        await work.thought.wait()
        await asyncio.gather(*at._tasks.values())
        assert work.put == []

    at_work(scene)
    assert not caplog.records


def test_the_pause_is_the_one_that_the_person_chose(against: Game, ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    preferring.prefer(ana, {"pace": "quick"})
    waited: list[float] = []

    def left(whole: float, gone: float) -> float:
        waited.append(whole)
        return 0.0

    monkeypatch.setattr(pace, "left", left)

    async def scene(at: Minds, work: Work) -> None:
        await work.played.wait()

    at_work(scene)
    assert set(waited) == {0.4}


def test_pauses_like_a_persons_are_drawn_from_their_whole_second() -> None:
    turns = (Turn(1, "K7MPX2QA", ply, 1, 2, "page", None, leads=False) for ply in range(200))
    whole = [pace.pause(one, "person") for one in turns]
    assert 1 <= min(whole) < 1.2
    assert 1.8 < max(whole) < 2
