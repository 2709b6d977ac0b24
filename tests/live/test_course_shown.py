"""Cards that are decided in numbers are shown to those at the table at once, and to others as ever."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from games.live import delivery
from games.live.online.course import Course
from games.store import log
from games.store.known import Cache
from games.stories.online_kinds import Kind
from games.stories.story import Fact
from tests.live.courses import course_of, laid, sent
from tests.live.folders import DEALT, GAME, Page, Site
from tests.live.test_folding import line_to

BETWEEN = ("nothing", "a tab comes", "a tab goes", "somebody watches", "the view is asked for", "a moderator acts")


async def between(what: str, site: Site, on: Course, there: list[Page]) -> Course:
    """Have something else happen to a game that is shown to these; how it goes on."""
    room, page = site.hub.rooms[on.game_id], there[-1]
    match what:
        case "a tab comes" | "somebody watches":
            there.append(await site.come(on.match, 2 if what == "a tab comes" else None))
            there[-1].listener.line = line_to(there[-1])
        case "a tab goes":
            site.hub.detach(there.pop().listener, on.game_id)
        case "the view is asked for":
            await delivery.show(room, page.listener, again=True)
        case "a moderator acts":
            act = {"act": 1, "why": "", "undoes": None, "what": "rename_seat", "seat": 1, "name": "Bart", "only": 1}
            renamed = on.match.fold([Fact("judged", None, act)])
            site.hub._published(renamed, None, None)
            await sent()
            return course_of(renamed)
    return on


class TestWhatIsShown:
    @pytest.fixture
    def site(self, monkeypatch: pytest.MonkeyPatch) -> Site:
        monkeypatch.setattr("games.store.broadcast._local", None)
        return Site(monkeypatch)

    @pytest.fixture
    async def pages(self, site: Site) -> list[Page]:
        """Both players, each by a line."""
        found = [await site.come(GAME[DEALT], user) for user in (1, 2)]
        for page in found:
            page.listener.line = line_to(page)
        return found

    async def test_both_fold_each_card_and_nobody_makes_a_story(self, site: Site, pages: list[Page]) -> None:
        on, room = course_of(GAME[DEALT]), site.hub.rooms[GAME[DEALT].game_id]
        for at, match in enumerate(GAME[DEALT + 1 : -2], 1):
            seat = on.board.turn or 0
            pages[seat].listener.asks([f"card-{at}"])
            (card,) = laid(on, match, f"card-{at}")
            card.reports = False
            site.hub._followed([card], 0.0)
            assert pages[seat].answered[-1] == f"card-{at}"
            assert not card.reports
            assert (room.version, room.basis) == (match.version, GAME[DEALT])
            for page in pages:
                assert page.view == site.truth(match, page)
        assert [page.kinds for page in pages] == [["view"] + ["change"] * 51] * 2
        assert replace(room.story, answers={}) == GAME[-3]

    @pytest.mark.parametrize("decided", ["in numbers", "by the plain path"])
    async def test_the_end_comes_as_a_change_too(self, site: Site, pages: list[Page], decided: str) -> None:
        on, room = course_of(GAME[DEALT]), site.hub.rooms[GAME[DEALT].game_id]
        for match in GAME[DEALT + 1 : -2]:
            site.hub._followed(laid(on, match), 0.0)
        if decided == "in numbers":
            pages[on.board.turn or 0].listener.asks(["last"])
            site.hub._followed(laid(on, GAME[-2], "last"), 0.0)
            assert [page.answered for page in pages].count(["last"]) == 1
        else:
            site.hub._published(GAME[-2], GAME[-3], None)
            await sent()
        assert GAME[-2].over
        assert replace(room.story, answers={}) == GAME[-2]
        for page in pages:
            assert page.kinds[-1] == "change"
            assert page.view == site.truth(GAME[-2], page)

    async def test_one_that_was_found_in_the_database_first_is_answered_once(
        self, site: Site, pages: list[Page]
    ) -> None:
        """Between its commit and the turn of the loop a beat may read it."""
        on = course_of(GAME[DEALT])
        seat = on.board.turn or 0
        pages[seat].listener.asks(["a"])
        cards = laid(on, GAME[DEALT + 1])
        await site.show(on.match)
        site.hub._followed(cards, 0.0)
        await sent()
        assert [page.kinds for page in pages] == [["view", "change"]] * 2
        assert pages[seat].answered == ["a"]
        assert not pages[seat].listener.owed("a", cards[0].version)

    async def test_whoever_waits_for_something_else_too_gets_both_as_ever(self, site: Site, pages: list[Page]) -> None:
        on = course_of(GAME[DEALT])
        seat = on.board.turn or 0
        pages[seat].listener.asks(["a", "hint"])
        site.hub._followed(laid(on, GAME[DEALT + 1]), 0.0)
        await sent()
        assert pages[seat].answered == ["a"]
        assert pages[seat].view == site.truth(GAME[DEALT + 1], pages[seat])
        assert list(pages[seat].listener.unanswered) == ["hint"]

    async def test_one_with_an_id_that_the_other_waits_for_too_answers_only_who_played(
        self, site: Site, pages: list[Page]
    ) -> None:
        on = course_of(GAME[DEALT])
        mine, theirs = (pages[seat] for seat in ((0, 1) if on.board.turn == 0 else (1, 0)))
        for page in pages:
            page.listener.asks(["1"])
        site.hub._followed(laid(on, GAME[DEALT + 1], "1"), 0.0)
        await sent()
        assert (mine.answered, theirs.answered) == (["1"], [])
        assert list(theirs.listener.unanswered) == ["1"]
        for page in pages:
            assert page.view == site.truth(GAME[DEALT + 1], page)

    async def test_one_that_cannot_be_told_to_all_is_told_to_nobody(
        self, site: Site, pages: list[Page], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        on = course_of(GAME[DEALT])
        site.hub._followed(laid(on, GAME[DEALT + 1]), 0.0)
        seat = on.board.turn or 0
        pages[seat].listener.asks(["a"])
        cards = laid(on, GAME[DEALT + 2], "a")
        seen = cards[0].shown.seen
        cards[0].reports = False
        cards[0].shown = SimpleNamespace(seen=lambda seat, *more: seen(seat, *more) if seat == 0 else 1 // 0)
        site.hub._followed(cards, 0.0)
        assert [one.levelname for one in caplog.records] == ["ERROR"]
        assert cards[0].reports
        assert [page.listener.shown for page in pages] == [GAME[DEALT + 1].version] * 2
        assert list(pages[seat].listener.unanswered) == ["a"]
        pages[seat].listener.unanswered.clear()
        site.hub._followed(laid(on, GAME[DEALT + 3]), 0.0)
        await sent()
        for page in pages:
            assert page.view == site.truth(GAME[DEALT + 3], page)

    @pytest.mark.parametrize("who", ["watches", "has no line", "does not fold", "speaks another language"])
    async def test_whoever_is_not_served_so_gets_it_as_ever(self, site: Site, pages: list[Page], who: str) -> None:
        page = await site.come(GAME[DEALT], None if who == "watches" else 1, folds=who != "does not fold")
        if who in ("does not fold", "speaks another language"):
            page.listener.line = line_to(page)
        if who == "speaks another language":
            page.listener.language = "nl"
        on = course_of(GAME[DEALT])
        for match in GAME[DEALT + 1 : DEALT + 9]:
            site.hub._followed(laid(on, match), 0.0)
            await sent()
            for one in (*pages, page):
                assert one.view["board"] == site.truth(match, one)["board"] or one.listener.language == "nl"
        assert [one.kinds for one in pages] == [["view"] + ["change"] * 8] * 2
        usual = {"does not fold": ["view"] * 9, "speaks another language": ["view"] * 2 + ["change"] * 7}
        assert page.kinds == usual.get(who, ["view"] + ["change"] * 8)

    async def test_who_comes_later_is_shown_how_it_stands(self, site: Site, pages: list[Page]) -> None:
        on = course_of(GAME[DEALT])
        for match in GAME[DEALT + 1 : DEALT + 7]:
            site.hub._followed(laid(on, match), 0.0)
        late = await site.come(GAME[DEALT + 6], 1)
        assert late.view == site.truth(GAME[DEALT + 6], late)
        site.hub._followed(laid(on, GAME[DEALT + 7]), 0.0)
        await sent()
        assert [one.kinds[-1] for one in (*pages, late)] == ["change"] * 3
        assert late.view == pages[0].view

    @pytest.mark.parametrize("what", BETWEEN)
    async def test_whatever_happens_between_two_cards_the_next_is_shown_to_all_who_are_there(
        self, site: Site, pages: list[Page], what: str
    ) -> None:
        on, there = course_of(GAME[DEALT]), [*pages]
        for match in GAME[DEALT + 1 : DEALT + 4]:
            site.hub._followed(laid(on, match), 0.0)
        on = await between(what, site, on, there)
        for match in GAME[DEALT + 4 : DEALT + 8]:
            site.hub._followed(laid(on, match), 0.0)
            await sent()
            for page in there:
                assert page.view == site.truth(on.match, page)
        assert [page.kinds[-4:] for page in there] == [["change"] * 4] * len(there)
        assert sum(len(page.frames) for page in pages if page not in there) == (4 if what == "a tab goes" else 0)

    async def test_whoever_has_lost_the_seat_is_shown_no_card_of_it(self, site: Site, pages: list[Page]) -> None:
        on = course_of(GAME[DEALT])
        for match in GAME[DEALT + 1 : DEALT + 4]:
            site.hub._followed(laid(on, match), 0.0)
        (first, second), frames = on.match.sitters, len(pages[1].frames)
        assert second is not None
        given = replace(on.match, version=on.match.version + 1, sitters=(first, replace(second, user_id=99)))
        site.hub._published(given, None, None)
        on = course_of(given)
        site.hub._followed(laid(on, GAME[DEALT + 4]), 0.0)
        await sent()
        site.hub._followed(laid(on, GAME[DEALT + 5]), 0.0)
        await sent()
        assert pages[0].view == site.truth(on.match, pages[0])
        assert pages[1].view == site.truth(on.match, pages[1])
        assert pages[1].view["you"] is None
        hand = {str(card) for card in on.match.state.hands[1]} if on.match.state else set()
        assert hand
        assert not any(card in text for text in pages[1].frames[frames:] for card in hand)

    @pytest.mark.parametrize("heard", ["before it is sent", "afterwards"])
    async def test_a_seat_that_changes_hands_before_its_card_is_sent_takes_the_hand_with_it_and_not_the_answer(
        self, site: Site, pages: list[Page], heard: str
    ) -> None:
        watcher = await site.come(GAME[DEALT], None)
        watcher.listener.line = line_to(watcher)
        at = next(at for at, match in enumerate(GAME) if at > DEALT + 2 and match.state and match.state.to_play == 1)
        on, (first, second), loser = course_of(GAME[at]), GAME[at].sitters, pages[1]
        assert second is not None
        site.hub._published(GAME[at], None, None)
        await sent()
        frames = len(loser.frames)
        loser.listener.asks(["a"])
        cards = laid(on, GAME[at + 1], "a")
        site.hub._followed(cards, 0.0)
        given = replace(on.match, version=on.match.version + 1, sitters=(first, replace(second, user_id=99)))
        site.hub._published(given, None, None)
        assert cards[0].reports
        alone = [heard == "before it is sent" and loser.listener.owed("a", cards[0].version)]
        await sent()
        alone.append(heard == "afterwards" and loser.listener.owed("a", cards[0].version))
        assert alone == [False, heard == "afterwards"]
        assert loser.answered == ["a"] * (heard == "before it is sent")
        assert not loser.listener.unanswered
        for page in (*pages, watcher):
            assert page.view == site.truth(given, page)
        assert loser.view["you"] is None
        hand = {str(card) for card in given.state.hands[1]} if given.state else set()
        assert hand
        assert not any(card in text for text in loser.frames[frames:] for card in hand)

    @pytest.mark.parametrize("known", [True, False])
    async def test_something_else_between_cards_comes_as_a_change(
        self, site: Site, pages: list[Page], known: bool
    ) -> None:
        on = course_of(GAME[DEALT])
        for match in GAME[DEALT + 1 : DEALT + 5]:
            site.hub._followed(laid(on, match), 0.0)
        before = replace(on.match, answers={})
        after = before.fold([Fact(Kind.RESIGNED, 1)])
        site.hub._published(after, before if known else None, None)
        await sent()
        for page in pages:
            assert page.kinds == ["view"] + ["change"] * 5
            assert page.view == site.truth(after, page)

    async def test_a_card_that_a_room_is_not_ready_for_is_shown_by_the_story(
        self, site: Site, pages: list[Page], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(log, "cache", Cache(9))
        on = course_of(GAME[DEALT])
        laid(on, GAME[DEALT + 1])
        told = laid(on, GAME[DEALT + 2])
        log.cache.put(GAME[DEALT + 2])
        site.hub._followed(told, 0.0)
        site.hub._followed(told, 0.0)
        await sent()
        for page in pages:
            assert page.kinds == ["view", "change"]
            assert page.view == site.truth(GAME[DEALT + 2], page)

    async def test_one_that_cannot_be_shown_keeps_nobody_else_waiting(
        self, site: Site, pages: list[Page], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def broken(*_: object) -> bool:
            raise ZeroDivisionError

        on = course_of(GAME[DEALT])
        with monkeypatch.context() as here:
            here.setattr(delivery, "card_at_once", broken)
            site.hub._followed(laid(on, GAME[DEALT + 1]), 0.0)
        assert [one.levelname for one in caplog.records] == ["ERROR"]
        site.hub._followed(laid(on, GAME[DEALT + 2]), 0.0)
        await sent()
        for page in pages:
            assert page.kinds == ["view", "view"]
            assert page.view == site.truth(GAME[DEALT + 2], page)
