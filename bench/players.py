"""Those who play: two sockets a game, random legal cards, and a stop-watch."""

from __future__ import annotations

import asyncio
import json
import random
from abc import abstractmethod
from time import perf_counter
from typing import Any, Protocol

import orjson

from bench.seed import Seeded
from bench.wire import Wire, connect
from games.wire.changes import folded
from games.wire.online import FOLDED

PLIES = 52


class Table:
    """One game between two sockets. ``waits`` are the seconds from sending a card to the opponent's seeing it."""

    def __init__(self, game: Seeded, think: float) -> None:
        self.game, self.think = game, think
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waits: list[float] = []
        self.accepted = 0
        self.unseen: dict[int, tuple[int, float]] = {}
        self.players = (self.player(0), self.player(1))

    def player(self, seat: int) -> Player:
        return SitePlayer(self, seat)

    async def connect(self, host: str, port: int) -> None:
        """Both sockets, and both know the table."""
        for player in self.players:
            await player.arrive(host, port)
        await asyncio.wait_for(asyncio.gather(*(player.ready for player in self.players)), 60)

    def begin(self) -> None:
        for player in self.players:
            player.begin()

    def close(self) -> None:
        for player in self.players:
            player.close()

    def sent(self, seat: int, ply: int) -> None:
        self.unseen[ply] = (seat, perf_counter())

    def seen(self, seat: int, plies: int) -> None:
        """``seat`` knows of this many cards."""
        for ply, (sender, since) in tuple(self.unseen.items()):
            if ply < plies and sender != seat:
                self.waits.append(perf_counter() - since)
                del self.unseen[ply]
        self._check_end()

    def acknowledged(self) -> None:
        self.accepted += 1
        self._check_end()

    def fail(self, reason: str) -> None:
        if not self.done.done():
            self.done.set_exception(RuntimeError(f"game {self.game.code}: {reason}"))

    def _check_end(self) -> None:
        """Over when every card is acknowledged and has been seen by the opponent."""
        if self.accepted == len(self.waits) == PLIES and not self.done.done():
            self.done.set_result(None)


class Seating(Protocol):
    """What a player tells of a game, and asks."""

    game: Seeded

    @property
    def think(self) -> float: ...

    def sent(self, seat: int, ply: int) -> None: ...

    def seen(self, seat: int, plies: int) -> None: ...

    def acknowledged(self) -> None: ...

    def fail(self, reason: str) -> None: ...


class Player(Wire):
    """One seat. ``ready`` when it knows the table, and silent until ``begin``."""

    def __init__(self, table: Seating, seat: int) -> None:
        super().__init__()
        self.table, self.seat = table, seat
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.began = False

    @abstractmethod
    def path(self) -> str: ...

    async def arrive(self, host: str, port: int) -> None:
        await connect(self, host, port, self.path(), self.headers(f"http://{host}:{port}"))

    def headers(self, origin: str) -> dict[str, str]:
        return {"Origin": origin, "Cookie": f"sessionid={self.table.game.sessions[self.seat]}", **self.asks()}

    def asks(self) -> dict[str, str]:
        """More of its handshake."""
        return {}

    @abstractmethod
    def begin(self) -> None: ...

    def lost(self, reason: str) -> None:
        self.table.fail(reason)

    def play(self, card: str, ply: int) -> None:
        if self.table.think:
            asyncio.get_running_loop().call_later(self.table.think, self._play, card, ply)
        else:
            self._play(card, ply)

    def _play(self, card: str, ply: int) -> None:
        self.table.sent(self.seat, ply)
        self.send(f'{{"type":"play","card":"{card}","ply":{ply},"id":"{self.seat}-{ply}"}}'.encode())


LOOKED_AT = ("ply", "turn", "legal")
"""Of a board. Whoever folded all of it would take longer than the server, which would have to wait for its players."""


class SitePlayer(Player):
    """A player as docs/protocol.md describes one, but for what it does not look at."""

    def __init__(self, table: Seating, seat: int) -> None:
        super().__init__(table, seat)
        self.view: dict[str, Any] = {"version": -1}

    def path(self) -> str:
        return f"/ws/m/{self.table.game.code}/"

    def asks(self) -> dict[str, str]:
        return {"Sec-WebSocket-Protocol": FOLDED}

    def on_text(self, text: bytes) -> None:
        message = orjson.loads(text)
        match message["type"]:
            case "view" if message["version"] > self.view["version"]:
                self._show(message)
            case "change":
                for _ in message.get("accepted", ()):
                    self.table.acknowledged()
                self._fold(message)
            case "accepted":
                self.table.acknowledged()
            case "beat":
                self.send(b'{"type":"here","version":%d}' % self.view["version"])
            case "refused" | "bye":
                self.table.fail(text.decode())

    def begin(self) -> None:
        self.began = True
        self._move()

    def _show(self, view: dict[str, Any]) -> None:
        self.view = view
        if not self.ready.done():
            self._seated()
        if self.began:
            self.table.seen(self.seat, view["board"]["ply"])
            self._move()

    def _fold(self, message: dict[str, Any]) -> None:
        view, change = self.view, message["view"]
        if message["after"] != view["version"]:
            self.table.fail(f"a change to version {message['after']} at {view['version']}")
            return
        board, changed = view["board"], change.pop("board", {})
        for name in LOOKED_AT:
            if name in changed:
                board[name] = folded(board[name], changed[name])
        if change:
            view = folded(view, change)
        view["version"] = message["version"]
        self._show(view)

    def _seated(self) -> None:
        if self.view["you"] == self.seat:
            self.ready.set_result(None)
        else:
            self.ready.set_exception(RuntimeError(f"no seat at {self.table.game.code}: was the session known?"))

    def _move(self) -> None:
        board = self.view["board"]
        if board["turn"] == self.seat:
            self.play(random.choice(board["legal"]), board["ply"])


class RelayTable(Table):
    """A game on the floor, where nobody knows any rules: the seats take turns."""

    def player(self, seat: int) -> Player:
        return RelayPlayer(self, seat)


class RelayPlayer(Player):
    """The card goes to the group of the game; its sender takes the echo for the acknowledgement."""

    def path(self) -> str:
        return f"/ws/m/{self.table.game.id}/"

    def begin(self) -> None:
        self.began = True
        if self.seat == 0:
            self.play("G0", 0)

    def on_text(self, text: bytes) -> None:
        if text == b"ready":
            self.ready.set_result(None)
            return
        ply = json.loads(text)["ply"]
        if ply % 2 == self.seat:
            self.table.acknowledged()
            return
        self.table.seen(self.seat, ply + 1)
        if ply + 1 < PLIES:
            self.play("G0", ply + 1)
