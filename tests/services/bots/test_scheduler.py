"""The bot scheduler: what wakes it, turns, pauses and failures."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from games.jobs import bots
from games.jobs.bots import BotScheduler
from games.models import Game, User
from games.services.accounts import preferences
from games.services.bots import bot_turns
from games.services.bots.bot_games import create_game
from games.services.bots.bot_turns import BotTurn, EngineQuestion
from games.services.matches import play
from tests.commits import receiving
from tests.services.matches.games import match_of, play_next, play_out, state_of

pytestmark = pytest.mark.django_db(transaction=True)
SOON = 60.0


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the pauses of bots."""
    monkeypatch.setattr(bot_turns, "get_remaining_delay", lambda whole, gone: 0.0)


@pytest.fixture
def against(ana: User) -> Game:
    """Ana against the squire, who is to play."""
    game = create_game(ana, "squire")
    if bot_turns.find_bot_turn(match_of(game)) is None:
        play_out(game, 1)
    return game


class Work:
    """An engine in this process that records its questions and cards."""

    def __init__(self) -> None:
        self.asked: list[EngineQuestion] = []
        self.put: list[BotTurn] = []
        self.fails: list[Exception] = []
        self.thought, self.played = asyncio.Event(), asyncio.Event()

    async def think(self, question: EngineQuestion) -> str:
        self.asked.append(question)
        self.thought.set()
        if self.fails:
            raise self.fails.pop()
        return str(question.knowledge.legal[0])

    async def play(self, now: BotTurn, card: str) -> None:
        await sync_to_async(bot_turns.play_card)(now, card)
        self.put.append(now)
        self.played.set()


def at_work(scene: Callable[[BotScheduler, Work], Coroutine[Any, Any, None]]) -> None:
    """Run a scene with a scheduler that receives commits, and stop it."""

    async def whole() -> None:
        work = Work()
        at = BotScheduler(work.think, work.play)
        with receiving(at.on_committed):
            try:
                await asyncio.wait_for(scene(at, work), SOON)
            finally:
                at.stop()

    async_to_sync(whole)()


def test_a_game_that_waits_at_the_start_is_played_on(against: Game) -> None:
    ply = state_of(against).ply

    async def scene(at: BotScheduler, work: Work) -> None:
        await work.played.wait()
        assert work.put[0].ply == ply
        assert work.asked[0].knowledge.ply == ply

    at_work(scene)
    assert state_of(against).ply > ply


def test_a_card_of_a_person_wakes_the_scheduler(ana: User) -> None:
    async def scene(at: BotScheduler, work: Work) -> None:
        game = await sync_to_async(create_game)(ana, "squire")
        while not work.put:
            if await sync_to_async(lambda: bot_turns.find_bot_turn(match_of(game)))() is None:
                await sync_to_async(play_next)(game)
            await work.played.wait()
        assert work.put[0].game_id == game.pk

    at_work(scene)


def test_a_turn_scheduled_twice_is_asked_once(against: Game) -> None:
    story, ply = match_of(against), state_of(against).ply

    async def scene(at: BotScheduler, work: Work) -> None:
        at.schedule(story)
        at.schedule(story)
        await work.played.wait()
        assert [question.knowledge.ply for question in work.asked].count(ply) == 1

    at_work(scene)


def test_a_failure_is_logged_without_cards_and_repeated(
    against: Game, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "SWEEP_INTERVAL", 0.01)
    monkeypatch.setattr(bots, "LOST_AFTER", timedelta(0))

    async def scene(at: BotScheduler, work: Work) -> None:
        work.fails.append(RuntimeError("the worker held G7"))
        await work.played.wait()
        assert len(work.asked) >= 2

    with caplog.at_level(logging.ERROR, "games.jobs.bots"):
        at_work(scene)
    (record,) = caplog.records
    assert "RuntimeError" in record.getMessage()
    assert "G7" not in caplog.text


def test_a_game_that_ended_meanwhile_gets_no_card(against: Game, ana: User, caplog: pytest.LogCaptureFixture) -> None:
    story = match_of(against)
    play.resign(against, ana)

    async def scene(at: BotScheduler, work: Work) -> None:
        at.schedule(story)
        await work.thought.wait()
        await asyncio.gather(*at._tasks.values())
        assert work.put == []

    at_work(scene)
    assert not caplog.records


def test_the_pause_is_that_chosen_by_the_person(against: Game, ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    preferences.set_preferences(ana, {"pace": "quick"})
    waited: list[float] = []

    def skip(whole: float, gone: float) -> float:
        waited.append(whole)
        return 0.0

    async def scene(at: BotScheduler, work: Work) -> None:
        await work.played.wait()

    monkeypatch.setattr(bot_turns, "get_remaining_delay", skip)
    at_work(scene)
    assert set(waited) == {0.4}
