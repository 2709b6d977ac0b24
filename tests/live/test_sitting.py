"""Whether somebody sits at a game at an open page, so that no browser of theirs need be told that it is their turn."""

from __future__ import annotations

import time

import pytest

from games.store import presence
from tests.live.crowds import MATCH, Counting, Crowd

ANA, BRAM, CLEO = 10, 11, 12


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> Crowd:
    return Crowd(Counting(), monkeypatch)


@pytest.mark.parametrize(("game_id", "user_id", "sits"), [(1, ANA, True), (1, BRAM, False), (2, ANA, False)])
async def test_who_has_a_seat_and_a_page(crowd: Crowd, game_id: int, user_id: int, sits: bool) -> None:
    await crowd.come(ANA)
    assert crowd.hub.sits(game_id, user_id) is sits


async def test_who_was_not_heard_lately_does_not(crowd: Crowd) -> None:
    old, new = await crowd.come(ANA), await crowd.come(ANA)
    for page in (old, new):
        assert crowd.hub.sits(MATCH.game_id, ANA)
        page.listener.heard = time.monotonic() - presence.LEASE.total_seconds() - 1
    assert not crowd.hub.sits(MATCH.game_id, ANA)


async def test_who_only_watches_or_left_does_not(crowd: Crowd) -> None:
    page, watcher = await crowd.come(ANA), await crowd.come(CLEO)
    crowd.room.leave(watcher.listener)
    watcher.listener.lease = None
    crowd.room.enter(watcher.listener)
    assert (crowd.hub.sits(MATCH.game_id, ANA), crowd.hub.sits(MATCH.game_id, CLEO)) == (True, False)
    crowd.hub.detach(page.listener, MATCH.game_id)
    assert not crowd.hub.sits(MATCH.game_id, ANA)
