"""Deals: the commitment beside the game, and the seed in the record alone."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Game, User
from games.rules.record import DealVerdict, read, verify_deal
from games.rules.shuffle import compute_commitment
from games.services.matches import lobby, play
from games.services.moderation.games import award_win, cancel_game
from games.services.moderation.permissions import Moderator
from games.state.match_state import MatchOptions
from tests.moderators import WHY
from tests.rules.deals import digits
from tests.services.matches.games import match_of, play_out

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"Accept": "application/json"}
ANAS, BRAMS = digits("Ana's part"), digits("Bram's part")
NEW = {"who": "open", "lead": "random", "watch": "on"}


def attribute(page: str, pattern: str) -> str:
    found = re.search(f'{pattern}="([^"]*)"', page)
    assert found, pattern
    return html.unescape(found[1])


def seed_of(game: Game) -> str:
    shuffle = match_of(game).shuffle
    assert shuffle is not None
    return shuffle.seed


class TestBeforeTheDeal:
    def test_the_form_has_the_commitment_of_the_record(self, ana_client: Client, bram_client: Client) -> None:
        page = ana_client.get("/new/").content.decode()
        commitment, ticket = attribute(page, "data-commitment"), attribute(page, 'name="ticket" value')
        url = ana_client.post("/new/", {**NEW, "ticket": ticket, "part": ANAS})["Location"]
        for client in (ana_client, bram_client):
            waiting = client.get(url).content.decode()
            assert commitment in waiting
            assert ANAS in waiting
        bram_client.post(f"{url}join/", {"part": BRAMS})
        ana_client.post(f"{url}resign/")
        record = read(ana_client.get(f"{url}record/").json())
        assert record.shuffle is not None
        assert (compute_commitment(record.shuffle.seed), record.shuffle.parts) == (commitment, (ANAS, BRAMS))
        assert verify_deal(record) is DealVerdict.VERIFIED

    def test_json_has_commitment_and_parts(self, ana_client: Client, bram_client: Client) -> None:
        ticket = ana_client.get("/ticket/").json()
        made = ana_client.post("/new/", {**NEW, "ticket": ticket["ticket"], "part": ANAS}, headers=JSON).json()
        deal = {"commitment": ticket["commitment"], "parts": [ANAS, None]}
        assert made["deal"] == deal
        code = made["url"].split("/")[2]
        assert bram_client.get(made["url"], headers=JSON).json() == {"game": code, "deal": deal}
        bram_client.post(f"{made['url']}join/", {"part": BRAMS}, headers=JSON)
        assert bram_client.get(made["url"], headers=JSON).json()["deal"]["parts"] == [ANAS, BRAMS]

    def test_a_private_game_shows_its_commitment_only_with_the_link(self, ana: User, cleo_client: Client) -> None:
        game = lobby.create_game(ana, MatchOptions(listed=False))
        link = f"/i/{game.code}/{lobby.invite_token(game)}/"
        assert cleo_client.get(link, headers=JSON).json()["deal"]["commitment"] == game.commitment
        assert cleo_client.get(f"/m/{game.code}/", headers=JSON).status_code == 404

    def test_a_missing_part_is_shown(self, ana_client: Client, bram_client: Client) -> None:
        url = ana_client.post("/new/", NEW)["Location"]
        assert "Missing" in ana_client.get(url).content.decode()
        bram_client.post(f"{url}join/", {"part": BRAMS})
        page = bram_client.get(url).content.decode()
        assert (page.count("Missing"), BRAMS in page) == (1, True)


@pytest.mark.parametrize(
    "end",
    [
        lambda game, mona: None,
        lambda game, mona: play_out(game, 7),
        lambda game, mona: award_win(mona, game, 0, WHY),
        lambda game, mona: cancel_game(mona, game, WHY),
    ],
)
def test_no_page_has_the_seed_of_an_unfinished_game(
    game: Game, end: Callable[[Game, Moderator], Any], mona: Moderator, ana_client: Client, visitor: Client
) -> None:
    end(game, mona)
    match = match_of(game)
    assert match.next is not None
    for client in (ana_client, visitor):
        for address in (f"/m/{game.code}/", f"/m/{game.code}/record/", "/", "/lobby/", "/verify/"):
            for headers in ({}, JSON):
                text = client.get(address, headers=headers).content.decode()
                assert seed_of(game) not in text, address
                assert match.next.seed not in text, address


def test_the_record_of_a_finished_game_has_its_seed_and_not_that_of_the_rematch(
    game: Game, ana: User, ana_client: Client, bram_client: Client
) -> None:
    play.resign(game, ana)
    text = ana_client.get(f"/m/{game.code}/record/").content.decode()
    match = match_of(game)
    assert match.next is not None
    assert json.loads(text)["shuffle"]["seed"] == seed_of(game)
    assert match.next.seed not in text
    ana_client.post(f"/m/{game.code}/rematch/", {"part": ANAS})
    url = bram_client.post(f"/m/{game.code}/rematch/", {"part": BRAMS})["Location"]
    assert bram_client.get(url, headers=JSON).json()["deal"]["parts"] == [ANAS, BRAMS]
