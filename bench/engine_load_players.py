"""Players of the load test who play the site, one game after the other, with a timing of each card and answer."""

from __future__ import annotations

import asyncio
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.players import SitePlayer
from bench.seed import SeededGame
from bench.servers import RunningServer


@dataclass(slots=True)
class Waits:
    """Seconds from a card to its view by the opponent (``social``), to ``accepted``, and to the site's answer."""

    social: dict[bool, list[float]] = field(default_factory=lambda: defaultdict(list))
    accepted: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)


class BotOpponent:
    """A person's series of games against the site; the table of a ``SitePlayer``."""

    def __init__(
        self, stock: Iterator[SeededGame], server: RunningServer, pace: tuple[float, float], waits: Waits
    ) -> None:
        self._games, self._server, self._think_time, self._waits = stock, server, pace, waits
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._since: tuple[int, float] | None = None
        self._sent, self.left = 0.0, False

    @property
    def think_time(self) -> float:
        return random.uniform(*self._think_time)

    async def start_game(self) -> None:
        """Take the next game and play it."""
        self.game, self._since = next(self._games), None
        self.player = BotGamePlayer(self)
        await self.player.join(self._server.host, self._server.port)
        await asyncio.wait_for(self.player.ready, 60)
        self.player.begin()

    def record_sent(self, seat: int, ply: int) -> None:
        self._sent = perf_counter()

    def record_accepted(self) -> None:
        self._waits.accepted.append(perf_counter() - self._sent)

    def record_seen(self, seat: int, plies: int) -> None:
        """Time each card of the site from the start of its turn, as its opponent sees it."""
        view, now = self.player.view, perf_counter()
        if self._since is not None and plies > self._since[0]:
            self._waits.answers.append(now - self._since[1])
        theirs = view["status"] == "playing" and view["board"]["turn"] == 1 - view["you"]
        if not theirs:
            self._since = None
        elif self._since is None or self._since[0] != plies:
            self._since = plies, now
        if view["status"] != "playing" and not self.left:
            self.player.close()
            self._next = asyncio.ensure_future(self.start_game())

    def leave(self) -> None:
        self.left = True
        self.player.close()

    def fail(self, reason: str) -> None:
        if not self.failed.done() and not self.left:
            self.failed.set_exception(RuntimeError(f"game {self.game.code}: {reason}"))


class BotGamePlayer(SitePlayer):
    """Socket of a person in a game against the site. The first view of a game is not a timed answer."""

    def __init__(self, opponent: BotOpponent) -> None:
        super().__init__(opponent, 0)
        self._played = -1

    def _check_seat(self) -> None:
        self.seat = self.view["you"]
        self.ready.set_result(None)

    def headers(self, origin: str) -> dict[str, str]:
        return {"Origin": origin, "Cookie": f"sessionid={self.table.game.sessions[0]}"}

    def _play_next(self) -> None:
        board = self.view["board"]
        if self.view["status"] == "playing" and board["turn"] == self.seat and board["ply"] > self._played:
            self._played = board["ply"]
            self.play(random.choice(board["legal"]), board["ply"])
