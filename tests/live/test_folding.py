"""What a socket that folds is sent: each version in one frame, with the answer to what it asked for, and never a change
to another view than the one it was sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from games.live import delivery, views
from games.live.face import Listener, Room
from games.live.hub import Hub
from games.live.line import begun
from games.live.online.seats import SeatsFace
from games.live.views import told as said
from games.rules.moves import legal_moves
from games.stories.online import Kind, Match, Options
from games.stories.story import Fact
from games.wire.changes import folded
from games.wire.online import Change
from tests.live.crowds import idle, settled
from tests.live.test_shape import whole_game

GAME = whole_game(3, Options())
DEALT = next(at for at, match in enumerate(GAME) if match.state)


class Page:
    """A page that folds, or one that is sent whole views, and every frame that it was sent."""

    def __init__(self, user: int | None, *, folds: bool = True) -> None:
        self.frames: list[str] = []
        self.view: dict[str, Any] = {}
        self.answered: list[str] = []
        self.listener = Listener(user, user, None, "en", self._send, self._send, folds=folds)

    async def _send(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] != "beat":
            self.frames.append(text)
        if message["type"] == "view":
            self.view = message
        elif message["type"] == "change":
            Change.model_validate_json(text)
            assert message["after"] == self.view["version"]
            self.view = {**folded(self.view, message["view"]), "version": message["version"]}
            self.answered += message.get("accepted", [])
        elif message["type"] == "accepted":
            self.answered.append(message["id"])

    @property
    def kinds(self) -> list[str]:
        return [json.loads(text)["type"] for text in self.frames]


class Site:
    """A hub without sockets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hub, self.face = Hub(), SeatsFace()
        monkeypatch.setattr(self.hub._pulse, "store", idle)
        monkeypatch.setattr(self.hub._pulse, "beat_forever", idle)

    async def come(self, match: Match, user: int | None, *, folds: bool = True) -> Page:
        page = Page(user, folds=folds)
        await self.hub.attach(page.listener, match, self.face, {})
        return page

    async def show(self, *stories: Match) -> None:
        """What was committed, one after the other, before any of it is sent."""
        for story in stories:
            self.hub._show(story)
        await asyncio.sleep(0)  # The hub may begin with its next turn.
        await settled()

    def truth(self, match: Match, page: Page) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.face.render(match, self.face.audience(match, page.listener), "en"))
        return told


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setattr("games.store.broadcast._local", None)
    return Site(monkeypatch)


def played(match: Match, client_id: str) -> Match:
    """The first legal card, as that of this id."""
    state = match.state
    assert state is not None
    card = str(legal_moves(state)[0])
    return match.fold([Fact(Kind.PLAYED, state.to_play, {"card": card}, f"{state.to_play}:{client_id}")])


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

    async def test_who_watches_folds_the_same_game(self, site: Site) -> None:
        first, *rest = named()
        watcher, plain = await site.come(first, None), await site.come(first, None, folds=False)
        for match in rest:
            await site.show(match)
            assert watcher.view == plain.view == site.truth(match, watcher)
        assert watcher.kinds == ["view"] + ["change"] * 52
        assert plain.kinds == ["view"] * 53


class Line:
    """The direct way to a page."""

    hear: Callable[[str], bool] | None = None

    def __init__(self, page: Page) -> None:
        self.page = page

    def tell(self, text: str) -> None:
        task = begun(self.page._send(text))
        assert task.done()


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
            page.listener.line = Line(page)
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
        pages[0].listener.line = Line(pages[0])
        await site.show(GAME[DEALT + 1])
        assert [page.kinds for page in pages] == [["view", "change"]] * 2
        assert waited == [GAME[DEALT + 1]]

    async def test_who_may_not_look_any_more_is_told_so(self, site: Site, waited: list[Match]) -> None:
        page = await site.come(GAME[DEALT], 1)
        page.listener.line = Line(page)
        page.listener.user_id = 3
        closed: list[str] = []

        async def close(code: str) -> None:
            closed.append(code)

        page.listener.close = close
        later = GAME[DEALT + 1]
        await site.show(later.changed(options=replace(later.options, watch=False)))
        assert (page.kinds, closed, len(waited)) == (["view"], ["may_not_watch"], 1)


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


ACTS: tuple[dict[str, Any], ...] = (
    {"what": "rename_seat", "seat": 1, "name": "Bart", "only": 1},
    {"what": "freeze"},
    {"what": "undo", "undoes": 1},
    {"what": "award", "winner": 1},
    {"what": "reopen"},
    {"what": "call_off"},
)
