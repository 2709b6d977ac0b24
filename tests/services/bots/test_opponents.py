"""Bots as opponents: they sit and play as people do, know no more, and nobody can log in as one."""

from __future__ import annotations

import random
from collections.abc import Iterator
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
from games.rules.state import State
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
    """The site's own play their card: the first that is legal."""
    now = due(game)
    bot_turns.play_card(now, str(bot_turns.build_question(match_of(game), now).knowledge.legal[0]))


class TestPeople:
    def test_there_is_one_row_a_level_made_when_it_is_needed(self, db: None) -> None:
        assert not User.objects.exclude(opponent="").exists()
        assert get_bot("squire") == get_bot("squire") != get_bot("page")
        assert {get_bot(level).shown for level in OPPONENTS} == {one.name for one in OPPONENTS.values()}

    def test_there_is_none_of_another_level(self, db: None) -> None:
        assert refusal_code(get_bot, "emperor") == "no_such_level"

    def test_nobody_can_log_in_as_one(self, db: None) -> None:
        someone = get_bot("master")
        assert not someone.has_usable_password()
        assert not someone.is_active
        assert authenticate(username=someone.username, password="") is None

    def test_nobody_can_take_its_name_nor_what_looks_like_it(self, db: None) -> None:
        name = OPPONENTS["squire"].name
        for spelt in (name, name.upper(), name.replace("l", "1").replace("a", "а")):
            with pytest.raises(ValidationError, match="opponent of the site"):
                clean_own_name(spelt)

    def test_it_cannot_be_reported_but_the_game_can(self, against: Game, ana: User) -> None:
        assert (
            refusal_code(reports.file_report, Sender(ana), against, "1", "cheating", "Too strong") == "no_such_target"
        )
        assert reports.file_report(Sender(ana), against, "game", "cheating", "A dead end").person is None

    def test_moderators_do_nothing_to_it(self, against: Game, mona: Moderator) -> None:
        assert refusal_code(mute_person, mona, get_bot("squire"), None, WHY) == "no_such_person"
        assert refusal_code(create_reset_link, mona, get_bot("squire"), WHY) == "no_such_person"


