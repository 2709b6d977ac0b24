"""Small messages beside stories: shown once to those who look at the game, in the words of its kind, kept nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace

import pytest
from django.db import transaction

from games.live.face import Face, Room
from games.live.hub import Hub
from games.live.listener import Audience, Listener
from games.live.online.seats import seats
from games.models import Player
from games.store import broadcast, personal, presence
from games.store.broadcast import Note
from games.store.presence import Stay
from games.stories.online import Match, Options
from games.stories.sitter import Sitter
from games.wire.personal import Told

MATCH = Match(1, "CODE", options=Options(watch=False), sitters=(Sitter(10, "Ana", False), Sitter(11, "Bram", False)))


class Waving(Face):
    """A kind of game whose seats see each other wave."""

    def audience(self, story: Match, listener: Listener) -> Audience:
        return story.seat_of(listener.user_id)

    def render(self, story: Match, audience: Audience, language: str) -> str:
        return "view"

    def beat(self, room: Room, audience: Audience) -> str:
        return "beat"

    def note(self, story: Match, note: Note, audience: Audience, language: str) -> str | None:
        return None if audience is None or audience == note.data["from"] else f"{note.kind} {language}"

    def rows(self) -> presence.Rows:
        return Player.objects.none()

    def stays(self, game_ids: Iterable[int]) -> dict[int, dict[int, Stay]]:
        return {}


class Sockets:
    """Listeners of one game, and what each was sent."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.heard: dict[int, list[str]] = {}

    async def attach(self, user: int, language: str, face: Face, match: Match = MATCH) -> None:
        heard = self.heard[user] = []

        async def send(text: str) -> None:
            heard.append(text)

        await self.hub.attach(Listener(user, None, None, language, send, send), match, face, {})

    def notes(self) -> dict[int, list[str]]:
        return {user: [text for text in texts if text not in ("view", "beat")] for user, texts in self.heard.items()}


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    monkeypatch.setattr(broadcast, "_local", None)
    return Hub()


async def settled() -> None:
    """Once the loop has nothing left to do at once."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_it_reaches_each_audience_in_its_language(hub: Hub) -> None:
    sockets = Sockets(hub)
    for user, language in ((10, "en"), (11, "nl")):
        await sockets.attach(user, language, Waving())
    broadcast.note(Note(1, "wave", {"from": 0}))
    await settled()
    assert sockets.notes() == {10: [], 11: ["wave nl"]}


async def test_not_who_may_not_see_the_game_and_not_other_games(hub: Hub) -> None:
    sockets = Sockets(hub)
    await sockets.attach(12, "en", Waving())
    broadcast.note(Note(1, "wave", {"from": 0}))
    broadcast.note(Note(2, "wave", {"from": 0}))
    await settled()
    assert sockets.notes() == {12: []}


async def test_one_person_is_told_on_every_page_of_theirs_and_nobody_else(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = replace(MATCH, game_id=2, code="OTHER")
    sockets, elsewhere = Sockets(hub), Sockets(hub)
    for user in (10, 11):
        await sockets.attach(user, "nl", Waving())
    await elsewhere.attach(10, "en", Waving(), other)
    monkeypatch.setattr(transaction, "on_commit", lambda call: call())
    personal.tell(10, "muted")
    await settled()
    (dutch,), (english,) = sockets.notes()[10], elsewhere.notes()[10]
    assert Told.model_validate_json(english).message == "The moderators have a message for you."
    assert dutch != english
    assert sockets.notes()[11] == []


async def at_a_device(hub: Hub, person: int) -> list[str]:
    """What somebody who uses a device at a table hears there."""
    heard: list[str] = []

    async def send(text: str) -> None:
        heard.append(text)

    await hub.attach(Listener(None, None, None, "en", send, send, person=person), MATCH, Waving(), {})
    return heard


async def test_who_uses_a_device_at_a_table_is_told_there(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = await at_a_device(hub, 10)
    monkeypatch.setattr(transaction, "on_commit", lambda call: call())
    personal.tell(10, "muted")
    await settled()
    assert [Told.model_validate_json(text).url for text in heard[2:]] == ["/account/message/"]


async def test_what_is_for_an_account_is_told_where_it_is_logged_in_and_at_no_device(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    sockets, heard = Sockets(hub), await at_a_device(hub, 10)
    await sockets.attach(10, "en", Waving())
    monkeypatch.setattr(transaction, "on_commit", lambda call: call())
    personal.tell_account(10, "muted")
    await settled()
    assert [Told.model_validate_json(text).code for text in sockets.notes()[10]] == ["muted"]
    assert heard == ["view", "beat"]


async def test_a_kind_of_game_that_knows_no_such_message_shows_nothing(hub: Hub) -> None:
    room = Room(MATCH, seats)
    assert room.face.note(MATCH, Note(1, "wave"), 0, "en") is None


async def test_what_another_process_says_is_shown_here(hub: Hub) -> None:
    sockets = Sockets(hub)
    await sockets.attach(11, "en", Waving())
    hub._hear([Note(1, "wave", {"from": 0})])
    await settled()
    assert sockets.notes() == {11: ["wave en"]}


async def test_who_is_logged_in_at_a_socket_is_on_the_site(hub: Hub) -> None:
    sockets = Sockets(hub)
    for user in (10, 11):
        await sockets.attach(user, "en", Waving())

    async def send(text: str) -> None:
        raise AssertionError(text)

    stranger, gone = (Listener(user, None, None, "en", send, send) for user in (None, 12))
    gone.heard -= 60
    hub.rooms[1].watchers |= {stranger, gone}
    assert hub._pulse._people() == {10, 11}
