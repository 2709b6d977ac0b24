"""The rules: factions, examples that are played as they are described, and house rules book by book."""

from __future__ import annotations

import re
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
    """The end of a game whose last trick, or last trick of phase one, is the example."""
    deck = f"{example.revealed} {UNSEEN}" if example.revealed else ""
    return played(situation(str(example.lead), str(example.follow), deck), f"{example.lead} {example.follow}")


def scored(example: TrickExample) -> list[str]:
    """What each seat gets on its score pile as the example tells it."""
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


@pytest.mark.django_db
def test_the_page_shows_all_examples(visitor: Client) -> None:
    page = unescape(visitor.get("/rules/").content.decode())
    texts = [
        *(trick.text for trick in TRICKS.values()),
        *(hand.text for hand in HANDS.values()),
        *(piles.text for piles in PILES.values()),
    ]
    assert [text for text in texts if text not in page] == []
    for shown in TRICKS.values():
        assert f'aria-label="{format_card(shown.lead)}"' in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    "anchor",
    [
        "minute",
        "factions",
        *(faction.key for faction in Faction),
        "following",
        "winning",
        "phase-one",
        "phase-two",
        "vote",
    ],
)
def test_every_concept_has_an_anchor(visitor: Client, anchor: str) -> None:
    assert f'id="{anchor}"' in visitor.get("/rules/").content.decode()


@pytest.mark.parametrize("told", FACTIONS, ids=lambda one: one.key)
def test_the_page_shows_values_and_power(told: FactionText, visitor: Client) -> None:
    page = visitor.get("/rules/").content.decode()
    values = sorted({card.value for card in DECK if card.faction is told.faction})
    assert str(told.values).startswith(f"{values[0]} to {values[-1]}")
    assert len(str(told.power)) > 20
    for text in (told.values, told.power):
        assert escape(str(text)) in page


POINTS = (*CHOSEN_POINTS, *SETTLED_POINTS)
NEW = {"who": "open", "lead": "random", "watch": "on"}
TABLE = {"first": "Ana", "second": "Bram", "depth": "every", "device": "both", "watch": "on"}
JSON = {"Accept": "application/json"}
OTHERWISE = {"strict": "on", "last_trick": "lead", "draw": "three"}


