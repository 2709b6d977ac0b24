"""Where a program plays, the desk says so: in the list of games, beside its seat and in the story."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, User
from games.services.online import lobby
from games.stories.online import Options
from tests.admin.desks import listing, page

pytestmark = pytest.mark.django_db


def test_a_game_of_a_program_is_marked_and_no_other(game: Game, ana: User, bram: User, desk: Client) -> None:
    played = lobby.create(ana, Options(), program=True)
    lobby.join(played, bram)
    assert desk.get(listing(Game)).content.decode().count("with a program") == 1
    told = desk.get(page(played)).content.decode()
    assert "A program of Ana sat down." in told
    assert "(<bdi>Ana</bdi>, program)" in told
    assert "Bram sat down." in told
    assert "program" not in desk.get(page(game)).content.decode()
