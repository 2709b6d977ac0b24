"""Presence in the database: what a heartbeat stores, and which leases a process holds."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.messaging import presence
from games.messaging.messages import BusMessage, PresenceChanged
from games.messaging.presence import PresenceSpan
from games.models import Game, Player, Process, User
from games.realtime import presence_sync
from games.realtime.connection import Connection
from games.realtime.heartbeat import TICKS_PER_BEAT
from games.realtime.hub import Hub
from games.realtime.matches.presenter import match_presenter
from games.realtime.presence_sync import LeaseState, PresenceUpdate, sync_presence
from games.realtime.room import Room
from games.state.dealt_state import Occupant
from games.state.match_state import MatchState
from tests.messaging.test_process_heartbeat import clock
from tests.realtime.fake_hub import VersionSocket, transmit
from tests.services.matches.clock import ManualClock
from tests.services.matches.games import match_of

__all__ = ["clock"]

database = pytest.mark.django_db(transaction=True)


class Storage:
    """A game at which both players are present by the leases of this process."""

    def __init__(self, game: Game, clock: ManualClock) -> None:
        self.game, self.clock, self.leases = game, clock, LeaseState()
        self.rows = list(game.players.order_by("seat").values_list("pk", flat=True))
        self.renew()

    def sync(self, heard: dict[int, float], gone: dict[int, float] | None = None) -> None:
        sync_presence([PresenceUpdate(match_presenter, heard, gone or {}, [])], self.leases, regular=True)

    def renew(self) -> list[str]:
        """Make a heartbeat by which both players were heard, and return its kinds of statements."""
        presence.uptime.beat()
        with CaptureQueriesContext(connection) as queries:
            self.sync(dict.fromkeys(self.rows, 3.0))
        return [query["sql"].split()[0] for query in queries.captured_queries]

    def stay(self, seat: int) -> PresenceSpan:
        return presence.list_stays([self.game.pk])[self.game.pk, seat]

    def present_seats(self) -> list[int]:
        return [seat for seat in (0, 1) if self.stay(seat).is_present(self.clock.now)]


@pytest.fixture
def storage(game: Game, clock: ManualClock) -> Storage:
    return Storage(game, clock)


@database
class TestStorage:
    def test_players_who_stay_cost_no_write_and_are_present_as_long_as_their_process_runs(
        self, storage: Storage, clock: ManualClock
    ) -> None:
        for _ in range(10):
            clock.advance(5)
            assert storage.renew().count("UPDATE") == 1
        assert storage.present_seats() == [0, 1]
        clock.advance(12)
        assert storage.present_seats() == []

    def test_a_silent_player_is_away_while_their_process_goes_on(self, storage: Storage, clock: ManualClock) -> None:
        clock.advance(8)
        storage.sync({}, {storage.rows[1]: 8.0})
        clock.advance(4)
        storage.sync({})
        assert storage.present_seats() == [0]

    def test_a_lease_that_another_process_released_is_acquired_again(
        self, storage: Storage, clock: ManualClock
    ) -> None:
        """A player has a tab at each of two processes, and closes one."""
        other = Process.objects.create(host="elsewhere", pid=1, beat_at=clock.now)
        for change in (presence.acquire_presence, presence.release_presence):
            change(Player.objects.all(), {storage.rows[0]: 0.0}, other.pk)
        storage.renew()
        clock.advance(60)
        storage.sync({})
        assert 0 in storage.present_seats()

    def test_a_stay_goes_on_although_nothing_was_written_for_long(self, storage: Storage, clock: ManualClock) -> None:
        row, since = storage.rows[0], storage.stay(0).here_since
        for _ in range(20):
            clock.advance(5)
            storage.sync({})
        storage.sync({}, {row: 1.0})
        storage.sync({row: 0.0})
        assert storage.stay(0).here_since == since


@database
class TestOtherProcesses:
    async def test_other_processes_hear_at_once_that_a_player_left(
        self, hub: Hub, game: Game, pages: dict[int, VersionSocket], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent: list[BusMessage] = []
        monkeypatch.setattr(hub._bus, "send", sent.append)
        bram = pages[max(pages)]
        bram.connection.last_heard -= 5
        await hub._heartbeat.sync()
        sent.clear()
        hub.leave(bram.connection, game.pk)
        await hub._heartbeat.sync()
        (change,) = [item for item in sent if isinstance(item, PresenceChanged)]
        assert change.game_id == game.pk
        silence = {seat: timezone.now() - (stay.seen_at or timezone.now()) for seat, stay in change.stays.items()}
        assert silence[0] < timedelta(seconds=3) < timedelta(seconds=5) <= silence[1]
        assert transmit(change) == change

    async def test_presence_of_another_process_is_shown(
        self, hub: Hub, game: Game, pages: dict[int, VersionSocket]
    ) -> None:
        gone = PresenceSpan(timezone.now() - timedelta(minutes=1), None)
        hub._on_bus_messages([transmit(PresenceChanged(game.pk, {1: gone}))])
        assert hub.rooms[game.pk].get_stay(1) == gone


@pytest.mark.parametrize(("seconds", "is_stale"), [(9, False), (11, True), (13, False)])
def test_a_lease_of_another_process_is_looked_up_before_it_runs_out(seconds: int, is_stale: bool) -> None:
    now = timezone.now()
    stays = {1: PresenceSpan(now - timedelta(seconds=seconds), None)}
    assert Room(MatchState(1, "CODE"), match_presenter, stays=stays).has_stale_stay(now) is is_stale


@pytest.mark.parametrize(("silence", "is_present"), [(0, True), (60, False)])
def test_a_player_at_a_socket_of_this_process_is_present_while_heard(silence: float, is_present: bool) -> None:
    occupants = (Occupant(7, "Ana", False), Occupant(8, "Bram", False))
    room = Room(MatchState(1, "CODE", occupants=occupants), match_presenter)
    heard = time.monotonic() - silence
    room.add(Connection(7, 1, None, "en", None, None, last_heard=heard))  # type: ignore[arg-type]
    assert match_presenter.list_present(room) == (is_present, False)


Beat = Callable[[], Awaitable[None]]


@pytest.fixture
def beat(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> Beat:
    """Make a whole heartbeat at once."""
    monkeypatch.setattr(hub._heartbeat, "_spawn", lambda call: call.close())

    async def beat_once() -> None:
        for number in range(1, TICKS_PER_BEAT + 1):
            await hub._heartbeat.tick(number)
        hub._heartbeat._is_regular_sync_due = True
        await hub._heartbeat.sync()

    return beat_once


@pytest.fixture
async def pages(hub: Hub, game: Game, ana: User, bram: User) -> dict[int, VersionSocket]:
    """Both players at their game, by their leases."""
    match = await sync_to_async(match_of)(game)
    leases = {player.user_id: player.pk async for player in Player.objects.filter(game=game)}
    found = {leases[user.pk]: VersionSocket(user, leases[user.pk]) for user in (ana, bram)}
    for page in found.values():
        await hub.join(page.connection, match, match_presenter, {})
    return found


def hear(pages: dict[int, VersionSocket], ago: float = 0.0) -> None:
    for page in pages.values():
        page.connection.last_heard = time.monotonic() - ago


async def held() -> set[int]:
    """The players whose leases this process holds."""
    players = Player.objects.filter(process=presence.uptime.row_id)
    return {row async for row in players.values_list("pk", flat=True)}


async def take_over(pages: dict[int, VersionSocket]) -> None:
    other = await Process.objects.acreate(host="elsewhere", pid=1, beat_at=timezone.now())
    await Player.objects.filter(pk=min(pages)).aupdate(process=other)


async def delete_process(pages: dict[int, VersionSocket]) -> None:
    await Process.objects.all().adelete()


@database
class TestLeases:
    async def test_leases_are_held_while_their_players_are_heard(
        self, beat: Beat, pages: dict[int, VersionSocket]
    ) -> None:
        """A late answer releases a lease until the next one."""
        await beat()
        hear(pages, 0.99 * presence.HEARTBEAT_INTERVAL)
        await beat()
        assert await held() == set(pages)
        hear(pages, presence.get_grace_period() + 1)
        await beat()
        assert await held() == set()
        hear(pages)
        await beat()
        assert await held() == set(pages)

    @pytest.mark.parametrize("lose", [take_over, delete_process])
    async def test_leases_lost_in_the_database_are_acquired_again(
        self, beat: Beat, pages: dict[int, VersionSocket], lose: Callable[..., Awaitable[None]]
    ) -> None:
        await beat()
        await lose(pages)
        await beat()
        assert await held() == set(pages)

    @pytest.mark.parametrize("error", [DatabaseError, ZeroDivisionError])
    async def test_leases_are_acquired_again_after_any_error(
        self, beat: Beat, pages: dict[int, VersionSocket], monkeypatch: pytest.MonkeyPatch, error: type[Exception]
    ) -> None:
        """A part of what was to be stored may have been stored."""

        def fail(*arguments: object) -> None:
            raise error

        await beat()
        await Player.objects.all().aupdate(process=None)
        with monkeypatch.context() as patch, suppress(ZeroDivisionError):
            patch.setattr(presence.uptime, "beat", fail)
            await beat()
        await beat()
        assert await held() == set(pages)

    async def test_a_player_who_left_and_came_back_is_held_although_the_process_stood_still(
        self, beat: Beat, hub: Hub, game: Game, pages: dict[int, VersionSocket], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A pause during the exchange changes when each player was last heard."""

        def sync_and_pause(*args: Any, **options: Any) -> Any:
            found = presence_sync.sync_presence(*args, **options)
            hub._heartbeat._extend_grace(6)
            return found

        await beat()
        page = pages[min(pages)]
        hub.leave(page.connection, game.pk)
        await hub.join(page.connection, await sync_to_async(match_of)(game), match_presenter, {})
        with monkeypatch.context() as patch:
            patch.setattr("games.realtime.heartbeat.sync_presence", sync_and_pause)
            await hub._heartbeat.sync()
        assert hub._heartbeat._departures
        await hub._heartbeat.sync()
        assert await held() == set(pages)

    async def test_of_two_tabs_that_close_the_later_sign_of_life_counts(
        self, hub: Hub, game: Game, ana: User, pages: dict[int, VersionSocket]
    ) -> None:
        lease, page = next((lease, page) for lease, page in pages.items() if page.connection.user_id == ana.pk)
        old = VersionSocket(ana, lease)
        await hub.join(old.connection, await sync_to_async(match_of)(game), match_presenter, {})
        old.connection.last_heard -= 5
        for tab in (page, old):
            hub.leave(tab.connection, game.pk)
        assert hub._heartbeat._departures[match_presenter, lease].last_heard == page.connection.last_heard
