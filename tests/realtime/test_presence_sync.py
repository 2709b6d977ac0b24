"""Presence in the database: what a heartbeat stores, and whose leases a process holds."""

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


@database
class TestPresence:
    def test_nothing_is_written_for_who_only_stays(self, game: Game, clock: ManualClock) -> None:
        """The beats of their process keep them here, and nobody else's."""
        told = LeaseState()
        self.statements([game], told)
        for _ in range(10):
            clock.advance(5)
            assert self.statements([game], told).count("UPDATE") == 1
        assert [stay.is_present(clock.now) for stay in presence.list_stays([game.pk]).values()] == [True, True]
        clock.advance(12)
        assert [stay.is_present(clock.now) for stay in presence.list_stays([game.pk]).values()] == [False, False]

    def test_who_falls_silent_is_away_while_their_process_goes_on(self, game: Game, clock: ManualClock) -> None:
        told, silent = LeaseState(), game.players.get(seat=1).pk
        self.statements([game], told)
        clock.advance(8)
        sync_presence([PresenceUpdate(match_presenter, {}, {silent: 8.0}, [])], told, regular=True)
        clock.advance(4)
        sync_presence([], told, regular=True)
        assert [stay.is_present(clock.now) for _, stay in sorted(presence.list_stays([game.pk]).items())] == [
            True,
            False,
        ]

    def test_what_another_process_let_go_is_held_again(self, game: Game, clock: ManualClock) -> None:
        """Somebody has a tab at each of two processes, and closes one."""
        told, row = LeaseState(), game.players.get(seat=0).pk
        self.statements([game], told)
        other = Process.objects.create(host="elsewhere", pid=1, beat_at=clock.now)
        presence.acquire_presence(Player.objects.all(), {row: 0.0}, other.pk)
        presence.release_presence(Player.objects.all(), {row: 0.0}, other.pk)
        self.statements([game], told)
        clock.advance(60)
        sync_presence([], told, regular=True)
        assert presence.list_stays([game.pk])[game.pk, 0].is_present(clock.now)

    def test_a_stay_goes_on_where_nothing_was_written_for_long(self, game: Game, clock: ManualClock) -> None:
        told, row = LeaseState(), game.players.get(seat=0).pk
        self.statements([game], told)
        since = presence.list_stays([game.pk])[game.pk, 0].here_since
        for _ in range(20):
            clock.advance(5)
            sync_presence([], told, regular=True)
        sync_presence([PresenceUpdate(match_presenter, {}, {row: 1.0}, [])], told, regular=True)
        sync_presence([PresenceUpdate(match_presenter, {row: 0.0}, {}, [])], told, regular=True)
        assert presence.list_stays([game.pk])[game.pk, 0].here_since == since

    def statements(self, games: list[Game], told: LeaseState) -> list[str]:
        """What kinds of statements a beat takes."""
        ages = dict.fromkeys(Player.objects.filter(game__in=games).values_list("pk", flat=True), 3.0)
        presence.uptime.beat()
        with CaptureQueriesContext(connection) as queries:
            sync_presence([PresenceUpdate(match_presenter, ages, {}, [game.pk for game in games])], told, regular=True)
        return [query["sql"].split()[0] for query in queries.captured_queries]

    async def test_who_leaves_is_told_of_at_once(
        self, hub: Hub, game: Game, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent: list[BusMessage] = []
        monkeypatch.setattr(hub._bus, "send", sent.append)
        leases = {player.user_id: player.pk async for player in Player.objects.filter(game=game)}
        match = await sync_to_async(match_of)(game)
        pages = [VersionSocket(user, leases[user.pk]) for user in (ana, bram)]
        for page in pages:
            await hub.join(page.connection, match, match_presenter, {})
        pages[1].connection.last_heard -= 5
        await hub._heartbeat.sync()
        sent.clear()
        hub.leave(pages[1].connection, game.pk)
        await hub._heartbeat.sync()
        told = [item for item in sent if isinstance(item, PresenceChanged)]
        assert [item.game_id for item in told] == [game.pk]
        silence = {seat: timezone.now() - (stay.seen_at or timezone.now()) for seat, stay in told[0].stays.items()}
        assert silence[0] < timedelta(seconds=3) < timedelta(seconds=5) <= silence[1]
        assert transmit(told[0]) == told[0]

    async def test_who_hears_of_it_shows_it(self, hub: Hub, game: Game, ana: User) -> None:
        await hub.join(VersionSocket(ana).connection, await sync_to_async(match_of)(game), match_presenter, {})
        gone = PresenceSpan(timezone.now() - timedelta(minutes=1), None)
        hub._on_bus_messages([transmit(PresenceChanged(game.pk, {1: gone}))])
        assert hub.rooms[game.pk].get_stay(1) == gone


class TestDoubt:
    """Before somebody elsewhere is told to be away, it is looked up whether they still are."""

    @pytest.mark.parametrize(("seconds", "doubtful"), [(9, False), (11, True), (13, False)])
    def test_a_lease_that_runs_out(self, seconds: int, doubtful: bool) -> None:
        now = timezone.now()
        room = Room(
            MatchState(1, "CODE"), match_presenter, stays={1: PresenceSpan(now - timedelta(seconds=seconds), None)}
        )
        assert room.has_stale_stay(now) is doubtful


class TestHere:
    """Who sits at a socket of this process is here before that is written, and as long as it is heard."""

    @pytest.mark.parametrize(("silent", "here"), [(0, True), (60, False)])
    def test_a_seat_is_as_its_own_socket_says(self, silent: float, here: bool) -> None:
        room = Room(
            MatchState(1, "CODE", sitters=(Occupant(7, "Ana", False), Occupant(8, "Bram", False))), match_presenter
        )
        heard = time.monotonic() - silent
        room.add(Connection(7, 1, None, "en", None, None, last_heard=heard))  # type: ignore[arg-type]
        assert match_presenter.list_present(room) == (here, False)


Beat = Callable[[], Awaitable[None]]


@pytest.fixture
def beat(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> Beat:
    """A whole beat in a moment."""
    monkeypatch.setattr(hub._heartbeat, "_spawn", lambda call: call.close())

    async def beaten() -> None:
        for number in range(1, TICKS_PER_BEAT + 1):
            await hub._heartbeat.tick(number)
        hub._heartbeat._is_regular_sync_due = True
        await hub._heartbeat.sync()

    return beaten


@pytest.fixture
async def pages(hub: Hub, game: Game, ana: User, bram: User) -> dict[int, VersionSocket]:
    """Both sit at their game, by their leases."""
    match = await sync_to_async(match_of)(game)
    leases = {one.user_id: one.pk async for one in Player.objects.filter(game=game)}
    found = {leases[user.pk]: VersionSocket(user, leases[user.pk]) for user in (ana, bram)}
    for page in found.values():
        await hub.join(page.connection, match, match_presenter, {})
    return found


def hear(pages: dict[int, VersionSocket], ago: float = 0.0) -> None:
    for page in pages.values():
        page.connection.last_heard = time.monotonic() - ago


async def held() -> set[int]:
    process = presence.uptime.row_id
    return {one async for one in Player.objects.filter(process=process).values_list("pk", flat=True)}


@pytest.mark.django_db(transaction=True)
async def test_who_is_here_is_held(beat: Beat, pages: dict[int, VersionSocket]) -> None:
    await beat()
    hear(pages, 0.99 * presence.HEARTBEAT_INTERVAL)
    await beat()
    assert await held() == set(pages)


@pytest.mark.django_db(transaction=True)
async def test_who_was_let_go_and_is_heard_again_is_held_again(beat: Beat, pages: dict[int, VersionSocket]) -> None:
    """A little late is no absence, and nothing is told at the table."""
    await beat()
    hear(pages, presence.get_grace_period() + 1)
    await beat()
    assert await held() == set()
    hear(pages)
    await beat()
    assert await held() == set(pages)


@pytest.mark.django_db(transaction=True)
async def test_who_left_and_came_back_at_once_is_held_however_long_that_took_to_store(
    beat: Beat, hub: Hub, game: Game, pages: dict[int, VersionSocket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process stood still while it was stored, so when they were last heard is otherwise than it was."""
    await beat()
    page = pages[min(pages)]
    hub.leave(page.connection, game.pk)
    await hub.join(page.connection, await sync_to_async(match_of)(game), match_presenter, {})
    during(monkeypatch, lambda: hub._heartbeat._extend_grace(6))
    await hub._heartbeat.sync()
    assert hub._heartbeat._departures
    monkeypatch.undo()
    await hub._heartbeat.sync()
    assert await held() == set(pages)


@pytest.mark.django_db(transaction=True)
async def test_of_two_tabs_that_close_the_one_heard_last_counts(
    hub: Hub, game: Game, ana: User, pages: dict[int, VersionSocket]
) -> None:
    lease, page = next((lease, page) for lease, page in pages.items() if page.connection.user_id == ana.pk)
    old = VersionSocket(ana, lease)
    await hub.join(old.connection, await sync_to_async(match_of)(game), match_presenter, {})
    old.connection.last_heard -= 5
    for one in (page, old):
        hub.leave(one.connection, game.pk)
    assert hub._heartbeat._departures[match_presenter, lease].last_heard == page.connection.last_heard


@pytest.mark.django_db(transaction=True)
async def test_whom_another_process_took_over_is_held_again(beat: Beat, pages: dict[int, VersionSocket]) -> None:
    await beat()
    other = await Process.objects.acreate(host="elsewhere", pid=1, beat_at=timezone.now())
    await Player.objects.filter(pk=min(pages)).aupdate(process=other)
    await beat()
    assert await held() == set(pages)


@pytest.mark.django_db(transaction=True)
async def test_everybody_is_at_once_where_the_row_of_the_process_is_another(
    beat: Beat, pages: dict[int, VersionSocket]
) -> None:
    await beat()
    await Process.objects.all().adelete()
    await beat()
    assert await held() == set(pages)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("error", [DatabaseError, ZeroDivisionError])
async def test_everybody_is_where_it_could_not_be_stored(
    beat: Beat, pages: dict[int, VersionSocket], monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """Whatever was wrong: it may be half of it that was stored."""

    def broken(*args: object) -> None:
        raise error

    await beat()
    await Player.objects.all().aupdate(process=None)
    with monkeypatch.context() as patch, suppress(ZeroDivisionError):
        patch.setattr(presence.uptime, "beat", broken)
        await beat()
    await beat()
    assert await held() == set(pages)


def during(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> None:
    """Have something happen while the next exchange is under way."""

    def watched(*args: Any, **how: Any) -> Any:
        found = presence_sync.sync_presence(*args, **how)
        act()
        return found

    monkeypatch.setattr("games.realtime.heartbeat.sync_presence", watched)
