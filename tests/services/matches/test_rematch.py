"""Rematches of online games: begun by two standing yeses, with sides and options kept."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.models import Game, User
from games.services.matches import cancellation, lobby, play
from games.state.game_state import Status
from games.state.match_state import MatchOptions
from tests.repetitions import sample_size
from tests.services.matches.clock import left
from tests.services.matches.games import draw_code, in_threads, match_of, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)

YES, NO = True, False
Said = tuple[int, bool]
says = st.lists(st.tuples(st.integers(0, 1), st.booleans()), max_size=8)


def finished(ana: User, bram: User) -> Game:
    game = lobby.create_game(ana, MatchOptions())
    lobby.join_game(game, bram)
    play.resign(game, ana)
    return game


@settings(
    deadline=None,
    database=None,
    max_examples=sample_size(15),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(says)
@example([(0, YES), (1, NO), (0, NO), (1, YES)])
@example([(1, YES), (0, NO), (1, NO), (0, YES)])
@example([(0, NO), (0, YES), (0, NO), (1, YES)])
@example([(0, NO), (1, NO), (1, YES), (0, YES)])
def test_second_standing_yes_starts_the_rematch(ana: User, bram: User, said: list[Said]) -> None:
    game, wants, begun = finished(ana, bram), [NO, NO], False
    for seat, accept in said:
        match, news = lobby.answer_rematch(game, (ana, bram)[seat], accept), wants[seat] is not accept
        if not begun:
            wants[seat] = accept
        begun = begun or all(wants)
        assert (match.successor is not None) is begun, said
        assert match.asked == tuple(wants)
        # A repeated "yes" does not take back the "no" of the other player.
        assert begun or match.declined is not accept or (accept and not news)
    assert Game.objects.filter(rematch_of=game).count() == begun


def test_a_rematch_gets_a_code_that_no_other_game_has(ana: User, bram: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished(ana, bram)
    lobby.answer_rematch(game, ana)
    draw_code(monkeypatch, game.code)
    successor = lobby.answer_rematch(game, bram).successor
    assert Game.objects.get(code=successor).rematch_of == game


class TestRematch:
    @pytest.fixture
    def finished(self, game: Game, ana: User) -> Game:
        play.resign(game, ana)
        return game

    def test_both_keep_their_seats_and_later_answers_lead_there(self, finished: Game, ana: User, bram: User) -> None:
        lobby.answer_rematch(finished, bram)
        successor = lobby.answer_rematch(finished, ana).successor
        new = Game.objects.get(code=successor)
        match = match_of(new)
        assert match.status == Status.PLAYING
        assert (match.seat_of(ana.pk), match.seat_of(bram.pk)) == (0, 1)
        assert new.rematch_of == finished
        assert lobby.answer_rematch(finished, ana).successor == successor
        assert lobby.answer_rematch(finished, bram, accept=False).successor == successor

    def test_the_lead_alternates(self, finished: Game, ana: User, bram: User) -> None:
        leaders, current = [], finished
        for _ in range(3):
            deal = match_of(current).deal
            assert deal is not None
            leaders.append(deal.leader)
            if match_of(current).status == Status.PLAYING:
                play.resign(current, ana)
            lobby.answer_rematch(current, ana)
            current = Game.objects.get(code=lobby.answer_rematch(current, bram).successor)
        assert leaders == [0, 1, 0]

    def test_the_options_stay(self, ana: User, bram: User) -> None:
        options = MatchOptions(listed=False, watch=False, strict=True, lead="other", clock="10+10")
        game = lobby.create_game(ana, options)
        lobby.join_game(game, bram, lobby.invite_token(game))
        play.resign(game, bram)
        lobby.answer_rematch(game, ana)
        new = Game.objects.get(code=lobby.answer_rematch(game, bram).successor)
        assert match_of(new).options == options
        assert (new.listed, new.watch, new.strict, new.clock) == (False, False, True, "10+10")
        assert left(new) == (600, 600)

    def test_answers_at_the_same_moment_make_a_single_game(self, finished: Game, ana: User, bram: User) -> None:
        outcomes = in_threads([partial(lobby.answer_rematch, finished, user) for user in [ana, bram] * 4])
        assert set(outcomes) == {"done"}
        assert Game.objects.filter(rematch_of=finished).count() == 1

    def test_refused_to_strangers_too_early_and_cancelled(self, game: Game, ana: User, bram: User, cleo: User) -> None:
        assert refusal_code(lobby.answer_rematch, game, ana) == "not_over"
        cancellation.cancel_game(game, ana)
        assert refusal_code(lobby.answer_rematch, game, ana) == "no_rematch"
        assert refusal_code(lobby.answer_rematch, finished(ana, bram), cleo) == "not_seated"
