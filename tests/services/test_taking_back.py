"""Taking cards back against the site: the game goes back, the log does not, and nothing of the older line is played."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.admin.story_lines import MatchReader
from games.live.online.view import view
from games.models import Entry, Game, User
from games.pages.online import signals
from games.rules.record import read, write
from games.rules.state import Seat
from games.run import minds
from games.services.minds import pace, turn
from games.services.minds.people import opponent
from games.services.minds.taking_back import take_back
from games.services.minds.turn import Turn
from games.services.online import lobby, play
from games.store.log import fact_of
from games.stories.aided import last_ply
from games.stories.online import Match, Options
from games.stories.online_kinds import Kind
from tests.rules.random_games import random_game
from tests.services.companion_acts import two_phones
from tests.services.plays import code_of, match_of, play_next, play_out, refusal_code, state_of
from tests.services.test_fold import same_everywhere

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def against(ana: User) -> Game:
    """Ana, who leads, against the squire."""
    game = lobby.create(ana, Options(lead="creator", last_trick="all"))
    lobby.join(game, opponent("squire"))
    return game


def back(game: Game, user: User, name: str = "back") -> int:
    """Take the last card of a person back."""
    match = match_of(game)
    assert match.state is not None
    seat = match.seat_of(user.pk)
    ply = last_ply(match.state, 0 if seat is None else seat)
    return take_back(game.pk, user.pk, 0 if ply is None else ply, match.aid.line, name)


def owed(game: Game) -> Turn:
    found = turn.due(match_of(game))
    assert found is not None
    return found


class TestFold:
    @pytest.mark.parametrize("plies", range(1, 52, 5))
    def test_the_game_stands_as_before_the_last_own_card(self, against: Game, ana: User, plies: int) -> None:
        stands = [state_of(against)]
        for number in range(plies):
            play_next(against)
            stands.append(state_of(against))
            assert number == 0 or stands[-1].ply == stands[-2].ply + 1
        ply = last_ply(stands[-1], 0)
        assert ply is not None
        assert stands[ply].to_play == 0
        back(against, ana)
        assert state_of(against) == stands[ply]

    def test_again_and_again_to_the_first_card(self, against: Game, ana: User) -> None:
        dealt = state_of(against)
        play_out(against, 11)
        steps = 0
        while state_of(against) != dealt:
            steps += 1
            back(against, ana, f"back-{steps}")
            assert match_of(against).aid.line == steps
        assert refusal_code(back, against, ana, "more") == "nothing_to_take_back"

    def test_nothing_is_deleted_and_every_prefix_of_the_log_is_a_game(self, against: Game, ana: User) -> None:
        with CaptureQueriesContext(connection) as statements:
            for number in range(6):
                play_out(against, 3)
                back(against, ana, f"back-{number}")
                same_everywhere(against)
        touching = {one["sql"].split()[0] for one in statements.captured_queries if "games_entry" in one["sql"]}
        assert touching == {"INSERT", "SELECT"}
        story, facts = Match(against.pk, against.code), [fact_of(one) for one in Entry.objects.order_by("number")]
        for fact in facts:
            story = story.advance(fact)
            assert story.state is None or story.state.ply == len(story.plays)
        assert sum(fact.kind == Kind.PLAYED for fact in facts) == 18
        assert sum(len(one.cards) for one in story.aid.taken) + len(story.plays) == 18

    def test_the_version_grows(self, against: Game, ana: User) -> None:
        play_out(against, 2)
        before = match_of(against).version
        assert back(against, ana) == before + 1 == match_of(against).version

    @pytest.mark.parametrize(("plies", "seat", "ply"), [(0, 0, None), (1, 0, 0), (1, 1, None), (2, 0, 0), (2, 1, 1)])
    def test_whose_card_was_last(self, plies: int, seat: Seat, ply: int | None) -> None:
        state = next(one for states in map(random_game, range(9)) for one in states[plies:] if states[0].leader == 0)
        assert last_ply(state, seat) == ply

    def test_the_record_marks_what_was_seen_and_taken_back(self, against: Game, ana: User) -> None:
        play_out(against, 4)
        gone = match_of(against).plays
        ply = last_ply(state_of(against), 0)
        assert ply is not None
        back(against, ana)
        play.resign(against, ana)
        value = write(match_of(against).record())
        taken = [{"ply": ply, "cards": [str(card) for card in gone[ply:]]}]
        assert value["helped"] == {"seat": 0, "hints": [], "taken_back": taken}
        assert len(value["plays"]) == ply
        assert write(read(value)) == value

    def test_the_record_says_at_which_seat_the_sites_own_sat(self, against: Game, ana: User) -> None:
        play.resign(against, ana)
        match = match_of(against)
        turned = replace(match, sitters=match.sitters[::-1])
        assert [one.record().opponents for one in (match, turned)] == [(None, "squire"), ("squire", None)]


class TestRefusals:
    def test_between_people(self, game: Game, ana: User, bram: User) -> None:
        play_out(game, 2)
        assert {refusal_code(back, game, one) for one in (ana, bram)} == {"not_against_site"}

    def test_by_whoever_has_no_seat(self, against: Game, bram: User) -> None:
        play_out(against, 2)
        assert refusal_code(take_back, against.pk, bram.pk, 0, 0, "b") == "not_seated"
        assert refusal_code(take_back, against.pk, None, 0, 0, "b") == "not_seated"

    def test_after_the_end_and_before_the_first_card(self, against: Game, ana: User) -> None:
        assert refusal_code(back, against, ana) == "nothing_to_take_back"
        play_out(against, 52)
        assert refusal_code(back, against, ana) == "game_over"

    def test_what_another_device_has_taken_back_already(self, against: Game, ana: User) -> None:
        play_out(against, 6)
        ply = last_ply(state_of(against), 0)
        assert ply is not None
        take_back(against.pk, ana.pk, ply, 0, "phone")
        assert refusal_code(take_back, against.pk, ana.pk, ply, 0, "desk") == "stale_ply"
        assert refusal_code(take_back, against.pk, ana.pk, ply, 1, "desk") == "stale_ply"

    def test_the_same_wish_twice_is_one(self, against: Game, ana: User) -> None:
        play_out(against, 4)
        ply = last_ply(state_of(against), 0)
        assert ply is not None
        first = take_back(against.pk, ana.pk, ply, 0, "same")
        assert take_back(against.pk, ana.pk, ply, 0, "same") == first == match_of(against).version

    def test_a_card_chosen_before_it(self, against: Game, ana: User) -> None:
        play_next(against)
        back(against, ana)
        assert refusal_code(play.play, against.pk, ana.pk, code_of(against), 0, "late", 0) == "stale_ply"
        assert play.play(against.pk, ana.pk, code_of(against), 0, "now", 1) == match_of(against).version

    def test_at_a_table_with_the_real_deck(self, ana: User) -> None:
        table, _, _ = two_phones()
        assert refusal_code(take_back, table.pk, ana.pk, 0, 0, "b") == "no_such_game"


class TestOpponent:
    def test_a_card_thought_of_in_an_older_line_is_not_played(self, against: Game, ana: User) -> None:
        play_next(against)
        older = owed(against)
        card = code_of(against)
        back(against, ana)
        play.play(against.pk, ana.pk, code_of(against, -1), 0, "another", 1)
        newer = owed(against)
        assert (older.ply, newer.ply) == (1, 1)
        assert refusal_code(turn.put, older, card) == "stale_ply"
        assert turn.put(newer, code_of(against)) == match_of(against).version

    def test_nor_is_anything_thought_for_it(self, against: Game, ana: User) -> None:
        play_next(against)
        older = owed(against)
        back(against, ana)
        assert refusal_code(minds._prepared, older) == "stale_ply"

    def test_while_it_thinks_the_next_line_is_taken_all_the_same(
        self, against: Game, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pace, "left", lambda whole, gone: 0.0)
        asked: list[int] = []
        put: list[Turn] = []

        async def scene() -> None:
            first, second = asyncio.Event(), asyncio.Event()

            async def think(question: turn.Question) -> str:
                asked.append(len(asked))
                if len(asked) == 1:
                    first.set()
                    await second.wait()
                return str(question.knowledge.legal[0])

            async def play_it(now: Turn, card: str) -> None:
                put.append(now)
                second.set()

            at = minds.Minds(think, play_it)
            at.take(await sync_to_async(match_of)(against))
            await asyncio.wait_for(first.wait(), 20)
            await sync_to_async(back)(against, ana)
            await sync_to_async(play.play)(against.pk, ana.pk, await sync_to_async(code_of)(against), 0, "x", 1)
            at.take(await sync_to_async(match_of)(against))
            await asyncio.wait_for(second.wait(), 20)
            at.end()

        play_next(against)
        async_to_sync(scene)()
        assert put[0].line == 1

    def test_its_mind_is_shown_the_story_as_it_stands(self, against: Game, ana: User) -> None:
        play_out(against, 7)
        back(against, ana)
        while (now := turn.due(match_of(against))) is None:
            play_next(against)
        match = match_of(against)
        told = turn.question(match, now).knowledge
        assert len(told.played) == now.ply == len(match.plays)
        gone = {card for one in match.aid.taken for card in one.cards} - set(match.plays)
        assert not gone & set(told.played)


class TestView:
    def test_whoever_may_take_back_is_told_to_where(self, against: Game, game: Game) -> None:
        assert view(match_of(game), 0)["aid"] is None
        assert view(match_of(against), 0)["aid"]["back"] is None
        play_next(against)
        sent = {who: view(match_of(against), who)["aid"]["back"] for who in (0, 1, None)}
        assert sent == {0: 0, 1: None, None: None}

    def test_after_it_nothing_reminds_of_what_was_seen(self, against: Game, ana: User) -> None:
        random.seed(4)
        play_out(against, 6)
        ply = last_ply(state_of(against), 0)
        before = {}
        again = Match(against.pk, against.code)
        for fact in map(fact_of, Entry.objects.filter(game=against).order_by("number")):
            again = again.advance(fact)
            if len(again.plays) == ply:
                before = view(again, 0)["board"]
        back(against, ana)
        assert view(match_of(against), 0)["board"] == before


class TestElsewhere:
    def test_the_desk_counts_tricks_as_the_game_stands_and_names_no_card_of_a_hint(
        self, against: Game, ana: User
    ) -> None:
        play_out(against, 4)
        back(against, ana)
        play_next(against)
        reader = MatchReader(match_of(against))
        told = [(one.kind, reader.trick(one)) for one in against.entries.order_by("number")]
        last = state_of(against)
        played = [at for kind, at in told if kind == Kind.PLAYED]
        assert played[:4] == [(1, 1), (1, 1), (1, 2), (1, 2)]
        assert played[4] == (1, (last.ply - 1) // 2 + 1)

    def test_the_next_turn_is_called_anew(self, against: Game, ana: User) -> None:
        play_out(against, 2)
        before = signals._played(match_of(against))
        back(against, ana)
        play_out(against, 2)
        assert signals._played(match_of(against)) > before
