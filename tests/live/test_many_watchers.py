"""Those who only watch cost the players nothing: who comes and goes is told of once, and what many see is made once."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest
from django.db import OperationalError

from games.live import delivery, pulse
from games.live.exchange import parts
from games.live.face import Room
from games.live.listener import Listener
from games.store import presence
from tests.live.crowds import MATCH, Counting, Crowd, settled


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> Crowd:
    return Crowd(Counting(), monkeypatch)


class TestPresence:
    async def test_who_watches_and_goes_is_told_to_nobody(self, crowd: Crowd) -> None:
        ana, bram = await crowd.come(10), await crowd.come(11)
        await crowd.tick(1)
        before = ana.beats, bram.beats
        for _ in range(500):
            crowd.go(await crowd.come())
        await crowd.tick(2)
        assert (ana.beats, bram.beats) == before

    async def test_everybody_who_came_is_greeted_with_a_view_and_a_beat(self, crowd: Crowd) -> None:
        pages = [await crowd.come() for _ in range(50)]
        assert [page.sent for page in pages] == [["view 4", "beat 4"]] * 50
        assert crowd.face.beats == 50

    async def test_players_who_come_and_go_are_told_once_a_tick(self, crowd: Crowd) -> None:
        watchers = [await crowd.come() for _ in range(30)]
        for _ in range(20):
            crowd.go(await crowd.come(10))
        await crowd.come(10)
        await crowd.tick(1)
        assert {page.beats for page in watchers} == {2}
        await crowd.tick(2)
        assert {page.beats for page in watchers} == {2}

    async def test_the_regular_beat_comes_to_all_whatever_happens(self, crowd: Crowd) -> None:
        pages = [await crowd.come() for _ in range(50)]
        before = crowd.face.beats
        for part in range(1, pulse.TICKS + 1):
            await crowd.tick(part)
        assert {page.beats for page in pages} == {2}
        assert crowd.face.beats == before + 1

    async def test_only_answers_to_regular_beats_must_keep_up(self, crowd: Crowd) -> None:
        ana = await crowd.come(10)
        crowd.hub._show(replace(MATCH, version=9))
        await settled()
        for part in (2, 3, 4):
            await crowd.come(10 + part % 2)
            await crowd.tick(part)
        assert ana.listener.due <= 4


class TestViews:
    async def test_what_many_see_is_rendered_once(self, crowd: Crowd) -> None:
        for language in ("en", "nl"):
            for _ in range(20):
                await crowd.come(None, language)
        await crowd.come(10)
        assert sorted(crowd.face.rendered, key=str) == [(4, 0, "en"), (4, None, "en"), (4, None, "nl")]

    async def test_and_not_again_for_who_comes_later_or_asks(self, crowd: Crowd) -> None:
        first = await crowd.come()
        await crowd.tick(5)
        await crowd.come()
        crowd.hub.answer(first.listener, MATCH.game_id)
        await settled()
        assert len(first.views) == 2
        assert len(crowd.face.rendered) == 1

    async def test_the_next_version_is_rendered_anew(self, crowd: Crowd) -> None:
        page = await crowd.come()
        crowd.hub._show(replace(MATCH, version=5))
        await settled()
        assert page.views == ["view 4", "view 5"]
        assert [version for version, *_ in crowd.face.rendered] == [4, 5]

    async def test_a_dear_one_is_shared_while_it_is_being_made(self, monkeypatch: pytest.MonkeyPatch) -> None:
        crowd = Crowd(Counting(slow=True), monkeypatch)
        await asyncio.gather(*(crowd.come() for _ in range(20)))
        assert len(crowd.face.rendered) == 1

    async def test_one_that_failed_is_tried_again(self, crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
        crowd.face.slow = True
        with monkeypatch.context() as broken:
            broken.setattr(crowd.face, "render", None)
            with pytest.raises(TypeError):
                await crowd.come()
        assert (await crowd.come()).views == ["view 4"]

    async def test_players_see_a_card_before_watchers_do(self, crowd: Crowd) -> None:
        for _ in range(100):
            await crowd.come()
        for user in (10, 11):
            await crowd.come(user)
        crowd.order.clear()
        crowd.hub._show(replace(MATCH, version=5))
        await settled()
        assert {user for user, _ in crowd.order[:2]} == {10, 11}
        assert len(crowd.order) == 102

    async def test_watchers_of_a_quick_game_all_get_the_newest(self, crowd: Crowd) -> None:
        watchers = [await crowd.come() for _ in range(10 * delivery.PORTION)]
        for version in range(5, 30):
            crowd.hub._show(replace(MATCH, version=version))
            await asyncio.sleep(0)
        await settled()
        assert {page.views[-1] for page in watchers} == {"view 29"}
        assert max(len(page.views) for page in watchers) <= 5


class TestAsking:
    async def test_who_asks_and_asks_has_one_answer_under_way(
        self, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = await crowd.come()
        for _ in range(100):
            crowd.hub.answer(page.listener, MATCH.game_id)
        await settled()
        assert len(page.views) == 2

    async def test_who_asks_again_soon_waits_a_moment(self, crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
        waits: list[float] = []

        async def sleep(seconds: float) -> None:
            waits.append(seconds)

        monkeypatch.setattr(asyncio, "sleep", sleep)
        page = await crowd.come()
        await delivery.answer(crowd.room, page.listener)
        await delivery.answer(crowd.room, page.listener)
        assert waits[0] < 0 < waits[1] <= delivery.ASKED


class TestLife:
    """Which answers to a beat prove that somebody reads."""

    @pytest.fixture
    def listener(self) -> Listener:
        page = Listener(None, None, None, "en", None, None, noted=time.monotonic() - 100)  # type: ignore[arg-type]
        page.beaten(4)
        page.beaten(6)
        return page

    @pytest.mark.parametrize("version", [4, 5, 6])
    def test_one_with_a_version_that_was_told_does(self, listener: Listener, version: int) -> None:
        assert listener.answered(version, 6)
        assert listener.alive

    def test_one_with_an_old_version_does_not(self, listener: Listener) -> None:
        assert listener.answered(3, 6)
        assert not listener.alive

    def test_one_with_a_version_that_never_was_is_refused(self, listener: Listener) -> None:
        assert not listener.answered(7, 6)
        assert not listener.alive


class TestSlowDatabase:
    async def test_it_silences_no_beat_and_is_asked_once(self, crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
        asked, answer = 0, asyncio.Event()

        async def exchange(*, regular: bool) -> None:
            nonlocal asked
            asked += 1
            await answer.wait()

        pulse = crowd.hub._pulse
        monkeypatch.setattr(pulse, "store", type(pulse).store.__get__(pulse))
        monkeypatch.setattr(pulse, "_exchange", exchange)
        page = await crowd.come(10)
        for number in range(1, 21):
            await pulse.tick(number)
            await asyncio.sleep(0)
        greeting, regular = 1, 4
        assert (page.beats, asked) == (greeting + regular, 1)
        answer.set()
        await settled()
        await crowd.tick(21)
        assert asked == 2

    async def test_one_that_is_away_is_said_once(self, crowd: Crowd, caplog: pytest.LogCaptureFixture) -> None:
        pulse = crowd.hub._pulse

        async def exchange(*, regular: bool) -> None:
            raise OperationalError("no database")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pulse, "_exchange", exchange)
            for _ in range(5):
                await type(pulse).store(pulse)
        assert [record.levelname for record in caplog.records if "not stored" in record.message] == ["ERROR"]


class TestVanishing:
    """Who is not heard for eleven seconds is told to be away within the second, whatever a lease was renewed with."""

    async def test_it_is_told_by_the_next_tick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        crowd = Crowd(Alive(), monkeypatch)
        ana, bram = await crowd.come(10), await crowd.come(11)
        await crowd.tick(1)
        before = ana.beats
        bram.listener.heard -= presence.LEASE.total_seconds() - 1
        await crowd.tick(2)
        assert ana.beats == before
        bram.listener.heard -= 1
        await crowd.tick(3)
        assert ana.beats == before + 1

    async def test_what_is_stored_is_when_somebody_was_last_heard(self, crowd: Crowd) -> None:
        ana, bram = await crowd.come(10), await crowd.come(11)
        ana.listener.heard -= 4
        bram.listener.heard -= 7
        crowd.go(bram)
        ages = ages_of(crowd)
        assert {lease: round(age) for lease, age in ages.items()} == {10: 4, 11: 7}

    async def test_of_two_tabs_the_one_heard_last_counts(self, crowd: Crowd) -> None:
        one, _ = await crowd.come(10), await crowd.come(10)
        one.listener.heard -= 9
        assert round(ages_of(crowd)[10]) == 0


def ages_of(crowd: Crowd) -> dict[int, float]:
    """What would be stored now."""
    (part,) = parts(crowd.hub.rooms.values(), crowd.hub._pulse._gone, (), ())
    assert not part.here.keys() & part.gone.keys()
    return {**part.here, **part.gone}


class Alive(Counting):
    """Who is here is who was heard."""

    def here(self, room: Room) -> tuple[object, ...]:
        return tuple(sorted(one.lease or 0 for one in room.seated if one.alive))


class TestStandingStill:
    async def test_what_could_not_be_heard_is_nobodys_silence(self, crowd: Crowd) -> None:
        page = await crowd.come(10)
        page.listener.heard -= 125
        await crowd.hub._pulse.tick(5, late=120)
        await settled()
        assert page.sent == ["view 4", "beat 4", "beat 4"]
        assert page.listener.alive
