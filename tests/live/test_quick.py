"""Beats and their answers by the short way: the same as by the long one, and nothing else goes by it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from games.live import delivery
from games.live.face import Room
from games.live.hub import hub
from games.live.listener import Listener
from games.live.online.consumer import GameConsumer
from games.live.online.seats import seats
from games.live.pace import FRAMES, Pace
from games.live.pulse import TICKS
from games.live.talk import TalkConsumer
from games.models import Token
from games.rules.errors import Refusal
from games.run.flow import write
from games.run.frames import written
from games.store.played import Played
from games.store.writer import Answer
from tests.live.crowds import MATCH, Counting, Crowd
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
    monkeypatch.setattr(hub, "version", lambda game_id: 4)
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

    async def test_nothing_is_heard_while_something_earlier_is_not_done_with(self, talk: Talk) -> None:
        talk.idle = False
        assert not talk.hear('{"type":"here","version":4}')


class TestCards:
    """A card of the line is stored without a task; what it is refused with, and everything else, is said as ever."""

    @pytest.fixture
    async def asked(self, monkeypatch: pytest.MonkeyPatch) -> list[Answer]:
        """Who waits for what was handed to the writer, and is not stored yet."""
        found: list[Answer] = []

        def hand(game_id: int, call: Any, answer: Answer, plain: bool, card: Played | None) -> None:
            assert plain
            found.append(answer)

        monkeypatch.setattr("games.live.online.consumer.hand", hand)
        monkeypatch.setattr(hub, "version", lambda game_id: 4)
        return found

    @pytest.fixture
    def table(self) -> GameConsumer:
        consumer = GameConsumer()
        consumer.line, consumer.idle = Line(), True
        consumer.listener = Listener(10, 10, None, "en", None, None, folds=True, shown=4)  # type: ignore[arg-type]
        return consumer

    CARD = '{"type":"play","card":"G0","ply":0,"id":"a"}'

    async def test_one_that_a_change_answers_is_not_answered_again(
        self, table: GameConsumer, asked: list[Answer]
    ) -> None:
        assert table.hear(self.CARD)
        assert table.listener is not None
        assert table.begun is None
        assert list(table.listener.unanswered) == ["a"]
        assert not table.hear('{"type":"sync"}')
        asked[0](5, None)
        assert told(table) == []
        assert table.listener.unanswered == {"a": 5}
        assert not table.storing.busy

    @pytest.mark.parametrize("decided", [True, False])
    async def test_one_that_can_be_is_decided_in_numbers(
        self, table: GameConsumer, asked: list[Answer], monkeypatch: pytest.MonkeyPatch, decided: bool
    ) -> None:
        card = Played(0, 5, 0, "G0", "0:a", 1, 11, 1, 1, True) if decided else None
        done = list[int]()
        monkeypatch.setattr("games.live.online.course.lay", lambda *said, **more: card)
        monkeypatch.setattr("games.live.online.course.done", done.append)
        table.hear(self.CARD)
        assert table.card is card
        assert done == []
        asked[0](5, None)
        assert done == [0] * decided

    @pytest.mark.parametrize(
        ("text", "line", "thought"),
        [
            (CARD, None, None),
            ('{"type": "play", "card": "G0", "ply": 0, "id": "a", "line": 2}', 2, None),
            ('{"id":"a","ply":0,"card":"G0","type":"play","thought":700}', None, 700),
        ],
    )
    async def test_one_that_cannot_be_is_played_as_it_was_written(
        self,
        table: GameConsumer,
        asked: list[Answer],
        monkeypatch: pytest.MonkeyPatch,
        text: str,
        line: int | None,
        thought: int | None,
    ) -> None:
        heard = list[Any]()

        def play(*said: Any, **more: Any) -> int:
            heard.append((said, more))
            return 5

        monkeypatch.setattr("games.services.online.play.play", play)
        table.hear(text)
        assert table.play_said() == 5
        assert heard == [((0, 10, "G0", 0, "a", line), {"thought": thought, "program": False})]

    async def test_one_that_is_shown_already_is_answered(self, table: GameConsumer, asked: list[Answer]) -> None:
        table.hear(self.CARD)
        asked[0](4, None)
        assert told(table) == [{"type": "accepted", "id": "a", "version": 4}]

    @pytest.mark.parametrize("scope", ["play", "read"])
    async def test_a_token_that_only_reads_has_nothing_stored(
        self, table: GameConsumer, asked: list[Answer], scope: str
    ) -> None:
        table.token = Token(scope=scope)
        table.hear(self.CARD)
        assert len(asked) == (scope == "play")
        for one in asked:
            one(4, None)
        assert [one.get("code", one["type"]) for one in told(table)] == ["accepted" if scope == "play" else "read_only"]

    async def test_one_of_a_program_is_stored_as_quickly(self, table: GameConsumer, asked: list[Answer]) -> None:
        table.token = Token(scope="play")
        assert table.stores(self.CARD)

    @pytest.mark.parametrize(
        ("error", "code"), [(Refusal("not_your_turn"), "not_your_turn"), (ZeroDivisionError(), "unavailable")]
    )
    async def test_a_refusal_is_told_and_what_is_none_is_in_the_log(
        self, table: GameConsumer, asked: list[Answer], caplog: Any, error: Exception, code: str
    ) -> None:
        table.hear(self.CARD)
        asked[0](None, error)
        (refused,) = told(table)
        assert (refused["type"], refused["code"], refused["id"], refused["version"]) == ("refused", code, "a", 4)
        assert [one.levelname for one in caplog.records] == ["ERROR"] * (code == "unavailable")
        assert table.listener is not None
        assert table.listener.unanswered == {}
        assert table.hear(self.CARD)

    async def test_one_that_nobody_takes_is_refused_and_the_next_is_heard(
        self, table: GameConsumer, asked: list[Answer], monkeypatch: pytest.MonkeyPatch, caplog: Any
    ) -> None:
        def full(*_: object) -> None:
            raise RuntimeError("can't start new thread")

        with monkeypatch.context() as here:
            here.setattr("games.live.online.consumer.hand", full)
            assert table.hear(self.CARD)
        assert [one["code"] for one in told(table)] == ["unavailable"]
        assert [one.levelname for one in caplog.records] == ["ERROR"]
        assert table.hear(self.CARD)
        assert len(asked) == 1

    @pytest.mark.parametrize(
        "text",
        [
            '{"type":"play","card":"G0","ply":0}',
            '{"type":"sync","x":{"type":"play"}}',
            '{"type":"say","word":"hello","id":"play"}',
            CARD + " " * 9000,
        ],
    )
    async def test_everything_else_goes_the_usual_way(
        self, table: GameConsumer, asked: list[Answer], text: str
    ) -> None:
        assert not table.stores(text)
        assert asked == []

    async def test_whoever_sends_too_many_goes_the_usual_way_too(
        self, table: GameConsumer, asked: list[Answer]
    ) -> None:
        table.limited = True
        assert [table.stores(self.CARD) for _ in range(FRAMES + 1)] == [True] * FRAMES + [False]


def told(table: GameConsumer) -> list[Any]:
    assert isinstance(table.line, Line)
    return [json.loads(text) for text in table.line.texts]


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


class Line:
    def __init__(self) -> None:
        self.hear: Callable[[str], bool] | None = None
        self.texts: list[str] = []

    def tell(self, text: str) -> None:
        self.texts.append(text)


class TestBeats:
    async def test_a_room_in_which_all_are_here_takes_one_text_and_no_task(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        crowd = Crowd(Steady(), monkeypatch)
        pages = [await crowd.come(user) for user in (10, 11, None)]
        lines = [Line() for _ in pages]
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
        pages[0].listener.line = line = Line()
        await crowd.tick(2)
        before = pages[1].beats
        assert not delivery.tick(crowd.room)
        await crowd.tick(1 + TICKS)
        assert (line.texts, pages[1].beats) == ([], before + 1)

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
