"""Beats and their answers by the short way: the same as by the long one, and nothing else goes by it."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from games.live import delivery
from games.live.face import Room
from games.live.hub import hub
from games.live.listener import Listener
from games.live.online.seats import seats
from games.live.pace import FRAMES, Pace
from games.live.pulse import TICKS
from games.live.talk import TalkConsumer
from games.run.flow import write
from games.run.frames import written
from games.wire.online import HERE, here
from tests.live.crowds import MATCH, Counting, Crowd, Direct
from tests.live.test_notes import settled


class Talk(TalkConsumer):
    """A consumer in a game at version 4 that keeps what goes the usual way."""

    def __init__(self) -> None:
        super().__init__()
        self.listener = Listener(10, 10, None, "en", None, None)  # type: ignore[arg-type]
        self.game_id, self.idle = 1, True
        self.usual: list[str] = []

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.usual.append(text_data or "")

    async def enter(self, code: str) -> Any:
        raise AssertionError(code)

    async def handle(self, message: Any) -> None:
        raise AssertionError(message)


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Talk:
    monkeypatch.setitem(hub.rooms, 1, Room(MATCH, seats))
    return Talk()


class TestAnswers:
    async def test_one_to_a_beat_is_heard_without_a_task(self, talk: Talk) -> None:
        assert talk.listener is not None
        talk.listener.heard = 0.0
        talk.listener.beaten(4)
        assert talk.hear('{"type":"here","version":4}')
        assert talk.usual == []
        assert talk.listener.heard > 0.0

    @pytest.mark.parametrize(
        "text",
        [
            '{"type":"sync"}',
            '{"type":"here","version":04}',
            '{"type":"here","version":-1}',
            '{"type":"here","version":1e0}',
            '{"type":"here","version":4,"x":1}',
            '{"type":"here","version":4}\n',
            '{"type":"here","version":5}',
        ],
    )
    async def test_everything_else_is_understood_the_usual_way(self, talk: Talk, text: str) -> None:
        assert talk.hear(text)
        await settled()
        assert talk.usual == [text]

    @pytest.mark.parametrize("version", [0, 4, 999_999_999])
    def test_what_a_line_awaits_is_written_as_pages_write_it(self, version: int) -> None:
        text = here(version)
        said = HERE.fullmatch(text)
        assert said is not None
        assert int(said[1]) == version
        assert text == json.dumps({"type": "here", "version": version}, separators=(",", ":"))

    async def test_nothing_is_heard_while_something_earlier_is_not_done_with(self, talk: Talk) -> None:
        talk.idle = False
        assert not talk.hear('{"type":"here","version":4}')


class Wire:
    """The end of a connection that takes so many bytes at a time."""

    offset = _tempDataLen = 0  # noqa: N815

    def __init__(self, takes: int) -> None:
        self.takes, self.sent, self.dataBuffer = takes, b"", b""
        self.disconnecting, self.socket = False, self

    def send(self, data: bytes) -> int:
        if not self.takes:
            raise BlockingIOError
        self.sent += data[: self.takes]
        return len(data[: self.takes])

    def write(self, data: bytes) -> None:
        self.dataBuffer += data


@pytest.mark.parametrize("takes", [0, 1, 5, 1000])
def test_what_a_socket_does_not_take_at_once_follows_in_order(takes: int) -> None:
    wire, frames = Wire(takes), [written("first"), written("second")]
    for frame in frames:
        write(wire, frame)
    assert wire.sent + wire.dataBuffer == b"".join(frames)


class TestPace:
    def test_so_many_are_easy_and_then_they_are_counted_the_usual_way(self) -> None:
        pace = Pace(lambda: 0.0)
        pace.begun = -1.0
        assert [pace.easy(quiet=True) for _ in range(FRAMES + 2)] == [True] * FRAMES + [False] * 2
        assert pace.frame(quiet=True) > 0


class Steady(Counting):
    """One text for everybody while both are here."""

    def expected(self, story: Any) -> set[int]:
        return {0, 1}


class Heard(Direct):
    """Keeps what it is to send."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        super().__init__(self.texts.append)


class TestBeats:
    async def test_a_room_in_which_all_are_here_takes_one_text_and_no_task(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        crowd = Crowd(Steady(), monkeypatch)
        pages = [await crowd.come(user) for user in (10, 11, None)]
        lines = [Heard() for _ in pages]
        for page, line in zip(pages, lines, strict=True):
            page.listener.line = line
        await crowd.tick(2)
        made, spawned = crowd.face.beats, list[Any]()
        monkeypatch.setattr(crowd.hub._pulse, "_spawn", spawned.append)
        for part in range(3, 3 + 2 * TICKS):
            await crowd.hub._pulse._tell(part)
        assert [line.texts for line in lines] == [["beat 4"] * 2] * 3
        assert (crowd.face.beats - made, spawned) == (1, [])
        assert [page.listener.told for page in pages] == [4, 4, 4]

    async def test_where_somebody_has_no_line_everybody_gets_it_the_usual_way(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        crowd = Crowd(Steady(), monkeypatch)
        pages = [await crowd.come(user) for user in (10, 11)]
        pages[0].listener.line = line = Heard()
        await crowd.tick(2)
        before = pages[1].beats
        assert not delivery.tick(crowd.room)
        await crowd.tick(1 + TICKS)
        assert (line.texts, pages[1].beats) == ([], before + 1)

    def test_whoever_left_meanwhile_is_told_nothing(self) -> None:
        """A room is empty when all left while others were told."""
        assert not delivery.tick(Room(MATCH, seats))

    def test_who_was_not_heard_for_a_while_makes_the_room_looked_at(self) -> None:
        room = Room(MATCH, seats)
        people = [Listener(user, user, None, "en", None, None) for user in (10, 11)]  # type: ignore[arg-type]
        for one in people:
            room.enter(one)
        room.look()
        now = time.monotonic()
        assert room.calm > now - 7
        people[0].heard += 8
        assert not room.calm > now + 1
        people[1].heard += 8
        assert room.calm > now + 1

    @pytest.mark.parametrize("change", ["enter", "leave"])
    def test_so_does_whoever_comes_or_goes(self, change: str) -> None:
        room = Room(MATCH, seats)
        people = [Listener(user, user, None, "en", None, None) for user in (10, 11)]  # type: ignore[arg-type]
        for one in people:
            room.enter(one)
        room.look()
        getattr(room, change)(people[0])
        assert room.calm < time.monotonic() - 7
