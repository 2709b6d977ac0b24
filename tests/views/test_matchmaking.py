"""Matchmaking: an opponent by one tap."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Game, User
from games.services.matches import lobby, matchmaking
from games.services.matches.matchmaking import build_options
from tests.people import guest
from tests.queries.test_leaderboards import stand
from tests.services.matches.test_matchmaking import later

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"Accept": "application/json"}


def seek(client: Client, **fields: str) -> Any:
    return client.post("/seek/", fields, headers=JSON)


def test_the_first_waits_and_the_second_joins(ana_client: Client, bram_client: Client) -> None:
    page = ana_client.post("/seek/", follow=True).content.decode()
    assert "Looking for an opponent" in page
    assert "data-offer" in page
    answer = seek(bram_client).json()
    game = Game.objects.get()
    assert (answer["url"], game.status, game.names) == (f"/m/{game.code}/", "playing", "Ana\nBram")
    assert answer["deal"]["commitment"] == game.commitment


def test_what_an_account_chose_is_remembered(ana: User, ana_client: Client) -> None:
    for rated, fields in ((True, {"rated": "on"}), (False, {})):
        seek(ana_client, **fields)
        ana.refresh_from_db()
        assert ana.preferences["rated"] is rated
        assert Game.objects.get(status="waiting").rated is rated


def test_a_visitor_becomes_a_guest_with_a_name_or_without(visitor: Client, db: None) -> None:
    assert seek(visitor, name=" Gita ").status_code == 200
    assert seek(Client()).status_code == 200
    assert Game.objects.get().names.split("\n")[0] == "Gita"
    assert seek(Client(), name="W" * 21).json()["code"] == "name_long"


def test_a_rated_game_takes_an_account_and_a_refusal_makes_no_guest(visitor: Client, browser_of: Any) -> None:
    gita = browser_of(guest("Gita"))
    for client in (visitor, gita):
        answer = seek(client, rated="on")
        assert (answer.status_code, answer.json()["code"]) == (409, "account_needed")
    assert User.objects.count() == 1


def test_the_invitation_of_a_paired_player_redirects_to_the_game(
    ana: User, bram: User, ana_client: Client, bram_client: Client, cleo_client: Client
) -> None:
    for user, rating in ((ana, 1000), (bram, 2000)):
        stand(user, rating)
        later(matchmaking.start_seek(user, build_options(rated=True)), 40 if user == ana else 35)
    assert matchmaking.pair_seeks() == 1
    joined, left = Game.objects.order_by("pk")
    assert bram_client.get(f"/m/{left.code}/").headers["Location"] == f"/m/{joined.code}/"
    assert cleo_client.get(f"/m/{left.code}/").status_code == 410
    assert bram_client.get(f"/m/{joined.code}/").status_code == 200


def test_the_offer_of_a_bot_says_that_it_is_not_rated(ana: User, ana_client: Client) -> None:
    game = matchmaking.start_seek(ana, build_options(rated=True))
    assert "That game won't be rated." in ana_client.get(f"/m/{game.code}/").content.decode()
    casual = lobby.create_game(ana, build_options(rated=False))
    assert "would not be rated" not in ana_client.get(f"/m/{casual.code}/").content.decode()
