"""When a socket that folds is sent a change, when the view itself, and which of them brings the answer it waits for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from games.live import views
from games.live.views import told as said
from games.stories.story import Fact
from tests.live.crowds import settled
from tests.live.folders import DEALT, GAME, Site, played

ACTS: tuple[dict[str, Any], ...] = (
    {"what": "rename_seat", "seat": 1, "name": "Bart", "only": 1},
    {"what": "freeze"},
    {"what": "undo", "undoes": 1},
    {"what": "award", "winner": 1},
    {"what": "reopen"},
    {"what": "call_off"},
)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setattr("games.store.broadcast._local", None)
    return Site(monkeypatch)


class TestTheAnswer:
    async def test_comes_with_the_change_whether_it_is_known_before_or_after(self, site: Site) -> None:
        match = GAME[DEALT]
        for name, known in (("before", True), ("after", False)):
            turn = match.state.to_play if match.state else 0
            page = await site.come(match, (1, 2)[turn or 0])
            page.listener.asks([name])
            match = played(match, name)
            if known:
                assert not page.listener.owed(name, match.version)
            await site.show(match)
            assert not page.listener.owed(name, match.version)
            assert page.kinds == ["view", "change"]
            assert page.answered == [name]

    async def test_comes_for_itself_of_what_is_shown_already(self, site: Site) -> None:
        page = await site.come(GAME[DEALT + 4], 1)
        page.listener.asks(["again"])
        assert page.listener.owed("again", GAME[DEALT + 4].version)
        assert not page.listener.owed("again", GAME[DEALT + 4].version)

    async def test_comes_after_a_whole_view(self, site: Site) -> None:
        match = GAME[DEALT]
        assert match.state is not None
        page = await site.come(match, (1, 2)[match.state.leader])
        page.listener.asks(["card"])
        page.listener.shown_as = None
        await site.show(played(match, "card"))
        assert page.kinds == ["view", "view", "accepted"]
        assert page.answered == ["card"]

    async def test_goes_to_the_page_alone_that_asked(self, site: Site) -> None:
        match = GAME[DEALT]
        assert match.state is not None
        asking, other = [await site.come(match, (1, 2)[match.state.leader]) for _ in range(2)]
        asking.listener.asks(["card"])
        await site.show(played(match, "card"))
        assert (asking.answered, other.answered) == (["card"], [])
        assert asking.view == other.view

    async def test_is_not_waited_for_by_a_page_of_whole_views(self, site: Site) -> None:
        page = await site.come(GAME[DEALT], 1, folds=False)
        page.listener.asks(["card"])
        assert page.listener.owed("card", GAME[DEALT].version + 1)


class TestTheViewItself:
    async def test_comes_to_who_asks_for_it(self, site: Site) -> None:
        match = GAME[DEALT + 3]
        page = await site.come(match, 1)
        site.hub.answer(page.listener, match.game_id)
        await settled()
        assert page.kinds == ["view", "view"]

    async def test_comes_to_who_asks_although_a_change_is_on_its_way(self, site: Site) -> None:
        page = await site.come(GAME[DEALT], 1)
        site.hub.rooms[GAME[DEALT].game_id].story = GAME[DEALT + 1]
        site.hub.answer(page.listener, GAME[DEALT].game_id)
        await settled()
        assert page.kinds == ["view", "view"]
        assert page.view == site.truth(GAME[DEALT + 1], page)

    async def test_comes_to_who_sees_the_game_as_somebody_else_from_now_on(self, site: Site) -> None:
        """A watcher who joins, say: what they knew was no view of a seat."""
        waiting = next(match for match in GAME if match.sitters[0] and not match.sitters[1])
        page, ana = await site.come(waiting, 2), await site.come(waiting, 1)
        joined = GAME[GAME.index(waiting) + 1]
        await site.show(joined)
        assert (page.kinds, ana.kinds) == (["view", "view"], ["view", "change"])
        await site.show(GAME[DEALT])
        assert page.kinds[2:] == ["change"]
        assert page.view == site.truth(GAME[DEALT], page)

    async def test_comes_to_who_missed_what_the_others_were_sent(self, site: Site) -> None:
        page, late = await site.come(GAME[DEALT], 1), await site.come(GAME[DEALT], 1)
        late.listener.shown -= 1
        await site.show(GAME[DEALT + 1])
        assert (page.kinds, late.kinds) == (["view", "change"], ["view", "view"])

    async def test_comes_in_the_language_that_the_page_speaks(self, site: Site) -> None:
        page, other = await site.come(GAME[DEALT], 1), await site.come(GAME[DEALT], 1)
        other.listener.language = "nl"
        await site.show(GAME[DEALT + 1])
        assert (page.kinds, other.kinds) == (["view", "change"], ["view", "view"])


class TestAChange:
    async def test_leads_over_versions_that_came_at_once(self, site: Site) -> None:
        page = await site.come(GAME[DEALT], 1)
        await site.show(*GAME[DEALT + 1 : DEALT + 5])
        assert page.kinds == ["view", "change"]
        assert page.view == site.truth(GAME[DEALT + 4], page)

    @pytest.mark.parametrize("user", [1, 2, None])
    async def test_says_whatever_a_moderator_does(self, site: Site, user: int | None) -> None:
        match = GAME[DEALT + 12]
        page = await site.come(match, user)
        for act, told in enumerate(ACTS):
            match = match.fold([Fact("judged", None, {"act": act, "why": "", "undoes": None, **told})])
            await site.show(match)
            assert page.kinds[-1] == "change"
            assert page.view == site.truth(match, page)

    async def test_is_made_once_for_all_who_see_the_same(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        pages = [await site.come(GAME[DEALT], None) for _ in range(5)]
        made: list[str] = []

        def counted(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
            made.append("change")
            return said(before, after)

        monkeypatch.setattr(views, "told", counted)
        await site.show(replace(GAME[DEALT], version=GAME[DEALT].version + 1))
        assert [page.kinds for page in pages] == [["view", "change"]] * 5
        assert made == ["change"]
