"""A hint on its way: thought of once however many ask, and a thought that breaks is told without a card."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Future

import pytest
from asgiref.sync import async_to_sync

from games.live.online import hinting
from games.models import Game, User
from games.rules.errors import Refusal
from games.services.minds import hints
from games.services.minds import pool as pools
from games.services.minds.hints import Wish
from games.services.minds.people import opponent
from games.services.minds.turn import Question
from games.services.minds.worker import Advised
from games.services.online import lobby
from games.stories.online import Options
from tests.services.plays import code_of, match_of

pytestmark = pytest.mark.django_db(transaction=True)
SOON = 20.0
ADVISED = ("G0", "best", "")


@pytest.fixture
def against(ana: User) -> Game:
    game = lobby.create(ana, Options(lead="creator"))
    lobby.join(game, opponent("squire"))
    return game


class Slow:
    """Stands in for the processes: answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.begun = asyncio.Event()
        self.answer: Future[Advised] = Future()

    def advise(self, question: Question) -> Future[Advised]:
        self.asked.append(question)
        self.begun.set()
        return self.answer


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    pool = Slow()
    monkeypatch.setattr(pools, "here", pool)
    return pool


def wish(game: Game, user: User) -> Wish:
    return Wish(game.pk, user.pk, 0, 0, "phone")


def test_two_devices_that_ask_at_once_get_one_thought(against: Game, ana: User, slow: Slow) -> None:
    question = hints.asked(wish(against, ana))
    assert isinstance(question, Question)

    async def both() -> list[Advised]:
        asking = [asyncio.create_task(hinting._thought(wish(against, ana), question)) for _ in range(2)]
        await slow.begun.wait()
        slow.answer.set_result(ADVISED)
        return await asyncio.wait_for(asyncio.gather(*asking), SOON)

    assert async_to_sync(both)() == [ADVISED] * 2
    assert slow.asked == [question]
    assert not hinting._thoughts


def test_a_thought_that_breaks_is_refused_and_told_without_a_card(
    against: Game, ana: User, slow: Slow, caplog: pytest.LogCaptureFixture
) -> None:
    slow.answer.set_exception(RuntimeError("the worker held G7"))
    with caplog.at_level(logging.ERROR, "games.live.online.hinting"), pytest.raises(Refusal) as refused:
        async_to_sync(hinting.hint)(wish(against, ana))
    assert refused.value.code == "no_hint"
    assert "RuntimeError" in caplog.text
    assert "G7" not in caplog.text
    assert match_of(against).aid.asked == ()


def test_whoever_leaves_does_not_end_the_thought_of_the_others(against: Game, ana: User, slow: Slow) -> None:
    question = hints.asked(wish(against, ana))
    assert isinstance(question, Question)

    async def one_leaves() -> Advised:
        leaves, stays = (asyncio.create_task(hinting._thought(wish(against, ana), question)) for _ in range(2))
        await slow.begun.wait()
        leaves.cancel()
        slow.answer.set_result(ADVISED)
        return await asyncio.wait_for(stays, SOON)

    assert async_to_sync(one_leaves)() == ADVISED


def test_what_was_found_is_logged(against: Game, ana: User, slow: Slow) -> None:
    slow.answer.set_result((code_of(against), "best", ""))
    assert async_to_sync(hinting.hint)(wish(against, ana)) == match_of(against).version
    assert async_to_sync(hinting.hint)(wish(against, ana)) == match_of(against).version
    assert match_of(against).aid.asked == (0,)
    assert len(slow.asked) == 1
