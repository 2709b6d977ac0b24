"""Moderators see the games against the site's own apart, and those are nobody whom one could judge."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, User
from games.services.minds.people import opponent
from games.services.minds.sitting import begin
from tests.admin.desks import listing, page
from tests.admin.test_queries import MOST, queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def against(ana: User) -> Game:
    return begin(ana, "squire")


def codes(client: Client, question: str = "") -> set[str]:
    """The games that the list shows."""
    return {game.code for game in client.get(f"{listing(Game)}{question}").context["cl"].result_list}


def test_the_list_shows_games_of_people_unless_one_chooses(game: Game, against: Game, desk: Client) -> None:
    assert codes(desk) == {game.code}
    assert codes(desk, "?against=site") == {against.code}
    assert codes(desk, "?against=all") == {game.code, against.code}


@pytest.mark.parametrize("seek", ["code", "name"])
def test_what_one_looks_for_is_found_among_all(against: Game, desk: Client, seek: str) -> None:
    assert codes(desk, f"?q={against.code if seek == 'code' else 'Wystan'}") == {against.code}
    assert codes(desk, "?reported=yes") == set()


def test_the_pages_say_that_it_is_the_sites_own(against: Game, desk: Client) -> None:
    shown = desk.get(page(against)).content.decode()
    assert "opponent of the site: squire" in shown
    assert page(opponent("squire")) not in shown


def test_it_is_not_among_the_people(against: Game, desk: Client) -> None:
    assert "Wystan" not in desk.get(listing(User)).content.decode()
    assert desk.get(page(opponent("squire"))).status_code == 302


@pytest.mark.parametrize("question", ["", "?against=site", "?against=all"])
def test_more_games_take_no_more_queries(ana: User, desk: Client, question: str) -> None:
    begin(ana, "squire")
    few = queries(desk, f"{listing(Game)}{question}")
    for level in ("page", "squire", "master") * 2:
        begin(ana, level)
    assert queries(desk, f"{listing(Game)}{question}") == few <= MOST
