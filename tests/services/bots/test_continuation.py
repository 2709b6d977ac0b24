"""Continuation of a finished game against a bot: the same cards, a game of its own, and marked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.models import Game, User
from games.rules.errors import Refusal
from games.rules.record import read, replay, write
from games.rules.record_fields import GameOrigin
from games.rules.state import State
from games.services.bots import bot_games
from games.services.bots.aid import take_back
from games.services.bots.bot_turns import build_bot_knowledge, build_question, find_bot_turn
from games.services.matches import lobby, play
from games.state.match_state import MatchOptions
from tests.services.matches.games import match_of, play_at_once, play_next, refusal_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(game: Game) -> Game:
    play_at_once(game)
    return game


def state_at(game: Game, step: int) -> State:
    """The game as it stood after so many cards."""
    match = match_of(game)
    return replay(replace(match.record(), plays=match.plays[:step]))


def test_cards_lie_as_in_the_finished_game(over: Game, cleo: User) -> None:
    for step, seat in ((0, 1), (1, 0), (25, 0), (26, 1), (27, 0), (51, 1)):
        begun = match_of(bot_games.continue_game(over, cleo, step, seat, "page"))
        assert begun.state == state_at(over, step)
        assert begun.plays == match_of(over).plays[:step]
        assert begun.origin == GameOrigin(over.code, step)
        assert begun.seat_of(cleo.pk) == seat
        assert begun.opponent(1 - seat) == "page"


def test_record_names_the_continued_game_and_the_rematch_is_dealt_anew(over: Game, cleo: User) -> None:
    begun = bot_games.continue_game(over, cleo, 30, 1, "page")
    assert begun.origin == over
    play_at_once(begun, 22)
    match = match_of(begun)
    assert match.over
    written = write(match.record())
    assert written["origin"] == {"game": over.code, "step": 30}
    assert read(written) == match.record()
    assert replay(match.record()).finished
    rematch = Game.objects.get(code=lobby.answer_rematch(begun, cleo).successor)
    assert rematch.origin is None
    assert match_of(rematch).plays == ()
    assert match_of(rematch).shuffle is not None


@pytest.mark.parametrize("step", [9, 24])
def test_bot_knows_only_what_its_seat_was_shown(over: Game, cleo: User, step: int) -> None:
    """Its question does not depend on what its opponent has seen in the replay."""
    state = state_at(over, step)
    assert state.to_play is not None
    begun = match_of(bot_games.continue_game(over, cleo, step, 1 - state.to_play, "master"))
    turn = find_bot_turn(begun)
    assert turn is not None
    assert build_question(begun, turn).knowledge == build_bot_knowledge(match_of(over), state.to_play, step)


def test_continuation_of_a_private_game_is_private(ana: User, bram: User) -> None:
    game = lobby.create_game(ana, MatchOptions(watch=False, listed=False, strict=True, last_trick="lead"))
    lobby.join_game(game, bram, lobby.invite_token(game))
    play.resign(game, ana)
    options = match_of(bot_games.continue_game(game, ana, 0, 0, "page")).options
    assert (options.watch, options.listed, options.strict) == (False, False, True)


def test_refused_before_the_end_for_an_unknown_level_and_where_no_card_is_left(game: Game, cleo: User) -> None:
    assert refusal_code(bot_games.continue_game, game, cleo, 0, 0, "page") == "not_over"
    play_at_once(game)
    count = Game.objects.count()
    assert refusal_code(bot_games.continue_game, game, cleo, 3, 0, "emperor") == "no_such_level"
    for step in (-1, 52, 53):
        assert refusal_code(bot_games.continue_game, game, cleo, step, 0, "page") == "nothing_left"
    assert Game.objects.count() == count


def test_only_cards_of_this_game_are_taken_back(over: Game, cleo: User) -> None:
    begun = bot_games.continue_game(over, cleo, 30, state_at(over, 30).to_play or 0, "page")
    seat = match_of(begun).seat_of(cleo.pk)
    with pytest.raises(Refusal, match="nothing_to_take_back"):
        take_back(begun.pk, cleo.pk, 28, 0, "b")
    play_next(begun)
    assert match_of(begun).get_take_back_ply(seat or 0) == 30
    take_back(begun.pk, cleo.pk, 30, 0, "b")
    assert match_of(begun).plays == match_of(over).plays[:30]
