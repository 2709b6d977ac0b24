"""Players of the load tests: two sockets a game, random legal cards, and a timer."""

from __future__ import annotations

import asyncio
import json
import random
from abc import abstractmethod
from time import perf_counter
from typing import Any, Protocol

import orjson

from bench.seed import SeededGame
from bench.websocket_client import WebSocketClient, connect

PLIES = 52


class Table:
    """One game between two sockets. ``waits`` are the seconds from sending a card until the opponent sees it."""

    def __init__(self, game: SeededGame, think: float) -> None:
        self.game, self.think_time = game, think
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waits: list[float] = []
        self.accepted = 0
        self.pending: dict[int, tuple[int, float]] = {}
        self.players = (self.create_player(0), self.create_player(1))

    def create_player(self, seat: int) -> Player:
        return SitePlayer(self, seat)

    async def connect(self, host: str, port: int) -> None:
        """Open both sockets and wait until both have a view."""
        for player in self.players:
            await player.join(host, port)
        await asyncio.wait_for(asyncio.gather(*(player.ready for player in self.players)), 60)

    def begin(self) -> None:
        for player in self.players:
            player.begin()

    def close(self) -> None:
        for player in self.players:
            player.close()

    def record_sent(self, seat: int, ply: int) -> None:
        self.pending[ply] = (seat, perf_counter())

    def record_seen(self, seat: int, plies: int) -> None:
        """Record that ``seat`` has seen this number of cards."""
        for ply, (sender, since) in tuple(self.pending.items()):
            if ply < plies and sender != seat:
                self.waits.append(perf_counter() - since)
                del self.pending[ply]
        self._check_end()

    def record_accepted(self) -> None:
        self.accepted += 1
        self._check_end()

    def fail(self, reason: str) -> None:
        if not self.done.done():
            self.done.set_exception(RuntimeError(f"game {self.game.code}: {reason}"))

    def _check_end(self) -> None:
        """End the game when every card is accepted and has been seen by the opponent."""
        if self.accepted == len(self.waits) == PLIES and not self.done.done():
            self.done.set_result(None)


class GameRecorder(Protocol):
    """Table that records what its players send and see."""

    game: SeededGame

    @property
    def think_time(self) -> float: ...

    def record_sent(self, seat: int, ply: int) -> None: ...

    def record_seen(self, seat: int, plies: int) -> None: ...

    def record_accepted(self) -> None: ...

    def fail(self, reason: str) -> None: ...


class Player(WebSocketClient):
    """Socket of one seat: ``ready`` is done with the first view; it plays from ``begin`` on."""

    def __init__(self, table: GameRecorder, seat: int) -> None:
        super().__init__()
        self.table, self.seat = table, seat
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.began = False

    @abstractmethod
    def path(self) -> str: ...

    async def join(self, host: str, port: int) -> None:
        await connect(self, host, port, self.path(), self.headers(f"http://{host}:{port}"))

    def headers(self, origin: str) -> dict[str, str]:
        return {"Origin": origin, "Cookie": f"sessionid={self.table.game.sessions[self.seat]}"}

    @abstractmethod
    def begin(self) -> None: ...

    def on_failure(self, reason: str) -> None:
        self.table.fail(reason)

    def play(self, card: str, ply: int) -> None:
        if self.table.think_time:
            asyncio.get_running_loop().call_later(self.table.think_time, self._send_card, card, ply)
        else:
            self._send_card(card, ply)

    def _send_card(self, card: str, ply: int) -> None:
        self.table.record_sent(self.seat, ply)
        self.send(f'{{"type":"play","card":"{card}","ply":{ply},"id":"{self.seat}-{ply}"}}'.encode())


class SitePlayer(Player):
    """Player that follows docs/protocol.md, apart from the fields that it ignores."""

    def __init__(self, table: GameRecorder, seat: int) -> None:
        super().__init__(table, seat)
        self.view: dict[str, Any] = {"version": -1}

    def path(self) -> str:
        return f"/ws/m/{self.table.game.code}/"

    def on_text(self, text: bytes) -> None:
        message = orjson.loads(text)
        match message["type"]:
            case "view" if message["version"] > self.view["version"]:
                self._update_view(message)
            case "card":
                self._apply_card(message)
            case "accepted":
                self.table.record_accepted()
            case "beat":
                self.send(b'{"type":"here","version":%d}' % self.view["version"])
            case "refused" | "bye":
                self.table.fail(text.decode())

    def begin(self) -> None:
        self.began = True
        self._play_next()

    def _update_view(self, view: dict[str, Any]) -> None:
        self.view = view
        if not self.ready.done():
            self._check_seat()
        if self.began:
            self.table.record_seen(self.seat, view["board"]["ply"])
            self._play_next()

    def _apply_card(self, event: dict[str, Any]) -> None:
        if event["version"] != self.view["version"] + 1:
            self.table.fail(f"version {event['version']} came after {self.view['version']}")
            return
        board = {"ply": event["ply"], "turn": event["turn"], "legal": event.get("legal", [])}
        self._update_view({**self.view, "version": event["version"], "board": board})

    def _check_seat(self) -> None:
        if self.view["you"] == self.seat:
            self.ready.set_result(None)
        else:
            self.ready.set_exception(RuntimeError(f"no seat at {self.table.game.code}: was the session known?"))

    def _play_next(self) -> None:
        board = self.view["board"]
        if board["turn"] == self.seat:
            self.play(random.choice(board["legal"]), board["ply"])


class RelayTable(Table):
    """A game on the relay, which has no rules: the seats take turns."""

    def create_player(self, seat: int) -> Player:
        return RelayPlayer(self, seat)


class RelayPlayer(Player):
    """Player on the relay: a card goes to the group of its game, and the echo counts as its acknowledgement."""

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
            self.table.record_accepted()
            return
        self.table.record_seen(self.seat, ply + 1)
        if ply + 1 < PLIES:
            self.play("G0", ply + 1)
