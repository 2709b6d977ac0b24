"""Bots as opponents: accounts, seats, turns, pauses, and what they may know."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from itertools import accumulate

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.accounts.names import clean_own_name
from games.engine.knowledge import build_knowledge
from games.eventlog import event_store
from games.messaging import presence
from games.messaging.presence import CLAIM_AFTER
from games.models import Game, Player, User
from games.realtime.matches.presenter import match_presenter
from games.realtime.matches.view import build_view
from games.realtime.room import Room
from games.rules.moves import apply, start
from games.rules.visible_state import build_visible_state
from games.services.accounts import preferences
from games.services.bots import bot_games, bot_turns
from games.services.bots.bot_games import get_bot
from games.services.bots.bot_turns import BotTurn
from games.services.matches import lobby, play
from games.services.moderation.people import create_reset_link, mute_person
from games.services.moderation.permissions import Moderator
from games.services.reports import reports
from games.services.reports.queue import Sender
from games.state.dealt_state import Occupant
from games.state.match_state import MatchEventKind, MatchOptions, MatchState
from games.state.moderation import ActKind
from games.texts.opponents import OPPONENTS
from tests.moderators import WHY
from tests.people import person
from tests.rules.worlds import redealt, world
from tests.services.matches.games import (
    code_of,
    long_ago,
    match_of,
    play_at_once,
    play_next,
    play_out,
    refusal_code,
    state_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def against(ana: User) -> Game:
    """Ana against the squire, who leads."""
    game = lobby.create_game(ana, MatchOptions(lead="other"))
    lobby.join_game(game, get_bot("squire"))
    return game


def due(game: Game) -> BotTurn:
    found = bot_turns.find_bot_turn(match_of(game))
    assert found is not None
    return found


def think(game: Game) -> None:
    """Play the first legal card of the bot."""
    now = due(game)
    bot_turns.play_card(now, str(bot_turns.build_question(match_of(game), now).knowledge.legal[0]))


class TestBotAccounts:
    def test_each_level_has_an_account_created_on_first_use(self, db: None) -> None:
        assert not User.objects.exclude(opponent="").exists()
        assert get_bot("squire") == get_bot("squire") != get_bot("page")
        assert {get_bot(level).shown for level in OPPONENTS} == {opponent.name for opponent in OPPONENTS.values()}
        assert refusal_code(get_bot, "emperor") == "no_such_level"

    def test_login_as_a_bot_is_impossible(self, db: None) -> None:
        bot = get_bot("master")
        assert not bot.has_usable_password()
        assert not bot.is_active
        assert authenticate(username=bot.username, password="") is None

    def test_people_cannot_take_the_name_of_a_bot_or_a_lookalike(self, db: None) -> None:
        name = OPPONENTS["squire"].name
        for spelling in (name, name.upper(), name.replace("l", "1").replace("a", "а")):
            with pytest.raises(ValidationError, match="computer opponent"):
                clean_own_name(spelling)

    def test_only_games_of_bots_can_be_reported(self, against: Game, ana: User, mona: Moderator) -> None:
        refused = refusal_code(reports.file_report, Sender(ana), against, "1", "cheating", "Too strong")
        assert refused == "no_such_target"
        assert reports.file_report(Sender(ana), against, "game", "cheating", "A dead end").person is None
        assert refusal_code(mute_person, mona, get_bot("squire"), None, WHY) == "no_such_person"
        assert refusal_code(create_reset_link, mona, get_bot("squire"), WHY) == "no_such_person"


class TestSeat:
    def test_the_creator_seats_a_bot_which_gives_no_part_to_the_deal(self, against: Game, bram: User) -> None:
        match = match_of(against)
        assert [match.opponent(seat) for seat in (0, 1)] == ["", "squire"]
        assert against.entries.filter(kind=MatchEventKind.JOINED, seat=1).get().data["opponent"] == "squire"
        assert match.shuffle is not None
        assert match.shuffle.parts[1] is None
        waiting = lobby.create_game(person("Dora"), MatchOptions())
        assert refusal_code(bot_games.seat_bot, waiting, bram, "page") == "not_seated"

    def test_a_bot_agrees_to_a_rematch_at_once_also_after_a_no(self, against: Game, ana: User) -> None:
        play.resign(against, ana)
        assert lobby.answer_rematch(against, ana, accept=False).successor is None
        match = lobby.answer_rematch(against, ana)
        new = event_store.load_state_of_kind(MatchState, Game.objects.get(code=match.successor).pk)
        assert match.asked == (True, True)
        assert [new.opponent(seat) for seat in (0, 1)] == ["", "squire"]
        assert new.deal is not None
        assert lobby.answer_rematch(against, ana).successor == match.successor

    def test_a_bot_is_always_present_so_that_no_win_can_be_claimed(
        self, against: Game, game: Game, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of a person in the same situation it can."""
        assert match_presenter.list_present(Room(match_of(against), match_presenter)) == (False, True)
        assert match_presenter.list_present(Room(match_of(game), match_presenter)) == (False, False)
        then = timezone.now() - 2 * CLAIM_AFTER
        monkeypatch.setattr(presence.uptime, "since", then)
        Player.objects.update(here_since=then, seen_at=timezone.now())
        Player.objects.filter(seat=1).update(seen_at=None)
        for waiting in (against, game):
            while match_of(waiting).awaited != 1:
                play_next(waiting)
            long_ago(waiting)
        assert refusal_code(play.claim_win, against, ana) == "not_away"
        assert play.claim_win(game, ana).winner == 0

    def test_a_seat_given_to_a_person_is_no_bot_any_more(self, against: Game, bram: User) -> None:
        data = {"seat": 1, "user": bram.pk, "name": "Bram", "guest": False}
        match = match_of(against)
        setting = match.build_aspect_value(ActKind.GIVE_BACK, data)
        assert setting.aspect.put(match, setting.value).opponent(1) == ""

    def test_a_bot_of_an_unknown_level_has_no_picture(self) -> None:
        match = MatchState(1, "K7MPX2QA", occupants=(None, Occupant(2, "Old Tom", False, "jester")))
        opponent = {"level": "jester", "strength": None, "face": None}
        player = {"name": "Old Tom", "guest": False, "opponent": opponent, "program": False}
        assert build_view(match, None)["players"] == [None, player]


