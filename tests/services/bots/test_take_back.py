"""Taking cards back against a bot: the game goes back, the log does not, and nothing of the older line is played."""

from __future__ import annotations

import random

import pytest

from games.eventlog.event_store import build_event
from games.models import Entry, Game, User
from games.realtime.matches.view import build_view
from games.rules.record import read, write
from games.rules.state import Seat
from games.services.bots import bot_turns
from games.services.bots.aid import take_back
from games.services.bots.bot_games import get_bot
from games.services.bots.bot_turns import BotTurn
from games.services.matches import lobby, play
from games.state.dealt_state import get_last_ply
from games.state.match_state import MatchEventKind, MatchOptions, MatchState
from tests.rules.random_games import random_game
from tests.services.matches.games import code_of, match_of, play_next, play_out, refusal_code, state_of
from tests.state.test_fold import same_everywhere

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def against(ana: User) -> Game:
    """Ana, who leads, against the squire."""
    game = lobby.create_game(ana, MatchOptions(lead="creator", last_trick="all"))
    lobby.join_game(game, get_bot("squire"))
    return game


def back(game: Game, user: User, name: str = "back") -> int:
    """Take the last card of a person back."""
    match = match_of(game)
    assert match.state is not None
    seat = match.seat_of(user.pk)
    ply = get_last_ply(match.state, 0 if seat is None else seat)
    return take_back(game.pk, user.pk, 0 if ply is None else ply, match.aid.line, name)


def owed(game: Game) -> BotTurn:
    found = bot_turns.find_bot_turn(match_of(game))
    assert found is not None
    return found


class TestFold:
    @pytest.mark.parametrize("plies", [1, 2, 27])
    def test_the_game_stands_as_before_the_last_own_card(self, against: Game, ana: User, plies: int) -> None:
        stands = [state_of(against)]
        for number in range(plies):
            play_next(against)
            stands.append(state_of(against))
            assert number == 0 or stands[-1].ply == stands[-2].ply + 1
        ply = get_last_ply(stands[-1], 0)
        assert ply is not None
        assert stands[ply].to_play == 0
        back(against, ana)
        assert state_of(against) == stands[ply]

    def test_cards_can_be_taken_back_to_the_first(self, against: Game, ana: User) -> None:
        dealt = state_of(against)
        play_out(against, 5)
        steps = 0
        while state_of(against) != dealt:
            steps += 1
            back(against, ana, f"back-{steps}")
            assert match_of(against).aid.line == steps
        assert refusal_code(back, against, ana, "more") == "nothing_to_take_back"

    def test_nothing_is_deleted_and_every_prefix_of_the_log_is_a_game(self, against: Game, ana: User) -> None:
        for number in range(3):
            play_out(against, 3)
            back(against, ana, f"back-{number}")
            same_everywhere(against)
        story, facts = (
            MatchState(against.pk, against.code),
            [build_event(one) for one in Entry.objects.order_by("number")],
        )
        for fact in facts:
            story = story.advance(fact)
            assert story.state is None or story.state.ply == len(story.plays)
        assert sum(fact.kind == MatchEventKind.PLAYED for fact in facts) == 9
        assert sum(len(one.cards) for one in story.aid.taken) + len(story.plays) == 9

    @pytest.mark.parametrize(("plies", "seat", "ply"), [(0, 0, None), (1, 0, 0), (1, 1, None), (2, 0, 0), (2, 1, 1)])
    def test_whose_card_was_last(self, plies: int, seat: Seat, ply: int | None) -> None:
        state = next(one for states in map(random_game, range(9)) for one in states[plies:] if states[0].leader == 0)
        assert get_last_ply(state, seat) == ply

    def test_the_record_marks_what_was_seen_and_taken_back(self, against: Game, ana: User) -> None:
        play_out(against, 4)
        gone = match_of(against).plays
        ply = get_last_ply(state_of(against), 0)
        assert ply is not None
        back(against, ana)
        play.resign(against, ana)
        value = write(match_of(against).record())
        taken = [{"ply": ply, "cards": [str(card) for card in gone[ply:]]}]
        assert value["helped"] == {"seat": 0, "hints": [], "taken_back": taken}
        assert len(value["plays"]) == ply
        assert write(read(value)) == value


