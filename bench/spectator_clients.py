"""Spectators of one game in a process of their own, each from its own address, with constant coming and going.

python -m bench.spectator_clients HOST PORT CODE COUNT A_SECOND prints "ready" once all have seen the game, goes on
until its input ends, and then prints its counts as JSON.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from collections import Counter, deque
from itertools import count

from bench.websocket_client import WebSocketClient, connect

PARALLEL_CONNECTIONS = 40


class Spectator(WebSocketClient):
    """Spectator that answers heartbeats and counts messages; ``seen`` is done with its first view."""

    def __init__(self, counts: Counter[str]) -> None:
        super().__init__()
        self.counts = counts
        self.seen = asyncio.get_running_loop().create_future()
        self.version = b"0"

    def on_text(self, text: bytes) -> None:
        kind = text[9 : text.index(b'"', 9)].decode()
        self.counts[kind] += 1
        if kind == "view":
            self.version = text.split(b'"version":', 1)[1].split(b",", 1)[0]
            if not self.seen.done():
                self.seen.set_result(None)
        elif kind == "beat":
            self.send(b'{"type":"here","version":' + self.version + b"}")

    def on_failure(self, reason: str) -> None:
        self.counts["lost"] += 1
        if not self.seen.done():
            self.seen.set_result(None)


class SpectatorCrowd:
    def __init__(self, host: str, port: int, code: str) -> None:
        self.host, self.port, self.path = host, port, f"/ws/m/{code}/"
        self.counts: Counter[str] = Counter()
        self.watchers: deque[Spectator] = deque()
        self._numbers = count(1)

    async def connect_one(self) -> None:
        watcher, number = Spectator(self.counts), next(self._numbers)
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        headers = {"Origin": f"http://{self.host}:{self.port}", "X-Real-IP": address}
        await connect(watcher, self.host, self.port, self.path, headers)
        await asyncio.wait_for(watcher.seen, 60)
        self.counts["came"] += 1
        self.watchers.append(watcher)

    async def connect_all(self, number: int) -> None:
        for first in range(0, number, PARALLEL_CONNECTIONS):
            await asyncio.gather(*(self.connect_one() for _ in range(min(PARALLEL_CONNECTIONS, number - first))))

    async def replace_spectators(self, a_second: int) -> None:
        """Replace ``a_second`` spectators a second, without waiting for the first views of new ones."""
        coming: set[asyncio.Task[None]] = set()
        begun, done = asyncio.get_running_loop().time(), 0
        while True:
            await asyncio.sleep(0.05)
            due = int((asyncio.get_running_loop().time() - begun) * a_second)
            for _ in range(min(due - done, len(self.watchers))):
                self.watchers.popleft().close()
                coming.add(asyncio.create_task(self.connect_one()))
            done = due
            coming = {task for task in coming if not task.done()}
            self.counts["most waiting"] = max(self.counts["most waiting"], len(coming))


async def main(host: str, port: int, code: str, number: int, a_second: int) -> None:
    crowd = SpectatorCrowd(host, port, code)
    await crowd.connect_all(number)
    print("ready", flush=True)
    churning = asyncio.create_task(crowd.replace_spectators(a_second))
    await asyncio.to_thread(sys.stdin.read)
    churning.cancel()
    unseen = sum(not one.seen.done() for one in crowd.watchers)
    print(json.dumps({**crowd.counts, "there": len(crowd.watchers), "without a view": unseen}), flush=True)


if __name__ == "__main__":
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4]), int(sys.argv[5])))
