"""A rematch comes about when both want it, and as long as both do."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.models import Game, User
from games.services.online import lobby, play
from games.stories.online import Match, Options
from tests.draws import some

pytestmark = pytest.mark.django_db(transaction=True)

YES, NO = True, False
Said = tuple[int, bool]
says = st.lists(st.tuples(st.integers(0, 1), st.booleans()), max_size=8)


def finished(ana: User, bram: User) -> Game:
    game = lobby.create(ana, Options())
    lobby.join(game, bram)
    play.resign(game, ana)
    return game


@settings(
    deadline=None, database=None, max_examples=some(40), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(says)
@example([(0, YES), (1, NO), (0, NO), (1, YES)])
@example([(1, YES), (0, NO), (1, NO), (0, YES)])
@example([(0, NO), (0, YES), (0, NO), (1, YES)])
@example([(0, NO), (1, NO), (1, YES), (0, YES)])
def test_it_begins_with_the_second_yes_that_meets_a_standing_one(ana: User, bram: User, said: list[Said]) -> None:
    game, wants, begun = finished(ana, bram), [NO, NO], False
    for seat, accept in said:
        match, news = lobby.rematch(game, (ana, bram)[seat], accept), wants[seat] is not accept
        if not begun:
            wants[seat] = accept
        begun = begun or all(wants)
        assert (match.successor is not None) is begun, said
        assert match.asked == tuple(wants)
        # Who repeats a standing "yes" does not take back the other's "no".
        assert begun or match.declined is not accept or (accept and not news)
    assert Game.objects.filter(rematch_of=game).count() == begun


@pytest.mark.parametrize("seat", [0, 1])
def test_who_agreed_may_think_better_of_it_after_the_other_declined(ana: User, bram: User, seat: int) -> None:
    me, them = ((ana, bram), (bram, ana))[seat]
    game = finished(ana, bram)
    lobby.rematch(game, me)
    lobby.rematch(game, them, accept=False)
    lobby.rematch(game, me, accept=False)
    assert lobby.rematch(game, them).successor is None


def test_declining_twice_is_declining_once(ana: User, bram: User) -> None:
    game = finished(ana, bram)
    first = lobby.rematch(game, ana, accept=False)
    assert isinstance(first, Match)
    assert lobby.rematch(game, ana, accept=False) == first
    assert first.declined
