"""The hub of a process: messages of other processes, games it cannot read, and notes to sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction

from games.eventlog import event_store
from games.eventlog.bulk_load import list_refreshed, list_stale_versions, refresh_stale
from games.eventlog.signals import Commit
from games.messaging import broadcast, messages, presence
from games.messaging.broadcast import Note
from games.messaging.messages import GameAdvanced
from games.messaging.presence import PresenceSpan
from games.models import Entry, Game, Player, User
from games.realtime.connection import Audience, Connection
from games.realtime.hub import Hub
from games.realtime.matches.presenter import match_presenter
from games.realtime.presence_sync import LeaseState, PresenceUpdate, sync_presence
from games.realtime.presenter import Presenter
from games.realtime.room import Room
from games.schemas.common import PersonalMessage
from games.services.matches import lobby
from games.state.dealt_state import Occupant
from games.state.game_state import GameState
from games.state.match_state import MatchOptions, MatchState
from tests.commits import recording
from tests.realtime.fake_hub import VersionSocket, transmit, yield_to_loop
from tests.services.matches.games import match_of, play_next

database = pytest.mark.django_db(transaction=True)


@database
class TestMessagesOfOtherProcesses:
    async def test_entries_are_shown_without_a_look_at_the_database(
        self, hub: Hub, game: Game, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page, match = VersionSocket(ana), await sync_to_async(match_of)(game)
        await hub.join(page.connection, match, match_presenter, {})
        commit = await sync_to_async(unheard)(game)
        monkeypatch.setattr("games.realtime.hub.refresh_stale", pytest.fail)
        hub._on_bus_messages([transmit(messages.build_game_advanced(commit))])
        await yield_to_loop()
        assert hub.get_version(game.pk) == match.version + 1
        assert page.versions == [match.version, match.version + 1]

    async def test_games_that_have_to_be_read_are_read_together(
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

    async def test_what_moved_while_somebody_came_in_is_read(self, hub: Hub, game: Game, ana: User) -> None:
        match = await sync_to_async(match_of)(game)
        await sync_to_async(unheard)(game)
        hub._on_bus_messages([GameAdvanced(game.pk, match.version + 1)])
        await hub.join(VersionSocket(ana).connection, match, match_presenter, {})
        await finished(hub)
        assert hub.get_version(game.pk) == match.version + 1


async def finished(hub: Hub) -> None:
    """Once the hub has done all it wanted to."""
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
    other = lobby.create_game(ana, MatchOptions())
    lobby.join_game(other, bram)
    shown = [match_of(one) for one in (game, other)]
    event_store.state_cache.clear()
    play_next(other)
    event_store.state_cache.clear()
    Entry.objects.create(game=game, number=shown[0].version + 1, kind="from_the_future")
    Game.objects.filter(pk=game.pk).update(version=shown[0].version + 1)
    stays = sync_presence([PresenceUpdate(match_presenter, {}, {}, [game.pk, other.pk])], LeaseState(), regular=False)
    assert set(list_stale_versions(shown)) == set(stays) == {game.pk, other.pk}
    assert [story.game_id for story in list_refreshed(shown)] == [other.pk]


MATCH = MatchState(
    1, "CODE", options=MatchOptions(watch=False), sitters=(Occupant(10, "Ana", False), Occupant(11, "Bram", False))
)


class Waving(Presenter):
    """A kind of game whose seats see each other wave."""

    def get_audience(self, state: MatchState, connection: Connection) -> Audience:
        return state.seat_of(connection.user_id)

    def render_view(self, state: MatchState, audience: Audience, language: str) -> str:
        return "view"

    def render_heartbeat(self, room: Room, audience: Audience) -> str:
        return "beat"

    def render_note(self, state: MatchState, note: Note, audience: Audience, language: str) -> str | None:
        return None if audience is None or audience == note.data["from"] else f"{note.kind} {language}"

    def get_lease_rows(self) -> presence.Rows:
        return Player.objects.none()

    def list_stays(self, game_ids: Iterable[int]) -> dict[int, dict[int, PresenceSpan]]:
        return {}


class Sockets:
    """Listeners of one game, and what each was sent."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.heard: dict[int, list[str]] = {}

    async def join(self, user: int, language: str, presenter: Presenter, match: MatchState = MATCH) -> None:
        heard = self.heard[user] = []

        async def send(text: str) -> None:
            heard.append(text)

        await self.hub.join(Connection(user, None, None, language, send, send), match, presenter, {})

    def notes(self) -> dict[int, list[str]]:
        return {user: [text for text in texts if text not in ("view", "beat")] for user, texts in self.heard.items()}


