"""Presence: who is here or away and for how long, the claim of a win, and silent sockets."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
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
from tests.realtime.sockets import PATIENCE, deal, seats, soon
from tests.services.matches.games import long_ago, play_next
from tests.site_process import Site, TimedSite

BEAT, LEASE = 0.5, 4.0


@pytest.fixture(scope="module")
def quick_site(daphne_site: Callable[..., Site]) -> Site:
    """A site with quick heartbeats and short leases."""
    return daphne_site(TimedSite, BEAT=str(BEAT), LEASE=str(LEASE))


async def test_a_player_who_vanishes_is_shown_as_away(quick_site: Site) -> None:
    ana_there, bram_there, table = deal(quick_site.url, lead="other")
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


def test_a_vanished_player_is_shown_as_present_for_twelve_seconds_at_most() -> None:
    """For the lease, and the time until the next tick."""
    assert presence.PRESENCE_LEASE.total_seconds() + presence.HEARTBEAT_INTERVAL / heartbeat.TICKS_PER_BEAT <= 12


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
            while not said(self):  # noqa: ASYNC110 (there is no event)
                await asyncio.sleep(0.01)

        await asyncio.wait_for(wait(), PATIENCE)


@pytest.mark.django_db(transaction=True)
class TestBeats:
    """In this process, with quick heartbeats; a busy machine is no pause of the site."""

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

    @pytest.mark.parametrize("answers", [True, False])
    async def test_a_socket_that_answers_no_heartbeat_is_closed(
        self, game: Game, ana: User, monkeypatch: pytest.MonkeyPatch, answers: bool
    ) -> None:
        monkeypatch.setattr(heartbeat, "MAX_SILENCE", 0.5)
        page = await self.page(game, ana)
        for _ in range(20 * answers):
            page.connection.last_heard = time.monotonic()
            await asyncio.sleep(0.05)
        assert page.closed == []
        await page.until(lambda page: page.closed[:1] == ["silent"])

    @pytest.mark.parametrize(
        ("turn", "away", "claim"),
        [
            ("opponent", 100, False),
            ("opponent", 121, True),
            ("own", 1800, False),
            ("just played", 1800, False),
        ],
    )
    async def test_the_heartbeat_says_when_a_win_may_be_claimed(
        self, game: Game, ana: User, turn: str, away: int, claim: bool
    ) -> None:
        await sync_to_async(led_long_ago if turn == "opponent" else long_ago)(game)
        if turn == "just played":
            await sync_to_async(play_next)(game)
        await leave_seat(game, 1, away)
        (beat,) = await self.beats_of_away(game, 1, ana)
        assert (beat["here"], beat["claim"]) == ([True, False], claim)
        assert beat["away"][0] is None
        assert abs(beat["away"][1] - away) <= 10

    @pytest.mark.parametrize("here", [0, 1])
    async def test_the_player_who_is_here_may_claim_the_win_and_no_watcher(
        self, game: Game, ana: User, bram: User, cleo: User, here: int
    ) -> None:
        await sync_to_async(led_long_ago if here == 0 else long_ago)(game)
        await leave_seat(game, 1 - here, 1800)
        beats = await self.beats_of_away(game, 1 - here, (ana, bram)[here], cleo)
        assert [beat["here"] for beat in beats] == [[here == 0, here == 1]] * 2
        assert [beat["claim"] for beat in beats] == [True, False]

    async def beats_of_away(self, game: Game, seat: int, *users: User) -> list[dict[str, Any]]:
        """A heartbeat of each user that shows a seat as away."""
        pages = [await self.page(game, user) for user in users]
        for page in pages:
            await page.until(lambda page: page.sent[-1].get("away", [None, None])[seat] is not None)
        return [page.sent[-1] for page in pages]

    async def test_a_watcher_who_gets_a_seat_is_present_on_the_same_socket(self, game: Game, cleo: User) -> None:
        """Otherwise the opponent could claim the win."""
        page = await self.page(game, cleo)
        await Player.objects.filter(game=game, seat=1).aupdate(user=cleo, seen_at=None)
        room = page.room
        first, second = room.state.occupants
        room.state = replace(room.state, occupants=(first, replace(second, user_id=cleo.pk)))
        await page.until(lambda page: page.sent[-1].get("here") == [False, True])
        assert page.connection in room.seated
        assert page.connection.lease_id == (await Player.objects.aget(game=game, seat=1)).pk

    async def test_a_change_without_a_message_is_shown_with_the_next_heartbeat(self, game: Game, ana: User) -> None:
        page = await self.page(game, ana)
        await sync_to_async(elsewhere)(game)
        await page.until(lambda page: any(message["type"] == "card" for message in page.sent))
        (card,) = (message for message in page.sent if message["type"] == "card")
        assert card["version"] == 5

    async def test_an_inactive_user_is_disconnected(
        self, game: Game, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(authentication, "CHECK_BEATS", 2)
        page = await self.page(game, ana)
        await page.until(lambda page: bool(page.closed))
        assert page.closed[0] == "session_ended"


def led_long_ago(game: Game) -> None:
    """Ana has led, and Bram has been to play for an hour."""
    play_next(game)
    long_ago(game)


async def leave_seat(game: Game, away: int, seconds: int) -> None:
    """A seat was left so many seconds ago; the other has been taken for an hour."""
    now = timezone.now()
    await Player.objects.filter(game=game).aupdate(here_since=now - timedelta(hours=1), seen_at=now)
    await Player.objects.filter(game=game, seat=away).aupdate(seen_at=now - timedelta(seconds=seconds))


def elsewhere(game: Game) -> None:
    """Play a card in a process whose messages are lost."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(broadcast, "publish", lambda story: None)
        play_next(game)
