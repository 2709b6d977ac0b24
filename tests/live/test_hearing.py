"""What is heard of other processes: shown without reading, or read together; and who is here is told with one write."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.live.exchange import Part, Told, exchange
from games.live.face import Room
from games.live.hub import Hub
from games.live.listener import Listener
from games.live.online.seats import seats
from games.models import Game, Player, Process, User
from games.services.online import lobby
from games.store import broadcast, log, news, presence
from games.store.listeners import Commit
from games.store.newer import grown, newer
from games.store.news import Item, Moved, Stayed
from games.store.presence import Stay
from games.stories.online import Match, Options
from games.stories.sitter import Sitter
from games.stories.story import Story
from tests.live.test_news import passed_on
from tests.live.test_notes import settled
from tests.services.plays import match_of, play_next
from tests.services.test_uptime import Hand, hand

__all__ = ["hand"]

database = pytest.mark.django_db(transaction=True)


class Page:
    """A socket of a hub without ways to others."""

    def __init__(self, user: User, lease: int | None = None) -> None:
        self.views: list[str] = []
        self.listener = Listener(user.pk, lease, "key", "en", self._send, self._send)

    async def _send(self, text: str) -> None:
        if '"type":"view"' in text:
            self.views.append(text)


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    monkeypatch.setattr(broadcast, "_local", None)
    made = Hub()
    monkeypatch.setattr(made._pulse, "beat_forever", settled)
    return made


@database
class TestHearing:
    async def test_entries_are_shown_without_a_look_at_the_database(
        self, hub: Hub, game: Game, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page, match = Page(ana), await sync_to_async(match_of)(game)
        await hub.attach(page.listener, match, seats, {})
        commit = await sync_to_async(unheard)(game)
        monkeypatch.setattr("games.live.behind.grown", pytest.fail)
        hub._hear([passed_on(news.moved(commit))])
        await settled()
        assert hub.version(game.pk) == match.version + 1
        assert len(page.views) == 2

    async def test_games_that_have_to_be_read_are_read_together(
        self, hub: Hub, game: Game, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        games = [game, *[await sync_to_async(dealt)(ana, bram) for _ in range(4)]]
        for one in games:
            await hub.attach(Page(ana).listener, await sync_to_async(match_of)(one), seats, {})
            await sync_to_async(unheard)(one)
        readings: list[list[int]] = []

        def counted(stories: list[Match]) -> list[Story]:
            readings.append([story.game_id for story in stories])
            return grown(stories)

        monkeypatch.setattr("games.live.behind.grown", counted)
        versions = {one.pk: (hub.version(one.pk) or 0) + 1 for one in games}
        hub._hear([Moved(game_id, version) for game_id, version in versions.items()])
        await finished(hub)
        assert {one.pk: hub.version(one.pk) for one in games} == versions
        assert list(map(sorted, readings)) == [sorted(versions)]

    async def test_what_moved_while_somebody_came_in_is_read(self, hub: Hub, game: Game, ana: User) -> None:
        match = await sync_to_async(match_of)(game)
        await sync_to_async(unheard)(game)
        hub._hear([Moved(game.pk, match.version + 1)])
        await hub.attach(Page(ana).listener, match, seats, {})
        await finished(hub)
        assert hub.version(game.pk) == match.version + 1


async def finished(hub: Hub) -> None:
    """Once the hub has done all it wanted to."""
    while hub._tasks:
        await asyncio.wait(hub._tasks)


def unheard(game: Game) -> Commit:
    """A card that is played in another process."""
    heard: list[Commit] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(broadcast, "publish", heard.append)
        play_next(game)
    log.cache.clear()
    return heard[0]


def dealt(ana: User, bram: User) -> Game:
    game = lobby.create(ana, Options())
    lobby.join(game, bram)
    return game


@database
def test_many_games_are_read_by_two_queries(game: Game, ana: User, bram: User) -> None:
    games = [game, *[dealt(ana, bram) for _ in range(6)]]
    known = [match_of(one) for one in games]
    for one in games[1:]:
        play_next(one)
    with CaptureQueriesContext(connection) as queries:
        found = newer(known)
    assert [story.game_id for story in found] == [one.pk for one in games[1:]]
    assert found == [match_of(one) for one in games[1:]]
    assert len(queries) == 2


@database
class TestPresence:
    def test_a_beat_is_one_write_however_many_came(self, game: Game, ana: User, bram: User) -> None:
        """One transaction says that this process runs, and who is here."""
        games = [game, *[dealt(ana, bram) for _ in range(9)]]
        few, many = (self.statements(some, Told()) for some in (games[:1], games))
        assert few == many
        assert (few[0], few.count("BEGIN"), few.count("COMMIT")) == ("BEGIN", 1, 1)
        assert few[: few.index("COMMIT")].count("UPDATE") == few.count("UPDATE") == 2
        assert Player.objects.filter(seen_at=None).count() == 0

    def test_nothing_is_written_for_who_only_stays(self, game: Game, hand: Hand) -> None:
        """The beats of their process keep them here, and nobody else's."""
        told = Told()
        self.statements([game], told)
        for _ in range(10):
            hand.forward(5)
            assert self.statements([game], told).count("UPDATE") == 1
        assert [stay.here(hand.now) for stay in presence.stays([game.pk]).values()] == [True, True]
        hand.forward(12)
        assert [stay.here(hand.now) for stay in presence.stays([game.pk]).values()] == [False, False]

    def test_who_falls_silent_is_away_while_their_process_goes_on(self, game: Game, hand: Hand) -> None:
        told, silent = Told(), game.players.get(seat=1).pk
        self.statements([game], told)
        hand.forward(8)
        exchange([Part(seats, {}, {silent: 8.0}, [])], told, regular=True)
        hand.forward(4)
        exchange([], told, regular=True)
        assert [stay.here(hand.now) for _, stay in sorted(presence.stays([game.pk]).items())] == [True, False]

    def test_what_another_process_let_go_is_held_again(self, game: Game, hand: Hand) -> None:
        """Somebody has a tab at each of two processes, and closes one."""
        told, row = Told(), game.players.get(seat=0).pk
        self.statements([game], told)
        other = Process.objects.create(host="elsewhere", pid=1, beat_at=hand.now)
        presence.hold(Player.objects.all(), {row: 0.0}, other.pk)
        presence.let_go(Player.objects.all(), {row: 0.0}, other.pk)
        self.statements([game], told)
        hand.forward(60)
        exchange([], told, regular=True)
        assert presence.stays([game.pk])[game.pk, 0].here(hand.now)

    def test_a_stay_goes_on_where_nothing_was_written_for_long(self, game: Game, hand: Hand) -> None:
        told, row = Told(), game.players.get(seat=0).pk
        self.statements([game], told)
        since = presence.stays([game.pk])[game.pk, 0].here_since
        for _ in range(20):
            hand.forward(5)
            exchange([], told, regular=True)
        exchange([Part(seats, {}, {row: 1.0}, [])], told, regular=True)
        exchange([Part(seats, {row: 0.0}, {}, [])], told, regular=True)
        assert presence.stays([game.pk])[game.pk, 0].here_since == since

    def statements(self, games: list[Game], told: Told) -> list[str]:
        """What kinds of statements a beat takes."""
        ages = dict.fromkeys(Player.objects.filter(game__in=games).values_list("pk", flat=True), 3.0)
        presence.uptime.beat()
        with CaptureQueriesContext(connection) as queries:
            exchange([Part(seats, ages, {}, [game.pk for game in games])], told, regular=True)
        return [query["sql"].split()[0] for query in queries.captured_queries]

    async def test_who_leaves_is_told_of_at_once(
        self, hub: Hub, game: Game, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent: list[Item] = []
        monkeypatch.setattr(hub._relay, "send", sent.append)
        leases = {player.user_id: player.pk async for player in Player.objects.filter(game=game)}
        match = await sync_to_async(match_of)(game)
        pages = [Page(user, leases[user.pk]) for user in (ana, bram)]
        for page in pages:
            await hub.attach(page.listener, match, seats, {})
        pages[1].listener.heard -= 5
        await hub._pulse.store()
        sent.clear()
        hub.detach(pages[1].listener, game.pk)
        await hub._pulse.store()
        told = [item for item in sent if isinstance(item, Stayed)]
        assert [item.game_id for item in told] == [game.pk]
        silence = {seat: timezone.now() - (stay.seen_at or timezone.now()) for seat, stay in told[0].stays.items()}
        assert silence[0] < timedelta(seconds=3) < timedelta(seconds=5) <= silence[1]
        assert passed_on(told[0]) == told[0]

    async def test_who_hears_of_it_shows_it(self, hub: Hub, game: Game, ana: User) -> None:
        await hub.attach(Page(ana).listener, await sync_to_async(match_of)(game), seats, {})
        gone = Stay(timezone.now() - timedelta(minutes=1), None)
        hub._hear([passed_on(Stayed(game.pk, {1: gone}))])
        assert hub.rooms[game.pk].stay(1) == gone


class TestDoubt:
    """Before somebody elsewhere is told to be away, it is looked up whether they still are."""

    @pytest.mark.parametrize(("seconds", "doubtful"), [(9, False), (11, True), (13, False)])
    def test_a_lease_that_runs_out(self, seconds: int, doubtful: bool) -> None:
        now = timezone.now()
        room = Room(Match(1, "CODE"), seats, stays={1: Stay(now - timedelta(seconds=seconds), None)})
        assert room.doubtful(now) is doubtful


class TestHere:
    """Who sits at a socket of this process is here before that is written, and as long as it is heard."""

    @pytest.mark.parametrize(("silent", "here"), [(0, True), (60, False)])
    def test_a_seat_is_as_its_own_socket_says(self, silent: float, here: bool) -> None:
        room = Room(Match(1, "CODE", sitters=(Sitter(7, "Ana", False), Sitter(8, "Bram", False))), seats)
        heard = time.monotonic() - silent
        room.enter(Listener(7, 1, None, "en", None, None, noted=heard))  # type: ignore[arg-type]
        assert seats.here(room) == (here, False)

    def test_whoever_leaves_was_heard_when_they_were(self) -> None:
        room = Room(Match(1, "CODE", sitters=(Sitter(7, "Ana", False), Sitter(8, "Bram", False))), seats)
        earliest = timezone.now() - timedelta(seconds=6)
        page = Listener(7, 1, None, "en", None, None, noted=time.monotonic() - 5)  # type: ignore[arg-type]
        room.enter(page)
        room.leave(page)
        seen = room.stay(0).seen_at
        assert seen is not None
        assert earliest < seen < timezone.now() - timedelta(seconds=4)