class TestRefusals:
    def test_refused_between_people(self, game: Game, ana: User, bram: User) -> None:
        play_out(game, 2)
        assert {refusal_code(back, game, one) for one in (ana, bram)} == {"not_against_site"}

    def test_refused_to_people_without_a_seat(self, against: Game, bram: User) -> None:
        play_out(against, 2)
        assert refusal_code(take_back, against.pk, bram.pk, 0, 0, "b") == "not_seated"
        assert refusal_code(take_back, against.pk, None, 0, 0, "b") == "not_seated"

    def test_refused_after_the_end_and_before_the_first_card(self, against: Game, ana: User) -> None:
        assert refusal_code(back, against, ana) == "nothing_to_take_back"
        play.resign(against, ana)
        assert refusal_code(back, against, ana) == "game_over"

    def test_a_card_that_another_device_took_back_is_stale(self, against: Game, ana: User) -> None:
        play_out(against, 6)
        ply = get_last_ply(state_of(against), 0)
        assert ply is not None
        take_back(against.pk, ana.pk, ply, 0, "phone")
        assert refusal_code(take_back, against.pk, ana.pk, ply, 0, "desk") == "stale_ply"
        assert refusal_code(take_back, against.pk, ana.pk, ply, 1, "desk") == "stale_ply"

    def test_the_same_wish_twice_is_one(self, against: Game, ana: User) -> None:
        play_out(against, 4)
        ply = get_last_ply(state_of(against), 0)
        assert ply is not None
        first = take_back(against.pk, ana.pk, ply, 0, "same")
        assert take_back(against.pk, ana.pk, ply, 0, "same") == first == match_of(against).version

    def test_a_card_chosen_before_the_undo_is_stale(self, against: Game, ana: User) -> None:
        play_next(against)
        back(against, ana)
        assert refusal_code(play.play_card, against.pk, ana.pk, code_of(against), 0, "late", 0) == "stale_ply"
        assert play.play_card(against.pk, ana.pk, code_of(against), 0, "now", 1) == match_of(against).version


class TestOpponent:
    def test_a_card_thought_of_in_an_older_line_is_not_played(self, against: Game, ana: User) -> None:
        play_next(against)
        older = owed(against)
        card = code_of(against)
        back(against, ana)
        play.play_card(against.pk, ana.pk, code_of(against, -1), 0, "another", 1)
        newer = owed(against)
        assert (older.ply, newer.ply) == (1, 1)
        assert refusal_code(bot_turns.play_card, older, card) == "stale_ply"
        assert bot_turns.play_card(newer, code_of(against)) == match_of(against).version

    def test_its_mind_is_shown_the_story_as_it_stands(self, against: Game, ana: User) -> None:
        play_out(against, 7)
        back(against, ana)
        while (now := bot_turns.find_bot_turn(match_of(against))) is None:
            play_next(against)
        match = match_of(against)
        told = bot_turns.build_question(match, now).knowledge
        assert len(told.played) == now.ply == len(match.plays)
        gone = {card for one in match.aid.taken for card in one.cards} - set(match.plays)
        assert not gone & set(told.played)


class TestView:
    def test_whoever_may_take_back_is_told_to_where(self, against: Game, game: Game) -> None:
        assert build_view(match_of(game), 0)["aid"] is None
        assert build_view(match_of(against), 0)["aid"]["back"] is None
        play_next(against)
        sent = {who: build_view(match_of(against), who)["aid"]["back"] for who in (0, 1, None)}
        assert sent == {0: 0, 1: None, None: None}

    def test_board_is_as_before_the_cards_taken_back(self, against: Game, ana: User) -> None:
        random.seed(4)
        play_out(against, 6)
        ply = get_last_ply(state_of(against), 0)
        before = {}
        again = MatchState(against.pk, against.code)
        for fact in map(build_event, Entry.objects.filter(game=against).order_by("number")):
            again = again.advance(fact)
            if len(again.plays) == ply:
                before = build_view(again, 0)["board"]
        back(against, ana)
        assert build_view(match_of(against), 0)["board"] == before
