"""The thread in which sockets are let in."""

from __future__ import annotations

import asyncio
import threading

import pytest
from django.utils import translation

from games.live import ushers
from games.live.ushers import ushered
from games.rules.errors import Refusal


async def test_all_are_let_in_by_one_thread_and_not_by_that_of_the_sockets() -> None:
    found = await asyncio.gather(*(ushered(threading.current_thread) for _ in range(5)))
    assert len(set(found)) == 1
    assert found[0] is not threading.current_thread()


async def test_a_refusal_comes_back_as_it_is() -> None:
    refusal = Refusal("no_such_game")

    def refused(code: str) -> None:
        raise refusal

    with pytest.raises(Refusal) as raised:
        await ushered(refused, "ABCDEF")
    assert raised.value is refusal


async def test_what_one_chooses_is_not_the_next_ones() -> None:
    before = await ushered(translation.get_language)
    await ushered(translation.activate, "nl")
    assert before != "nl"
    assert await ushered(translation.get_language) == before


@pytest.mark.parametrize("fails", [False, True])
async def test_connections_are_looked_at_before_and_after(monkeypatch: pytest.MonkeyPatch, *, fails: bool) -> None:
    done: list[str] = []
    monkeypatch.setattr(ushers, "close_old_connections", lambda: done.append("looked"))

    def arrive() -> None:
        done.append("arrived")
        if fails:
            raise Refusal("no_such_game")

    await asyncio.gather(ushered(arrive), return_exceptions=True)
    assert done == ["looked", "arrived", "looked"]
