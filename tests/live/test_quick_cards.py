"""Cards by the short way: stored without a task, and what they are refused with said as ever."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from games.live.hub import hub
from games.live.listener import Listener
from games.live.online.consumer import GameConsumer
from games.live.pace import FRAMES
from games.models import Token
from games.rules.errors import Refusal
from games.store.job import NOBODY, Job
from games.store.played import Played
from tests.live.test_quick import Heard


class TestCards:
    """A card of the line is stored without a task; what it is refused with, and everything else, is said as ever."""

    @pytest.fixture
    async def asked(self, monkeypatch: pytest.MonkeyPatch) -> list[Job]:
        """What was handed to the writer, and is not stored yet."""
        found: list[Job] = []

        def hand(job: Job) -> None:
            assert job.plain
            job.waits = True
            found.append(job)

        monkeypatch.setattr("games.live.online.consumer.hand", hand)
        monkeypatch.setattr(hub, "version", lambda game_id: 4)
        return found

    @pytest.fixture
    def table(self) -> GameConsumer:
        consumer = GameConsumer()
        consumer.line, consumer.idle = Heard(), True
        consumer.listener = Listener(10, 10, None, "en", None, None, folds=True, shown=4)  # type: ignore[arg-type]
        return consumer

    CARD = '{"type":"play","card":"G0","ply":0,"id":"a"}'

    async def test_one_that_a_change_answers_is_not_answered_again(self, table: GameConsumer, asked: list[Job]) -> None:
        assert table.hear(self.CARD)
        assert table.listener is not None
        assert table.begun is None
        assert list(table.listener.unanswered) == ["a"]
        assert not table.hear('{"type":"sync"}')
        answered(asked[0], 5)
        assert told(table) == []
        assert table.listener.unanswered == {"a": 5}
        assert table.hear('{"type":"sync"}')

    @pytest.mark.parametrize("decided", [True, False])
    async def test_one_that_can_be_is_decided_in_numbers(
        self, table: GameConsumer, asked: list[Job], card: Played, monkeypatch: pytest.MonkeyPatch, decided: bool
    ) -> None:
        done = list[Played]()
        if not decided:
            monkeypatch.setattr("games.live.online.course.lay", lambda *said, **more: None)
        monkeypatch.setattr("games.live.online.course.done", done.append)
        table.hear(self.CARD)
        assert (asked == [card]) is decided
        assert done == []
        answered(asked[0], 5, Refusal("unavailable"))
        assert done == [card] * decided

    @pytest.fixture
    def card(self, monkeypatch: pytest.MonkeyPatch) -> Played:
        """What the next card is decided to be."""
        card = Played(0, 5, 0, "G0", "0:a", 1, 11, 1, 1, True)
        monkeypatch.setattr("games.live.online.course.lay", lambda *said, **more: card)
        return card

    @pytest.mark.parametrize("folds", [True, False])
    async def test_one_that_was_decided_is_told_of_only_to_whoever_does_not_fold(
        self, table: GameConsumer, asked: list[Job], card: Played, folds: bool
    ) -> None:
        """Nobody is kept for longer by a card, which its game may keep for long."""
        assert table.listener is not None
        table.listener.folds = folds
        table.hear(self.CARD)
        assert not table.hear('{"type":"sync"}')
        answered(card, 5)
        assert told(table) == [{"type": "accepted", "id": "a", "version": 5}] * (not folds)
        assert (card.caller, card.error) == (NOBODY, None)
        assert table.hear('{"type":"sync"}')

    @pytest.mark.parametrize("error", [None, Refusal("unavailable")])
    async def test_what_has_to_wait_for_one_goes_on_after_it(
        self, table: GameConsumer, asked: list[Job], card: Played, error: Refusal | None
    ) -> None:
        await table.stored()
        table.hear(self.CARD)
        waiting = asyncio.create_task(table.stored())
        await asyncio.sleep(0)
        assert not waiting.done()
        answered(card, 5, error)
        await asyncio.wait_for(waiting, 5)
        assert [one["type"] for one in told(table)] == ["refused"] * (error is not None)

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
        asked: list[Job],
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
        assert table.act() == 5
        assert heard == [((0, 10, "G0", 0, "a", line), {"thought": thought, "program": False})]

    async def test_one_that_is_shown_already_is_answered(self, table: GameConsumer, asked: list[Job]) -> None:
        table.hear(self.CARD)
        answered(asked[0], 4)
        assert told(table) == [{"type": "accepted", "id": "a", "version": 4}]

    @pytest.mark.parametrize("scope", ["play", "read"])
    async def test_a_token_that_only_reads_has_nothing_stored(
        self, table: GameConsumer, asked: list[Job], scope: str
    ) -> None:
        table.token = Token(scope=scope)
        table.hear(self.CARD)
        assert len(asked) == (scope == "play")
        for one in asked:
            answered(one, 4)
        assert [one.get("code", one["type"]) for one in told(table)] == ["accepted" if scope == "play" else "read_only"]

    async def test_one_of_a_program_is_stored_as_quickly(self, table: GameConsumer, asked: list[Job]) -> None:
        table.token = Token(scope="play")
        assert table.stores(self.CARD)

    @pytest.mark.parametrize(
        ("error", "code"), [(Refusal("not_your_turn"), "not_your_turn"), (ZeroDivisionError(), "unavailable")]
    )
    async def test_a_refusal_is_told_and_what_is_none_is_in_the_log(
        self, table: GameConsumer, asked: list[Job], caplog: Any, error: Exception, code: str
    ) -> None:
        table.hear(self.CARD)
        answered(asked[0], None, error)
        (refused,) = told(table)
        assert (refused["type"], refused["code"], refused["id"], refused["version"]) == ("refused", code, "a", 4)
        assert [one.levelname for one in caplog.records] == ["ERROR"] * (code == "unavailable")
        assert table.listener is not None
        assert table.listener.unanswered == {}
        assert table.hear(self.CARD)

    async def test_one_that_nobody_takes_is_refused_and_the_next_is_heard(
        self, table: GameConsumer, asked: list[Job], monkeypatch: pytest.MonkeyPatch, caplog: Any
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
    async def test_everything_else_goes_the_usual_way(self, table: GameConsumer, asked: list[Job], text: str) -> None:
        assert not table.stores(text)
        assert asked == []

    async def test_whoever_sends_too_many_goes_the_usual_way_too(self, table: GameConsumer, asked: list[Job]) -> None:
        table.limited = True
        assert [table.stores(self.CARD) for _ in range(FRAMES + 1)] == [True] * FRAMES + [False]


def answered(job: Job, version: int | None, error: Exception | None = None) -> None:
    """The writer is done with a job."""
    job.result, job.error = version, error
    job.answer()


def told(table: GameConsumer) -> list[Any]:
    assert isinstance(table.line, Heard)
    return [json.loads(text) for text in table.line.texts]