class TestSeat:
    def test_the_log_says_that_it_is_the_sites_own(self, against: Game) -> None:
        match = match_of(against)
        assert [match.opponent(seat) for seat in (0, 1)] == ["", "squire"]
        assert against.entries.filter(kind=MatchEventKind.JOINED, seat=1).get().data["opponent"] == "squire"

    def test_it_gives_no_part_so_that_the_site_chooses_nothing_after_it_saw_the_other(self, against: Game) -> None:
        shuffle = match_of(against).shuffle
        assert shuffle is not None
        assert shuffle.parts[1] is None

    def test_it_agrees_to_a_rematch_at_once(self, against: Game, ana: User) -> None:
        play.resign(against, ana)
        match = lobby.answer_rematch(against, ana)
        new = event_store.load_state_of_kind(MatchState, Game.objects.get(code=match.successor).pk)
        assert match.asked == (True, True)
        assert [new.opponent(seat) for seat in (0, 1)] == ["", "squire"]
        assert new.deal is not None
        assert lobby.answer_rematch(against, ana).successor == match.successor

    def test_it_asks_for_none_and_takes_a_no_for_an_answer(self, against: Game, ana: User) -> None:
        play.resign(against, ana)
        assert lobby.answer_rematch(against, ana, accept=False).successor is None
        assert lobby.answer_rematch(against, ana).successor is not None

    def test_nobody_claims_against_it(
        self, against: Game, game: Game, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Although it is to play in one game as a person is in the other."""
        then = timezone.now() - 2 * CLAIM_AFTER
        monkeypatch.setattr(presence.uptime, "since", then)
        Player.objects.update(here_since=then, seen_at=timezone.now())
        Player.objects.filter(seat=1).update(seen_at=None)
        for one in (against, game):
            while match_of(one).awaited != 1:
                play_next(one)
            long_ago(one)
        assert refusal_code(play.claim_win, against, ana) == "not_away"
        assert play.claim_win(game, ana).winner == 0

    def test_it_is_always_here(self, against: Game, game: Game) -> None:
        assert match_presenter.list_present(Room(match_of(against), match_presenter)) == (False, True)
        assert match_presenter.list_present(Room(match_of(game), match_presenter)) == (False, False)

    def test_a_seat_that_went_to_somebody_else_is_a_persons(self, against: Game, bram: User) -> None:
        data = {"seat": 1, "user": bram.pk, "name": "Bram", "guest": False}
        match = match_of(against)
        setting = match.setting(ActKind.GIVE_BACK, data)
        assert setting.aspect.put(match, setting.value).opponent(1) == ""

    def test_it_sits_down_for_whoever_invites_alone(self, invitation: Game, bram: User) -> None:
        assert refusal_code(bot_games.seat_bot, invitation, bram, "page") == "not_seated"


class TestTurn:
    def test_a_game_waits_for_it_on_its_turn_alone(self, against: Game, game: Game) -> None:
        assert bot_turns.find_bot_turn(match_of(game)) is None
        now = due(against)
        assert (now.ply, now.seat, now.level, now.leads) == (0, 1, "squire", True)
        think(against)
        assert bot_turns.find_bot_turn(match_of(against)) is None

    def test_not_before_the_deal_nor_after_the_end_nor_while_it_is_stopped(self, against: Game, ana: User) -> None:
        waiting = lobby.create_game(ana, MatchOptions())
        assert bot_turns.find_bot_turn(match_of(waiting)) is None
        assert bot_turns.find_bot_turn(replace(match_of(against), frozen=True)) is None
        play.resign(against, ana)
        assert bot_turns.find_bot_turn(match_of(against)) is None

    def test_it_plays_to_the_end_as_a_person_does(self, against: Game) -> None:
        while not match_of(against).over:
            if bot_turns.find_bot_turn(match_of(against)):
                think(against)
            else:
                play_out(against, 1)
        assert match_of(against).played_out

    def test_a_turn_that_is_thought_of_twice_is_played_once(self, against: Game) -> None:
        now = due(against)
        first = bot_turns.play_card(now, code_of(against))
        assert bot_turns.play_card(now, code_of(against)) == first
        assert state_of(against).ply == 1

    @pytest.mark.parametrize(("last_trick", "strict"), [("trick", False), ("all", True)])
    def test_it_knows_what_a_person_in_its_seat_was_shown(self, against: Game, last_trick: str, strict: bool) -> None:
        play_at_once(against)
        match = replace(match_of(against), options=MatchOptions(last_trick=last_trick, strict=strict))
        states = list(states_of(match))
        seen = [[build_visible_state(one, seat, match.options.rulings) for one in states] for seat in (0, 1)]
        for ply, state in enumerate(states[:-1]):
            assert state.to_play is not None
            views = seen[state.to_play][: ply + 1]
            assert bot_turns.build_bot_knowledge(replace(match, state=state), state.to_play, ply) == build_knowledge(
                views
            )
            assert bot_turns.build_bot_knowledge(match, state.to_play, ply) == build_knowledge(views)

    def test_the_question_is_the_same_whatever_it_cannot_see(self, against: Game) -> None:
        play_out(against, 9)
        while state_of(against).to_play != 1:
            play_next(against)
        match, ply = match_of(against), state_of(against).ply
        assert match.deal is not None
        now = BotTurn(match.game_id, match.code, ply, 1, 0, "squire", None, leads=False)
        another = elsewhere(match)
        assert another.deal != match.deal
        assert bot_turns.build_question(another, now) == bot_turns.build_question(match, now)

    def test_its_chance_is_of_the_game_and_the_seat(self, against: Game, ana: User) -> None:
        again = lobby.create_game(ana, MatchOptions(lead="other"))
        lobby.join_game(again, get_bot("squire"))
        one, two = (bot_turns.build_question(match_of(game), due(game)).seed for game in (against, again))
        assert one == bot_turns.build_question(match_of(against), due(against)).seed != two


class TestSweep:
    def test_it_finds_what_waits_and_nothing_else(self, against: Game, game: Game) -> None:
        assert [story.game_id for story in bot_games.list_waiting_games(timedelta(0))] == [against.pk]
        think(against)
        assert bot_games.list_waiting_games(timedelta(0)) == []


class TestPace:
    def test_like_a_person_it_takes_one_to_two_and_a_half_seconds(self, against: Game) -> None:
        whole = [bot_turns.get_delay(at(ply, leads), "human") for ply in range(52) for leads in (False, True)]
        assert 1 <= min(whole) <= max(whole) <= 2.5
        assert len(set(whole)) == len(whole)

    def test_the_person_chooses(self, ana: User) -> None:
        assert bot_turns.get_delay_preference(ana.pk) == bot_turns.get_delay_preference(None) == "human"
        preferences.set_preferences(ana, {"pace": "quick"})
        assert bot_turns.get_delay_preference(ana.pk) == "quick"


def states_of(match: MatchState) -> Iterator[State]:
    """The game after 0, 1, 2 ... cards."""
    assert match.deal is not None
    return accumulate(match.plays, apply, initial=match.deal)


def elsewhere(match: MatchState) -> MatchState:
    """The same game with the cards dealt anew that the squire has not seen."""
    assert match.deal is not None
    assert match.state is not None
    other = redealt(world(match.state, match.deal), 1, random.Random(7))
    return replace(match, deal=start(other.hands, other.deck, other.leader), plays=other.plays)


def at(ply: int, leads: bool = False) -> BotTurn:
    return BotTurn(1, "K7MPX2QA", ply, 1, 2, "squire", None, leads)


def test_an_opponent_of_another_release_sits_without_a_face() -> None:
    match = MatchState(1, "K7MPX2QA", sitters=(None, Occupant(2, "Old Tom", False, "jester")))
    assert build_view(match, None)["players"] == [
        None,
        {
            "name": "Old Tom",
            "guest": False,
            "opponent": {"level": "jester", "strength": None, "face": None},
            "program": False,
        },
    ]
