"""What a batch of commits has for the loop of all sockets is done in one turn of it, and what closes it comes last."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from games.store import waking


def woken(*calls: Callable[[], object]) -> list[object]:
    """What the loop complains of when a batch in another thread has these calls for it."""
    complaints: list[object] = []

    async def scene() -> None:
        loop, done = asyncio.get_running_loop(), asyncio.Event()
        loop.set_exception_handler(lambda _, context: complaints.append(str(context["exception"])))

        def batch() -> None:
            with waking.together():
                for call in calls:
                    waking.soon(loop, call)
                waking.soon(loop, waking.at_end, done.set)

        await asyncio.to_thread(batch)
        await asyncio.wait_for(done.wait(), 20)

    asyncio.run(scene())
    return complaints


def test_what_is_for_the_end_follows_all_that_woke_the_loop() -> None:
    said: list[str] = []
    assert woken(lambda: waking.at_end(said.append, "delivered"), lambda: said.append("published")) == []
    assert said == ["published", "delivered"]


def test_one_that_fails_spoils_nothing_for_the_others() -> None:
    said: list[str] = []

    def fail(why: str) -> None:
        raise ValueError(why)

    calls = (lambda: fail("first"), lambda: waking.at_end(fail, "last"), lambda: waking.at_end(said.append, "told"))
    assert woken(*calls) == ["first", "last"]
    assert said == ["told"]


def test_without_a_batch_it_is_done_soon() -> None:
    said: list[str] = []

    async def scene() -> None:
        waking.at_end(said.append, "told")
        assert said == []
        await asyncio.sleep(0)

    asyncio.run(scene())
    assert said == ["told"]
