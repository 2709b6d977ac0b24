"""One game that cannot be read must not silence the others."""

from __future__ import annotations

import pytest
from django.db import DatabaseError

from games.live.exchange import Part, Told, exchange
from games.live.online.seats import seats
from games.live.online.view import view
from games.models import Entry, Game, User
from games.services.online import lobby, play
from games.store import log
from games.store.newer import Shown, ahead, newer
from games.stories.online import Match, Options
from tests.services.plays import match_of, play_next

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


def test_a_game_written_by_a_newer_release_is_left_out_of_the_beat(game: Game, ana: User, bram: User) -> None:
    other = lobby.create(ana, Options())
    lobby.join(other, bram)
    shown = [match_of(one) for one in (game, other)]
    log.cache.clear()
    play_next(other)
    log.cache.clear()
    Entry.objects.create(game=game, number=shown[0].version + 1, kind="from_the_future")
    Game.objects.filter(pk=game.pk).update(version=shown[0].version + 1)
    stays = exchange([Part(seats, {}, {}, [game.pk, other.pk])], Told(), regular=False).stays
    assert set(ahead(shown)) == set(stays) == {game.pk, other.pk}
    assert [story.game_id for story in newer(shown)] == [other.pk]
    log.cache.clear()
    assert [story.game_id for story in newer([Shown(one.game_id, one.version) for one in shown])] == [other.pk]


def test_a_database_that_cannot_be_asked_is_no_such_game(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown(game.pk, match_of(game).version - 1)
    log.cache.clear()

    def away(game_id: int) -> None:
        raise DatabaseError

    monkeypatch.setattr(log, "load", away)
    with pytest.raises(DatabaseError):
        newer([shown])


def test_nobody_is_to_play_once_the_game_is_resigned(game: Game, ana: User) -> None:
    play.resign(game, ana)
    for seat in (0, 1):
        board = view(log.load_as(Match, game.pk), seat)["board"]
        assert (board["turn"], board["legal"], board["reasons"]) == (None, [], {})
