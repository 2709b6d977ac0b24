"""Tests of presence: here, away and for how long, the claim of a win, and silence."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.eventlog import event_store
from games.messaging import broadcast, presence
from games.models import Game, Player, User
from games.realtime import authentication, heartbeat, hub
from games.realtime.connection import Connection
from games.realtime.matches.presenter import match_presenter
from games.realtime.room import Room
from games.state.match_state import MatchState
from tests.client import Person
from tests.realtime.sockets import PATIENCE, seats, soon
from tests.services.matches.games import long_ago, play_next
from tests.site_process import Site, TimedSite

BEAT, LEASE = 0.5, 4.0


@pytest.fixture(scope="module")
def quick_site(daphne_site: Callable[..., Site]) -> Site:
    """A site with a quick pulse, on which who is not heard is away soon."""
    return daphne_site(TimedSite, BEAT=str(BEAT), LEASE=str(LEASE))


async def test_who_vanishes_is_seen_to_be_away(quick_site: Site) -> None:
    ana_there, bram_there = Person(quick_site.url, "Ana"), Person(quick_site.url, "Bram")
    table = ana_there.open_game(lead="other")
    bram_there.join(table)
    async with seats(table, ana_there) as (ana,):
        bram = await bram_there.socket(table)
        while not ana.beat.get("here", [0, 0])[1]:
            await soon(ana.until("beat"))
        bram.transport.abort()
        gone = time.monotonic()
        assert ana_there.post(f"/m/{table}/claim/")["code"] == "not_away"
        while ana.beat["away"][1] is None:
            await soon(ana.until("beat"))
        assert time.monotonic() - gone < LEASE + BEAT + 3
        assert (ana.beat["here"], ana.beat["claim"]) == ([True, False], False)
        async with seats(table, bram_there):
            while ana.beat["away"][1] is not None:
                await soon(ana.until("beat"))


async def test_who_is_silent_in_their_own_turn_claims_no_win(daphne_site: Callable[..., Site]) -> None:
    """Bram waits for Ana's card until he leaves. She may claim the win once he is away in a turn of his own."""
    site = await asyncio.to_thread(daphne_site, TimedSite, BEAT=str(BEAT), LEASE="2", CLAIM_AFTER="4")
    ana_there, bram_there = Person(site.url, "Ana"), Person(site.url, "Bram")
    table = ana_there.open_game(lead="creator")
    bram_there.join(table)
    async with seats(table, ana_there) as (ana,):
        async with seats(table, bram_there):
            while not ana.beat.get("here", [0, 0])[1]:
                await soon(ana.until("beat"))
        while (ana.beat["away"][1] or 0) < 6:
            await soon(ana.until("beat"))
            assert not ana.beat["claim"]
        assert ana_there.post(f"/m/{table}/claim/")["code"] == "your_turn"
        await soon(ana.play_any())
        assert ana_there.post(f"/m/{table}/claim/")["code"] == "not_away"
        while not ana.beat["claim"]:
            await soon(ana.until("beat"))
        assert ana_there.post(f"/m/{table}/claim/")["status"] == 200
        while ana.view["status"] == "playing":
            await soon(ana.receive())
        assert (ana.view["result"]["ending"], ana.view["result"]["winner"]) == ("away", 0)


def test_nobody_is_believed_for_longer_than_twelve_seconds() -> None:
    """The lease of whoever vanishes as they are heard, and the time until that is told at the table."""
    assert presence.PRESENCE_LEASE.total_seconds() + presence.HEARTBEAT_INTERVAL / heartbeat.TICKS_PER_BEAT <= 12


async def test_nobody_loses_because_the_site_was_down(quick_site: Site) -> None:
    site = quick_site
    ana_there, bram_there = Person(site.url, "Ana"), Person(site.url, "Bram")
    code = ana_there.open_game(lead="other")
    bram_there.join(code)
    set_back(site)
    await asyncio.to_thread(site.restart)
    async with seats(code, ana_there) as (ana,):
        await soon(ana.until("beat"))
        set_back(site)
        await soon(ana.until("beat"))
        assert (ana.beat["claim"], ana_there.post(f"/m/{code}/claim/")["code"]) == (False, "not_away")


def set_back(site: Site) -> None:
    """Ana has been here for an hour, and Bram away for half of it, although he is to play."""
    now = datetime.now(UTC).replace(tzinfo=None)
    hour, half = (str(now - timedelta(minutes=minutes)) for minutes in (60, 30))
    with closing(sqlite3.connect(site.folder / "var" / "db.sqlite3")) as database, database:
        database.execute("UPDATE games_player SET here_since = ? WHERE seat = 0", [hour])
        database.execute("UPDATE games_player SET here_since = ?, seen_at = ? WHERE seat = 1", [half, half])
        database.execute("UPDATE games_entry SET created_at = ?", [hour])


class Page:
    """A socket as the hub sees it, without a network."""

    room: Room

    def __init__(self, user: User, player: Player | None) -> None:
        self.sent: list[dict[str, Any]] = []
        self.closed: list[str] = []
        self.connection = Connection(user.pk, player.pk if player else None, "key", "en", self._send, self._close)

    async def _send(self, text: str) -> None:
        self.sent.append(json.loads(text))

    async def _close(self, code: str) -> None:
        self.closed.append(code)

    async def until(self, said: Callable[[Page], bool]) -> None:
        """Wait until something is true of what was sent and closed."""

        async def wait() -> None:
            while not said(self):  # noqa: ASYNC110 (nobody tells)
                await asyncio.sleep(0.01)

        await asyncio.wait_for(wait(), PATIENCE)


