"""A room in which all is as it was, and everybody has answered, is told the same again without a look at anybody."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from games.live import delivery
from games.live.line import Line
from games.live.pulse import TICKS
from games.store import presence
from games.wire.online import here
from tests.live.crowds import MATCH, STIRS, Crowd, Direct, Page
from tests.live.test_quiet_rooms import Expecting

OWN = 1
"""The part of a beat that is the room's own."""


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> Crowd:
    return Crowd(Expecting(), monkeypatch)


@pytest.fixture
async def pages(crowd: Crowd) -> list[Page]:
    """Two at their game, to whom the same was told twice."""
    found = [await crowd.come(10), await crowd.come(11)]
    for page in found:
        page.listener.line = Direct(page.sent.append)
    await crowd.tick(OWN)
    for _ in range(2):
        answer(crowd, *found)
        await crowd.tick(OWN)
    return found


def answer(crowd: Crowd, *pages: Page, version: int = MATCH.version) -> None:
    for page in pages:
        crowd.room.answered(page.listener, version)


def again(crowd: Crowd) -> bool:
    return delivery.again(crowd.room, time.monotonic() - presence.quiet())


async def test_is_told_again(crowd: Crowd, pages: list[Page], monkeypatch: pytest.MonkeyPatch) -> None:
    told = [page.beats for page in pages]
    monkeypatch.setattr(delivery, "tick", pytest.fail)
    monkeypatch.setattr(delivery, "tell", pytest.fail)
    for number in range(1, 4):
        answer(crowd, *pages)
        await crowd.tick(OWN + TICKS * number)
        assert [page.beats for page in pages] == [before + number for before in told]


@pytest.mark.parametrize("fails", ["nobody", "one of them", "one twice", "with an old version"])
async def test_whether_all_have_answered_is_seen_in_the_next_part(crowd: Crowd, pages: list[Page], fails: str) -> None:
    answer(crowd, *pages)
    await crowd.tick(OWN)
    ana, bram = pages
    match fails:
        case "nobody":
            answer(crowd, ana, bram)
        case "one of them":
            answer(crowd, ana)
        case "one twice":
            answer(crowd, ana, ana)
        case _:
            answer(crowd, ana)
            answer(crowd, bram, version=MATCH.version - 1)
    looked_at = bool(crowd.hub._pulse._due_in(OWN + 1))
    assert looked_at is (fails != "nobody")
    assert again(crowd) is (fails == "nobody")


@pytest.mark.parametrize("stirs", STIRS)
async def test_it_is_not_where_anything_may_be_otherwise(crowd: Crowd, pages: list[Page], stirs: str) -> None:
    answer(crowd, *pages)
    await crowd.stir(stirs, pages[0])
    assert not again(crowd)


async def test_nor_after_a_look(crowd: Crowd, pages: list[Page]) -> None:
    """It may have found that somebody is not here."""
    answer(crowd, *pages)
    crowd.room.look()
    assert not again(crowd)


async def test_who_comes_and_answers_counts_for_nobody_else(crowd: Crowd, pages: list[Page]) -> None:
    """One of two is silent, and a third came after the beat that both were told."""
    ana, _ = pages
    answer(crowd, ana)
    answer(crowd, await crowd.come())
    crowd.room.look()
    assert not again(crowd)


async def test_nor_where_the_one_before_is_too_long_ago(crowd: Crowd, pages: list[Page]) -> None:
    """Parts that came late: who answered that may have vanished since."""
    answer(crowd, *pages)
    assert not delivery.again(crowd.room, time.monotonic())
    assert again(crowd)


async def test_nothing_of_who_left_is_kept(crowd: Crowd, pages: list[Page]) -> None:
    crowd.go(pages[0])
    assert crowd.room.steady is None


def lines_of(pages: list[Page]) -> list[Line]:
    return [page.listener.line for page in pages if page.listener.line is not None]


async def test_the_answer_is_for_the_line_alone(crowd: Crowd, pages: list[Page]) -> None:
    """Once a beat: another one goes to who hears, where it is counted."""
    text, then = here(MATCH.version), [page.listener.noted for page in pages]
    await asyncio.sleep(0.001)
    assert [[line.answered(text) for _ in range(2)] for line in lines_of(pages)] == [[True, False]] * 2
    assert [page.listener.noted for page in pages] == then
    assert all(page.listener.heard > before for page, before in zip(pages, then, strict=True))
    assert again(crowd)
    assert [line.answered(text) for line in lines_of(pages)] == [True, True]


async def test_only_that_of_the_version_that_was_told(pages: list[Page]) -> None:
    assert not any(line.answered(here(MATCH.version + other)) for line in lines_of(pages) for other in (-1, 1))


async def test_none_is_once_something_else_was_told(crowd: Crowd, pages: list[Page]) -> None:
    crowd.hub._show(replace(MATCH, version=MATCH.version + 1))
    await crowd.tick(OWN)
    assert not any(line.answered(here(MATCH.version)) for line in lines_of(pages))


async def test_who_is_gone_was_heard_when_their_line_was(pages: list[Page]) -> None:
    (ana, _), (line, _) = pages, lines_of(pages)
    ana.listener.heard = 5.0
    assert line.answered(here(MATCH.version))
    heard = line.said
    ana.listener.let_go()
    line.end()
    assert ana.listener.heard == heard > 5
