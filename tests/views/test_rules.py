"""The rules: factions, examples that are played as described, and house rules book by book."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from itertools import pairwise

import pytest
from django.test import Client
from django.utils.html import escape

from games.models import Game, User
from games.rules.cards import DECK, Faction
from games.rules.moves import legal_moves
from games.rules.rulings import MATCH_RULINGS, TABLE_RULINGS, Draw, LastTrick, Lead, Rulings
from games.rules.state import State
from games.rules.tricks import Pile
from games.services.bots import bot_games
from games.services.matches.matchmaking import build_options, start_seek
from games.texts.rulebooks import BOOKS, CHOSEN_POINTS, SETTLED_POINTS, RulingPoint
from games.texts.rulings import LAST_TRICK_TEXTS, describe_rulings
from games.texts.table import format_card
from games.views.rules import FACTIONS, HANDS, PILES, TRICKS, FactionText, TrickExample, count_example
from tests.rules.situations import codes, played, situation
from tests.views.tables import table_of

pytestmark = pytest.mark.django_db
UNSEEN = "K9"


def after(example: TrickExample) -> State:
    """Return the end of a game whose last trick, or last trick of phase one, is the example."""
    deck = f"{example.revealed} {UNSEEN}" if example.revealed else ""
    return played(situation(str(example.lead), str(example.follow), deck), f"{example.lead} {example.follow}")


def scored(example: TrickExample) -> list[str]:
    """Return the cards that each seat gets on its score pile according to the example."""
    gains = [gain for gain in count_example(example).tricks[-1].gains if gain.pile is Pile.SCORE]
    return [" ".join(sorted(str(gain.card) for gain in gains if gain.seat == seat)) for seat in (0, 1)]


@pytest.mark.parametrize("name", TRICKS)
def test_an_example_trick_is_played_as_described(name: str) -> None:
    example = TRICKS[name]
    state = after(example)
    assert int(example.follower_wins) == state.tricks[-1].winner
    assert scored(example) == [codes(tuple(sorted(pile))) for pile in state.score]
    if example.revealed:
        assert example.revealed in state.hands[int(example.follower_wins)]
        assert (example.revealed, int(example.follower_wins)) in [
            (gain.card, gain.seat) for gain in count_example(example).tricks[-1].gains
        ]


@pytest.mark.parametrize("name", HANDS)
def test_an_example_hand_has_the_described_legal_cards(name: str) -> None:
    example = HANDS[name]
    state = played(situation(str(example.lead), codes(example.hand)), str(example.lead))
    assert {held.card for held in example.cards if held.is_legal} == set(legal_moves(state))


def test_the_page_shows_all_examples_and_has_an_anchor_for_every_concept(visitor: Client) -> None:
    page = unescape(visitor.get("/rules/").content.decode())
    texts = [example.text for example in TRICKS.values()]
    texts += [example.text for example in HANDS.values()]
    texts += [example.text for example in PILES.values()]
    assert [text for text in texts if text not in page] == []
    for trick in TRICKS.values():
        assert f'aria-label="{format_card(trick.lead)}"' in page
    concepts = ("minute", "factions", "following", "winning", "phase-one", "phase-two", "vote")
    for anchor in (*concepts, *(faction.key for faction in Faction)):
        assert f'id="{anchor}"' in page


@pytest.mark.parametrize("faction", FACTIONS, ids=lambda faction: faction.key)
def test_the_page_shows_values_and_power(faction: FactionText, visitor: Client) -> None:
    page = visitor.get("/rules/").content.decode()
    values = sorted({card.value for card in DECK if card.faction is faction.faction})
    assert str(faction.values).startswith(f"{values[0]} to {values[-1]}")
    assert len(str(faction.power)) > 20
    for text in (faction.values, faction.power):
        assert escape(str(text)) in page


POINTS = (*CHOSEN_POINTS, *SETTLED_POINTS)
NEW = {"who": "open", "lead": "random", "watch": "on"}
TABLE = {"first": "Ana", "second": "Bram", "depth": "every", "device": "both", "watch": "on"}
JSON = {"Accept": "application/json"}
OTHERWISE = {"strict": "on", "last_trick": "lead", "draw": "three"}
CHOSEN = Rulings(Lead.RANDOM, True, LastTrick.LEAD, Draw.THREE)


def page(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


class TestRulingsPage:
    @pytest.mark.parametrize("point", POINTS, ids=lambda point: point.key)
    def test_a_point_has_the_ruling_of_each_book_and_of_the_site(self, point: RulingPoint, visitor: Client) -> None:
        text = page(visitor, "/rules/rulings/")
        assert len(point.rulings) == len(BOOKS)
        for part in (point.title, *point.rulings, point.here, *[option.text for option in point.options], point.source):
            assert escape(str(part)) in text
        groups = point.side_by_side
        assert [book for books, _ in groups for book in books] == list(BOOKS)
        assert [ruling for books, ruling in groups for _ in books] == list(point.rulings)
        assert all(ruling != following for (_, ruling), (_, following) in pairwise(groups))

    def test_is_linked_from_the_rules_and_both_forms(self, visitor: Client) -> None:
        for address in ("/rules/", "/new/", "/t/new/"):
            assert 'href="/rules/rulings/"' in page(visitor, address)


class TestOnline:
    @pytest.mark.parametrize(
        ("fields", "rulings"),
        [
            ({}, MATCH_RULINGS),
            (OTHERWISE, CHOSEN),
            ({"strict": "on"}, Rulings(strict=True, last_trick=LastTrick.LEAD)),
            ({"strict": "on", "last_trick": "all"}, Rulings(strict=True, last_trick=LastTrick.LEAD)),
            ({"last_trick": "all"}, replace(MATCH_RULINGS, last_trick=LastTrick.ALL)),
        ],
    )
    def test_the_chosen_house_rules(self, ana_client: Client, fields: dict[str, str], rulings: Rulings) -> None:
        ana_client.post("/new/", {**NEW, **fields})
        assert Game.objects.get().rulings == rulings

    def test_every_way_to_a_game_suggests_the_default_of_the_rules(
        self, ana: User, bram: User, ana_client: Client
    ) -> None:
        (point,) = [point for point in CHOSEN_POINTS if point.key == "last_trick"]
        assert [option.text for option in point.options if option.default] == [
            LAST_TRICK_TEXTS[MATCH_RULINGS.last_trick]
        ]
        for address in ("/new/", "/@/bram/challenge/"):
            chosen = re.findall(r'name="last_trick" value="(\w+)"[^>]*checked', page(ana_client, address))
            assert chosen == [MATCH_RULINGS.last_trick], address
        for game in (bot_games.create_game(ana, "squire"), start_seek(ana, build_options(rated=False))):
            assert game.rulings == MATCH_RULINGS

    def test_the_invitation_shows_deviations_from_the_defaults_and_the_game_all(
        self, ana_client: Client, bram_client: Client
    ) -> None:
        address = ana_client.post("/new/", {**NEW, **OTHERWISE, "lead": "creator"})["Location"]
        defaults, chosen = describe_rulings(MATCH_RULINGS)[1:], describe_rulings(Game.objects.get().rulings, "Ana")
        text = page(bram_client, address)
        assert all(escape(sentence) in text for sentence in chosen[1:])
        assert not [sentence for sentence in defaults if escape(sentence) in text]
        bram_client.post(f"{address}join/")
        text = page(bram_client, address)
        assert all(escape(sentence) in text for sentence in chosen)
        assert "Ana leads the first trick." in text

    @pytest.mark.parametrize("wrong", [{"last_trick": "never"}, {"draw": "two"}, {"lead": "chosen"}])
    def test_an_invalid_choice_is_refused(self, ana_client: Client, wrong: dict[str, str]) -> None:
        assert ana_client.post("/new/", {**NEW, **wrong}, headers=JSON).json()["code"] == "invalid"
        assert not Game.objects.exists()


class TestAtTable:
    @pytest.mark.parametrize(("fields", "rulings"), [({}, TABLE_RULINGS), ({**OTHERWISE, "lead": "random"}, CHOSEN)])
    def test_the_house_rules_are_shown_to_all(self, visitor: Client, fields: dict[str, str], rulings: Rulings) -> None:
        visitor.post("/t/new/", {**TABLE, **fields})
        game = Game.objects.get()
        assert (table_of(game).rulings, game.rulings) == (rulings, rulings)
        for client in (visitor, Client()):
            text = page(client, f"/t/{game.code}/")
            assert all(escape(sentence) in text for sentence in describe_rulings(game.rulings))

    @pytest.mark.parametrize("wrong", [{"last_trick": "never"}, {"draw": "two"}, {"lead": "creator"}])
    def test_an_invalid_choice_is_refused(self, visitor: Client, wrong: dict[str, str]) -> None:
        assert visitor.post("/t/new/", {**TABLE, **wrong}).status_code == 400
        assert not Game.objects.exists()
