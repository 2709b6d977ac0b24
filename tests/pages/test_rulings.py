"""What the rule books leave open is chosen in the forms, told at the game, and laid out book by book on a page."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from django.test import Client
from django.utils.html import escape

from games.models import Game
from games.rules.rulings import AT_TABLE, ONLINE, Draw, LastTrick, Lead, Rulings
from games.words.rulebooks import BOOKS, CHOICES, SETTLED, Point
from games.words.rulings import ruling_words
from tests.pages.tables import table_of

pytestmark = pytest.mark.django_db(transaction=True)

POINTS = (*CHOICES, *SETTLED)
NEW = {"who": "open", "lead": "random", "watch": "on"}
TABLE = {"first": "Ana", "second": "Bram", "depth": "every", "device": "both", "watch": "on"}
JSON = {"Accept": "application/json"}
OTHERWISE = {"strict": "on", "last_trick": "lead", "draw": "three"}


def page(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


class TestPage:
    @pytest.mark.parametrize("point", POINTS, ids=lambda one: one.key)
    def test_every_point_has_what_each_book_says_and_what_holds_here(self, point: Point, visitor: Client) -> None:
        told = page(visitor, "/rules/rulings/")
        assert len(point.told) == len(BOOKS)
        for text in (point.title, *point.told, point.here, *[one.text for one in point.options], point.source):
            assert escape(str(text)) in told

    def test_books_that_say_the_same_stand_together_and_none_is_left_out(self) -> None:
        for point in POINTS:
            told = point.side_by_side
            assert [book for books, _ in told for book in books] == list(BOOKS)
            assert [text for books, text in told for _ in books] == list(point.told)
            assert all(one != other for (_, one), (_, other) in pairwise(told))

    @pytest.mark.parametrize("point", CHOICES, ids=lambda one: one.key)
    def test_what_can_be_chosen_has_a_default_and_a_source(self, point: Point) -> None:
        assert point.source
        assert [one for one in point.options if one.default]
        assert [one for one in point.options if not one.default]

    def test_it_can_be_found_from_the_rules_and_from_both_forms(self, visitor: Client) -> None:
        for address in ("/rules/", "/", "/t/new/"):
            assert 'href="/rules/rulings/"' in page(visitor, address)


class TestOnline:
    def test_whoever_chooses_nothing_plays_by_the_defaults(self, ana_client: Client) -> None:
        ana_client.post("/new/", NEW)
        assert Game.objects.get().rulings == ONLINE

    def test_what_is_chosen_is_the_games(self, ana_client: Client) -> None:
        ana_client.post("/new/", {**NEW, **OTHERWISE})
        assert Game.objects.get().rulings == Rulings(Lead.RANDOM, True, LastTrick.LEAD, Draw.THREE)

    @pytest.mark.parametrize("more", [{}, {"last_trick": "all"}])
    def test_strict_memory_holds_for_the_tricks_too(self, ana_client: Client, more: dict[str, str]) -> None:
        ana_client.post("/new/", {**NEW, "strict": "on", **more})
        assert Game.objects.get().rulings == Rulings(strict=True, last_trick=LastTrick.LEAD)

    def test_people_are_offered_to_look_back_at_every_trick(self, ana_client: Client) -> None:
        chosen = re.findall(r'name="last_trick" value="(\w+)"[^>]*checked', page(ana_client, "/"))
        assert chosen == ["all"]
        ana_client.post("/new/", {**NEW, "last_trick": "all"})
        assert Game.objects.get().rulings.last_trick == LastTrick.ALL

    @pytest.mark.parametrize("wrong", [{"last_trick": "never"}, {"draw": "two"}, {"lead": "chosen"}])
    def test_what_makes_no_sense_is_refused(self, ana_client: Client, wrong: dict[str, str]) -> None:
        assert ana_client.post("/new/", {**NEW, **wrong}, headers=JSON).json()["code"] == "invalid"
        assert not Game.objects.exists()

    def test_who_is_invited_reads_what_is_not_as_usual(self, ana_client: Client, visitor: Client) -> None:
        ana_client.post("/new/", {**NEW, **OTHERWISE})
        usual, chosen = ruling_words(ONLINE)[1:], ruling_words(Game.objects.get().rulings)[1:]
        told = page(visitor, f"/m/{Game.objects.get().code}/")
        assert all(escape(text) in told for text in chosen)
        assert not [text for text in usual if escape(text) in told]

    def test_the_game_tells_them_all(self, ana_client: Client, bram_client: Client) -> None:
        ana_client.post("/new/", {**NEW, **OTHERWISE, "lead": "creator"})
        game = Game.objects.get()
        bram_client.post(f"/m/{game.code}/join/")
        told = page(bram_client, f"/m/{game.code}/")
        assert all(escape(text) in told for text in ruling_words(game.rulings, "Ana"))
        assert "Ana leads the first trick." in told

    def test_the_form_is_folded_until_something_is_chosen(self, visitor: Client) -> None:
        folded = '<details class="fold" >'
        assert folded in page(visitor, "/")
        answer = visitor.post("/new/", {**NEW, "draw": "three", "name": ""})
        assert folded not in " ".join(answer.content.decode().split())


class TestAtTable:
    def test_whoever_chooses_nothing_plays_by_the_defaults(self, visitor: Client) -> None:
        visitor.post("/t/new/", TABLE)
        assert (table_of(Game.objects.get()).rulings, Game.objects.get().rulings) == (AT_TABLE, AT_TABLE)

    def test_what_is_chosen_is_the_tables_and_told_to_all_at_it(self, visitor: Client) -> None:
        visitor.post("/t/new/", {**TABLE, **OTHERWISE, "lead": "random"})
        game = Game.objects.get()
        assert table_of(game).rulings == Rulings(Lead.RANDOM, True, LastTrick.LEAD, Draw.THREE)
        for client in (visitor, Client()):
            told = page(client, f"/t/{game.code}/")
            assert all(escape(text) in told for text in ruling_words(game.rulings))

    @pytest.mark.parametrize("wrong", [{"last_trick": "never"}, {"draw": "two"}, {"lead": "creator"}])
    def test_what_makes_no_sense_is_refused(self, visitor: Client, wrong: dict[str, str]) -> None:
        assert visitor.post("/t/new/", {**TABLE, **wrong}).status_code == 400
        assert not Game.objects.exists()


@pytest.mark.parametrize("told", ["lead", "strict", "last_trick", "draw"])
def test_every_choice_has_a_sentence_of_its_own(told: str) -> None:
    values = {"lead": Lead, "strict": (False, True), "last_trick": LastTrick, "draw": Draw}
    sentences = {tuple(ruling_words(replace(ONLINE, **{told: value}), "Ana")) for value in values[told]}
    assert len(sentences) == len(tuple(values[told]))
