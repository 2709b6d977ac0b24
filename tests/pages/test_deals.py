"""What a deal follows from is told beside the game in time, and its seed with the record alone."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Game, User
from games.rules.record import read
from games.rules.shuffle import committed
from games.rules.verify import Verdict, verify
from games.services.moderation import Judge, award, call_off, change_result
from games.services.online import lobby, play
from games.store import log
from games.stories.online import Match, Options
from tests.moderators import WHY
from tests.rules.deals import digits
from tests.services.plays import match_of, play_out

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"Accept": "application/json"}
ANAS, BRAMS = digits("Ana's part"), digits("Bram's part")
NEW = {"who": "open", "lead": "random", "watch": "on"}


def field(page: str, name: str) -> str:
    found = re.search(f'{name}="([^"]*)"', page)
    assert found, name
    return html.unescape(found[1])


def ticket_of(page: str) -> str:
    found = re.search('name="ticket" value="([^"]*)"', page)
    assert found
    return html.unescape(found[1])


def seed_of(game: Game) -> str:
    shuffle = match_of(game).shuffle
    assert shuffle is not None
    return shuffle.seed


class TestBefore:
    def test_the_form_for_a_game_carries_the_commitment_that_the_record_keeps(
        self, ana_client: Client, bram_client: Client
    ) -> None:
        page = ana_client.get("/").content.decode()
        told = field(page, "data-commitment")
        url = ana_client.post("/new/", {**NEW, "ticket": ticket_of(page), "part": ANAS})["Location"]
        for client in (ana_client, bram_client):
            waiting = client.get(url).content.decode()
            assert told in waiting
            assert ANAS in waiting
        bram_client.post(f"{url}join/", {"part": BRAMS})
        ana_client.post(f"{url}resign/")
        record = read(ana_client.get(f"{url}record/").json())
        assert record.shuffle is not None
        assert (committed(record.shuffle.seed), record.shuffle.parts) == (told, (ANAS, BRAMS))
        assert verify(record) is Verdict.VERIFIED

    def test_every_visit_gets_another(self, visitor: Client) -> None:
        pages = [visitor.get("/").content.decode() for _ in range(2)]
        assert field(pages[0], "data-commitment") != field(pages[1], "data-commitment")

    def test_a_program_gets_the_same_as_json(self, ana_client: Client, bram_client: Client) -> None:
        ticket = ana_client.get("/ticket/").json()
        made = ana_client.post("/new/", {**NEW, "ticket": ticket["ticket"], "part": ANAS}, headers=JSON).json()
        deal = {"commitment": ticket["commitment"], "parts": [ANAS, None]}
        assert made["deal"] == deal
        code = made["url"].split("/")[2]
        assert bram_client.get(made["url"], headers=JSON).json() == {"game": code, "deal": deal}
        bram_client.post(f"{made['url']}join/", {"part": BRAMS}, headers=JSON)
        assert bram_client.get(made["url"], headers=JSON).json()["deal"]["parts"] == [ANAS, BRAMS]

    def test_a_ticket_is_kept_by_no_cache(self, visitor: Client) -> None:
        assert "no-store" in visitor.get("/ticket/")["Cache-Control"]

    def test_a_private_game_tells_it_to_those_with_the_link_alone(self, ana: User, cleo_client: Client) -> None:
        game = lobby.create(ana, Options(listed=False))
        link = f"/i/{game.code}/{lobby.invite_token(game)}/"
        assert cleo_client.get(link, headers=JSON).json()["deal"]["commitment"] == game.commitment
        assert cleo_client.get(f"/m/{game.code}/", headers=JSON).status_code == 404

    def test_a_missing_part_is_told(self, ana_client: Client, bram_client: Client) -> None:
        url = ana_client.post("/new/", NEW)["Location"]
        assert "Missing" in ana_client.get(url).content.decode()
        bram_client.post(f"{url}join/", {"part": BRAMS})
        page = bram_client.get(url).content.decode()
        assert (page.count("Missing"), BRAMS in page) == (1, True)

    def test_what_is_no_part_is_refused_to_people_in_a_sentence(self, ana_client: Client) -> None:
        page = ana_client.post("/new/", {**NEW, "part": "x"}, follow=True).content.decode()
        assert "no part of a deal" in page
        assert not Game.objects.exists()


class TestDuring:
    def everywhere(self, game: Game) -> list[str]:
        return [f"/m/{game.code}/", f"/m/{game.code}/record/", "/", "/lobby/", "/verify/"]

    @pytest.mark.parametrize(
        "end",
        [
            lambda game, mona: None,
            lambda game, mona: play_out(game, 7),
            lambda game, mona: award(mona, game, 0, WHY),
            lambda game, mona: call_off(mona, game, WHY),
        ],
    )
    def test_no_page_tells_the_seed_of_a_game_whose_record_is_closed(
        self, game: Game, end: Callable[[Game, Judge], Any], mona: Judge, ana_client: Client, visitor: Client
    ) -> None:
        end(game, mona)
        match = log.load_as(Match, game.pk)
        assert match.next is not None
        for client in (ana_client, visitor):
            for address in self.everywhere(game):
                for headers in ({}, JSON):
                    text = client.get(address, headers=headers).content.decode()
                    assert seed_of(game) not in text, address
                    assert match.next.seed not in text, address

    def test_a_moderator_who_judges_a_game_played_out_leaves_its_record_open(
        self, game: Game, mona: Judge, ana_client: Client
    ) -> None:
        play_out(game)
        winner = 1 if match_of(game).winner == 0 else 0
        change_result(mona, game, winner, WHY)
        assert ana_client.get(f"/m/{game.code}/record/").json()["shuffle"]["seed"] == seed_of(game)


class TestAfter:
    def test_the_record_tells_this_seed_and_not_that_of_a_rematch(
        self, game: Game, ana: User, ana_client: Client
    ) -> None:
        play.resign(game, ana)
        text = ana_client.get(f"/m/{game.code}/record/").content.decode()
        match = match_of(game)
        assert match.next is not None
        assert json.loads(text)["shuffle"]["seed"] == seed_of(game)
        assert match.next.seed not in text

    def test_a_yes_to_a_rematch_brings_a_part(
        self, game: Game, ana: User, ana_client: Client, bram_client: Client
    ) -> None:
        play.resign(game, ana)
        ana_client.post(f"/m/{game.code}/rematch/", {"part": ANAS})
        url = bram_client.post(f"/m/{game.code}/rematch/", {"part": BRAMS})["Location"]
        assert bram_client.get(url, headers=JSON).json()["deal"]["parts"] == [ANAS, BRAMS]

    def test_the_checking_page_sends_nothing(self, visitor: Client) -> None:
        page = visitor.get("/verify/").content.decode()
        main = page[page.index("<main") : page.index("</main>")]
        assert not re.search(r"<form|\bname=", main)
        assert "manage.py verify" in main