async def test_it_reaches_each_audience_in_its_language(hub: Hub) -> None:
    sockets = Sockets(hub)
    for user, language in ((10, "en"), (11, "nl")):
        await sockets.join(user, language, Waving())
    broadcast.publish_note(Note(1, "wave", {"from": 0}))
    await yield_to_loop()
    assert sockets.notes() == {10: [], 11: ["wave nl"]}


async def test_not_who_may_not_see_the_game_and_not_other_games(hub: Hub) -> None:
    sockets = Sockets(hub)
    await sockets.join(12, "en", Waving())
    broadcast.publish_note(Note(1, "wave", {"from": 0}))
    broadcast.publish_note(Note(2, "wave", {"from": 0}))
    await yield_to_loop()
    assert sockets.notes() == {12: []}


async def test_one_person_is_told_on_every_page_of_theirs_and_nobody_else(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = replace(MATCH, game_id=2, code="OTHER")
    sockets, elsewhere = Sockets(hub), Sockets(hub)
    for user in (10, 11):
        await sockets.join(user, "nl", Waving())
    await elsewhere.join(10, "en", Waving(), other)
    monkeypatch.setattr(transaction, "on_commit", lambda call: call())
    broadcast.notify_person(10, "muted")
    await yield_to_loop()
    (dutch,), (english,) = sockets.notes()[10], elsewhere.notes()[10]
    assert PersonalMessage.model_validate_json(english).message == "The moderators have a message for you."
    assert dutch != english
    assert sockets.notes()[11] == []


async def at_a_device(hub: Hub, person: int) -> list[str]:
    """What somebody who uses a device at a table hears there."""
    heard: list[str] = []

    async def send(text: str) -> None:
        heard.append(text)

    await hub.join(Connection(None, None, None, "en", send, send, account_id=person), MATCH, Waving(), {})
    return heard


async def test_who_uses_a_device_at_a_table_is_told_there(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = await at_a_device(hub, 10)
    monkeypatch.setattr(transaction, "on_commit", lambda call: call())
    broadcast.notify_person(10, "muted")
    await yield_to_loop()
    assert [PersonalMessage.model_validate_json(text).url for text in heard[2:]] == ["/account/message/"]


async def test_what_is_for_an_account_is_told_where_it_is_logged_in_and_at_no_device(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    sockets, heard = Sockets(hub), await at_a_device(hub, 10)
    await sockets.join(10, "en", Waving())
    monkeypatch.setattr(transaction, "on_commit", lambda call: call())
    broadcast.notify_account(10, "muted")
    await yield_to_loop()
    assert [PersonalMessage.model_validate_json(text).code for text in sockets.notes()[10]] == ["muted"]
    assert heard == ["view", "beat"]


async def test_a_kind_of_game_that_knows_no_such_message_shows_nothing(hub: Hub) -> None:
    room = Room(MATCH, match_presenter)
    assert room.presenter.render_note(MATCH, Note(1, "wave"), 0, "en") is None


async def test_what_another_process_says_is_shown_here(hub: Hub) -> None:
    sockets = Sockets(hub)
    await sockets.join(11, "en", Waving())
    hub._on_bus_messages([Note(1, "wave", {"from": 0})])
    await yield_to_loop()
    assert sockets.notes() == {11: ["wave en"]}


async def test_who_is_logged_in_at_a_socket_is_on_the_site(hub: Hub) -> None:
    sockets = Sockets(hub)
    for user in (10, 11):
        await sockets.join(user, "en", Waving())

    async def send(text: str) -> None:
        raise AssertionError(text)

    stranger, gone = (Connection(user, None, None, "en", send, send) for user in (None, 12))
    gone.last_heard -= 60
    hub.rooms[1].watchers |= {stranger, gone}
    assert hub._heartbeat._list_online_users() == {10, 11}
