"""Pages and arrivals keep their threads and connections, and ask little of the database."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.live.online.arrival import arrive
from games.models import Game
from games.run.threads import KEPT, Pages
from games.store import log, pool


class Noting(Pages):
    """Notes in which thread each page is made; pages wait for each other where ``together`` says so."""

    def __init__(self, together: int = 1) -> None:
        super().__init__()
        self.threads: list[threading.Thread] = []
        self._gate = threading.Barrier(together)

    def load_middleware(self, is_async: bool = False) -> None:
        """None, which would look for collected files."""

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        await sync_to_async(self._note)(fail=scope.get("fail", False))

    def _note(self, *, fail: bool) -> None:
        self.threads.append(threading.current_thread())
        self._gate.wait(10)
        if fail:
            raise RuntimeError("a page broke")


async def visit(pages: Pages, **scope: Any) -> None:
    await pages({"type": "http", **scope}, None, None)


class TestThreads:
    async def test_one_page_after_the_other_is_made_in_one_thread(self) -> None:
        pages = Noting()
        for _ in range(5):
            await visit(pages)
        assert len(set(pages.threads)) == 1

    async def test_those_at_once_have_one_each_and_so_many_are_kept(self) -> None:
        pages = Noting(KEPT + 2)
        await asyncio.gather(*(visit(pages) for _ in range(KEPT + 2)))
        assert len(set(pages.threads)) == KEPT + 2
        assert len(pages._free) == KEPT

    async def test_one_in_which_a_page_broke_is_not_taken_again(self) -> None:
        pages = Noting()
        with pytest.raises(RuntimeError):
            await visit(pages, fail=True)
        await visit(pages)
        assert len(set(pages.threads)) == 2


def test_a_serving_process_keeps_connections_and_looks_at_them(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {**connection.settings_dict, "OPTIONS": {**connection.settings_dict["OPTIONS"]}}
    monkeypatch.setattr(connections[DEFAULT_DB_ALIAS], "settings_dict", settings)
    pool.begin()
    assert settings["CONN_HEALTH_CHECKS"]
    assert settings["CONN_MAX_AGE"] == pool.KEPT


@pytest.mark.django_db(transaction=True)
class TestArrival:
    def cookies(self, client: Client) -> dict[str, str]:
        return {name: morsel.value for name, morsel in client.cookies.items()}

    def test_a_player_of_a_known_game_asks_for_session_person_and_seats(self, game: Game, ana_client: Client) -> None:
        log.load(game.pk)
        with CaptureQueriesContext(connection) as queries:
            arrival = arrive(game.code, self.cookies(ana_client))
        assert len(queries) == 3
        assert arrival.player_id == game.players.get(seat=0).pk

    def test_after_a_restart_for_the_entries_as_well(self, game: Game, ana_client: Client) -> None:
        log.cache.clear()
        with CaptureQueriesContext(connection) as queries:
            arrival = arrive(game.code, self.cookies(ana_client))
        assert len(queries) <= 5
        assert arrival.match == log.load(game.pk)

    def test_a_stranger_asks_for_the_game_alone(self, game: Game) -> None:
        log.load(game.pk)
        with CaptureQueriesContext(connection) as queries:
            arrival = arrive(game.code, {})
        assert len(queries) == 1
        assert (arrival.player_id, arrival.visitor.user_id) == (None, None)
