"""Push job: sends notifications of turns to push services, outside the path of a move.

Commits queue turns. One thread of the process regularly builds the messages, and is the only one that uses the
database. Each push service has threads of its own, so that a slow one delays no other. Messages are lost when the
process ends; the bell and the e-mails rely on stored data.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import TypeVar

from games.eventlog.signals import Commit, committed
from games.jobs.web_push import PushResult, send_push
from games.realtime.hub import hub
from games.services.notifications import push_messages, push_subscriptions
from games.services.notifications.push_messages import AwaitedTurn, PushMessage

logger = logging.getLogger(__name__)

INTERVAL = 0.5
"""Seconds between two steps, in which turns gather."""
MAX_WAITING = 5_000
"""Maximum number of turns that wait in a process, and of messages that wait for a service; more are dropped."""
THREADS_PER_SERVICE = 2
"""Threads for each push service."""
MAX_TRIES = 3
"""Attempts to send a message."""

SendMessage = Callable[[PushMessage], PushResult]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SendResult:
    """Message that was sent, and its result."""

    message: PushMessage
    result: PushResult


@dataclass(order=True, slots=True)
class Retry:
    """Message to send again ``at`` a time of ``time.monotonic``, if its turn is still awaited then."""

    at: float
    number: int
    message: PushMessage = field(compare=False)


class ServiceQueue:
    """Queue of one push service, and the threads that send its messages."""

    def __init__(self, send: SendMessage, on_result: Callable[[SendResult], None], name: str) -> None:
        self._waiting = queue.Queue[PushMessage](MAX_WAITING)
        self._send, self._on_result = send, on_result
        for _ in range(THREADS_PER_SERVICE):
            threading.Thread(target=self._run_forever, name=f"push {name}", daemon=True).start()

    def put(self, message: PushMessage) -> bool:
        """Queue a message. Return False if too many wait."""
        try:
            self._waiting.put_nowait(message)
        except queue.Full:
            return False
        return True

    def _run_forever(self) -> None:
        while True:
            message = self._waiting.get()
            try:
                result = self._send(message)
            except Exception:
                logger.exception("a push message was not sent")
                result = PushResult.refused()
            self._on_result(SendResult(message, result))


class Pusher:
    """Sender of push messages about the turns that this process commits. Only one thread may call ``step``.

    ``is_seated`` returns whether a user has a page of a game open in this process. The page shows the new turn, so
    neither a message nor a query is needed.
    """

    def __init__(self, send: SendMessage = send_push, is_seated: Callable[[int, int], bool] = hub.is_seated) -> None:
        self.turns = queue.SimpleQueue[AwaitedTurn]()
        self.results = queue.SimpleQueue[SendResult]()
        self.retries: list[Retry] = []
        self._tries: dict[tuple[AwaitedTurn, int], int] = defaultdict(int)
        self._queues: dict[str, ServiceQueue] = {}
        self._send, self._is_seated, self._numbers = send, is_seated, count()

    def on_committed(self, commits: Sequence[Commit], **_: object) -> None:
        """Queue the turns that commits began. A receiver of ``committed`` that never blocks."""
        for commit in commits:
            turn = push_messages.find_awaited_turn(commit.state, commit.events)
            if turn is not None:
                self.enqueue(turn)

    def enqueue(self, turn: AwaitedTurn) -> None:
        """Queue a turn for the next step; drop it if too many wait."""
        if self.turns.qsize() < MAX_WAITING:
            self.turns.put(turn)
        else:
            logger.warning("too many turns wait for a push message")

    def on_result(self, result: SendResult) -> None:
        """Queue a result for the next step."""
        self.results.put(result)

    def step(self) -> None:
        """Record results, send the messages of new turns, and retry those that are due."""
        self.record_results(drain(self.results))
        due = self._pop_due()
        latest = {(turn.game_id, turn.user_id): turn for turn in drain(self.turns)}
        if unseen := [turn for turn in latest.values() if not self._is_seated(turn.game_id, turn.user_id)]:
            self._send_all(push_messages.build_messages(unseen))
        if due:
            self._send_retries({(message.turn, message.subscription_id) for message in due})

    def _send_retries(self, due: set[tuple[AwaitedTurn, int]]) -> None:
        """Retry the messages of due turns and subscriptions, and forget those whose turn is no longer awaited."""
        candidates = push_messages.build_messages([turn for turn, _ in due])
        messages = [message for message in candidates if (message.turn, message.subscription_id) in due]
        for key in due - {(message.turn, message.subscription_id) for message in messages}:
            self._tries.pop(key, None)
        self._send_all(messages)

    def _pop_due(self) -> list[PushMessage]:
        now, due = time.monotonic(), list[PushMessage]()
        while self.retries and self.retries[0].at <= now:
            due.append(heappop(self.retries).message)
        return due

    def _send_all(self, messages: Iterable[PushMessage]) -> None:
        for message in messages:
            service_queue = self._queues.get(message.service)
            if service_queue is None:
                service_queue = ServiceQueue(self._send, self.on_result, message.service)
                self._queues[message.service] = service_queue
            if not service_queue.put(message):
                logger.warning("too many messages wait for %s", message.service)

    def record_results(self, results: Sequence[SendResult]) -> None:
        """Schedule retries, record deliveries, and delete expired subscriptions."""
        for sent in results:
            if sent.result.retry_after is not None:
                self._schedule_retry(sent.message, sent.result.retry_after)
            else:
                self._tries.pop((sent.message.turn, sent.message.subscription_id), None)
        if delivered := [sent.message.subscription_id for sent in results if sent.result.is_accepted]:
            push_subscriptions.record_delivery(delivered)
        if expired := [sent.message.subscription_id for sent in results if sent.result.is_expired]:
            push_subscriptions.delete_expired(expired)

    def _schedule_retry(self, message: PushMessage, seconds: float) -> None:
        key = message.turn, message.subscription_id
        self._tries[key] += 1
        if self._tries[key] >= MAX_TRIES:
            del self._tries[key]
        else:
            heappush(self.retries, Retry(time.monotonic() + seconds, next(self._numbers), message))


def start() -> Pusher:
    """Connect a new ``Pusher`` to the commits of this process, and return it."""
    pusher = Pusher()
    committed.connect(pusher.on_committed, weak=False)
    return pusher


def drain(waiting: queue.SimpleQueue[T]) -> list[T]:
    """Remove and return the items of a queue."""
    items = []
    for _ in range(waiting.qsize()):
        try:
            items.append(waiting.get_nowait())
        except queue.Empty:
            break
    return items
