"""Cards that are decided in numbers: they leave, and show, what the plain path would, and whatever is no ordinary card
is left to it."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import DatabaseError, connection

from games.live import delivery
from games.live.online import course, trick
from games.live.online.course import Course
from games.live.online.lists import cards_of
from games.live.online.moved import moved
from games.live.online.trick import CARDS, fallen
from games.live.online.view import shown_trick
from games.live.text import text_of
from games.models import Game, User
from games.rules.cards import hand_order
from games.rules.errors import Refusal
from games.rules.moves import legal_moves
from games.rules.state import Phase
from games.rules.visible import lying
from games.services.online import lobby, play
from games.store import log, prepared, writer
from games.store.known import Cache
from games.store.played import Played
from games.store.writer import Job
from games.stories.online import Kind, Match, Options
from games.stories.story import Fact
from tests.live.crowds import settled
from tests.live.folders import DEALT, GAME, Page, Site
from tests.live.test_folding import Line
from tests.live.test_shape import whole_game
from tests.services.plays import match_of

OPTIONS = (Options(), Options(strict=True, last_trick="lead"), Options(last_trick="all", draw="three"))
ON_SQLITE = pytest.mark.skipif(connection.vendor != "sqlite", reason="the others gather nothing")


def played(match: Match, chance: random.Random) -> tuple[int, str]:
    """Whose turn it is, and a card that they may play."""
    assert match.state is not None
    assert match.state.to_play is not None
    return match.state.to_play, str(chance.choice(legal_moves(match.state)))


def course_of(match: Match) -> Course:
    assert match.state is not None
    return Course(match, match.state, match)


def laid(course: Course, match: Match, client_id: str = "a") -> list[Played]:
    """The last card of a match, played in the course of the one before."""
    seat = course.board.turn
    assert seat is not None
    return [course.lay(seat, hand_order(match.plays[-1]), f"{seat}:{client_id}")]


async def sent() -> None:
    """All that the hub began with, which it may do with its next turn."""
    await asyncio.sleep(0)
    await settled()


class TestTheStand:
    @pytest.mark.parametrize("options", OPTIONS)
    def test_is_that_of_the_rules_after_each_card(self, options: Options) -> None:
        for seed in range(20):
            game = whole_game(seed, options)[DEALT:-1]
            board = course_of(game[0]).board
            for match in game:
                assert match.state is not None
                assert board.state == match.state
                if match.state.to_play is None:
                    break
                assert {CARDS[one] for one in cards_of(board.legal)} == set(legal_moves(match.state))
                board.play(hand_order(game[game.index(match) + 1].plays[-1]))

    @pytest.mark.parametrize("options", OPTIONS)
    def test_is_told_as_the_plain_path_tells_it(self, options: Options) -> None:
        """The last one too, for those who may ask for a rematch."""
        game = whole_game(7, options)[DEALT:-1]
        ((first, *rest), on) = game, course_of(game[0])
        for match in rest:
            told = moved(first, match)
            (card,) = laid(on, match)
            for audience in (0, 1) if match.over else (0, 1, None):
                if told is not None:
                    assert card.shown.seen(audience, "nl") == told.seen(audience, "nl")
            first = match
        assert first.over

    def test_every_trick_that_can_be_is_known_beforehand_and_said_as_the_plain_path_says_it(self) -> None:
        trick.learn()
        known = fallen.cache_info().currsize
        assert known == len(Phase) * 2 * len(CARDS) ** 2
        cards, chance = range(len(CARDS)), random.Random(4)
        for phase, leader, lead, follow in product(Phase, (0, 1), cards[::5], cards[::3]):
            drawn = chance.sample(cards, 2) if phase is Phase.ONE else (None, None)
            one = fallen(phase, leader, lead, follow), 7, *drawn
            assert trick.lies(trick.trick_of(*one)) == one
            for said, audience in zip(trick.anew(*one), (0, 1, None), strict=True):
                assert json.loads(said) == json.loads(text_of(shown_trick(lying(trick.trick_of(*one), audience))))
        assert fallen.cache_info().currsize == known

    def test_goes_on_from_wherever_the_game_stands(self) -> None:
        for match, after in zip(GAME[DEALT:-2], GAME[DEALT + 1 : -2], strict=False):
            (card,) = laid(course_of(match), after)
            assert match.fold([card.fact._replace(client_id=None, at=None)]) == after


@ON_SQLITE
@pytest.mark.faults
@pytest.mark.django_db(transaction=True)
class TestWhatIsStored:
    @pytest.fixture
    def loop(self) -> Iterator[asyncio.AbstractEventLoop]:
        loop = asyncio.new_event_loop()
        yield loop
        loop.close()

    @pytest.fixture
    def game(self, ana: User, bram: User) -> Game:
        game = lobby.create(ana, Options(lead="creator"))
        lobby.join(game, bram)
        return game

    @pytest.fixture
    def say(self, ana: User, bram: User, loop: asyncio.AbstractEventLoop) -> Callable[..., Any]:
        """A card by whoever sits there, as the writer has it: the version, or the code of its refusal."""

        def said(game: Game, seat: int, card: str, ply: int, name: str = "", **more: Any) -> Any:
            user = (ana.pk, bram.pk, None, 77)[seat]
            line, program, name = more.get("line"), more.get("program", False), name or f"{seat}-{ply}"
            at = None if line is None else str(line)
            decided = course.lay(game.pk, user, card, str(ply), name, at, program=program)

            def call() -> int:
                return play.play(game.pk, user, card, ply, name, line, program=program)

            job = Job(game.pk, call, lambda result, error: None, loop, True, decided)
            writer.write_surely([job])
            if decided is not None:
                course.done(game.pk)
            return job.error.code if isinstance(job.error, Refusal) else job.result

        return said

    @pytest.fixture
    def cards(self, monkeypatch: pytest.MonkeyPatch) -> list[Played]:
        """All cards that were stored so."""
        found: list[Played] = []
        store = prepared.store_played

        def seen(new: list[Played], moment: datetime) -> None:
            store(new, moment)
            found.extend(new)

        monkeypatch.setattr(prepared, "store_played", seen)
        return found

    def play_on(self, game: Game, say: Callable[..., Any], cards: int, chance: random.Random) -> None:
        for _ in range(cards):
            match = match_of(game)
            assert match.state is not None
            seat, card = played(match, chance)
            assert say(game, seat, card, match.state.ply) == match.version + 1

    def stands(self, game: Game) -> None:
        """The row, the entries and what this process knows say the same."""
        known = log.cache.get(game.pk)
        game.refresh_from_db()
        stored = log.read(game)
        assert known == stored
        assert game.version == stored.version == game.entries.count()
        assert {name: getattr(game, name) for name in stored.columns()} == stored.columns()

    def test_a_whole_game_is_what_the_plain_path_makes_of_it(
        self, game: Game, say: Callable[..., Any], cards: list[Played]
    ) -> None:
        chance = random.Random(3)
        for ply in range(52):
            self.play_on(game, say, 1, chance)
            self.stands(game)
            assert len(cards) == min(ply + 1, 51)
        assert match_of(game).over
        assert game.pk not in course._courses
        assert game.changed_at == game.entries.get(number=game.version).created_at
        with connection.cursor() as cursor:
            cursor.execute("SELECT kind, data, client_id FROM games_entry WHERE game_id = %s AND seat = 0", [game.pk])
            found = [row for row in cursor.fetchall() if row[0] == "played"]
        assert len(found) == 26
        assert all(data == json.dumps(json.loads(data)) and key[:2] == "0:" for _, data, key in found)

    def test_the_row_says_to_half_a_minute_when_it_was_played_last(
        self, game: Game, say: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now, said = 0.0, 0
        monkeypatch.setattr(course, "monotonic", lambda: now)
        for seconds, dates in ((5, True), (29, False), (1, True), (0, False), (29, False), (9, True)):
            now += seconds
            self.play_on(game, say, 1, random.Random(3))
            self.stands(game)
            said = game.version if dates else said
            assert game.changed_at == game.entries.get(number=said).created_at

    @pytest.mark.parametrize("together", [True, False])
    @pytest.mark.parametrize("games", [1, 3, 4, 5, 8, 11])
    def test_those_of_a_batch_are_what_each_alone_would_be(
        self,
        ana: User,
        bram: User,
        loop: asyncio.AbstractEventLoop,
        monkeypatch: pytest.MonkeyPatch,
        games: int,
        together: bool,
    ) -> None:
        """Whether SQLite takes all by one statement or has one for each."""
        monkeypatch.setattr(prepared, "TOGETHER", prepared.TOGETHER and together)
        made = []
        for _ in range(games):
            made.append(lobby.create(ana, Options(lead="creator")))
            lobby.join(made[-1], bram)
        for ply in range(30):
            jobs = [self.decided(game, loop, random.Random(100 * ply + game.pk)) for game in made]
            writer.write_surely(jobs)
            assert [job.result for job in jobs] == [ply + 5] * games
            for game in made:
                course.done(game.pk)
        for game in made:
            self.stands(game)
            assert game.changed_at == game.entries.get(number=5).created_at

    def decided(self, game: Game, loop: asyncio.AbstractEventLoop, chance: random.Random) -> Job:
        """A card that is decided already, as a job that has nothing else to go by."""
        match = match_of(game)
        seat, card = played(match, chance)
        sitter, ply = match.sitters[seat], str(len(match.plays))
        assert sitter is not None
        found = course.lay(game.pk, sitter.user_id, card, ply, f"{seat}-{ply}", None, program=False)
        assert found is not None
        return Job(game.pk, lambda: 1 // 0, lambda result, error: None, loop, True, found)

    def test_while_one_is_stored_the_next_goes_the_plain_path(
        self, game: Game, loop: asyncio.AbstractEventLoop
    ) -> None:
        job = self.decided(game, loop, random.Random(1))
        assert job.card is not None
        match = course._courses[game.pk].match
        seat, card = played(match, random.Random(2))
        after = (game.pk, match.sitters[seat].user_id, card, "1", "next", None)  # type: ignore[union-attr]
        assert course.lay(*after, program=False) is None
        assert course.lay(*after, program=False) is None
        writer.write_surely([job])
        assert course.lay(*after, program=False) is not None

    @pytest.mark.parametrize(
        ("seat", "card", "ply", "more", "code"),
        [
            (2, "G0", 0, {}, "not_seated"),
            (3, "G0", 0, {}, "not_seated"),
            (1, "G0", 0, {}, "not_your_turn"),
            (0, "G0", 1, {}, "stale_ply"),
            (0, "X9", 0, {}, "bad_card"),
            (0, "theirs", 0, {}, "not_in_hand"),
            (0, "mine", 0, {"line": 1}, "stale_ply"),
            (0, "mine", 0, {"program": True}, "own_hand"),
        ],
    )
    def test_what_is_no_ordinary_card_is_refused_as_ever(
        self, game: Game, say: Callable[..., Any], seat: int, card: str, ply: int, more: dict[str, Any], code: str
    ) -> None:
        state = match_of(game).state
        assert state is not None
        mine, theirs = state.hands
        named = {"mine": str(mine[0]), "theirs": next(str(one) for one in theirs if one not in mine)}
        assert say(game, seat, named.get(card, card), ply, **more) == code
        self.stands(game)
        self.play_on(game, say, 3, random.Random(1))

    def test_so_is_one_of_a_faction_that_was_not_led(self, game: Game, say: Callable[..., Any]) -> None:
        chance, codes = random.Random(1), set()
        while (match := match_of(game)).state is not None and not match.over:
            seat = match.state.to_play
            barred = set(match.state.hands[seat or 0]) - set(legal_moves(match.state))
            codes |= {say(game, seat, str(card), match.state.ply, f"no{card}") for card in barred}
            self.play_on(game, say, 1, chance)
        assert codes == {"must_follow"}

    def test_the_same_card_once_more_gets_the_answer_of_the_first_time(
        self, game: Game, say: Callable[..., Any], cards: list[Played]
    ) -> None:
        seat, card = played(match_of(game), random.Random(1))
        version = say(game, seat, card, 0, "twice")
        self.play_on(game, say, 2, random.Random(2))
        assert say(game, seat, card, 0, "twice") == version
        assert len(cards) == 3
        self.stands(game)

    @pytest.mark.parametrize("kind", [Kind.RESIGNED, "frozen"])
    def test_whatever_else_happens_is_known_to_the_next_card(
        self, game: Game, say: Callable[..., Any], kind: str
    ) -> None:
        self.play_on(game, say, 4, random.Random(1))
        froze = Fact("judged", None, {"act": 1, "what": "freeze", "why": "", "undoes": None})
        fact = froze if kind == "frozen" else Fact(Kind.RESIGNED, 0)
        match = log.append(Match, game.pk, lambda match: [fact])
        seat, card = played(match, random.Random(1))
        assert say(game, seat, card, 4) == ("frozen" if kind == "frozen" else "game_over")
        self.stands(game)

    def test_where_somebody_asked_for_a_rematch_unheard_before_the_game_went_on_its_end_is_told_to_each(
        self, game: Game, say: Callable[..., Any], cards: list[Played]
    ) -> None:
        self.play_on(game, say, 4, random.Random(1))
        reopened = Fact("judged", None, {"act": 1, "what": "reopen", "why": "", "undoes": None})
        asked = Fact(Kind.REMATCH, 0, {"accept": True, "quiet": True})
        match = log.append(Match, game.pk, lambda match: [Fact(Kind.RESIGNED, 1), asked, reopened])
        assert (match.over, match.heard_asking(0), match.heard_asking(1)) == (False, (True, False), (False, False))
        self.play_on(game, say, 48, random.Random(2))
        assert match_of(game).over
        assert len(cards) == 4

    def test_one_that_breaks_half_way_is_played_the_plain_path(
        self, game: Game, say: Callable[..., Any], cards: list[Played], monkeypatch: pytest.MonkeyPatch, caplog: Any
    ) -> None:
        self.play_on(game, say, 3, random.Random(1))
        with monkeypatch.context() as broken:
            broken.setattr(course, "Played", lambda *said: 1 // 0)
            self.play_on(game, say, 1, random.Random(2))
        assert [one.levelname for one in caplog.records] == ["ERROR"]
        self.play_on(game, say, 4, random.Random(3))
        self.stands(game)
        assert len(cards) == 7

    def test_a_card_that_another_process_stored_first_is_found_out(
        self, game: Game, say: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.play_on(game, say, 3, random.Random(1))
        match = match_of(game)
        seat, card = played(match, random.Random(2))
        with monkeypatch.context() as there:
            there.setattr(log, "cache", Cache(9))
            play.play(game.pk, match.sitters[seat].user_id, card, 3, "elsewhere")  # type: ignore[union-attr]
        assert say(game, seat, card, 3, "here") == "stale_ply"
        self.stands(game)
        self.play_on(game, say, 5, random.Random(3))
        self.stands(game)

    @pytest.mark.parametrize("times", [1, 2])
    def test_one_that_could_not_be_stored_was_never_played(
        self, game: Game, say: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, times: int
    ) -> None:
        """The first time the plain path stores it; where that fails too it is refused, and may be said again."""
        self.play_on(game, say, 2, random.Random(1))
        match = match_of(game)
        seat, card = played(match, random.Random(2))

        def full(*_: object) -> None:
            raise DatabaseError("disk full")

        with monkeypatch.context() as broken:
            broken.setattr(prepared, "store_played", full)
            if times == 2:
                broken.setattr(prepared, "insert", full)
            assert say(game, seat, card, 2) == (match.version + 1 if times == 1 else "unavailable")
        self.stands(game)
        if times == 2:
            assert say(game, seat, card, 2) == match.version + 1
        self.play_on(game, say, 5, random.Random(3))
        self.stands(game)

    @pytest.mark.parametrize("options", [Options(clock="5+5"), Options(strict=True)])
    def test_a_clock_goes_the_plain_path_and_hidden_tricks_come_to_light_by_it(
        self, ana: User, bram: User, say: Callable[..., Any], cards: list[Played], options: Options
    ) -> None:
        game = lobby.create(ana, replace(options, lead="creator"))
        lobby.join(game, bram)
        self.play_on(game, say, 28, random.Random(4))
        self.stands(game)
        assert [card.version - 4 for card in cards] == (
            [one for one in range(1, 29) if one != 26] if options.strict else []
        )


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
            page.listener.line = Line(page)
        return found

    async def test_both_fold_each_card_and_nobody_makes_a_story(self, site: Site, pages: list[Page]) -> None:
        on, room = course_of(GAME[DEALT]), site.hub.rooms[GAME[DEALT].game_id]
        for at, match in enumerate(GAME[DEALT + 1 : -2], 1):
            seat = on.board.turn or 0
            pages[seat].listener.asks([f"card-{at}"])
            site.hub._followed(laid(on, match, f"card-{at}"), 0.0)
            assert pages[seat].answered[-1] == f"card-{at}"
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
        seat = on.board.turn or 0
        pages[seat].listener.asks(["a"])
        cards = laid(on, GAME[DEALT + 1], "a")
        seen = cards[0].shown.seen
        cards[0].shown = SimpleNamespace(seen=lambda seat, language: seen(seat, language) if seat == 0 else 1 // 0)
        site.hub._followed(cards, 0.0)
        assert [one.levelname for one in caplog.records] == ["ERROR"]
        assert [page.listener.shown for page in pages] == [GAME[DEALT].version] * 2
        assert list(pages[seat].listener.unanswered) == ["a"]

    @pytest.mark.parametrize("who", ["watches", "has no line", "does not fold", "speaks another language"])
    async def test_whoever_is_not_served_so_gets_it_as_ever(self, site: Site, pages: list[Page], who: str) -> None:
        page = await site.come(GAME[DEALT], None if who == "watches" else 1, folds=who != "does not fold")
        if who in ("does not fold", "speaks another language"):
            page.listener.line = Line(page)
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


class TestWhatIsKnown:
    def test_a_story_takes_its_cards_in_when_somebody_asks_for_it(self) -> None:
        cache, on = Cache(2), course_of(GAME[DEALT])
        cache.put(GAME[DEALT])
        for match in GAME[DEALT + 1 : DEALT + 4]:
            (card,) = laid(on, match)
            cache.follow([card])
            assert cache.mark(card.game_id) is card
        assert cache.get(1) == on.match
        assert cache.mark(1) is card
        cache.put(GAME[DEALT + 1])
        assert cache.get(1) == on.match

    def test_a_card_that_does_not_follow_is_none_of_it(self) -> None:
        cache, on = Cache(2), course_of(GAME[DEALT])
        cache.put(GAME[DEALT])
        laid(on, GAME[DEALT + 1])
        (card,) = laid(on, GAME[DEALT + 2])
        cache.follow([card])
        assert (cache.get(1), cache.mark(1), cache.mark(2)) == (GAME[DEALT], GAME[DEALT], None)
        card.game_id = 2
        cache.follow([card])
        assert cache.get(2) is None

    def test_a_game_that_is_played_is_remembered_longest(self) -> None:
        cache, (one, two) = Cache(2), (GAME[DEALT], GAME[DEALT].changed(game_id=2))
        cache.put(one)
        cache.put(two)
        cache.follow(laid(course_of(one), GAME[DEALT + 1]))
        cache.put(two.changed(game_id=3))
        assert [cache.mark(game_id) is not None for game_id in (1, 2, 3)] == [True, False, True]

    def test_a_newer_story_takes_the_place_of_cards(self) -> None:
        cache, on = Cache(2), course_of(GAME[DEALT])
        cache.put(GAME[DEALT])
        for match in GAME[DEALT + 1 : DEALT + 4]:
            cache.follow(laid(on, match))
        cache.put(GAME[DEALT + 2])
        assert replace(cache.get(1), answers={}) == GAME[DEALT + 3]  # type: ignore[type-var]
        cache.put(GAME[DEALT + 9])
        assert cache.get(1) is cache.mark(1) is GAME[DEALT + 9]
