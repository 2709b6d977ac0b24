"""Hints in games against a bot: logged once, shown to one seat, the same whatever nobody sees."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.engine.knowledge import build_knowledge
from games.eventlog import event_store
from games.models import Game, User
from games.realtime.matches.view import build_view
from games.rules.moves import start
from games.rules.record import read, write
from games.rules.rulings import MATCH_RULINGS
from games.rules.visible_state import build_visible_state
from games.services.bots import aid as hints
from games.services.bots import bot_turns, worker
from games.services.bots.aid import HintRequest, take_back
from games.services.bots.bot_games import get_bot
from games.services.bots.bot_turns import EngineQuestion
from games.services.matches import lobby, play
from games.services.moderation.games import freeze_game
from games.services.moderation.permissions import Moderator
from games.state.dealt_state import get_last_ply
from games.state.match_state import MatchEventKind, MatchOptions
from tests.moderators import WHY
from tests.rules.worlds import redealt, world
from tests.services.matches.games import match_of, play_next, play_out, refusal_code, state_of

pytestmark = pytest.mark.django_db(transaction=True)
ADVISED = ("G0", "best", "")


@pytest.fixture
def against(ana: User) -> Game:
    """Ana, who leads, against the squire."""
    game = lobby.create_game(ana, MatchOptions(lead="creator"))
    lobby.join_game(game, get_bot("squire"))
    return game


def wish(
    game: Game, user: User | None, name: str = "hint", ply: int | None = None, line: int | None = None
) -> HintRequest:
    """What somebody asks for now; of another ply or line where one is given."""
    match = match_of(game)
    here, user_id = match.state.ply if match.state else 0, None if user is None else user.pk
    return HintRequest(game.pk, user_id, here if ply is None else ply, match.aid.line if line is None else line, name)


def to(user: User, game: Game) -> Game:
    """The game with this person to play."""
    while state_of(game).to_play != match_of(game).seat_of(user.pk):
        play_next(game)
    return game


def hinted(game: Game, user: User, name: str = "hint") -> int:
    """Ask for a hint, and have one found at once."""
    asked = wish(game, user, name)
    card = str(state_of(game).hands[0][0])
    return hints.log_hint(asked, (card, "best", ""))


class TestQuestion:
    def test_a_mind_is_told_what_the_seat_was_shown_and_plays_its_best(self, against: Game, ana: User) -> None:
        play_out(against, 9)
        to(ana, against)
        question = hints.prepare_hint(wish(against, ana))
        assert isinstance(question, EngineQuestion)
        assert question.knowledge == bot_turns.build_bot_knowledge(match_of(against), 0, state_of(against).ply)
        assert question.level == "master"

    def test_the_same_whatever_nobody_sees(self, against: Game, ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
        play_out(against, 10)
        to(ana, against)
        here = hints.prepare_hint(wish(against, ana))
        match = match_of(against)
        assert match.state is not None
        assert match.deal is not None
        other = redealt(world(match.state, match.deal), 0, random.Random(7))
        deal = start(other.hands, other.deck, other.leader)
        assert deal != match.deal
        elsewhere = replace(match, deal=deal, plays=other.plays)
        asked = wish(against, ana)
        monkeypatch.setattr(event_store, "load_state_of_kind", lambda kind, game_id: elsewhere)
        there = hints.prepare_hint(asked)
        assert here == there
        assert isinstance(here, EngineQuestion)
        cheap = here.knowledge, "squire", here.seed, here.draw
        assert worker.give_hint(*cheap) == worker.give_hint(*cheap)

    def test_what_the_opponent_is_told_does_not_change_by_it(self, against: Game, ana: User) -> None:
        to(ana, against)
        hinted(against, ana)
        match = match_of(against)
        play_next(against)
        owed = bot_turns.find_bot_turn(match_of(against))
        assert owed is not None
        told = bot_turns.build_question(match_of(against), owed)
        assert told.seed != bot_turns.derive_secret(against.code, "hint 0")
        states = (match.state, match_of(against).state)
        assert told.knowledge == build_knowledge(
            [build_visible_state(state, 1, MATCH_RULINGS) for state in states if state is not None]
        )


class TestLog:
    def test_a_hint_is_an_entry_and_moves_no_card(self, against: Game, ana: User) -> None:
        before = state_of(against)
        version = hinted(against, ana)
        match = match_of(against)
        assert (match.version, match.state) == (version, before)
        entry = against.entries.get(kind=MatchEventKind.HINTED)
        assert (entry.seat, entry.data["ply"]) == (0, 0)

    def test_one_hint_a_card_however_often_it_is_asked(self, against: Game, ana: User) -> None:
        first, asked = hinted(against, ana), wish(against, ana)
        assert hints.prepare_hint(asked) == hints.log_hint(asked, ADVISED) == first
        assert (
            hints.prepare_hint(wish(against, ana, "desk"))
            == hints.log_hint(wish(against, ana, "desk"), ADVISED)
            == first
        )
        assert match_of(against).aid.asked == (0,)

    def test_a_late_answer_to_an_older_wish_is_that_of_the_first_time(self, against: Game, ana: User) -> None:
        asked = wish(against, ana)
        first = hinted(against, ana)
        play_out(against, 2)
        assert hints.prepare_hint(asked) == first

    def test_hint_holds_after_its_card_is_taken_back(self, against: Game, ana: User) -> None:
        hinted(against, ana)
        kept = match_of(against).aid.hint(0)
        play_out(against, 1)
        take_back(against.pk, ana.pk, 0, 0, "back")
        assert match_of(against).aid.hint(0) == kept is not None

    def test_hint_for_a_card_taken_back_is_forgotten(self, against: Game, ana: User) -> None:
        play_next(against)
        to(ana, against)
        hinted(against, ana)
        ply = state_of(against).ply
        before = get_last_ply(state_of(against), 0)
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


class TestView:
    def test_the_card_is_shown_to_the_seat_alone_that_asked(self, against: Game, ana: User) -> None:
        hinted(against, ana)
        match = match_of(against)
        shown = {who: build_view(match, who)["aid"] for who in (0, 1, None)}
        assert shown[0]["hint"]["text"] == "Of all that was tried, it does best."
        assert shown[0]["hint"]["card"] in build_view(match, 0)["board"]["hand"]
        assert shown[1]["hint"] is shown[None]["hint"] is None
        assert {one["hints"] for one in shown.values()} == {1}

    def test_it_goes_with_the_card_that_is_played(self, against: Game, ana: User) -> None:
        assert build_view(match_of(against), 0)["aid"]["may_hint"]
        hinted(against, ana)
        assert not build_view(match_of(against), 0)["aid"]["may_hint"]
        play_next(against)
        aid = build_view(match_of(against), 0)["aid"]
        assert (aid["hint"], aid["hints"]) == (None, 1)

    def test_a_reason_of_a_newer_release_has_a_sentence_too(self, against: Game, ana: User) -> None:
        hints.log_hint(wish(against, ana), (str(state_of(against).hands[0][0]), "sixth_sense", ""))
        assert build_view(match_of(against), 0)["aid"]["hint"]["text"]


class TestRefusals:
    def refused(self, asked: HintRequest) -> str:
        code = refusal_code(hints.prepare_hint, asked)
        assert refusal_code(hints.log_hint, asked, ADVISED) == code
        return code

    def test_refused_between_people(self, game: Game, ana: User) -> None:
        assert self.refused(wish(game, ana)) == "not_against_site"

    def test_refused_to_spectators(self, against: Game, bram: User) -> None:
        assert self.refused(wish(against, bram)) == self.refused(wish(against, None)) == "not_seated"

    def test_refused_out_of_turn_and_for_another_card(self, against: Game, ana: User) -> None:
        play_next(against)
        assert self.refused(wish(against, ana)) == "not_your_turn"
        assert self.refused(wish(against, ana, ply=0)) == "stale_ply"
        assert self.refused(wish(against, ana, line=1)) == "stale_ply"

    def test_refused_before_the_deal_and_after_the_end(self, invitation: Game, against: Game, ana: User) -> None:
        assert self.refused(wish(invitation, ana)) == "not_against_site"
        play.resign(against, ana)
        assert self.refused(wish(against, ana)) == "game_over"

    def test_refused_while_moderators_have_frozen_the_game(self, against: Game, ana: User, mona: Moderator) -> None:
        freeze_game(mona, against, WHY)
        assert self.refused(wish(against, ana)) == "frozen"
