"""People who play the site, one game after the other, and how long each of their cards and its answers take."""

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
from bench.seed import Seeded
from bench.servers import Running


@dataclass(slots=True)
class Waits:
    """Seconds: people's cards to their opponents' eyes, the chairs' cards to ``accepted``, the site's to the chair."""

    social: dict[bool, list[float]] = field(default_factory=lambda: defaultdict(list))
    accepted: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)


class Chair:
    """Somebody at a game against the site; what ``SitePlayer`` takes for its table."""

    def __init__(self, stock: Iterator[Seeded], server: Running, pace: tuple[float, float], waits: Waits) -> None:
        self._stock, self._server, self._pace, self._waits = stock, server, pace, waits
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._since: tuple[int, float] | None = None
        self._sent, self.left = 0.0, False

    @property
    def think(self) -> float:
        return random.uniform(*self._pace)

    async def sit(self) -> None:
        """Take the next game and play on."""
        self.game, self._since = next(self._stock), None
        self.player = Alone(self)
        await self.player.arrive(self._server.host, self._server.port)
        await asyncio.wait_for(self.player.ready, 60)
        self.player.begin()

    def sent(self, seat: int, ply: int) -> None:
        self._sent = perf_counter()

    def acknowledged(self) -> None:
        self._waits.accepted.append(perf_counter() - self._sent)

    def seen(self, seat: int, plies: int) -> None:
        """Time each card of the site from when it was its turn, as its opponent sees it."""
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
            self._next = asyncio.ensure_future(self.sit())

    def leave(self) -> None:
        self.left = True
        self.player.close()

    def fail(self, reason: str) -> None:
        if not self.failed.done() and not self.left:
            self.failed.set_exception(RuntimeError(f"game {self.game.code}: {reason}"))


class Alone(SitePlayer):
    """The chair's socket. The first view of a game is no answer to anything that was timed."""

    def __init__(self, chair: Chair) -> None:
        super().__init__(chair, 0)
        self._played = -1

    def _seated(self) -> None:
        self.seat = self.view["you"]
        self.ready.set_result(None)

    def headers(self, origin: str) -> dict[str, str]:
        return {"Origin": origin, "Cookie": f"sessionid={self.table.game.sessions[0]}"}

    def _move(self) -> None:
        board = self.view["board"]
        if self.view["status"] == "playing" and board["turn"] == self.seat and board["ply"] > self._played:
            self._played = board["ply"]
            self.play(random.choice(board["legal"]), board["ply"])
