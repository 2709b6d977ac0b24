"""What a socket that folds is sent: each version in one frame, with the answer to what it asked for, and never a change
to another view than the one it was sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.live import delivery
from games.live.face import Room
from games.live.line import begun
from games.stories.online import Match
from games.stories.online_kinds import Kind
from games.stories.story import Fact
from tests.live.crowds import Direct
from tests.live.folders import DEALT, GAME, Page, Site


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setattr("games.store.broadcast._local", None)
    return Site(monkeypatch)


def named() -> Iterator[Match]:
    """The game of this seed with its cards under the ids that their players gave them."""
    match = GAME[DEALT]
    yield match
    for at, later in enumerate(GAME[DEALT + 1 : -1]):
        assert match.state is not None
        seat = match.state.to_play
        match = match.fold(
            [Fact(Kind.PLAYED, seat, {"card": str(later.plays[-1])}, f"{seat}:{seat}-{at}-1a2b3c4d5e6f")]
        )
        yield match


def last_id(match: Match) -> tuple[int, str]:
    """Who played the last card, and under which id."""
    seat, client_id = list(match.answers)[-1].split(":")
    return int(seat), client_id


class TestAWholeGame:
    async def test_a_card_costs_two_frames_and_nine_hundred_bytes(self, site: Site) -> None:
        """The mean of the game and its worst card; the last one brings the votes."""
        first, *rest = named()
        pages = [await site.come(first, user) for user in (1, 2)]
        costs = []
        for match in rest:
            seat, client_id = last_id(match)
            pages[seat].listener.asks([client_id])
            sent = [len(page.frames) for page in pages]
            await site.show(match)
            frames = [text for page, before in zip(pages, sent, strict=True) for text in page.frames[before:]]
            assert len(frames) == 2
            assert pages[seat].answered[-1] == client_id
            costs.append(sum(len(text.encode()) for text in frames))
        assert len(costs) == 52
        assert sum(costs) / 52 <= 900
        assert max(costs) <= 2500

    async def test_a_card_is_told_without_the_view_that_it_changes(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first, second, *_ = named()
        page = await site.come(first, 1)
        monkeypatch.setattr(site.face, "view", pytest.fail)
        await site.show(second)
        assert page.kinds == ["view", "change"]

    async def test_who_watches_folds_the_same_game(self, site: Site) -> None:
        first, *rest = named()
        watcher, plain = await site.come(first, None), await site.come(first, None, folds=False)
        for match in rest:
            await site.show(match)
            assert watcher.view == plain.view == site.truth(match, watcher)
        assert watcher.kinds == ["view"] + ["change"] * 52
        assert plain.kinds == ["view"] * 53


def test_an_answer_comes_with_the_version_that_has_what_was_asked_for_and_only_once() -> None:
    listener = Page(1).listener
    listener.asks(["a"])
    assert not listener.owed("a", 6)
    assert [listener.told_with(version, lambda one: None) for version in (5, 6, 7)] == [[], ["a"], []]


def line_to(page: Page) -> Direct:
    """The direct way to a page, which waits for nothing."""

    def take(text: str) -> None:
        assert begun(page._send(text)).done()

    return Direct(take)


class TestByTheLine:
    """Pages at the table that all have a line are served without a task, and everybody else as ever."""

    @pytest.fixture
    def waited(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> list[Match]:
        """What was shown by the way that may wait."""
        found: list[Match] = []
        deliver = delivery.deliver

        async def seen(room: Room) -> None:
            found.append(room.story)
            await deliver(room)

        monkeypatch.setattr(delivery, "deliver", seen)
        return found

    @pytest.mark.parametrize("folds", [True, False])
    async def test_each_frame_of_a_whole_game_is_the_same(
        self, site: Site, waited: list[Match], monkeypatch: pytest.MonkeyPatch, folds: bool
    ) -> None:
        first, *rest = named()
        there = Site(monkeypatch)
        direct = [await site.come(first, user, folds=folds) for user in (1, 2)]
        usual = [await there.come(first, user, folds=folds) for user in (1, 2)]
        for page in direct:
            page.listener.line = line_to(page)
        for match in rest:
            seat, client_id = last_id(match)
            for pages in (direct, usual):
                pages[seat].listener.asks([client_id])
            await site.show(match)
            await there.show(match)
        assert [page.frames for page in direct] == [page.frames for page in usual]
        assert [page.answered for page in direct] == [page.answered for page in usual]
        assert waited == rest

    @pytest.mark.parametrize("who", ["watcher", "without a line"])
    async def test_whoever_cannot_be_served_so_gets_it_as_ever(self, site: Site, waited: list[Match], who: str) -> None:
        pages = [await site.come(GAME[DEALT], user) for user in (1, None if who == "watcher" else 2)]
        pages[0].listener.line = line_to(pages[0])
        await site.show(GAME[DEALT + 1])
        assert [page.kinds for page in pages] == [["view", "change"]] * 2
        assert waited == [GAME[DEALT + 1]]

    async def test_who_may_not_look_any_more_is_told_so(self, site: Site, waited: list[Match]) -> None:
        page = await site.come(GAME[DEALT], 1)
        page.listener.line = line_to(page)
        page.listener.user_id = 3
        closed: list[str] = []

        async def close(code: str) -> None:
            closed.append(code)

        page.listener.close = close
        later = GAME[DEALT + 1]
        await site.show(later.changed(options=replace(later.options, watch=False)))
        assert (page.kinds, closed, len(waited)) == (["view"], ["may_not_watch"], 1)
