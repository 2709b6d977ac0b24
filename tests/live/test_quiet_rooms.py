"""A room costs nothing in the parts of a beat that are not its own, as long as nothing can be told there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.store import presence
from games.store.newer import Ahead
from games.store.played import Played
from games.stories.online import Match
from tests.live.crowds import MATCH, STIRS, Counting, Crowd, Direct, settled


def looked_at(crowd: Crowd, number: int) -> bool:
    """Whether the only room is looked at in this part of a beat; its own is the first."""
    return bool(crowd.hub._pulse._due_in(number))


class Expecting(Counting):
    """Both seats are expected."""

    def expected(self, story: Match) -> set[int]:
        return {0, 1}


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> Crowd:
    return Crowd(Expecting(), monkeypatch)


async def test_is_looked_at_until_all_have_answered_its_beat(crowd: Crowd) -> None:
    pages = [await crowd.come(10), await crowd.come(11)]
    assert looked_at(crowd, 2)
    await crowd.tick(1)
    assert not looked_at(crowd, 2)
    for page in pages:
        page.listener.heard -= presence.BEAT
    await crowd.tick(1)
    assert looked_at(crowd, 2)
    for page in pages:
        page.listener.answered(MATCH.version, MATCH.version)
    await crowd.tick(2)
    assert not looked_at(crowd, 3)
    assert looked_at(crowd, 1)


@pytest.mark.parametrize("stirs", STIRS)
async def test_and_whenever_something_happens_there(crowd: Crowd, stirs: str) -> None:
    ana, _ = await crowd.come(10), await crowd.come(11)
    await crowd.tick(1)
    await crowd.stir(stirs, ana)
    assert looked_at(crowd, 2)


async def test_cards_alone_change_nothing_of_who_is_here(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its beat tells of them, and nobody looks who is here until somebody has not answered for a while."""
    pages = [await crowd.come(10), await crowd.come(11)]
    for page in pages:
        page.listener.line = Direct(page.sent.append)
    await crowd.tick(1)
    looks, room = list[bool](), crowd.room
    monkeypatch.setattr(crowd.hub._pulse, "_look", lambda room, now, *, regular: looks.append(regular))
    for version, part in ((5, 2), (6, 3), (7, 1)):
        room.since.append(Played(MATCH.game_id, version, 0, "G0", f"0:{version}", 1, 11, 1, 1, True))
        room.version = version
        crowd.hub._pulse.stirred(MATCH.game_id)
        assert looked_at(crowd, part)
        await crowd.tick(part)
    assert looks == []
    assert [page.sent[-1] for page in pages] == ["beat 7"] * 2
    pages[0].listener.heard -= presence.quiet() + 1
    crowd.hub._pulse.stirred(MATCH.game_id)
    await crowd.tick(2)
    assert looks == [False]


async def test_whatever_else_happens_may(crowd: Crowd) -> None:
    await crowd.come(10), await crowd.come(11)
    await crowd.tick(1)
    assert crowd.room.settled
    crowd.room.story = replace(MATCH, version=5)
    assert not crowd.room.settled


async def test_one_that_is_empty_is_forgotten(crowd: Crowd) -> None:
    crowd.go(await crowd.come(10))
    assert not looked_at(crowd, 1)
    assert not crowd.hub._pulse._restless


@pytest.mark.parametrize(
    ("ahead", "read"),
    [
        ({}, []),
        ({MATCH.game_id: 4}, []),
        ({MATCH.game_id: 5}, [[MATCH]]),
        ({MATCH.game_id: 5, 99: 3}, [[MATCH]]),
        ({99: 3}, []),
    ],
)
async def test_its_game_is_read_where_it_is_behind_the_log_still(
    crowd: Crowd, monkeypatch: pytest.MonkeyPatch, ahead: Ahead, read: list[list[Match]]
) -> None:
    """It was asked for with what was shown then, and may have been played on since, as it is all the time."""
    page, asked, after = await crowd.come(10), list[list[Match]](), replace(MATCH, version=5)

    async def newer(call: object, shown: list[Match]) -> list[Match]:
        asked.append(shown)
        return [after]

    monkeypatch.setattr("games.live.pulse._in_thread", newer)
    forgotten = forgets(crowd, monkeypatch)
    await crowd.hub._pulse._catch_up(ahead)
    await settled()
    assert asked == read
    assert page.views == ["view 4", "view 5"][: 1 + len(read)]
    assert forgotten == ["all"] * (99 in ahead)


async def test_it_is_asked_for_again_where_it_could_not_be_read(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(call: object, shown: list[Match]) -> list[Match]:
        raise ZeroDivisionError

    await crowd.come(10)
    monkeypatch.setattr("games.live.pulse._in_thread", broken)
    forgotten = forgets(crowd, monkeypatch)
    with pytest.raises(ZeroDivisionError):
        await crowd.hub._pulse._catch_up({MATCH.game_id: 5})
    assert forgotten == ["all"]


def forgets(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes when what was asked for is forgotten."""
    noted = list[str]()
    monkeypatch.setattr(crowd.hub._pulse._told.log, "forget", lambda: noted.append("all"))
    return noted