class TestTurn:
    def test_a_game_waits_for_the_bot_only_in_its_turn(self, against: Game, game: Game) -> None:
        assert bot_turns.find_bot_turn(match_of(game)) is None
        turn = due(against)
        assert (turn.ply, turn.seat, turn.level, turn.leads) == (0, 1, "squire", True)
        assert [match.game_id for match in bot_games.list_waiting_games(timedelta(0))] == [against.pk]
        think(against)
        assert bot_turns.find_bot_turn(match_of(against)) is None
        assert bot_games.list_waiting_games(timedelta(0)) == []

    def test_no_turn_before_the_deal_after_the_end_or_in_a_frozen_game(self, against: Game, ana: User) -> None:
        waiting = lobby.create_game(ana, MatchOptions())
        assert bot_turns.find_bot_turn(match_of(waiting)) is None
        assert bot_turns.find_bot_turn(replace(match_of(against), frozen=True)) is None
        play.resign(against, ana)
        assert bot_turns.find_bot_turn(match_of(against)) is None

    def test_the_bot_plays_to_the_end_each_turn_once(self, against: Game) -> None:
        turn = due(against)
        first = bot_turns.play_card(turn, code_of(against))
        assert bot_turns.play_card(turn, code_of(against)) == first
        assert state_of(against).ply == 1
        while not match_of(against).over:
            if bot_turns.find_bot_turn(match_of(against)):
                think(against)
            else:
                play_out(against, 1)
        assert match_of(against).played_out

    @pytest.mark.parametrize(("last_trick", "strict"), [("trick", False), ("all", True)])
    def test_the_bot_knows_what_its_seat_was_shown(self, against: Game, last_trick: str, strict: bool) -> None:
        play_at_once(against)
        match = replace(match_of(against), options=MatchOptions(last_trick=last_trick, strict=strict))
        assert match.deal is not None
        states = list(accumulate(match.plays, apply, initial=match.deal))
        seen = [[build_visible_state(one, seat, match.options.rulings) for one in states] for seat in (0, 1)]
        for ply, state in enumerate(states[:-1]):
            assert state.to_play is not None
            views = seen[state.to_play][: ply + 1]
            for known in (replace(match, state=state), match):
                assert bot_turns.build_bot_knowledge(known, state.to_play, ply) == build_knowledge(views)

    def test_the_question_does_not_depend_on_hidden_cards(self, against: Game) -> None:
        play_out(against, 9)
        while state_of(against).to_play != 1:
            play_next(against)
        match, state = match_of(against), state_of(against)
        assert match.deal is not None
        other = redealt(world(state, match.deal), 1, random.Random(7))
        elsewhere = replace(match, deal=start(other.hands, other.deck, other.leader), plays=other.plays)
        assert elsewhere.deal != match.deal
        turn = BotTurn(match.game_id, match.code, state.ply, 1, 0, "squire", None, leads=False)
        assert bot_turns.build_question(elsewhere, turn) == bot_turns.build_question(match, turn)

    def test_the_seed_depends_on_the_game(self, against: Game, ana: User) -> None:
        again = lobby.create_game(ana, MatchOptions(lead="other"))
        lobby.join_game(again, get_bot("squire"))
        one, two = (bot_turns.build_question(match_of(game), due(game)).seed for game in (against, again))
        assert one == bot_turns.build_question(match_of(against), due(against)).seed != two


class TestPace:
    def test_a_human_pause_takes_one_to_two_and_a_half_seconds(self, against: Game) -> None:
        each = ((ply, leads) for ply in range(52) for leads in (False, True))
        turns = (BotTurn(1, "K7MPX2QA", ply, 1, 2, "squire", None, leads) for ply, leads in each)
        whole = [bot_turns.get_delay(turn, "human") for turn in turns]
        assert 1 <= min(whole) <= max(whole) <= 2.5
        assert len(set(whole)) == len(whole)

    def test_the_opponent_of_the_bot_chooses_the_pause(self, ana: User) -> None:
        assert bot_turns.get_delay_preference(ana.pk) == bot_turns.get_delay_preference(None) == "human"
        preferences.set_preferences(ana, {"pace": "quick"})
        assert bot_turns.get_delay_preference(ana.pk) == "quick"
