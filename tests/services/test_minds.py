"""The site's own opponents: they sit and play as people do, know no more, and are nobody one could be or judge."""

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

from games.live.face import Room
from games.live.online.seats import seats
from games.live.online.view import view
from games.minds.knowledge import known
from games.models import Game, Player, User
from games.people.names import own_name
from games.people.skeleton import skeleton
from games.rules.moves import apply, start
from games.rules.rulings import LastTrick
from games.rules.state import State
from games.rules.visible import visible
from games.services.minds import asked, pace, sitting, turn
from games.services.minds.people import opponent
from games.services.minds.turn import Turn
from games.services.moderation import Judge, mute, reset_link
from games.services.online import lobby, play
from games.services.people import preferring
from games.services.reports import reports
from games.services.reports.senders import Sender
from games.store import log, presence
from games.store.presence import CLAIM_AFTER
from games.stories.act_kinds import ActKind
from games.stories.online import Match, Options
from games.stories.online_kinds import Kind
from games.stories.sitter import Sitter
from games.words.minds import OPPONENTS
from tests.moderators import WHY
from tests.rules.worlds import redealt, world
from tests.services.plays import code_of, match_of, play_at_once, play_next, play_out, refusal_code, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def against(ana: User) -> Game:
    """Ana against the squire, who leads."""
    game = lobby.create(ana, Options(lead="other"))
    lobby.join(game, opponent("squire"))
    return game


def due(game: Game) -> Turn:
    found = turn.due(match_of(game))
    assert found is not None
    return found


def think(game: Game) -> None:
    """The site's own play their card: the first that is legal."""
    now = due(game)
    turn.put(now, str(turn.question(match_of(game), now).knowledge.legal[0]))


class TestPeople:
    def test_there_is_one_row_a_level_made_when_it_is_needed(self, db: None) -> None:
        assert not User.objects.exclude(opponent="").exists()
        assert opponent("squire") == opponent("squire") != opponent("page")
        assert {opponent(level).shown for level in OPPONENTS} == {one.name for one in OPPONENTS.values()}

    def test_there_is_none_of_another_level(self, db: None) -> None:
        assert refusal_code(opponent, "emperor") == "no_such_level"

    def test_nobody_can_log_in_as_one(self, db: None) -> None:
        someone = opponent("master")
        assert not someone.has_usable_password()
        assert not someone.is_active
        assert authenticate(username=someone.username, password="") is None

    @pytest.mark.parametrize("name", [one.name for one in OPPONENTS.values()])
    def test_nobody_can_take_its_name_nor_what_looks_like_it(self, db: None, name: str) -> None:
        for spelt in (name, name.upper(), name.replace("l", "1").replace("a", "а")):
            with pytest.raises(ValidationError, match="opponent of the site"):
                own_name(spelt)

    def test_their_names_fit_a_seat_and_look_different(self) -> None:
        names = [one.name for one in OPPONENTS.values()]
        assert max(map(len, names)) <= 20
        assert len({skeleton(name) for name in names}) == len(names)

    def test_they_are_the_levels_of_the_minds(self) -> None:
        from games.minds.levels import LEVELS

        assert list(OPPONENTS) == [level.key for level in LEVELS]
        assert [one.strength for one in OPPONENTS.values()] == [1, 2, 3, 4, 5]

    def test_it_cannot_be_reported_but_the_game_can(self, against: Game, ana: User) -> None:
        assert refusal_code(reports.file, Sender(ana), against, "1", "cheating", "Too strong") == "no_such_target"
        assert reports.file(Sender(ana), against, "game", "cheating", "A dead end").person is None

    def test_moderators_do_nothing_to_it(self, against: Game, mona: Judge) -> None:
        assert refusal_code(mute, mona, opponent("squire"), None, WHY) == "no_such_person"
        assert refusal_code(reset_link, mona, opponent("squire"), WHY) == "no_such_person"