def page(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


@pytest.mark.django_db(transaction=True)
class TestRulingsPage:
    @pytest.mark.parametrize("point", POINTS, ids=lambda one: one.key)
    def test_every_point_has_what_each_book_says_and_what_holds_here(self, point: RulingPoint, visitor: Client) -> None:
        told = page(visitor, "/rules/rulings/")
        assert len(point.rulings) == len(BOOKS)
        for text in (point.title, *point.rulings, point.here, *[one.text for one in point.options], point.source):
            assert escape(str(text)) in told

    def test_books_that_agree_are_grouped(self) -> None:
        for point in POINTS:
            told = point.side_by_side
            assert [book for books, _ in told for book in books] == list(BOOKS)
            assert [text for books, text in told for _ in books] == list(point.rulings)
            assert all(one != other for (_, one), (_, other) in pairwise(told))

    def test_is_linked_from_the_rules_and_both_forms(self, visitor: Client) -> None:
        for address in ("/rules/", "/", "/t/new/"):
            assert 'href="/rules/rulings/"' in page(visitor, address)


@pytest.mark.django_db(transaction=True)
class TestOnline:
    def test_the_defaults(self, ana_client: Client) -> None:
        ana_client.post("/new/", NEW)
        assert Game.objects.get().rulings == MATCH_RULINGS

    def test_the_chosen_house_rules(self, ana_client: Client) -> None:
        ana_client.post("/new/", {**NEW, **OTHERWISE})
        assert Game.objects.get().rulings == Rulings(Lead.RANDOM, True, LastTrick.LEAD, Draw.THREE)

    @pytest.mark.parametrize("more", [{}, {"last_trick": "all"}])
    def test_strict_memory_limits_past_tricks(self, ana_client: Client, more: dict[str, str]) -> None:
        ana_client.post("/new/", {**NEW, "strict": "on", **more})
        assert Game.objects.get().rulings == Rulings(strict=True, last_trick=LastTrick.LEAD)

    def test_every_way_to_a_game_suggests_the_default_of_the_rules(
        self, ana: User, bram: User, ana_client: Client
    ) -> None:
        (point,) = [one for one in CHOSEN_POINTS if one.key == "last_trick"]
        assert [option.text for option in point.options if option.default] == [
            LAST_TRICK_TEXTS[MATCH_RULINGS.last_trick]
        ]
        for address in ("/", "/@/bram/challenge/"):
            chosen = re.findall(r'name="last_trick" value="(\w+)"[^>]*checked', page(ana_client, address))
            assert chosen == [MATCH_RULINGS.last_trick], address
        for game in (bot_games.create_game(ana, "squire"), start_seek(ana, build_options(rated=False))):
            assert game.rulings == MATCH_RULINGS

    def test_all_past_tricks_can_be_chosen(self, ana_client: Client) -> None:
        ana_client.post("/new/", {**NEW, "last_trick": "all"})
        assert Game.objects.get().rulings.last_trick == LastTrick.ALL

    @pytest.mark.parametrize("wrong", [{"last_trick": "never"}, {"draw": "two"}, {"lead": "chosen"}])
    def test_an_invalid_choice_is_refused(self, ana_client: Client, wrong: dict[str, str]) -> None:
        assert ana_client.post("/new/", {**NEW, **wrong}, headers=JSON).json()["code"] == "invalid"
        assert not Game.objects.exists()

    def test_the_invitation_shows_what_differs_from_the_defaults(self, ana_client: Client, visitor: Client) -> None:
        ana_client.post("/new/", {**NEW, **OTHERWISE})
        usual, chosen = describe_rulings(MATCH_RULINGS)[1:], describe_rulings(Game.objects.get().rulings)[1:]
        told = page(visitor, f"/m/{Game.objects.get().code}/")
        assert all(escape(text) in told for text in chosen)
        assert not [text for text in usual if escape(text) in told]

    def test_the_game_shows_all(self, ana_client: Client, bram_client: Client) -> None:
        ana_client.post("/new/", {**NEW, **OTHERWISE, "lead": "creator"})
        game = Game.objects.get()
        bram_client.post(f"/m/{game.code}/join/")
        told = page(bram_client, f"/m/{game.code}/")
        assert all(escape(text) in told for text in describe_rulings(game.rulings, "Ana"))
        assert "Ana leads the first trick." in told


@pytest.mark.django_db(transaction=True)
class TestAtTable:
    def test_the_defaults(self, visitor: Client) -> None:
        visitor.post("/t/new/", TABLE)
        assert (table_of(Game.objects.get()).rulings, Game.objects.get().rulings) == (TABLE_RULINGS, TABLE_RULINGS)

    def test_the_chosen_house_rules_are_shown_to_all(self, visitor: Client) -> None:
        visitor.post("/t/new/", {**TABLE, **OTHERWISE, "lead": "random"})
        game = Game.objects.get()
        assert table_of(game).rulings == Rulings(Lead.RANDOM, True, LastTrick.LEAD, Draw.THREE)
        for client in (visitor, Client()):
            told = page(client, f"/t/{game.code}/")
            assert all(escape(text) in told for text in describe_rulings(game.rulings))

    @pytest.mark.parametrize("wrong", [{"last_trick": "never"}, {"draw": "two"}, {"lead": "creator"}])
    def test_an_invalid_choice_is_refused(self, visitor: Client, wrong: dict[str, str]) -> None:
        assert visitor.post("/t/new/", {**TABLE, **wrong}).status_code == 400
        assert not Game.objects.exists()
