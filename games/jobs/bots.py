"""Bot scheduler and review scheduler of a process.

Commits start the turns of the site's bots, and a sweep finds lost turns. Finished games are reviewed one after the
other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from datetime import timedelta
from functools import partial
from typing import Any, Protocol

from django.conf import settings

from games.engine.review.steps import get_first_ply, list_steps
from games.engine.review.values import ReviewPart, join_parts, serialize_review
from games.eventlog import event_store, writer
from games.eventlog.connection_pool import run_in_db_thread
from games.eventlog.signals import Commit, committed
from games.rules.errors import Refusal
from games.rules.record import Record
from games.services.bots import bot_games, bot_turns, engine_pool, reviews
from games.services.bots.bot_turns import BotTurn, EngineQuestion
from games.state.game_state import GameState
from games.state.match_state import MatchState

logger = logging.getLogger(__name__)

SWEEP_INTERVAL = 10.0
"""Seconds between two sweeps for turns that were lost."""
LOST_AFTER = timedelta(seconds=8)
"""Age at which a turn counts as lost. If it is only slow, asking twice does no harm."""
MAX_REVIEWS = 200
"""Maximum number of games that wait for a review. Further requests are dropped, and can be repeated later."""

ChooseCard = Callable[[EngineQuestion], Awaitable[str]]
PlayCard = Callable[[BotTurn, str], Awaitable[Any]]


class BotScheduler:
    """Scheduler of bots' turns in this process, each of which runs once at a time.

    ``choose_card`` asks the engine, ``play_card`` plays its answer.
    """

    def __init__(self, choose_card: ChooseCard, play_card: PlayCard) -> None:
        self._choose_card, self._play_card = choose_card, play_card
        self._loop = asyncio.get_running_loop()
        self._tasks: dict[tuple[int, int, int], asyncio.Task[None]] = {}
        self._sweep_task = self._loop.create_task(self._sweep_forever())

    def on_committed(self, commits: Sequence[Commit], **_: object) -> None:
        """Schedule the bots' turns that commits began. A receiver of ``committed``, called in any thread."""
        for commit in commits:
            if bot_turns.find_bot_turn(commit.state) is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self.schedule, commit.state)

    def schedule(self, state: GameState) -> None:
        """Schedule the turn of a bot, if the game waits for one not yet scheduled. Call it in the event loop."""
        turn = bot_turns.find_bot_turn(state)
        if turn is None:
            return
        key = turn.game_id, turn.line, turn.ply
        if key in self._tasks:
            return
        task = self._tasks[key] = self._loop.create_task(self._play(turn))
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    def stop(self) -> None:
        """Cancel all turns; the sweep of the next start finds them."""
        for task in (self._sweep_task, *self._tasks.values()):
            task.cancel()

    async def _play(self, turn: BotTurn) -> None:
        started_at = self._loop.time()
        try:
            preference, question = await run_in_db_thread(_prepare_question, turn)
            card = await self._choose_card(question)
            delay = bot_turns.get_delay(turn, preference)
            await asyncio.sleep(bot_turns.get_remaining_delay(delay, self._loop.time() - started_at))
            await self._play_card(turn, card)
        except Refusal as refusal:
            # The game ended, was frozen or advanced meanwhile.
            logger.debug("game %d, ply %d: %s", turn.game_id, turn.ply, refusal.code)
        except Exception as error:
            # The text of the error might name a card. The sweep schedules the turn again.
            logger.error("no card for game %d at ply %d: %s", turn.game_id, turn.ply, type(error).__name__)

    async def _sweep_forever(self) -> None:
        min_age = timedelta(0)
        while True:
            try:
                for state in await run_in_db_thread(bot_games.list_waiting_games, min_age):
                    self.schedule(state)
            except Exception as error:
                logger.warning("the sweep for lost turns of bots failed: %s", type(error).__name__)
            min_age = LOST_AFTER
            await asyncio.sleep(SWEEP_INTERVAL)


class ReviewEngine(Protocol):
    """Interface of the engine for reviews."""

    def review_step(self, record: Record, ply: int) -> Future[ReviewPart]:
        """Review one step of a game."""


class ReviewScheduler:
    """Scheduler of reviews in this process. The engine gets one step at a time, so that cards come first."""

    def __init__(self, engine: ReviewEngine) -> None:
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[int] = asyncio.Queue()
        self._game_ids: set[int] = set()
        self._task = self._loop.create_task(self._run_forever())

    def request(self, game_id: int) -> None:
        """Request the review of a game. May be called in any thread, and repeatedly."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.enqueue, game_id)

    def enqueue(self, game_id: int) -> None:
        """Queue the review of a game, unless it or ``MAX_REVIEWS`` others are queued. Call it in the event loop."""
        if game_id not in self._game_ids and len(self._game_ids) < MAX_REVIEWS:
            self._game_ids.add(game_id)
            self._queue.put_nowait(game_id)

    def stop(self) -> None:
        """Drop all reviews; later requests queue them again."""
        self._task.cancel()

    async def _run_forever(self) -> None:
        while True:
            game_id = await self._queue.get()
            try:
                await self._make_review(game_id)
            except Exception as error:
                # The text of the error might name a card.
                logger.error("no review of game %d: %s", game_id, type(error).__name__)
            self._game_ids.discard(game_id)
            self._queue.task_done()

    async def _make_review(self, game_id: int) -> None:
        job = await run_in_db_thread(reviews.find_missing_job, game_id)
        if job is None:
            return
        record = job.record
        parts = [await asyncio.wrap_future(self._engine.review_step(record, ply)) for ply in list_steps(record)]
        await run_in_db_thread(reviews.save_review, job, serialize_review(join_parts(parts, get_first_ply(record))))


def start() -> None:
    """Start both schedulers, which run until the process ends. Call it in the event loop."""
    from twisted.internet import reactor  # Importing it installs a reactor; Daphne must have done so before.

    async def choose_card(question: EngineQuestion) -> str:
        return await asyncio.wrap_future(engine_pool.engine.ask(question))

    async def play_card(turn: BotTurn, card: str) -> None:
        await writer.submit(turn.game_id, partial(bot_turns.play_card, turn, card))

    if settings.MINDS_QUEUE:
        # Slow to import, and most sites do not use it.
        from games.jobs.engine_queue import RemoteEngine, create_layer

        engine_pool.engine = RemoteEngine(engine_pool.engine, create_layer())
    engine_pool.engine.warm_up()
    bot_scheduler, review_scheduler = BotScheduler(choose_card, play_card), ReviewScheduler(engine_pool.engine)
    committed.connect(bot_scheduler.on_committed, sender=MatchState, weak=False)
    reviews.connect_maker(review_scheduler.request)
    reactor.addSystemEventTrigger("before", "shutdown", _stop, bot_scheduler, review_scheduler)


def _stop(bot_scheduler: BotScheduler, review_scheduler: ReviewScheduler) -> None:
    bot_scheduler.stop()
    review_scheduler.stop()
    engine_pool.engine.end()


def _prepare_question(turn: BotTurn) -> tuple[str, EngineQuestion]:
    match = event_store.load_state_of_kind(MatchState, turn.game_id)
    if match.aid.line != turn.line:
        raise Refusal("stale_ply")
    return bot_turns.get_delay_preference(turn.person), bot_turns.build_question(match, turn)