class TestSeat:
    def test_the_log_says_that_it_is_the_sites_own(self, against: Game) -> None:
        match = match_of(against)
        assert [match.opponent(seat) for seat in (0, 1)] == ["", "squire"]
        assert against.entries.filter(kind=Kind.JOINED, seat=1).get().data["opponent"] == "squire"

    def test_people_are_not(self, game: Game) -> None:
        assert [match_of(game).opponent(seat) for seat in (0, 1)] == ["", ""]
        assert all("opponent" not in entry.data for entry in game.entries.filter(kind=Kind.JOINED))

    def test_it_gives_no_part_so_that_the_site_chooses_nothing_after_it_saw_the_other(self, against: Game) -> None:
        shuffle = match_of(against).shuffle
        assert shuffle is not None
        assert shuffle.parts[1] is None

    def test_it_agrees_to_a_rematch_at_once(self, against: Game, ana: User) -> None:
        play.resign(against, ana)
        match = lobby.rematch(against, ana)
        new = log.load_as(Match, Game.objects.get(code=match.successor).pk)
        assert match.asked == (True, True)
        assert [new.opponent(seat) for seat in (0, 1)] == ["", "squire"]
        assert new.deal is not None
        assert lobby.rematch(against, ana).successor == match.successor

    def test_it_asks_for_none_and_takes_a_no_for_an_answer(self, against: Game, ana: User) -> None:
        play.resign(against, ana)
        assert lobby.rematch(against, ana, accept=False).successor is None
        assert lobby.rematch(against, ana).successor is not None

    def test_nobody_claims_against_it(
        self, against: Game, game: Game, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        long_ago = timezone.now() - 2 * CLAIM_AFTER
        monkeypatch.setattr(presence.uptime, "since", long_ago)
        Player.objects.update(here_since=long_ago, seen_at=timezone.now())
        Player.objects.filter(seat=1).update(seen_at=None)
        assert refusal_code(play.claim, against, ana) == "not_away"
        assert play.claim(game, ana).winner == 0

    def test_it_is_always_here(self, against: Game, game: Game) -> None:
        assert seats.here(Room(match_of(against), seats)) == (False, True)
        assert seats.here(Room(match_of(game), seats)) == (False, False)

    def test_a_seat_that_went_to_somebody_else_is_a_persons(self, against: Game, bram: User) -> None:
        data = {"seat": 1, "user": bram.pk, "name": "Bram", "guest": False}
        match = match_of(against)
        setting = match.setting(ActKind.GIVE_BACK, data)
        assert setting.aspect.put(match, setting.value).opponent(1) == ""

    def test_it_sits_down_for_whoever_invites_alone(self, invitation: Game, bram: User) -> None:
        assert refusal_code(sitting.sit, invitation, bram, "page") == "not_seated"


class TestTurn:
    def test_a_game_waits_for_it_on_its_turn_alone(self, against: Game, game: Game) -> None:
        assert turn.due(match_of(game)) is None
        now = due(against)
        assert (now.ply, now.seat, now.level, now.leads) == (0, 1, "squire", True)
        think(against)
        assert turn.due(match_of(against)) is None

    def test_not_before_the_deal_nor_after_the_end_nor_while_it_is_stopped(self, against: Game, ana: User) -> None:
        waiting = lobby.create(ana, Options())
        assert turn.due(match_of(waiting)) is None
        assert turn.due(replace(match_of(against), frozen=True)) is None
        play.resign(against, ana)
        assert turn.due(match_of(against)) is None

    def test_it_plays_to_the_end_as_a_person_does(self, against: Game) -> None:
        while not match_of(against).over:
            if turn.due(match_of(against)):
                think(against)
            else:
                play_out(against, 1)
        assert match_of(against).played_out

    def test_a_turn_that_is_thought_of_twice_is_played_once(self, against: Game) -> None:
        now = due(against)
        first = turn.put(now, code_of(against))
        assert turn.put(now, code_of(against)) == first
        assert state_of(against).ply == 1

    @pytest.mark.parametrize("strict", [False, True])
    @pytest.mark.parametrize("last_trick", LastTrick)
    def test_it_knows_what_a_person_in_its_seat_was_shown(self, against: Game, last_trick: str, strict: bool) -> None:
        play_at_once(against)
        match = replace(match_of(against), options=Options(last_trick=last_trick, strict=strict))
        states = list(states_of(match))
        seen = [[visible(one, seat, match.options.rulings) for one in states] for seat in (0, 1)]
        for ply, state in enumerate(states[:-1]):
            assert state.to_play is not None
            views = seen[state.to_play][: ply + 1]
            assert turn.knowledge(replace(match, state=state), state.to_play, ply) == known(views)
            assert turn.knowledge(match, state.to_play, ply) == known(views)

    def test_the_question_is_the_same_whatever_it_cannot_see(self, against: Game) -> None:
        play_out(against, 9)
        while state_of(against).to_play != 1:
            play_next(against)
        match, ply = match_of(against), state_of(against).ply
        assert match.deal is not None
        now = Turn(match.game_id, match.code, ply, 1, 0, "squire", None, leads=False)
        another = elsewhere(match)
        assert another.deal != match.deal
        assert turn.question(another, now) == turn.question(match, now)

    def test_its_chance_is_of_the_game_and_the_seat(self, against: Game, ana: User) -> None:
        again = lobby.create(ana, Options(lead="other"))
        lobby.join(again, opponent("squire"))
        one, two = (turn.question(match_of(game), due(game)).seed for game in (against, again))
        assert one == turn.question(match_of(against), due(against)).seed != two


class TestSweep:
    def test_it_finds_what_waits_and_nothing_else(self, against: Game, game: Game) -> None:
        assert [story.game_id for story in asked.waiting(timedelta(0))] == [against.pk]
        think(against)
        assert asked.waiting(timedelta(0)) == []

    def test_games_that_are_over_are_not_looked_at(self) -> None:
        plan = asked.unanswered().order_by("changed_at").explain()
        assert "seat_history (user_id=? AND over_at=?)" in plan
        assert "SCAN games_" not in plan
        assert "game_recent" not in plan

    def test_not_what_somebody_may_think_about_just_now(self, against: Game) -> None:
        assert asked.waiting(timedelta(seconds=8)) == []
        Game.objects.update(changed_at=timezone.now() - timedelta(seconds=9))
        assert len(asked.waiting(timedelta(seconds=8))) == 1


class TestPace:
    def test_like_a_person_it_takes_one_to_two_and_a_half_seconds(self, against: Game) -> None:
        whole = [pace.pause(at(ply, leads), "human") for ply in range(52) for leads in (False, True)]
        assert 1 <= min(whole) <= max(whole) <= 2.5
        assert len(set(whole)) == len(whole)

    def test_the_same_card_takes_the_same_time_again(self) -> None:
        assert pace.pause(at(7), "human") == pace.pause(at(7), "human")

    def test_quick_it_takes_less_than_half_a_second(self) -> None:
        assert pace.pause(at(7), "quick") == 0.4

    @pytest.mark.parametrize(("gone", "left"), [(0.0, 0.4), (0.3, 0.1), (0.4, 0.0), (0.41, 0.39), (0.9, 0.3)])
    def test_longer_thought_ends_with_a_step(self, gone: float, left: float) -> None:
        assert pace.left(0.4, gone) == pytest.approx(left)

    def test_the_person_chooses(self, ana: User) -> None:
        assert pace.pace_of(ana.pk) == pace.pace_of(None) == "human"
        preferring.prefer(ana, {"pace": "quick"})
        assert pace.pace_of(ana.pk) == "quick"


def states_of(match: Match) -> Iterator[State]:
    """The game after 0, 1, 2 ... cards."""
    assert match.deal is not None
    return accumulate(match.plays, apply, initial=match.deal)


def elsewhere(match: Match) -> Match:
    """The same game with the cards dealt anew that the squire has not seen."""
    assert match.deal is not None
    assert match.state is not None
    other = redealt(world(match.state, match.deal), 1, random.Random(7))
    return replace(match, deal=start(other.hands, other.deck, other.leader), plays=other.plays)


def at(ply: int, leads: bool = False) -> Turn:
    return Turn(1, "K7MPX2QA", ply, 1, 2, "squire", None, leads)


def test_an_opponent_of_another_release_sits_without_a_face() -> None:
    match = Match(1, "K7MPX2QA", sitters=(None, Sitter(2, "Old Tom", False, "jester")))
    assert view(match, None)["players"] == [
        None,
        {
            "name": "Old Tom",
            "guest": False,
            "opponent": {"level": "jester", "strength": None, "face": None},
            "program": False,
        },
    ]
