"""The hub of a process: messages of other processes, games it cannot read, and notes to sockets."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction

from games.eventlog import event_store
from games.eventlog.bulk_load import list_refreshed, list_stale_versions, refresh_stale
from games.eventlog.signals import Commit
from games.messaging import broadcast, messages
from games.messaging.broadcast import Note
from games.messaging.messages import GameAdvanced
from games.models import Entry, Game, User
from games.realtime.connection import Audience
from games.realtime.hub import Hub
from games.realtime.matches.presenter import match_presenter
from games.realtime.presence_sync import LeaseState, PresenceUpdate, sync_presence
from games.schemas.common import PersonalMessage
from games.services.matches import lobby
from games.state.game_state import GameState
from games.state.match_state import MatchOptions, MatchState
from tests.commits import recording
from tests.realtime.fake_hub import MATCH, CountingPresenter, FakeHub, Page, VersionSocket, settled, transmit
from tests.services.matches.games import match_of, play_next

database = pytest.mark.django_db(transaction=True)


@database
class TestMessagesOfOtherProcesses:
    async def test_entries_of_another_process_are_shown_without_reading_the_database(
        self, hub: Hub, game: Game, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page, match = VersionSocket(ana), await sync_to_async(match_of)(game)
        await hub.join(page.connection, match, match_presenter, {})
        commit = await sync_to_async(unheard)(game)
        monkeypatch.setattr("games.realtime.hub.refresh_stale", pytest.fail)
        hub._on_bus_messages([transmit(messages.build_game_advanced(commit))])
        await finished(hub)
        assert hub.get_version(game.pk) == match.version + 1
        assert page.versions == [match.version, match.version + 1]

    async def test_games_without_entries_are_read_together(
        self, hub: Hub, game: Game, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        games = [game, *[await sync_to_async(dealt)(ana, bram) for _ in range(4)]]
        for one in games:
            await hub.join(VersionSocket(ana).connection, await sync_to_async(match_of)(one), match_presenter, {})
            await sync_to_async(unheard)(one)
        readings: list[list[int]] = []

        def counted(stories: list[MatchState]) -> list[GameState]:
            readings.append([story.game_id for story in stories])
            return refresh_stale(stories)

        monkeypatch.setattr("games.realtime.hub.refresh_stale", counted)
        versions = {one.pk: (hub.get_version(one.pk) or 0) + 1 for one in games}
        hub._on_bus_messages([GameAdvanced(game_id, version) for game_id, version in versions.items()])
        await finished(hub)
        assert {one.pk: hub.get_version(one.pk) for one in games} == versions
        assert list(map(sorted, readings)) == [sorted(versions)]

    async def test_a_game_that_advanced_during_a_join_is_read(self, hub: Hub, game: Game, ana: User) -> None:
        match = await sync_to_async(match_of)(game)
        await sync_to_async(unheard)(game)
        hub._on_bus_messages([GameAdvanced(game.pk, match.version + 1)])
        await hub.join(VersionSocket(ana).connection, match, match_presenter, {})
        await finished(hub)
        assert hub.get_version(game.pk) == match.version + 1


async def finished(hub: Hub) -> None:
    """Wait until the hub has no task left."""
    while hub._tasks:
        await asyncio.wait(hub._tasks)


def unheard(game: Game) -> Commit:
    """A card that is played in another process."""
    with pytest.MonkeyPatch.context() as patch, recording() as heard:
        patch.setattr(broadcast, "_local", None)
        play_next(game)
    event_store.state_cache.clear()
    return heard[0]


def dealt(ana: User, bram: User) -> Game:
    game = lobby.create_game(ana, MatchOptions())
    lobby.join_game(game, bram)
    return game


@pytest.mark.faults
@database
def test_a_game_written_by_a_newer_release_is_left_out_of_the_beat(game: Game, ana: User, bram: User) -> None:
    other = dealt(ana, bram)
    shown = [match_of(one) for one in (game, other)]
    event_store.state_cache.clear()
    play_next(other)
    event_store.state_cache.clear()
    Entry.objects.create(game=game, number=shown[0].version + 1, kind="from_the_future")
    Game.objects.filter(pk=game.pk).update(version=shown[0].version + 1)
    stays = sync_presence([PresenceUpdate(match_presenter, {}, {}, [game.pk, other.pk])], LeaseState(), regular=False)
    assert set(list_stale_versions(shown)) == set(stays) == {game.pk, other.pk}
    assert [story.game_id for story in list_refreshed(shown)] == [other.pk]


class WavingPresenter(CountingPresenter):
    """A kind of game whose players see each other wave."""

    def render_note(self, state: MatchState, note: Note, audience: Audience, language: str) -> str | None:
        return None if audience is None or audience == note.data["from"] else f"{note.kind} {language}"


@pytest.fixture
def waving_hub(monkeypatch: pytest.MonkeyPatch) -> FakeHub:
    """A hub whose messages to people need no commit."""
    monkeypatch.setattr(transaction, "on_commit", lambda call: call())
    return FakeHub(WavingPresenter(), monkeypatch)


async def join_by_device(fake: FakeHub, person: int) -> Page:
    """A device at a table that belongs to this person."""
    page = Page(fake, None, "en")
    page.connection.account_id = person
    await fake.hub.join(page.connection, MATCH, fake.presenter, {})
    return page


class TestNotes:
    async def test_a_note_reaches_each_audience_of_its_game_in_its_language(self, waving_hub: FakeHub) -> None:
        people = ((10, "en"), (11, "nl"), (12, "en"))
        ana, bram, watcher = [await waving_hub.come(user, language) for user, language in people]
        broadcast.publish_note(Note(1, "wave", {"from": 0}))
        broadcast.publish_note(Note(2, "wave", {"from": 0}))
        await settled()
        assert [page.notes for page in (ana, bram, watcher)] == [[], ["wave nl"], []]
        waving_hub.hub._on_bus_messages([Note(1, "wave", {"from": 0})])  # From another process.
        await settled()
        assert bram.notes == ["wave nl"] * 2

    async def test_a_personal_message_reaches_all_pages_and_devices_of_its_person(self, waving_hub: FakeHub) -> None:
        ana, bram, device = await waving_hub.come(10, "nl"), await waving_hub.come(11), Page(waving_hub, 10, "en")
        other = replace(MATCH, game_id=2, code="OTHER")
        await waving_hub.hub.join(device.connection, other, waving_hub.presenter, {})
        table = await join_by_device(waving_hub, 10)
        broadcast.notify_person(10, "muted")
        await settled()
        (dutch,), (english,) = ana.notes, device.notes
        message = PersonalMessage.model_validate_json(english)
        assert (message.message, message.url) == ("The moderators have a message for you.", "/account/message/")
        assert dutch != english
        assert (table.notes, bram.notes) == ([english], [])

    async def test_a_message_to_an_account_reaches_its_logged_in_pages_and_no_device(self, waving_hub: FakeHub) -> None:
        page, device = await waving_hub.come(10), await join_by_device(waving_hub, 10)
        broadcast.notify_account(10, "muted")
        await settled()
        assert [PersonalMessage.model_validate_json(text).code for text in page.notes] == ["muted"]
        assert device.notes == []


async def test_users_with_a_live_socket_are_online(fake_hub: FakeHub) -> None:
    silent = [await fake_hub.come(user) for user in (10, 11, None, 12)][-1]
    silent.connection.last_heard -= 60
    assert fake_hub.hub._heartbeat._list_online_users() == {10, 11}
