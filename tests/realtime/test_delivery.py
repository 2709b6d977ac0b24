"""Delivery of views and heartbeats by a hub: rendered once, players first, and unaffected by a broken socket."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest
from autobahn.exception import Disconnected

from games.messaging import presence
from games.messaging.broadcast import build_session_tag
from games.messaging.messages import Note
from games.realtime import delivery
from games.realtime.connection import Connection
from games.realtime.heartbeat import TICKS_PER_BEAT
from games.realtime.matches.consumer import NotFoundConsumer
from games.realtime.room import Room
from tests.realtime.fake_hub import MATCH, CountingPresenter, FakeHub, Page, settled

ANA, BRAM, CLEO = 10, 11, 12
LEASE = presence.PRESENCE_LEASE.total_seconds()


class LivePresenter(CountingPresenter):
    """A kind of game that shows as present which players were heard, and has small messages."""

    def list_present(self, room: Room) -> tuple[object, ...]:
        return tuple(sorted(connection.lease_id or 0 for connection in room.seated if connection.is_alive))

    def render_note(self, *_: object) -> str:
        return "note"


@pytest.fixture
def live_hub(monkeypatch: pytest.MonkeyPatch) -> FakeHub:
    return FakeHub(LivePresenter(), monkeypatch)


class TestHeartbeats:
    async def test_watchers_who_come_and_go_cause_no_heartbeat(self, fake_hub: FakeHub) -> None:
        ana, bram = await fake_hub.come(ANA), await fake_hub.come(BRAM)
        await fake_hub.tick(1)
        before = ana.beats, bram.beats
        for _ in range(500):
            fake_hub.go(await fake_hub.come())
        await fake_hub.tick(2)
        assert (ana.beats, bram.beats) == before

    async def test_players_who_come_and_go_cause_at_most_one_heartbeat_per_tick(self, fake_hub: FakeHub) -> None:
        watchers = [await fake_hub.come() for _ in range(30)]
        for _ in range(20):
            fake_hub.go(await fake_hub.come(ANA))
        await fake_hub.come(ANA)
        for number in (1, 2):
            await fake_hub.tick(number)
            assert {page.beats for page in watchers} == {2}

    async def test_every_page_gets_a_regular_heartbeat_that_is_rendered_once(self, fake_hub: FakeHub) -> None:
        pages = [await fake_hub.come() for _ in range(50)]
        before = fake_hub.presenter.beats
        for number in range(1, TICKS_PER_BEAT + 1):
            await fake_hub.tick(number)
        assert {page.beats for page in pages} == {2}
        assert fake_hub.presenter.beats == before + 1

    async def test_a_slow_database_delays_no_heartbeat_and_is_asked_once(
        self, fake_hub: FakeHub, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked, answer = 0, asyncio.Event()

        async def sync_presence(*, regular: bool) -> None:
            nonlocal asked
            asked += 1
            await answer.wait()

        heartbeat = fake_hub.hub._heartbeat
        monkeypatch.setattr(heartbeat, "sync", type(heartbeat).sync.__get__(heartbeat))
        monkeypatch.setattr(heartbeat, "_sync_presence", sync_presence)
        page = await fake_hub.come(ANA)
        for number in range(1, 21):
            await heartbeat.tick(number)
            await asyncio.sleep(0)
        first, regular = 1, 4
        assert (page.beats, asked) == (first + regular, 1)
        answer.set()
        await settled()
        await fake_hub.tick(21)
        assert asked == 2

    async def test_a_silent_player_is_shown_as_away_by_the_next_tick(self, live_hub: FakeHub) -> None:
        ana, bram = await live_hub.come(ANA), await live_hub.come(BRAM)
        await live_hub.tick(1)
        before = ana.beats
        bram.connection.last_heard -= LEASE - 1
        await live_hub.tick(2)
        assert ana.beats == before
        bram.connection.last_heard -= 1
        await live_hub.tick(3)
        assert ana.beats == before + 1

    async def test_a_pause_of_the_process_is_no_silence_of_a_player(self, fake_hub: FakeHub) -> None:
        page = await fake_hub.come(ANA)
        page.connection.last_heard -= 125
        await fake_hub.hub._heartbeat.tick(5, delay=120)
        await settled()
        assert page.sent == ["view 4", "beat 4", "beat 4"]
        assert page.connection.is_alive

    @pytest.mark.parametrize(
        ("version", "is_valid", "is_alive"),
        [(3, True, False), (4, True, True), (5, True, True), (6, True, True), (7, False, False)],
    )
    def test_an_answer_with_a_version_of_the_last_heartbeats_is_a_sign_of_life(
        self, version: int, is_valid: bool, is_alive: bool
    ) -> None:
        """A version that does not exist is refused."""
        connection = Connection(None, None, None, "en", None, None, last_heard=time.monotonic() - 100)  # type: ignore[arg-type]
        connection.record_heartbeat(4)
        connection.record_heartbeat(6)
        assert connection.record_answer(version, 6) == is_valid
        assert connection.is_alive == is_alive


class TestViews:
    async def test_a_view_is_rendered_once_for_all_who_see_the_same(self, fake_hub: FakeHub) -> None:
        for language in ("en", "nl"):
            for _ in range(20):
                await fake_hub.come(None, language)
        await fake_hub.come(ANA)
        assert sorted(fake_hub.presenter.rendered, key=str) == [(4, 0, "en"), (4, None, "en"), (4, None, "nl")]

    async def test_a_view_that_failed_is_rendered_again(
        self, fake_hub: FakeHub, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fake_hub.presenter.is_slow = True
        with monkeypatch.context() as broken:
            broken.setattr(fake_hub.presenter, "render_view", None)
            with pytest.raises(TypeError):
                await fake_hub.come()
        assert (await fake_hub.come()).views == ["view 4"]

    async def test_players_see_a_card_before_watchers_do(self, fake_hub: FakeHub) -> None:
        for user in (*[None] * 100, ANA, BRAM):
            await fake_hub.come(user)
        fake_hub.order.clear()
        fake_hub.hub._update_room(replace(MATCH, version=5))
        await settled()
        assert {user for user, _ in fake_hub.order[:2]} == {ANA, BRAM}
        assert len(fake_hub.order) == 102

    async def test_all_watchers_of_a_quick_game_get_the_newest_view(self, fake_hub: FakeHub) -> None:
        watchers = [await fake_hub.come() for _ in range(10 * delivery.BATCH_SIZE)]
        for version in range(5, 30):
            fake_hub.hub._update_room(replace(MATCH, version=version))
            await asyncio.sleep(0)
        await settled()
        assert {page.views[-1] for page in watchers} == {"view 29"}
        assert max(len(page.views) for page in watchers) <= 5

    async def test_repeated_requests_for_a_view_get_one_answer(self, fake_hub: FakeHub) -> None:
        page = await fake_hub.come()
        for _ in range(100):
            fake_hub.hub.request_view(page.connection, MATCH.game_id)
        await settled()
        assert len(page.views) == 2


class BrokenPage(Page):
    """A socket to which nothing can be sent once it is broken."""

    is_broken = False

    async def _send(self, text: str) -> None:
        if self.is_broken:
            raise RuntimeError("the transport is gone")
        await super()._send(text)


@pytest.mark.faults
class TestFailures:
    @pytest.mark.parametrize("message", ["view", "beat", "note", "bye"])
    @pytest.mark.parametrize("user", [ANA, None], ids=["player", "watcher"])
    async def test_a_socket_that_fails_keeps_no_message_from_the_others(
        self, live_hub: FakeHub, message: str, user: int | None, caplog: pytest.LogCaptureFixture
    ) -> None:
        broken = BrokenPage(live_hub, user, "en")
        others = [await live_hub.come(one) for one in (ANA, BRAM, None)]
        await live_hub.hub.join(broken.connection, MATCH, live_hub.presenter, {})
        others += [await live_hub.come(one) for one in (ANA, BRAM, None)]
        broken.is_broken = True
        for page in others:
            page.sent.clear()
        match message:
            case "view":
                live_hub.hub._update_room(replace(MATCH, version=5))
            case "beat":
                await live_hub.tick(1)
            case "note":
                live_hub.hub._on_note(Note(MATCH.game_id, "gesture"))
            case _:
                live_hub.hub._on_end(build_session_tag(None), "session_ended")
        await settled()
        assert all(page.sent for page in others)
        assert "the transport is gone" in caplog.text

    async def test_a_room_that_fails_keeps_no_heartbeat_from_the_others(
        self, live_hub: FakeHub, caplog: pytest.LogCaptureFixture
    ) -> None:
        class FailingPresenter(CountingPresenter):
            def list_present(self, room: Room) -> tuple[object, ...]:
                raise RuntimeError("presence is unknown")

        # Its heartbeat comes in the same part.
        other = replace(MATCH, game_id=MATCH.game_id + TICKS_PER_BEAT, code="OTHER")
        page = await live_hub.come(ANA)
        await live_hub.hub.join(Page(live_hub, BRAM, "en").connection, other, FailingPresenter(), {})
        before = page.beats
        await live_hub.tick(1)
        assert page.beats == before + 1
        assert "presence is unknown" in caplog.text

    @pytest.mark.parametrize("error", [RuntimeError("the transport is gone"), Disconnected(), BrokenPipeError()])
    async def test_a_consumer_survives_the_loss_of_its_transport(self, error: Exception) -> None:
        consumer = NotFoundConsumer()

        async def broken(message: object) -> None:
            raise error

        consumer.base_send = broken
        await consumer.send("beat")
        await consumer.close_with_code("restarting")
        assert consumer.is_closing


async def test_a_player_is_seated_while_a_page_of_theirs_is_heard(fake_hub: FakeHub) -> None:
    game = MATCH.game_id
    old, new, watcher = await fake_hub.come(ANA), await fake_hub.come(ANA), await fake_hub.come(CLEO)
    fake_hub.room.remove(watcher.connection)
    watcher.connection.lease_id = None
    fake_hub.room.add(watcher.connection)
    seated = [fake_hub.hub.is_seated(*one) for one in ((game, ANA), (game, BRAM), (game, CLEO), (game + 1, ANA))]
    assert seated == [True, False, False, False]
    for page in (old, new):
        assert fake_hub.hub.is_seated(game, ANA)
        page.connection.last_heard = time.monotonic() - LEASE - 1
    assert not fake_hub.hub.is_seated(game, ANA)
    new.connection.last_heard = time.monotonic()
    assert fake_hub.hub.is_seated(game, ANA)
    fake_hub.hub.leave(new.connection, game)
    assert not fake_hub.hub.is_seated(game, ANA)
