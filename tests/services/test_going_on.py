"""Playing on against the site from a position of a finished game: the same cards, a game of its own, and marked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.models import Game, User
from games.rules.errors import Refusal
from games.rules.record import read, replay, write
from games.rules.state import State
from games.services.minds import going_on
from games.services.minds.taking_back import take_back
from games.services.minds.turn import due, knowledge, question
from games.services.online import lobby, play
from games.stories.online import Options
from games.stories.origin import Origin
from tests.services.plays import match_of, play_at_once, play_next, refusal_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(game: Game) -> Game:
    play_at_once(game)
    return game


def state_at(game: Game, step: int) -> State:
    """The game as it stood after so many cards."""
    match = match_of(game)
    return replay(replace(match.record(), plays=match.plays[:step]))


def test_the_cards_lie_as_they_lay(over: Game, cleo: User) -> None:
    for step, seat in ((0, 1), (1, 0), (25, 0), (26, 1), (27, 0), (51, 1)):
        begun = match_of(going_on.go_on(over, cleo, step, seat, "page"))
        assert begun.state == state_at(over, step)
        assert begun.plays == match_of(over).plays[:step]
        assert begun.origin == Origin(over.code, step)
        assert begun.seat_of(cleo.pk) == seat
        assert begun.opponent(1 - seat) == "page"


def test_it_is_played_to_its_end_and_its_record_says_where_it_goes_on_from(over: Game, cleo: User) -> None:
    begun = going_on.go_on(over, cleo, 30, 1, "page")
    assert begun.origin == over
    play_at_once(begun, 22)
    match = match_of(begun)
    assert match.over
    written = write(match.record())
    assert written["origin"] == {"game": over.code, "step": 30}
    assert read(written) == match.record()
    assert replay(match.record()).finished


def test_the_source_stays_as_it_was(over: Game, cleo: User) -> None:
    before = match_of(over)
    play_next(going_on.go_on(over, cleo, 20, 0, "page"))
    assert match_of(over) == before


@pytest.mark.parametrize("step", [9, 24])
def test_the_mind_across_is_told_what_its_seat_was_shown_and_nothing_else(over: Game, cleo: User, step: int) -> None:
    """Whatever its person has seen in the replay: its question is that of the seat in the game as it was played."""
    state = state_at(over, step)
    assert state.to_play is not None
    begun = match_of(going_on.go_on(over, cleo, step, 1 - state.to_play, "master"))
    turn = due(begun)
    assert turn is not None
    assert question(begun, turn).knowledge == knowledge(match_of(over), state.to_play, step)


def test_its_rematch_is_dealt_anew(over: Game, cleo: User) -> None:
    begun = going_on.go_on(over, cleo, 50, 0, "page")
    play_at_once(begun, 2)
    successor = lobby.rematch(begun, cleo).successor
    after = Game.objects.get(code=successor)
    assert after.origin is None
    assert match_of(after).plays == ()
    assert match_of(after).shuffle is not None


def test_of_a_game_that_nobody_else_may_watch_nobody_else_may_watch_this(ana: User, bram: User) -> None:
    game = lobby.create(ana, Options(watch=False, listed=False, strict=True, last_trick="lead"))
    lobby.join(game, bram, lobby.invite_token(game))
    play.resign(game, ana)
    options = match_of(going_on.go_on(game, ana, 0, 0, "page")).options
    assert (options.watch, options.listed, options.strict) == (False, False, True)


class TestRefusals:
    def test_while_the_game_is_played(self, game: Game, cleo: User) -> None:
        assert refusal_code(going_on.go_on, game, cleo, 0, 0, "page") == "not_over"

    @pytest.mark.parametrize("step", [-1, 52, 53])
    def test_where_no_card_is_left(self, over: Game, cleo: User, step: int) -> None:
        assert refusal_code(going_on.go_on, over, cleo, step, 0, "page") == "nothing_left"

    def test_of_a_level_that_there_is_not(self, over: Game, cleo: User) -> None:
        assert refusal_code(going_on.go_on, over, cleo, 3, 0, "emperor") == "no_such_level"

    def test_leave_nothing_behind(self, over: Game, cleo: User) -> None:
        count = Game.objects.count()
        refusal_code(going_on.go_on, over, cleo, 52, 0, "page")
        assert Game.objects.count() == count


def test_only_cards_of_this_game_are_taken_back(over: Game, cleo: User) -> None:
    begun = going_on.go_on(over, cleo, 30, state_at(over, 30).to_play or 0, "page")
    seat = match_of(begun).seat_of(cleo.pk)
    with pytest.raises(Refusal, match="nothing_to_take_back"):
        take_back(begun.pk, cleo.pk, 28, 0, "b")
    play_next(begun)
    assert match_of(begun).back_to(seat or 0) == 30
    take_back(begun.pk, cleo.pk, 30, 0, "b")
    assert match_of(begun).plays == match_of(over).plays[:30]