@pytest.mark.django_db(transaction=True)
class TestBeats:
    """In this process, with a quick pulse; a machine that is busy between two beats makes no pause of the site."""

    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(presence, "HEARTBEAT_INTERVAL", 0.05)
        monkeypatch.setattr(broadcast, "_local", None)
        monkeypatch.setattr(presence.uptime, "since", timezone.now() - timedelta(hours=1))
        monkeypatch.setattr(presence.uptime, "tick", lambda: None)
        monkeypatch.setattr(presence.uptime, "_get_pause_threshold", lambda: PATIENCE)

    async def page(self, game: Game, user: User) -> Page:
        player = await Player.objects.filter(game=game, user=user).afirst()
        page = Page(user, player)
        match = await sync_to_async(event_store.load_state_of_kind)(MatchState, game.pk)
        live = hub.Hub()
        await live.join(page.connection, match, match_presenter, {})
        page.room = live.rooms[game.pk]
        return page

    async def test_who_answers_no_beat_is_closed(self, game: Game, ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(heartbeat, "MAX_SILENCE", 0.2)
        page = await self.page(game, ana)
        await page.until(lambda page: page.closed[:1] == ["silent"])

    async def test_who_answers_is_not(self, game: Game, ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(heartbeat, "MAX_SILENCE", 0.5)
        page = await self.page(game, ana)
        for _ in range(20):
            page.connection.last_heard = time.monotonic()
            await asyncio.sleep(0.05)
        assert page.closed == []

    @pytest.mark.parametrize(("away", "claim"), [(100, False), (121, True)])
    async def test_the_beat_says_when_the_win_may_be_claimed(
        self, game: Game, ana: User, bram: User, away: int, claim: bool
    ) -> None:
        await sync_to_async(led_long_ago)(game)
        now = timezone.now()
        mine, theirs = (Player.objects.filter(game=game, seat=seat) for seat in (0, 1))
        await mine.aupdate(here_since=now - timedelta(hours=1), seen_at=now)
        await theirs.aupdate(here_since=now - timedelta(hours=1), seen_at=now - timedelta(seconds=away))
        page = await self.page(game, ana)
        await page.until(lambda page: page.sent[-1].get("away", [None, None])[1] is not None)
        beat = page.sent[-1]
        assert (beat["here"], beat["claim"]) == ([True, False], claim)
        assert beat["away"][0] is None
        assert abs(beat["away"][1] - away) <= 10

    @pytest.mark.parametrize("here", [0, 1])
    async def test_nobody_may_claim_a_win_by_watching(
        self, game: Game, ana: User, bram: User, cleo: User, here: int
    ) -> None:
        """Whichever seat is away: in the same moment whoever sits at the other one may."""
        await sync_to_async(led_long_ago if here == 0 else long_ago)(game)
        await away_for_long(game, 1 - here)
        pages = [await self.page(game, user) for user in ((ana, bram)[here], cleo)]
        for page in pages:
            await page.until(lambda page: page.sent[-1].get("away", [None, None])[1 - here] is not None)
        beats = [page.sent[-1] for page in pages]
        assert [one["here"] for one in beats] == [[here == 0, here == 1]] * 2
        assert [one["claim"] for one in beats] == [True, False]
        assert not any(message.get("claim") for message in pages[1].sent)

    @pytest.mark.parametrize("played", [True, False])
    async def test_the_beat_offers_no_win_in_ones_own_turn_nor_right_after_it(
        self, game: Game, ana: User, played: bool
    ) -> None:
        """Ana was silent in her turn until Bram went away."""
        await sync_to_async(long_ago)(game)
        if played:
            await sync_to_async(play_next)(game)
        await away_for_long(game, 1)
        page = await self.page(game, ana)
        await page.until(lambda page: page.sent[-1].get("away", [None, None])[1] is not None)
        assert not page.sent[-1]["claim"]

    async def test_who_takes_a_seat_while_watching_is_here_from_then_on(self, game: Game, cleo: User) -> None:
        """On the same socket: otherwise the opponent could claim the win from somebody who plays."""
        page = await self.page(game, cleo)
        await Player.objects.filter(game=game, seat=1).aupdate(user=cleo, seen_at=None)
        room = page.room
        first, second = room.state.sitters
        room.state = replace(room.state, sitters=(first, replace(second, user_id=cleo.pk)))
        await page.until(lambda page: page.sent[-1].get("here") == [False, True])
        assert page.connection in room.seated
        assert page.connection.lease_id == (await Player.objects.aget(game=game, seat=1)).pk

    async def test_a_change_that_nobody_told_of_is_shown_with_the_next_beat(self, game: Game, ana: User) -> None:
        page = await self.page(game, ana)
        await sync_to_async(elsewhere)(game)
        await page.until(lambda page: any(m["type"] == "card" and m["version"] == 5 for m in page.sent))

    async def test_who_is_no_longer_active_is_shown_out(
        self, game: Game, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(authentication, "CHECK_BEATS", 2)
        page = await self.page(game, ana)
        await page.until(lambda page: "session_ended" in page.closed)


def led_long_ago(game: Game) -> None:
    """Ana has led, and Bram has been to play for an hour."""
    play_next(game)
    long_ago(game)


async def away_for_long(game: Game, away: int) -> None:
    """One seat was left half an hour ago; at the other somebody has been sitting for an hour."""
    now = timezone.now()
    await Player.objects.filter(game=game).aupdate(here_since=now - timedelta(hours=1), seen_at=now)
    await Player.objects.filter(game=game, seat=away).aupdate(seen_at=now - timedelta(minutes=30))


def elsewhere(game: Game) -> None:
    """A card is played by a process whose hints do not arrive."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(broadcast, "publish", lambda story: None)
        play_next(game)
