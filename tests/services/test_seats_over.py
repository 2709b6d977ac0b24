"""A seat says whether its game is over, as the log does: by that a person's finished games are told from the others."""

from __future__ import annotations

import pytest

from games.models import Game, User
from games.services import moderation
from games.services.moderation import Judge
from games.services.online import lobby, play
from games.services.table import sitters
from games.store import log
from games.stories.online import Options
from games.stories.table import Table
from tests.moderators import WHY
from tests.services.plays import play_at_once, play_out
from tests.services.test_results import confirm, scored

pytestmark = pytest.mark.django_db(transaction=True)


def says_so(game: Game, over: bool) -> bool:
    """Whether all seats say what the game is."""
    game.refresh_from_db()
    seats = list(game.players.values_list("over_at", flat=True))
    return bool(seats) and set(seats) == {game.changed_at if over else None}


def test_of_a_game_that_was_played_out_and_when_it_moves_on(game: Game, ana: User) -> None:
    play_at_once(game, 51)
    assert says_so(game, over=False)
    play_out(game, 1)
    assert says_so(game, over=True)
    lobby.rematch(game, ana)
    assert says_so(game, over=True)


def test_of_an_invitation_that_was_called_off(ana: User) -> None:
    game = lobby.create(ana, Options())
    assert says_so(game, over=False)
    lobby.call_off(game, ana)
    assert says_so(game, over=True)


def test_there_and_back_by_moderators(game: Game, ana: User, mona: Judge) -> None:
    act = moderation.call_off(mona, game, WHY)
    assert says_so(game, over=True)
    moderation.undo(mona, act, WHY)
    assert says_so(game, over=False)
    play.resign(game, ana)
    assert says_so(game, over=True)
    moderation.reopen(mona, game, WHY)
    assert says_so(game, over=False)


def test_of_a_table_also_for_who_sits_down_when_all_is_over(ana: User, bram: User) -> None:
    game, *phones = scored(ana, None)
    assert says_so(game, over=True)
    confirm(game, *phones)
    assert says_so(game, over=True)
    table = log.load_as(Table, game.pk)
    game.players.all().delete()
    sitters.keep_accounts(game, table)
    assert game.players.get().over_at is not None
    assert list(Game.objects.finished(ana)) == [game]


def test_the_lists_follow(game: Game, ana: User, mona: Judge) -> None:
    def listed() -> tuple[list[Game], list[Game]]:
        return list(Game.objects.to_resume(ana)), list(Game.objects.finished(ana))

    assert listed() == ([game], [])
    play.resign(game, ana)
    assert listed() == ([], [game])
    moderation.reopen(mona, game, WHY)
    assert listed() == ([game], [])
