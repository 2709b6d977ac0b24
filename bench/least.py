"""The least that a card costs which is read, stored and shown to two: ``python -m bench.least PORT``.

uvicorn with uvloop, and the site's own lean path (``games/store/prepared.py``, ``games/run/frames.py``,
``games/live/line.py``), without what it is for: no rules, versions, secrets or views, only a text as long as what the
site sends. Where the site stands above this is what a game costs; this is what no game in Python can come under.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import defaultdict
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
django.setup()

import uvicorn  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.live.line import Line, line_of  # noqa: E402
from games.models import Entry, Game  # noqa: E402
from games.run.uvicorns import OPTIONS  # noqa: E402
from games.store import prepared  # noqa: E402

LENGTH = 380
"""Characters of what the site sends one of two players of a card, on average."""
Play = tuple[int, dict[str, Any]]

lines: defaultdict[int, list[Line]] = defaultdict(list)
plays: SimpleQueue[Play] = SimpleQueue()


async def application(scope: Any, receive: Any, send: Any) -> None:
    """A socket at a game, whose number is in its address."""
    game, line = int(scope["path"].split("/")[3]), line_of(scope)
    assert line is not None
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": "ready"})
    lines[game].append(line)
    line.hear = partial(hear, game)
    while (await receive())["type"] != "websocket.disconnect":
        pass
    lines[game].remove(line)


def hear(game: int, text: str) -> bool:
    plays.put((game, json.loads(text)))
    return True


def store_forever(loop: asyncio.AbstractEventLoop) -> None:
    """What came while one commit was under way goes into the next one together, as in ``games.store.writer``."""
    while True:
        batch = [plays.get()]
        while not plays.empty():
            batch.append(plays.get())
        with prepared.alone():
            prepared.update_all(Game, [({"id": game}, changes(play)) for game, play in batch])
            prepared.insert_all(Entry, [row(game, play) for game, play in batch])
        loop.call_soon_threadsafe(show, batch)


def changes(play: dict[str, Any]) -> dict[str, Any]:
    ply = play["ply"]
    return {
        "version": 4 + ply,
        "changed_at": timezone.now(),
        "turn": ply % 2,
        "phase": 1 + ply // 26,
        "trick": ply // 2,
    }


def row(game: int, play: dict[str, Any]) -> dict[str, Any]:
    said = {"kind": "played", "seat": play["ply"] % 2, "data": {"card": play["card"]}, "client_id": play["id"]}
    return {"game": game, "number": 1000 + play["ply"], **said, "actor": None, "created_at": timezone.now()}


def show(batch: list[Play]) -> None:
    for game, play in batch:
        text = json.dumps(play)
        for line in lines[game]:
            line.tell(f'{text[:-1]}, "pad": "{"-" * (LENGTH - len(text))}"}}')


async def serve(port: int) -> None:
    Thread(target=store_forever, args=[asyncio.get_running_loop()], daemon=True).start()
    await uvicorn.Server(uvicorn.Config(application, host="127.0.0.1", port=port, **OPTIONS)).serve()


if __name__ == "__main__":
    import uvloop

    uvloop.run(serve(int(sys.argv[1])))
