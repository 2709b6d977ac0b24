"""Hints and take-backs in games against a bot: logged once, shown to one seat, independent of hidden cards."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.engine.knowledge import build_knowledge
from games.eventlog import event_store
from games.eventlog.event_store import build_event
from games.models import Entry, Game, User
from games.realtime.matches.view import build_view
from games.rules.moves import start
from games.rules.record import read, write
from games.rules.rulings import MATCH_RULINGS
from games.rules.state import Seat
from games.rules.visible_state import build_visible_state
from games.services.bots import aid, bot_turns, worker
from games.services.bots.aid import HintRequest, take_back
from games.services.bots.bot_games import get_bot
from games.services.bots.bot_turns import BotTurn, EngineQuestion
from games.services.matches import lobby, play
from games.services.moderation.games import freeze_game
from games.services.moderation.permissions import Moderator
from games.services.moderation.undo import undo_act
from games.state.dealt_state import get_last_ply
from games.state.match_state import MatchEventKind, MatchOptions, MatchState
from tests.moderators import WHY
from tests.rules.random_games import random_game
from tests.rules.worlds import redealt, world
from tests.services.matches.games import code_of, match_of, play_next, play_out, refusal_code, state_of
from tests.state.test_fold import assert_same_everywhere

pytestmark = pytest.mark.django_db(transaction=True)
ADVICE = ("G0", "best", "")


@pytest.fixture
def against(ana: User) -> Game:
    """Ana, who leads, against the squire."""
    game = lobby.create_game(ana, MatchOptions(lead="creator", last_trick="all"))
    lobby.join_game(game, get_bot("squire"))
    return game


def request(
    game: Game, user: User | None, name: str = "hint", ply: int | None = None, line: int | None = None
) -> HintRequest:
    """A request for a hint now, or for another ply or line."""
    match = match_of(game)
    here, user_id = match.state.ply if match.state else 0, None if user is None else user.pk
    return HintRequest(game.pk, user_id, here if ply is None else ply, match.aid.line if line is None else line, name)


def play_until_turn_of(user: User, game: Game) -> None:
    while state_of(game).to_play != match_of(game).seat_of(user.pk):
        play_next(game)


def hint(game: Game, user: User) -> int:
    """Ask for a hint and log the answer at once; return the version."""
    return aid.log_hint(request(game, user), (str(state_of(game).hands[0][0]), "best", ""))


def last_ply(game: Game, seat: Seat = 0) -> int:
    """The ply of the last card of a seat."""
    ply = get_last_ply(state_of(game), seat)
    assert ply is not None
    return ply


def back(game: Game, user: User, name: str = "back") -> int:
    """Take the last card of a person back; return the version."""
    match = match_of(game)
    assert match.state is not None
    return take_back(
        game.pk, user.pk, get_last_ply(match.state, match.seat_of(user.pk) or 0) or 0, match.aid.line, name
    )


def turn_of_bot(game: Game) -> BotTurn:
    turn = bot_turns.find_bot_turn(match_of(game))
    assert turn is not None
    return turn


class TestHintQuestion:
    def test_the_engine_gets_what_the_seat_was_shown_and_plays_at_its_best(self, against: Game, ana: User) -> None:
        play_out(against, 9)
        play_until_turn_of(ana, against)
        question = aid.prepare_hint(request(against, ana))
        assert isinstance(question, EngineQuestion)
        assert question.knowledge == bot_turns.build_bot_knowledge(match_of(against), 0, state_of(against).ply)
        assert question.level == "master"

    def test_a_hint_ignores_hidden_cards(self, against: Game, ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
        play_out(against, 10)
        play_until_turn_of(ana, against)
        asked, match = request(against, ana), match_of(against)
        here = aid.prepare_hint(asked)
        assert match.state is not None
        assert match.deal is not None
        other = redealt(world(match.state, match.deal), 0, random.Random(7))
        deal = start(other.hands, other.deck, other.leader)
        assert deal != match.deal
        elsewhere = replace(match, deal=deal, plays=other.plays)
        monkeypatch.setattr(event_store, "load_state_of_kind", lambda kind, game_id: elsewhere)
        assert aid.prepare_hint(asked) == here
        assert isinstance(here, EngineQuestion)
        quick = here.knowledge, "squire", here.seed, here.draw
        assert worker.give_hint(*quick) == worker.give_hint(*quick)

    def test_a_hint_does_not_change_the_question_to_the_bot(self, against: Game, ana: User) -> None:
        hint(against, ana)
        match = match_of(against)
        play_next(against)
        question = bot_turns.build_question(match_of(against), turn_of_bot(against))
        assert question.seed != bot_turns.derive_secret(against.code, "hint 0")
        states = (match.state, match_of(against).state)
        assert question.knowledge == build_knowledge(
            [build_visible_state(state, 1, MATCH_RULINGS) for state in states if state is not None]
        )


class TestHintLog:
    def test_a_hint_is_an_entry_that_moves_no_card(self, against: Game, ana: User) -> None:
        before = state_of(against)
        version = hint(against, ana)
        match = match_of(against)
        assert (match.version, match.state) == (version, before)
        entry = against.entries.get(kind=MatchEventKind.HINTED)
        assert (entry.seat, entry.data["ply"]) == (0, 0)

    def test_repeated_and_late_requests_get_the_first_hint(self, against: Game, ana: User) -> None:
        asked, other_device = request(against, ana), request(against, ana, "desk")
        first = hint(against, ana)
        for repeated in (asked, other_device):
            assert aid.prepare_hint(repeated) == aid.log_hint(repeated, ADVICE) == first
        assert match_of(against).aid.asked == (0,)
        play_out(against, 2)
        assert aid.prepare_hint(asked) == first

    def test_a_hint_holds_after_its_card_is_taken_back(self, against: Game, ana: User) -> None:
        hint(against, ana)
        kept = match_of(against).aid.hint(0)
        play_out(against, 1)
        take_back(against.pk, ana.pk, 0, 0, "back")
        assert match_of(against).aid.hint(0) == kept is not None

    def test_a_hint_is_forgotten_when_an_earlier_card_is_taken_back(self, against: Game, ana: User) -> None:
        play_next(against)
        play_until_turn_of(ana, against)
        hint(against, ana)
        ply = state_of(against).ply
        take_back(against.pk, ana.pk, last_ply(against), 0, "back")
        known = match_of(against).aid
        assert (known.hint(ply), known.asked) == (None, (ply,))


class TestHintView:
    def test_only_the_seat_that_asked_sees_the_hint_and_only_until_its_card(self, against: Game, ana: User) -> None:
        assert build_view(match_of(against), 0)["aid"]["may_hint"]
        hint(against, ana)
        match = match_of(against)
        shown = {audience: build_view(match, audience)["aid"] for audience in (0, 1, None)}
        assert not shown[0]["may_hint"]
        assert shown[0]["hint"]["text"] == "Best of the cards we simulated."
        assert shown[0]["hint"]["card"] in build_view(match, 0)["board"]["hand"]
        assert shown[1]["hint"] is shown[None]["hint"] is None
        assert {view["hints"] for view in shown.values()} == {1}
        play_next(against)
        after = build_view(match_of(against), 0)["aid"]
        assert (after["hint"], after["hints"]) == (None, 1)

    def test_an_unknown_reason_has_a_sentence(self, against: Game, ana: User) -> None:
        aid.log_hint(request(against, ana), (str(state_of(against).hands[0][0]), "sixth_sense", ""))
        assert build_view(match_of(against), 0)["aid"]["hint"]["text"]


class TestHintRefusals:
    def refused(self, asked: HintRequest) -> str:
        code = refusal_code(aid.prepare_hint, asked)
        assert refusal_code(aid.log_hint, asked, ADVICE) == code
        return code

    def test_refused_between_people_and_before_the_deal(self, invitation: Game, ana: User, bram: User) -> None:
        assert self.refused(request(invitation, ana)) == "not_against_site"
        lobby.join_game(invitation, bram)
        assert self.refused(request(invitation, ana)) == "not_against_site"

    def test_refused_without_a_seat_or_a_turn_and_for_other_cards(self, against: Game, ana: User, bram: User) -> None:
        assert self.refused(request(against, bram)) == self.refused(request(against, None)) == "not_seated"
        play_next(against)
        assert self.refused(request(against, ana)) == "not_your_turn"
        assert self.refused(request(against, ana, ply=0)) == "stale_ply"
        assert self.refused(request(against, ana, line=1)) == "stale_ply"

    def test_refused_in_a_frozen_game_and_after_the_end(self, against: Game, ana: User, mona: Moderator) -> None:
        act = freeze_game(mona, against, WHY)
        assert self.refused(request(against, ana)) == "frozen"
        undo_act(mona, act, WHY)
        play.resign(against, ana)
        assert self.refused(request(against, ana)) == "game_over"


class TestTakeBack:
    @pytest.mark.parametrize("plies", [1, 2, 27])
    def test_the_game_stands_as_before_the_last_own_card(self, against: Game, ana: User, plies: int) -> None:
        states = [state_of(against)]
        boards = [build_view(match_of(against), 0)["board"]]
        for _ in range(plies):
            play_next(against)
            states.append(state_of(against))
            boards.append(build_view(match_of(against), 0)["board"])
        ply = last_ply(against)
        assert states[ply].to_play == 0
        back(against, ana)
        assert state_of(against) == states[ply]
        assert build_view(match_of(against), 0)["board"] == boards[ply]

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
            assert_same_everywhere(against)
        state = MatchState(against.pk, against.code)
        events = [build_event(entry) for entry in Entry.objects.order_by("number")]
        for event in events:
            state = state.advance(event)
            assert state.state is None or state.state.ply == len(state.plays)
        assert sum(event.kind == MatchEventKind.PLAYED for event in events) == 9
        assert sum(len(taken.cards) for taken in state.aid.taken) + len(state.plays) == 9

    @pytest.mark.parametrize(("plies", "seat", "ply"), [(0, 0, None), (1, 0, 0), (1, 1, None), (2, 0, 0), (2, 1, 1)])
    def test_last_ply_is_that_of_the_last_card_of_the_seat(self, plies: int, seat: Seat, ply: int | None) -> None:
        state = next(one for states in map(random_game, range(9)) for one in states[plies:] if states[0].leader == 0)
        assert get_last_ply(state, seat) == ply

    def test_the_record_marks_hints_and_cards_taken_back(self, against: Game, ana: User) -> None:
        hint(against, ana)
        play_out(against, 4)
        plays, ply = match_of(against).plays, last_ply(against)
        back(against, ana)
        play.resign(against, ana)
        value = write(match_of(against).record())
        taken = [{"ply": ply, "cards": [str(card) for card in plays[ply:]]}]
        assert value["helped"] == {"seat": 0, "hints": [0], "taken_back": taken}
        assert len(value["plays"]) == ply
        assert write(read(value)) == value

    def test_only_the_person_is_offered_a_take_back_with_its_ply(self, against: Game, game: Game) -> None:
        assert build_view(match_of(game), 0)["aid"] is None
        assert build_view(match_of(against), 0)["aid"]["back"] is None
        play_next(against)
        sent = {audience: build_view(match_of(against), audience)["aid"]["back"] for audience in (0, 1, None)}
        assert sent == {0: 0, 1: None, None: None}


class TestTakeBackRefusals:
    def test_refused_between_people_and_without_a_seat(self, game: Game, against: Game, ana: User, bram: User) -> None:
        play_out(game, 2)
        assert {refusal_code(back, game, user) for user in (ana, bram)} == {"not_against_site"}
        play_out(against, 2)
        for user_id in (bram.pk, None):
            assert refusal_code(take_back, against.pk, user_id, 0, 0, "b") == "not_seated"

    def test_refused_after_the_end_and_before_the_first_card(self, against: Game, ana: User) -> None:
        assert refusal_code(back, against, ana) == "nothing_to_take_back"
        play.resign(against, ana)
        assert refusal_code(back, against, ana) == "game_over"

    def test_a_repeated_request_is_answered_alike_and_another_one_is_stale(self, against: Game, ana: User) -> None:
        play_out(against, 6)
        ply = last_ply(against)
        first = take_back(against.pk, ana.pk, ply, 0, "phone")
        assert take_back(against.pk, ana.pk, ply, 0, "phone") == first == match_of(against).version
        assert refusal_code(take_back, against.pk, ana.pk, ply, 0, "desk") == "stale_ply"
        assert refusal_code(take_back, against.pk, ana.pk, ply, 1, "desk") == "stale_ply"

    def test_a_card_chosen_before_the_take_back_is_stale(self, against: Game, ana: User) -> None:
        play_next(against)
        back(against, ana)
        assert refusal_code(play.play_card, against.pk, ana.pk, code_of(against), 0, "late", 0) == "stale_ply"
        assert play.play_card(against.pk, ana.pk, code_of(against), 0, "now", 1) == match_of(against).version


class TestBotAfterTakeBack:
    def test_a_card_chosen_in_an_older_line_is_not_played(self, against: Game, ana: User) -> None:
        play_next(against)
        older, card = turn_of_bot(against), code_of(against)
        back(against, ana)
        play.play_card(against.pk, ana.pk, code_of(against, -1), 0, "another", 1)
        newer = turn_of_bot(against)
        assert (older.ply, newer.ply) == (1, 1)
        assert refusal_code(bot_turns.play_card, older, card) == "stale_ply"
        assert bot_turns.play_card(newer, code_of(against)) == match_of(against).version

    def test_the_bot_knows_only_the_line_that_stands(self, against: Game, ana: User) -> None:
        play_out(against, 7)
        back(against, ana)
        while (turn := bot_turns.find_bot_turn(match_of(against))) is None:
            play_next(against)
        match = match_of(against)
        played = bot_turns.build_question(match, turn).knowledge.played
        assert len(played) == turn.ply == len(match.plays)
        taken = {card for part in match.aid.taken for card in part.cards} - set(match.plays)
        assert not taken & set(played)
