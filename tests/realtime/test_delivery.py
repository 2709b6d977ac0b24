"""Delivery of views and heartbeats by a hub: rendered once, players first, whatever becomes of one socket."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest
from autobahn.exception import Disconnected
from django.db import OperationalError

from games.messaging import presence
from games.messaging.broadcast import build_session_tag
from games.messaging.messages import Note
from games.realtime import delivery
from games.realtime import heartbeat as pulse
from games.realtime.connection import Connection
from games.realtime.heartbeat import TICKS_PER_BEAT
from games.realtime.matches.consumer import NotFoundConsumer
from games.realtime.room import Room
from tests.realtime.fake_hub import MATCH, CountingPresenter, FakeHub, Page, settled


class TestPresence:
    async def test_who_watches_and_goes_is_told_to_nobody(self, fake_hub: FakeHub) -> None:
        ana, bram = await fake_hub.come(10), await fake_hub.come(11)
        await fake_hub.tick(1)
        before = ana.beats, bram.beats
        for _ in range(500):
            fake_hub.go(await fake_hub.come())
        await fake_hub.tick(2)
        assert (ana.beats, bram.beats) == before

    async def test_players_who_come_and_go_are_told_once_a_tick(self, fake_hub: FakeHub) -> None:
        watchers = [await fake_hub.come() for _ in range(30)]
        for _ in range(20):
            fake_hub.go(await fake_hub.come(10))
        await fake_hub.come(10)
        await fake_hub.tick(1)
        assert {page.beats for page in watchers} == {2}
        await fake_hub.tick(2)
        assert {page.beats for page in watchers} == {2}

    async def test_the_regular_beat_comes_to_all_whatever_happens(self, fake_hub: FakeHub) -> None:
        pages = [await fake_hub.come() for _ in range(50)]
        before = fake_hub.presenter.beats
        for part in range(1, pulse.TICKS_PER_BEAT + 1):
            await fake_hub.tick(part)
        assert {page.beats for page in pages} == {2}
        assert fake_hub.presenter.beats == before + 1


class TestViews:
    async def test_what_many_see_is_rendered_once(self, fake_hub: FakeHub) -> None:
        for language in ("en", "nl"):
            for _ in range(20):
                await fake_hub.come(None, language)
        await fake_hub.come(10)
        assert sorted(fake_hub.presenter.rendered, key=str) == [(4, 0, "en"), (4, None, "en"), (4, None, "nl")]

    async def test_one_that_failed_is_tried_again(self, fake_hub: FakeHub, monkeypatch: pytest.MonkeyPatch) -> None:
        fake_hub.presenter.is_slow = True
        with monkeypatch.context() as broken:
            broken.setattr(fake_hub.presenter, "render_view", None)
            with pytest.raises(TypeError):
                await fake_hub.come()
        assert (await fake_hub.come()).views == ["view 4"]

    async def test_players_see_a_card_before_watchers_do(self, fake_hub: FakeHub) -> None:
        for _ in range(100):
            await fake_hub.come()
        for user in (10, 11):
            await fake_hub.come(user)
        fake_hub.order.clear()
        fake_hub.hub._update_room(replace(MATCH, version=5))
        await settled()
        assert {user for user, _ in fake_hub.order[:2]} == {10, 11}
        assert len(fake_hub.order) == 102

    async def test_watchers_of_a_quick_game_all_get_the_newest(self, fake_hub: FakeHub) -> None:
        watchers = [await fake_hub.come() for _ in range(10 * delivery.BATCH_SIZE)]
        for version in range(5, 30):
            fake_hub.hub._update_room(replace(MATCH, version=version))
            await asyncio.sleep(0)
        await settled()
        assert {page.views[-1] for page in watchers} == {"view 29"}
        assert max(len(page.views) for page in watchers) <= 5


class TestAsking:
    async def test_who_asks_and_asks_has_one_answer_under_way(
        self, fake_hub: FakeHub, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = await fake_hub.come()
        for _ in range(100):
            fake_hub.hub.request_view(page.connection, MATCH.game_id)
        await settled()
        assert len(page.views) == 2


class TestLife:
    """Which answers to a beat prove that somebody reads."""

    @pytest.fixture
    def connection(self) -> Connection:
        page = Connection(None, None, None, "en", None, None, last_heard=time.monotonic() - 100)  # type: ignore[arg-type]
        page.record_heartbeat(4)
        page.record_heartbeat(6)
        return page

    @pytest.mark.parametrize("version", [4, 5, 6])
    def test_one_with_a_version_that_was_told_does(self, connection: Connection, version: int) -> None:
        assert connection.record_answer(version, 6)
        assert connection.is_alive

    def test_one_with_an_old_version_does_not(self, connection: Connection) -> None:
        assert connection.record_answer(3, 6)
        assert not connection.is_alive

    def test_one_with_a_version_that_never_was_is_refused(self, connection: Connection) -> None:
        assert not connection.record_answer(7, 6)
        assert not connection.is_alive


class TestSlowDatabase:
    async def test_it_silences_no_beat_and_is_asked_once(
        self, fake_hub: FakeHub, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked, answer = 0, asyncio.Event()

        async def exchange(*, regular: bool) -> None:
            nonlocal asked
            asked += 1
            await answer.wait()

        pulse = fake_hub.hub._heartbeat
        monkeypatch.setattr(pulse, "sync", type(pulse).sync.__get__(pulse))
        monkeypatch.setattr(pulse, "_sync_presence", exchange)
        page = await fake_hub.come(10)
        for number in range(1, 21):
            await pulse.tick(number)
            await asyncio.sleep(0)
        greeting, regular = 1, 4
        assert (page.beats, asked) == (greeting + regular, 1)
        answer.set()
        await settled()
        await fake_hub.tick(21)
        assert asked == 2

    async def test_one_that_is_away_is_said_once(self, fake_hub: FakeHub, caplog: pytest.LogCaptureFixture) -> None:
        pulse = fake_hub.hub._heartbeat

        async def exchange(*, regular: bool) -> None:
            raise OperationalError("no database")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pulse, "_sync_presence", exchange)
            for _ in range(5):
                await type(pulse).sync(pulse)
        assert [record.levelname for record in caplog.records if "not stored" in record.message] == ["ERROR"]


class TestVanishing:
    """Who is not heard for eleven seconds is told to be away within the second, whatever a lease was renewed with."""

    async def test_it_is_told_by_the_next_tick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        fake_hub = FakeHub(Alive(), monkeypatch)
        ana, bram = await fake_hub.come(10), await fake_hub.come(11)
        await fake_hub.tick(1)
        before = ana.beats
        bram.connection.last_heard -= presence.PRESENCE_LEASE.total_seconds() - 1
        await fake_hub.tick(2)
        assert ana.beats == before
        bram.connection.last_heard -= 1
        await fake_hub.tick(3)
        assert ana.beats == before + 1


class Alive(CountingPresenter):
    """Who is here is who was heard."""

    def list_present(self, room: Room) -> tuple[object, ...]:
        return tuple(sorted(one.lease_id or 0 for one in room.seated if one.is_alive))


class TestStandingStill:
    async def test_what_could_not_be_heard_is_nobodys_silence(self, fake_hub: FakeHub) -> None:
        page = await fake_hub.come(10)
        page.connection.last_heard -= 125
        await fake_hub.hub._heartbeat.tick(5, delay=120)
        await settled()
        assert page.sent == ["view 4", "beat 4", "beat 4"]
        assert page.connection.is_alive


class Broken(Page):
    """A socket to which nothing can be sent any more, once it is."""

    is_broken = False

    async def _send(self, text: str) -> None:
        if self.is_broken:
            raise RuntimeError("the transport is gone")
        await super()._send(text)


class NotingPresenter(CountingPresenter):
    """A kind of game with small messages."""

    def render_note(self, *_: object) -> str:
        return "note"


@pytest.fixture
def noting_hub(monkeypatch: pytest.MonkeyPatch) -> FakeHub:
    return FakeHub(NotingPresenter(), monkeypatch)


@pytest.mark.faults
@pytest.mark.parametrize("what", ["view", "beat", "note", "bye"])
@pytest.mark.parametrize("user", [10, None], ids=["player", "watcher"])
async def test_a_socket_that_fails_keeps_nobody_else_from_a_message(
    noting_hub: FakeHub, what: str, user: int | None, caplog: pytest.LogCaptureFixture
) -> None:
    broken = Broken(noting_hub, user, "en")
    before = [await noting_hub.come(one) for one in (10, 11, None)]
    await noting_hub.hub.join(broken.connection, MATCH, noting_hub.presenter, {})
    after = [await noting_hub.come(one) for one in (10, 11, None)]
    broken.is_broken = True
    for page in (*before, *after):
        page.sent.clear()
    match what:
        case "view":
            noting_hub.hub._update_room(replace(MATCH, version=5))
        case "beat":
            await noting_hub.tick(1)
        case "note":
            noting_hub.hub._on_note(Note(MATCH.game_id, "gesture"))
        case _:
            noting_hub.hub._on_end(build_session_tag(None), "session_ended")
    await settled()
    assert all(page.sent for page in (*before, *after))
    assert "the transport is gone" in caplog.text


@pytest.mark.faults
async def test_a_room_that_fails_keeps_no_other_from_its_beat(
    noting_hub: FakeHub, caplog: pytest.LogCaptureFixture
) -> None:
    class Failing(CountingPresenter):
        def list_present(self, room: Room) -> tuple[object, ...]:
            raise RuntimeError("nobody knows who is here")

    other = replace(MATCH, game_id=MATCH.game_id + TICKS_PER_BEAT, code="OTHER")  # Its beat comes in the same part.
    page = await noting_hub.come(10)
    await noting_hub.hub.join(Page(noting_hub, 11, "en").connection, other, Failing(), {})
    before = page.beats
    await noting_hub.tick(1)
    assert page.beats == before + 1
    assert "nobody knows who is here" in caplog.text


@pytest.mark.faults
@pytest.mark.parametrize("error", [RuntimeError("the transport is gone"), Disconnected(), BrokenPipeError()])
async def test_a_consumer_fails_nobody_when_its_transport_is_gone(error: Exception) -> None:
    consumer = NotFoundConsumer()

    async def broken(message: object) -> None:
        raise error

    consumer.base_send = broken
    await consumer.send("beat")
    await consumer.close_with_code("restarting")
    assert consumer.is_closing


ANA, BRAM, CLEO = 10, 11, 12


@pytest.mark.parametrize(("game_id", "user_id", "sits"), [(1, ANA, True), (1, BRAM, False), (2, ANA, False)])
async def test_who_has_a_seat_and_a_page(fake_hub: FakeHub, game_id: int, user_id: int, sits: bool) -> None:
    await fake_hub.come(ANA)
    assert fake_hub.hub.is_seated(game_id, user_id) is sits


async def test_who_was_not_heard_lately_does_not(fake_hub: FakeHub) -> None:
    old, new = await fake_hub.come(ANA), await fake_hub.come(ANA)
    for page in (old, new):
        assert fake_hub.hub.is_seated(MATCH.game_id, ANA)
        page.connection.last_heard = time.monotonic() - presence.PRESENCE_LEASE.total_seconds() - 1
    assert not fake_hub.hub.is_seated(MATCH.game_id, ANA)


async def test_who_only_watches_or_left_does_not(fake_hub: FakeHub) -> None:
    page, watcher = await fake_hub.come(ANA), await fake_hub.come(CLEO)
    fake_hub.room.remove(watcher.connection)
    watcher.connection.lease_id = None
    fake_hub.room.add(watcher.connection)
    assert (fake_hub.hub.is_seated(MATCH.game_id, ANA), fake_hub.hub.is_seated(MATCH.game_id, CLEO)) == (True, False)
    fake_hub.hub.leave(page.connection, MATCH.game_id)
    assert not fake_hub.hub.is_seated(MATCH.game_id, ANA)
