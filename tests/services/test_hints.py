"""Hints against the site: logged once, shown to one seat, the same whatever nobody sees, no help to the opponent."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.live.online.view import view
from games.minds.knowledge import known
from games.models import Game, User
from games.rules.moves import start
from games.rules.record import read, write
from games.rules.rulings import ONLINE
from games.rules.visible import visible
from games.services.minds import hints, turn, worker
from games.services.minds.hints import Wish
from games.services.minds.people import opponent
from games.services.minds.taking_back import take_back
from games.services.minds.turn import Question
from games.services.moderation import Judge, freeze
from games.services.online import lobby, play
from games.store import log
from games.stories.aided import last_ply
from games.stories.online import Match, Options
from games.stories.online_kinds import Kind
from tests.moderators import WHY
from tests.rules.worlds import redealt, world
from tests.services.companion_acts import two_phones
from tests.services.plays import match_of, play_next, play_out, refusal_code, state_of

pytestmark = pytest.mark.django_db(transaction=True)
ADVISED = ("G0", "best", "")


@pytest.fixture
def against(ana: User) -> Game:
    """Ana, who leads, against the squire."""
    game = lobby.create(ana, Options(lead="creator"))
    lobby.join(game, opponent("squire"))
    return game


def wish(game: Game, user: User | None, name: str = "hint", ply: int | None = None, line: int | None = None) -> Wish:
    """What somebody asks for now; of another ply or line where one is given."""
    match = match_of(game)
    here, user_id = match.state.ply if match.state else 0, None if user is None else user.pk
    return Wish(game.pk, user_id, here if ply is None else ply, match.aid.line if line is None else line, name)


def to(user: User, game: Game) -> Game:
    """The game with this person to play."""
    while state_of(game).to_play != match_of(game).seat_of(user.pk):
        play_next(game)
    return game


def hinted(game: Game, user: User, name: str = "hint") -> int:
    """Ask for a hint, and have one found at once."""
    asked = wish(game, user, name)
    card = str(state_of(game).hands[0][0])
    return hints.told(asked, (card, "best", ""))


class TestQuestion:
    def test_a_mind_is_told_what_the_seat_was_shown_and_plays_its_best(self, against: Game, ana: User) -> None:
        play_out(against, 9)
        to(ana, against)
        question = hints.asked(wish(against, ana))
        assert isinstance(question, Question)
        assert question.knowledge == turn.knowledge(match_of(against), 0, state_of(against).ply)
        assert question.level == "master"

    def test_the_same_whatever_nobody_sees(self, against: Game, ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
        play_out(against, 10)
        to(ana, against)
        here = hints.asked(wish(against, ana))
        match = match_of(against)
        assert match.state is not None
        assert match.deal is not None
        other = redealt(world(match.state, match.deal), 0, random.Random(7))
        deal = start(other.hands, other.deck, other.leader)
        assert deal != match.deal
        elsewhere = replace(match, deal=deal, plays=other.plays)
        asked = wish(against, ana)
        monkeypatch.setattr(log, "load_as", lambda kind, game_id: elsewhere)
        there = hints.asked(asked)
        assert here == there
        assert isinstance(here, Question)
        cheap = here.knowledge, "squire", here.seed, here.draw
        assert worker.advise(*cheap) == worker.advise(*cheap)

    def test_what_the_opponent_is_told_does_not_change_by_it(self, against: Game, ana: User) -> None:
        to(ana, against)
        hinted(against, ana)
        match = match_of(against)
        play_next(against)
        owed = turn.due(match_of(against))
        assert owed is not None
        told = turn.question(match_of(against), owed)
        assert told.seed != turn.secret(against.code, "hint 0")
        states = (match.state, match_of(against).state)
        assert told.knowledge == known([visible(state, 1, ONLINE) for state in states if state is not None])

    def test_of_a_thought_that_was_lost_nothing_is_kept_and_it_is_had_again(self, against: Game, ana: User) -> None:
        asked = wish(against, ana)
        lost, again = hints.asked(asked), hints.asked(asked)
        assert lost == again
        assert isinstance(again, Question)
        assert not against.entries.filter(kind=Kind.HINTED).exists()


class TestLog:
    def test_a_hint_is_an_entry_and_moves_no_card(self, against: Game, ana: User) -> None:
        before = state_of(against)
        version = hinted(against, ana)
        match = match_of(against)
        assert (match.version, match.state) == (version, before)
        entry = against.entries.get(kind=Kind.HINTED)
        assert (entry.seat, entry.data["ply"]) == (0, 0)

    def test_one_a_card_however_often_and_from_wherever_it_is_asked(self, against: Game, ana: User) -> None:
        first, asked = hinted(against, ana), wish(against, ana)
        assert hints.asked(asked) == hints.told(asked, ADVISED) == first
        assert hints.asked(wish(against, ana, "desk")) == hints.told(wish(against, ana, "desk"), ADVISED) == first
        assert match_of(against).aid.asked == (0,)

    def test_a_late_answer_to_an_older_wish_is_that_of_the_first_time(self, against: Game, ana: User) -> None:
        asked = wish(against, ana)
        first = hinted(against, ana)
        play_out(against, 2)
        assert hints.asked(asked) == first

    def test_after_taking_back_what_was_said_before_holds(self, against: Game, ana: User) -> None:
        hinted(against, ana)
        kept = match_of(against).aid.hint(0)
        play_out(against, 1)
        take_back(against.pk, ana.pk, 0, 0, "back")
        assert match_of(against).aid.hint(0) == kept is not None

    def test_but_not_what_was_said_of_cards_that_never_were(self, against: Game, ana: User) -> None:
        play_next(against)
        to(ana, against)
        hinted(against, ana)
        ply = state_of(against).ply
        before = last_ply(state_of(against), 0)
        assert before is not None
        take_back(against.pk, ana.pk, before, 0, "back")
        aid = match_of(against).aid
        assert (aid.hint(ply), aid.asked) == (None, (ply,))

    def test_the_record_counts_them(self, against: Game, ana: User) -> None:
        hinted(against, ana)
        play.resign(against, ana)
        value = write(match_of(against).record())
        assert value["helped"] == {"seat": 0, "hints": [0], "taken_back": []}
        assert write(read(value)) == value

    def test_a_record_without_help_says_nothing_of_it(self, against: Game, ana: User) -> None:
        play.resign(against, ana)
        assert "helped" not in write(match_of(against).record())


class TestView:
    def test_the_card_is_shown_to_the_seat_alone_that_asked(self, against: Game, ana: User) -> None:
        hinted(against, ana)
        match = match_of(against)
        shown = {who: view(match, who)["aid"] for who in (0, 1, None)}
        assert shown[0]["hint"]["text"] == "Of all that was tried, it does best."
        assert shown[0]["hint"]["card"] in view(match, 0)["board"]["hand"]
        assert shown[1]["hint"] is shown[None]["hint"] is None
        assert {one["hints"] for one in shown.values()} == {1}

    def test_it_goes_with_the_card_that_is_played(self, against: Game, ana: User) -> None:
        assert view(match_of(against), 0)["aid"]["may_hint"]
        hinted(against, ana)
        assert not view(match_of(against), 0)["aid"]["may_hint"]
        play_next(against)
        aid = view(match_of(against), 0)["aid"]
        assert (aid["hint"], aid["hints"]) == (None, 1)

    def test_a_reason_of_a_newer_release_has_a_sentence_too(self, against: Game, ana: User) -> None:
        hints.told(wish(against, ana), (str(state_of(against).hands[0][0]), "sixth_sense", ""))
        assert view(match_of(against), 0)["aid"]["hint"]["text"]


class TestRefusals:
    def refused(self, asked: Wish) -> str:
        code = refusal_code(hints.asked, asked)
        assert refusal_code(hints.told, asked, ADVISED) == code
        return code

    def test_between_people(self, game: Game, ana: User) -> None:
        assert self.refused(wish(game, ana)) == "not_against_site"

    def test_to_whoever_only_watches(self, against: Game, bram: User) -> None:
        assert self.refused(wish(against, bram)) == self.refused(wish(against, None)) == "not_seated"

    def test_out_of_turn_and_for_another_card(self, against: Game, ana: User) -> None:
        play_next(against)
        assert self.refused(wish(against, ana)) == "not_your_turn"
        assert self.refused(wish(against, ana, ply=0)) == "stale_ply"
        assert self.refused(wish(against, ana, line=1)) == "stale_ply"

    def test_before_the_deal_and_after_the_end(self, invitation: Game, against: Game, ana: User) -> None:
        assert self.refused(wish(invitation, ana)) == "not_against_site"
        play.resign(against, ana)
        assert self.refused(wish(against, ana)) == "game_over"

    def test_while_a_moderator_has_stopped_the_game(self, against: Game, ana: User, mona: Judge) -> None:
        freeze(mona, against, WHY)
        assert self.refused(wish(against, ana)) == "frozen"

    def test_at_a_table_with_the_real_deck(self, ana: User) -> None:
        table, _, _ = two_phones()
        assert self.refused(Wish(table.pk, ana.pk, 0, 0, "hint")) == "no_such_game"


def test_a_story_without_help_is_nobodys_help() -> None:
    assert Match(1, "K7MPX2QA").alone is None
