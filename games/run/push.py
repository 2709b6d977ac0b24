"""Handing messages to push services, away from the path of moves.

Commits leave turns in a queue; one thread of the process finds out every now and then who is to be told, and is the
only one to use the database. Each push service has threads of its own, so that a slow one keeps nobody else waiting.
What a process does not live to send is not sent: the bell and the letters go by what is stored.
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
from itertools import chain, count
from typing import TypeVar

from django.db import Error, close_old_connections

from games.live.hub import hub
from games.run.pushpost import Answer, post
from games.services.notices import browsers, turns
from games.services.notices.turns import Message, Turn
from games.store import listeners, pool
from games.store.listeners import Commit
from games.store.played import Played

logger = logging.getLogger(__name__)

EVERY = 0.5
"""Seconds in which turns gather before it is looked who is to be told."""
MOST = 5_000
"""Turns that wait in a process, and messages that wait for a service; what comes on top is not told."""
THREADS = 2
"""For each push service."""
TRIES = 3

Post = Callable[[Message], Answer]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of a message."""

    message: Message
    answer: Answer


@dataclass(order=True, slots=True)
class Again:
    """A turn of which one browser is to be told once more, if nobody took it by then."""

    at: float
    number: int
    message: Message = field(compare=False)


class Lane:
    """One push service and the threads that wait for it."""

    def __init__(self, send: Post, answered: Callable[[Tried], None], name: str) -> None:
        self._waiting = queue.Queue[Message](MOST)
        self._send, self._answered = send, answered
        for _ in range(THREADS):
            threading.Thread(target=self._forever, name=f"push {name}", daemon=True).start()

    def put(self, message: Message) -> bool:
        """Have it sent; False where too many wait."""
        try:
            self._waiting.put_nowait(message)
        except queue.Full:
            return False
        return True

    def _forever(self) -> None:
        while True:
            message = self._waiting.get()
            try:
                answer = self._send(message)
            except Exception:
                logger.exception("a browser was not told")
                answer = Answer.refused()
            self._answered(Tried(message, answer))


class Pusher:
    """Tells browsers of the turns that this process commits. ``step`` is called by one thread alone.

    ``sits`` says whether an account sits at a game here, at a page that is open: who does sees a new turn there, and
    nothing is asked of the database for it.
    """

    def __init__(self, send: Post = post, sits: Callable[[int, int], bool] = hub.sits) -> None:
        self.news = queue.SimpleQueue[Turn]()
        self.played = queue.SimpleQueue[Sequence[Played]]()
        self.tried = queue.SimpleQueue[Tried]()
        self.again: list[Again] = []
        self._some = threading.Event()
        self._tries: dict[tuple[Turn, int], int] = defaultdict(int)
        self._lanes: dict[str, Lane] = {}
        self._send, self._sits, self._numbers = send, sits, count()

    def heard(self, commit: Commit) -> None:
        """A listener to commits: it waits for nothing."""
        turn = turns.turn_of(commit.story, commit.facts)
        if turn is not None:
            self.take(turn)

    def follows(self, cards: Sequence[Played]) -> None:
        """The same for played cards, all together: most of them are answered before anybody looks who is to be told."""
        if self.played.qsize() < MOST:
            self.played.put(cards)
            self._some.set()
        else:
            logger.warning("too many cards wait to be told")

    def take(self, turn: Turn) -> None:
        """Tell of a turn soon."""
        if self.news.qsize() < MOST:
            self.news.put(turn)
            self._some.set()
        else:
            logger.warning("too many turns wait to be told")

    def idle(self) -> bool:
        """Whether nobody is to be told anything, now or later."""
        return not self.again and self.news.empty() and self.played.empty() and self.tried.empty()

    def wait(self) -> None:
        """Sleep as long as nobody is to be told anything, now or later."""
        self._some.clear()
        if self.idle():
            self._some.wait()

    def answered(self, tried: Tried) -> None:
        """Keep with the next step what became of a message."""
        self.tried.put(tried)
        self._some.set()

    def step(self) -> None:
        """Send what is new or due once more, and keep what became of the rest."""
        self.keep(taken(self.tried))
        due = self._due()
        known = {(turn.game_id, turn.user_id): turn for turn in taken(self.news)}
        known |= {key: Turn(*key, version) for key, version in awaited(chain(*taken(self.played))).items()}
        if unseen := [turn for turn in known.values() if not self._sits(turn.game_id, turn.user_id)]:
            self._send_all(turns.messages(unseen))
        if due:
            self._send_again({(one.turn, one.browser) for one in due})

    def _send_again(self, again: set[tuple[Turn, int]]) -> None:
        """To these browsers, of those turns that still wait; the others are done with."""
        found = turns.messages([turn for turn, _ in again])
        still = [one for one in found if (one.turn, one.browser) in again]
        for key in again - {(one.turn, one.browser) for one in still}:
            self._tries.pop(key, None)
        self._send_all(still)

    def _due(self) -> list[Message]:
        now, due = time.monotonic(), list[Message]()
        while self.again and self.again[0].at <= now:
            due.append(heappop(self.again).message)
        return due

    def _send_all(self, messages: Iterable[Message]) -> None:
        for message in messages:
            lane = self._lanes.get(message.service)
            if lane is None:
                lane = self._lanes[message.service] = Lane(self._send, self.answered, message.service)
            if not lane.put(message):
                logger.warning("too many messages wait for %s", message.service)

    def keep(self, tried: Sequence[Tried]) -> None:
        """Keep what became of these: who is told once more, whom a service took something for, and who is gone."""
        for one in tried:
            if one.answer.later is not None:
                self._later(one.message, one.answer.later)
            else:
                self._tries.pop((one.message.turn, one.message.browser), None)
        if told := [one.message.browser for one in tried if one.answer.taken]:
            browsers.told(told)
        if gone := [one.message.browser for one in tried if one.answer.gone]:
            browsers.ended(gone)

    def _later(self, message: Message, seconds: float) -> None:
        key = message.turn, message.browser
        self._tries[key] += 1
        if self._tries[key] >= TRIES:
            del self._tries[key]
        else:
            heappush(self.again, Again(time.monotonic() + seconds, next(self._numbers), message))


def begin() -> threading.Thread:
    """Tell browsers until the process ends, in threads that keep nobody from ending it."""
    pusher = Pusher()
    listeners.listen(pusher.heard)
    listeners.follow(pusher.follows)
    thread = threading.Thread(target=_forever, args=(pusher, threading.Event()), name="push", daemon=True)
    thread.start()
    return thread


def _forever(pusher: Pusher, never: threading.Event) -> None:
    while True:
        pusher.wait()
        if never.wait(EVERY):
            return
        close_old_connections()
        try:
            pusher.step()
        except Error as error:
            logger.warning("browsers are not told: %s", error)
        except Exception:
            logger.exception("browsers are not told")
        finally:
            pool.rest()


def awaited(cards: Iterable[Played]) -> dict[tuple[int, int], int]:
    """Of whom these cards made it the turn, by game and account: at which version, the last time."""
    return {
        (card.game_id, card.awaits): card.version
        for card in cards
        if card.awaits is not None and card.turn != card.seat
    }


def taken(waiting: queue.SimpleQueue[T]) -> list[T]:
    """What waits there now, which then waits no more."""
    found = []
    for _ in range(waiting.qsize()):
        try:
            found.append(waiting.get_nowait())
        except queue.Empty:
            break
    return found
