"""Whoever leaves is let go by everybody at once: what is left in circles has to be found by the collector of garbage,
which stops all games while it looks."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from typing import Any
from weakref import WeakSet

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from games.live.entrance import Entrance
from games.live.online.consumer import GameConsumer
from games.wire.online import FOLDED
from tests.live.folders import DEALT, GAME, Site
from tests.live.matches import soon

pytest.importorskip("uvicorn", reason="requirements-uvicorn.lock is not installed")
pytest.importorskip("uvloop", reason="requirements-uvicorn.lock is not installed")

from uvicorn.config import Config
from uvicorn.server import ServerState

from games.run.uvicorns import OPTIONS, Http, Socket

there: WeakSet[Any] = WeakSet()


class Connection(Http):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        there.add(self)


class Kept(Socket):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        there.add(self)
        there.add(self.conn)


class Player(GameConsumer):
    """Let in by itself."""

    def __init__(self) -> None:
        super().__init__()
        there.add(self)

    async def enter(self, code: str) -> Entrance:
        return Entrance(GAME[DEALT], self.site.face, 1, None, None, {})

    site: Site


async def application(scope: Any, receive: Any, send: Any) -> None:
    scope["url_route"] = {"kwargs": {"code": "CODE"}}
    await Player()(scope, receive, send)


@pytest.fixture
async def port(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """A site whose only game nobody has to be known for."""
    monkeypatch.setattr("games.store.broadcast._local", None)
    site = Player.site = Site(monkeypatch)
    monkeypatch.setattr("games.live.talk.hub", site.hub)
    monkeypatch.setattr("games.limits.hit", lambda *_: True)
    config, state = Config(application, **OPTIONS | {"ws": Kept}), ServerState()
    config.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(config, state, {}), "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    server.close()


@pytest.fixture
def _nobody_looks() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_nobody_looks")
@pytest.mark.parametrize("how", ["says so", "is gone", "says nothing that can be read"])
async def test_nothing_is_left_of_who(port: int, how: str) -> None:
    there.clear()
    socket = await connect(f"ws://127.0.0.1:{port}/", subprotocols=[Subprotocol(FOLDED)])
    assert '"type":"view"' in str(await soon(socket.recv()))
    assert len(there) == 3
    match how:
        case "says so":
            await socket.close()
        case "is gone":
            socket.transport.abort()
        case _:
            socket.transport.write(b"\xff" * 9)
            await soon(socket.wait_closed())
    await nobody_is_there()


async def nobody_is_there() -> None:
    for _ in range(200):
        if not there:
            break
        await asyncio.sleep(0.05)
    assert list(there) == []
