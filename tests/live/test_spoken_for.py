"""Where all who are expected are here, and known to be, a beat stores nothing and asks for nothing."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError
from django.utils import timezone

from games.live import exchange as exchanging
from games.live.exchange import Part, Told
from games.live.hub import Hub
from games.live.online.seats import seats
from games.live.pulse import TICKS
from games.models import Game, Player, Process, User
from games.store import presence
from tests.live.test_hearing import Page, hub
from tests.services.plays import match_of

__all__ = ["hub"]

pytestmark = pytest.mark.django_db(transaction=True)

Beat = Callable[[], Awaitable[set[int]]]


@pytest.fixture
def beat(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> Beat:
    """A whole beat in a moment; the leases that it went through."""
    monkeypatch.setattr(hub._pulse, "_spawn", lambda call: call.close())
    seen = list[set[int]]()

    def watched(parts: Iterable[Part], told: Told, **how: Any) -> Any:
        seen.append({lease for part in parts for lease in part.here | part.gone})
        return exchanging.exchange(parts, told, **how)

    monkeypatch.setattr("games.live.pulse.exchange", watched)

    async def beaten() -> set[int]:
        seen.clear()
        for number in range(1, TICKS + 1):
            await hub._pulse.tick(number)
        hub._pulse._due = True
        await hub._pulse.store()
        return set[int]().union(*seen)

    return beaten


@pytest.fixture
async def pages(hub: Hub, game: Game, ana: User, bram: User) -> dict[int, Page]:
    """Both sit at their game, by their leases."""
    match = await sync_to_async(match_of)(game)
    leases = {one.user_id: one.pk async for one in Player.objects.filter(game=game)}
    found = {leases[user.pk]: Page(user, leases[user.pk]) for user in (ana, bram)}
    for page in found.values():
        await hub.attach(page.listener, match, seats, {})
    return found


def hear(pages: dict[int, Page], ago: float = 0.0) -> None:
    for page in pages.values():
        page.listener.heard = time.monotonic() - ago


async def held() -> set[int]:
    process = presence.uptime.row
    return {one async for one in Player.objects.filter(process=process).values_list("pk", flat=True)}


async def test_nobody_is_gone_through_who_is_known_to_be_here(beat: Beat, pages: dict[int, Page]) -> None:
    assert await beat() == set(pages)
    assert [await beat(), await beat()] == [set(), set()]
    hear(pages, 0.99 * presence.BEAT)
    assert await beat() == set()
    assert await held() == set(pages)


async def test_who_was_let_go_and_is_heard_again_is_held_again(beat: Beat, pages: dict[int, Page]) -> None:
    """A little late is no absence, and nothing is told at the table."""
    await beat()
    hear(pages, presence.quiet() + 1)
    assert await beat() == set(pages)
    assert await held() == set()
    hear(pages)
    assert await beat() == set(pages)
    assert await held() == set(pages)
    assert await beat() == set()


async def test_who_left_and_came_back_at_once_is_held_however_long_that_took_to_store(
    beat: Beat, hub: Hub, game: Game, pages: dict[int, Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process stood still while it was stored, so when they were last heard is otherwise than it was."""
    await beat()
    page = pages[min(pages)]
    hub.detach(page.listener, game.pk)
    await hub.attach(page.listener, await sync_to_async(match_of)(game), seats, {})
    during(monkeypatch, lambda: hub._pulse._forgive(6))
    await hub._pulse.store()
    assert hub._pulse._gone
    monkeypatch.undo()
    await hub._pulse.store()
    assert await held() == set(pages)


async def test_a_beat_that_is_due_meanwhile_is_not_lost(
    beat: Beat, hub: Hub, pages: dict[int, Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something between two beats takes its time."""
    await beat()
    during(monkeypatch, lambda: setattr(hub._pulse, "_due", True))
    await hub._pulse.store()
    assert hub._pulse._due


async def test_nobody_was_heard_later_than_now(beat: Beat, hub: Hub, game: Game, pages: dict[int, Page]) -> None:
    """A process that stood still hears what came meanwhile before it forgives."""
    page, other = pages.values()
    hub.detach(other.listener, game.pk)
    hub._pulse._forgive(6)
    heard = [page.listener.heard, *(one.heard for one in hub._pulse._gone.values())]
    assert max(heard) <= time.monotonic()


async def test_of_two_tabs_that_close_the_one_heard_last_counts(
    hub: Hub, game: Game, ana: User, pages: dict[int, Page]
) -> None:
    lease, page = next((lease, page) for lease, page in pages.items() if page.listener.user_id == ana.pk)
    old = Page(ana, lease)
    await hub.attach(old.listener, await sync_to_async(match_of)(game), seats, {})
    old.listener.heard -= 5
    for one in (page, old):
        hub.detach(one.listener, game.pk)
    assert hub._pulse._gone[seats, lease].heard == page.listener.heard


async def test_whom_another_process_took_over_is_held_again(beat: Beat, pages: dict[int, Page]) -> None:
    await beat()
    other = await Process.objects.acreate(host="elsewhere", pid=1, beat_at=timezone.now())
    await Player.objects.filter(pk=min(pages)).aupdate(process=other)
    assert await beat() == set(pages)
    assert await held() == set(pages)


async def test_everybody_is_at_once_where_the_row_of_the_process_is_another(
    beat: Beat, hub: Hub, pages: dict[int, Page]
) -> None:
    await beat()
    await Process.objects.all().adelete()
    assert (await beat(), hub._pulse._due) == (set(), True)
    assert (await beat(), hub._pulse._due) == (set(pages), False)
    assert await held() == set(pages)


@pytest.mark.parametrize("error", [DatabaseError, ZeroDivisionError])
async def test_everybody_is_where_it_could_not_be_stored(
    beat: Beat, hub: Hub, pages: dict[int, Page], monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """Whatever was wrong: it may be half of it that was stored."""

    def broken(*args: object) -> None:
        raise error

    await beat()
    await Player.objects.all().aupdate(process=None)
    with monkeypatch.context() as patch, suppress(ZeroDivisionError):
        patch.setattr(presence.uptime, "beat", broken)
        await beat()
    assert await beat() == set(pages)
    assert await held() == set(pages)


def during(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> None:
    """Have something happen while the next exchange is under way."""

    def watched(*args: Any, **how: Any) -> Any:
        found = exchanging.exchange(*args, **how)
        act()
        return found

    monkeypatch.setattr("games.live.pulse.exchange", watched)
