"""Who comes to a game's socket: the row of the seat that a person holds there, and of no other game."""

from __future__ import annotations

import pytest

from games.live.online.arrival import player_of
from games.models import Player, User
from games.services.online import lobby
from games.stories.online import Options

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_person_with_two_games_has_a_row_in_each(ana: User, bram: User, cleo: User) -> None:
    first, second = (lobby.create(ana, Options()) for _ in range(2))
    lobby.join(second, bram)
    rows = [Player.objects.get(game=game, user=ana).pk for game in (first, second)]
    assert [player_of(game.pk, ana.pk) for game in (first, second)] == rows
    assert player_of(first.pk, bram.pk) is None
    assert player_of(second.pk, cleo.pk) is None
