"""Connection pool: a process has no more connections to PostgreSQL than configured, and returns all of them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from games.eventlog import connection_pool
from tests.client import whole_game
from tests.realtime.conftest import Postgres
from tests.realtime.sockets import deal, soon
from tests.site_process import Site, copy_var, manage

GIVEN = 6
POOLED = GIVEN - connection_pool.UNPOOLED_CONNECTIONS
OURS = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
STUCK = f"{OURS} AND wait_event_type = 'Lock'"


class Server:
    """A PostgreSQL, a site on it, and a connection that looks on."""

    def __init__(self, url: str, site: Site) -> None:
        self.url, self.site = url, site
        self.onlooker = psycopg.connect(url, autocommit=True)

    def count(self, query: str = OURS) -> int:
        row = self.onlooker.execute(query).fetchone()
        assert row is not None
        return int(row[0])

    async def at_last(self, query: str, count: int) -> None:
        """Until the server shows it."""

        async def looking() -> None:
            while self.count(query) != count:  # noqa: ASYNC110 (there is no event)
                await asyncio.sleep(0.05)

        await soon(looking())

    def request(self, stack: ExitStack, path: str = "/") -> socket.socket:
        """Ask for a page and wait for nothing."""
        line = stack.enter_context(socket.create_connection(("127.0.0.1", self.site.port)))
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.site.port}\r\nConnection: close\r\n\r\n".encode())
        return line


@pytest.fixture(scope="module")
def server(prepared_var: Path, tables_there: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with tables_there(tmp_path_factory.mktemp("postgres") / "data") as url:
        environment = {"DATABASE_URL": url, "RATE_LIMITS": "off", "DATABASE_CONNECTIONS": str(GIVEN)}
        site = Site(copy_var(prepared_var, tmp_path_factory.mktemp("site")), environment).start()
        server = Server(url, site)
        try:
            yield server
        finally:
            server.onlooker.close()
            site.close()


async def status(line: socket.socket) -> str:
    """The first line of the answer."""
    line_start: bytes = await soon(asyncio.to_thread(line.recv, 12))
    return line_start.decode()


async def test_simultaneous_requests_wait_for_a_connection(server: Server) -> None:
    with ExitStack() as stack, psycopg.connect(server.url) as holder:
        holder.execute("LOCK TABLE games_game IN ACCESS EXCLUSIVE MODE")
        lines = [server.request(stack) for _ in range(40)]
        await server.at_last(STUCK, POOLED)
        # Whether the process is ready is asked beside the pool, so that a crowd does not make it look broken.
        assert await status(server.request(stack, "/readyz")) == "HTTP/1.1 200"
        assert server.count() - 1 <= GIVEN
        holder.rollback()
        assert {await status(line) for line in lines} == {"HTTP/1.1 200"}


async def test_cancelled_requests_return_their_connection(server: Server) -> None:
    with psycopg.connect(server.url) as holder:
        holder.execute("LOCK TABLE games_game IN ACCESS EXCLUSIVE MODE")
        for _ in range(3):
            with ExitStack() as stack:
                for _ in range(GIVEN):
                    server.request(stack)
                await server.at_last(STUCK, POOLED)
        holder.rollback()
    await server.at_last(STUCK, 0)
    with ExitStack() as stack:
        assert {await status(server.request(stack)) for _ in range(2 * GIVEN)} == {"HTTP/1.1 200"}


async def test_games_stay_within_the_limit(server: Server) -> None:
    seen = []
    game = asyncio.ensure_future(whole_game(*deal(server.site.url)))
    while not game.done():
        seen.append(server.count())
        await asyncio.sleep(0.01)
    await game
    assert 0 < max(seen) <= GIVEN


def test_a_limit_of_postgresql_that_is_too_low_is_reported_at_the_start(server: Server) -> None:
    environment = {"VAR_DIR": str(server.site.folder / "var"), "DATABASE_URL": server.url, "DATABASE_CONNECTIONS": "50"}
    (warning,) = manage("serve", "--prepare-only", **environment).stderr.splitlines()
    limits = "PostgreSQL allows 100 connections, and 2 processes of the site may need 110"
    assert f"{limits}: raise max_connections" in warning


async def test_the_pool_ends_with_the_process_without_a_log_line(server: Server) -> None:
    before = server.site.text()
    assert server.site.stop() == 0
    assert server.site.text() == before
    await server.at_last(OURS, 0)
