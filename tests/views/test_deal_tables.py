"""Tables of a shared deal over HTTP: opening, joining, setting up the deck, results, and secrecy."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from types import SimpleNamespace

import pytest
from django.conf import settings as site_settings
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.eventlog import event_store
from games.models import Entry, Game, SharedDeal, User
from games.realtime.companion.admission import admit_to_table
from games.rules.cards import CODES, COPIES, DECK, Card
from games.rules.shuffle import Shuffle
from games.rules.state import State, replace_cards
from games.services.companion import play
from games.services.matches import shared_deals
from games.services.moderation.permissions import Moderator
from games.state import deck_setup
from games.texts.table import format_card
from tests.admin.addresses import change_page, list_page
from tests.rules.deals import digits
from tests.services.companion.deal_tables import log_game, play_deal, seat_pair
from tests.services.companion.entries import card
from tests.services.matches.games import refusal_code
from tests.views.tables import JSON, device_at, post_action, table_of, take_place
from tests.views.test_secrecy import AROUND, GAME, REPLAY, SEEN, addresses, read

pytestmark = pytest.mark.django_db
NAMES = {format_card(card): code for card, code in CODES.items()}
OTHERS = ("setup/", "picture/", "series/", "invite/", "replay/line/?step=3&cards=G3", "replay/picture/?step=31")


@pytest.fixture
def deal(dora: User) -> SharedDeal:
    return shared_deals.create_deal(dora)


@pytest.fixture
def dora(db: None) -> User:
    return User.objects.create(username="dora", display_name="Dora")


@pytest.fixture
def table(deal: SharedDeal, ana_client: Client, bram_client: Client) -> Game:
    """Opened by Ana and joined by Bram, who set up the deck with their phones."""
    game = open_deal_table(ana_client, deal)
    assert take_place(bram_client, game, "1").status_code == 200
    return game


def open_deal_table(client: Client, deal: SharedDeal, deck: str = "phones", name: str = "") -> Game:
    fields = {"deck": deck, "depth": "every", "name": name}
    answer = client.post(reverse("shared_deal_table", args=[deal.code]), fields, headers=JSON)
    assert answer.status_code == 200, answer.content
    return Game.objects.get(code=answer.json()["url"].split("/")[2])


def setup_page(client: Client, game: Game) -> str:
    answer = client.get(reverse("table_setup", args=[game.code]))
    assert answer.status_code == 200
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"|nonce="[^"]+"', "", answer.content.decode())


def read_order(page: str) -> list[str]:
    """The cards that the sorter lays out."""
    return [
        NAMES[name] for name in re.findall(r'class="chip"\s+data-faction=".".*?aria-label="([^"]+)"', page, re.DOTALL)
    ]


def read_targets(page: str) -> list[str]:
    """Where the dealer puts the card at each position."""
    cells = re.findall(r'<td>\s*(?:<span class="(theirs|mine)".*?</span>|(\d+))\s*</td>', page, re.DOTALL)
    return [mark or number for mark, number in cells]


class TestSetup:
    def test_both_phones_together_make_the_deal(
        self, table: Game, deal: SharedDeal, ana_client: Client, bram_client: Client
    ) -> None:
        order, targets = read_order(setup_page(ana_client, table)), read_targets(setup_page(bram_client, table))
        assert len(order) == len(targets) == len(DECK)
        lying = list(zip(targets, order, strict=True))
        state = deal.shuffle.dealt()
        for mark, hand in zip(("theirs", "mine"), state.hands, strict=True):
            assert sorted(code for target, code in lying if target == mark) == sorted(map(str, hand))
        drawn = sorted((int(target), code) for target, code in lying if target.isdigit())
        assert [code for _, code in drawn] == [str(card) for card in state.deck]

    def test_the_sorter_sees_the_same_page_whatever_the_deal(
        self, table: Game, ana_client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = setup_page(ana_client, table)
        monkeypatch.setattr(SharedDeal, "shuffle", Shuffle.of(digits("another"), 0))
        assert setup_page(ana_client, table) == before

    def test_the_dealer_sees_the_same_page_whatever_the_faces(
        self, table: Game, deal: SharedDeal, bram_client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """In the other world, each card but the zeros is another one, in the deal and in the sorter's order."""
        before = setup_page(bram_client, table)
        permute, cards = deck_setup.permute, sorted(DECK)
        single = [index for index, card in enumerate(cards) if COPIES[card] == 1]
        faces = {index: index for index in range(len(cards))}
        faces |= dict(zip(single, random.Random(3).sample(single, len(single)), strict=True))
        world = {card: cards[faces[index]] for index, card in enumerate(cards)}

        def permute_faces(count: int, seed: str, purpose: str) -> list[int]:
            numbers = permute(count, seed, purpose)
            return [faces[number] for number in numbers] if purpose == "order" else numbers

        real = deal.shuffle.dealt()
        redealt = SimpleNamespace(dealt=lambda: relabel(real, world))
        monkeypatch.setattr(SharedDeal, "shuffle", redealt)
        monkeypatch.setattr(deck_setup, "permute", permute_faces)
        assert setup_page(bram_client, table) == before
        assert relabel(real, world) != real

    def test_it_is_closed_to_all_others_and_once_the_game_has_begun(
        self, table: Game, deal: SharedDeal, dora: User, ana_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        address = reverse("table_setup", args=[table.code])
        shared_deals.open_cards(deal, dora)
        organizer = Client()
        organizer.force_login(dora)
        assert [client.get(address).status_code for client in (cleo_client, visitor, organizer)] == [403] * 3
        play.execute_commands(table.pk, device_at(ana_client, table).pk, [card(1, 1, "revealed", "G3")])
        assert ana_client.get(address)["Location"] == table.address

    def test_a_table_with_a_sorted_deck_has_none(self, deal: SharedDeal, ana_client: Client) -> None:
        game = open_deal_table(ana_client, deal, deck="sorted")
        assert ana_client.get(reverse("table_setup", args=[game.code])).status_code == 404
        assert 'data-setup=""' in ana_client.get(game.address).content.decode()


def relabel(state: State, world: Mapping[Card, Card]) -> State:
    hands = replace_cards(state.hands, 0, tuple(world[card] for card in state.hands[0]))
    hands = replace_cards(hands, 1, tuple(world[card] for card in state.hands[1]))
    return State(state.leader, hands, tuple(world[card] for card in state.deck))


class TestPeople:
    def test_visitors_become_guests_who_play_the_deal_once(self, deal: SharedDeal, visitor: Client) -> None:
        other, late = Client(), Client()
        game = open_deal_table(visitor, deal, name="Eva")
        assert take_place(other, game, "1", name="Fred").status_code == 200
        assert table_of(game).names == ("Eva", "Fred")
        assert [player.user.display_name for player in game.players.order_by("seat")] == ["Eva", "Fred"]
        for client in (visitor, other):
            client.cookies.pop(site_settings.SESSION_COOKIE_NAME)
            answer = client.post(
                reverse("shared_deal_table", args=[deal.code]), {"deck": "phones", "depth": "every"}, headers=JSON
            )
            assert answer.json()["code"] == "deal_played"
        waiting = open_deal_table(late, deal)
        assert take_place(other, waiting, "1").json()["code"] == "deal_played"

    def test_a_phone_that_is_no_longer_logged_in_keeps_its_seat(self, deal: SharedDeal, visitor: Client) -> None:
        game = open_deal_table(visitor, deal)
        visitor.cookies.pop(site_settings.SESSION_COOKIE_NAME)
        assert take_place(visitor, game, "0").status_code == 200
        assert game.players.count() == 1

    def test_the_code_offers_free_seats_only(self, deal: SharedDeal, ana_client: Client, cleo_client: Client) -> None:
        game = open_deal_table(ana_client, deal)
        token = ana_client.get(f"{game.address}invite/").json()["invite"]["link"].split("#")[1]
        assert cleo_client.post("/j/look/", {"token": token}, headers=JSON).json()["as"] == ["1"]
        assert take_place(cleo_client, game, "watcher").json()["code"] == "bad_choice"
        assert post_action(ana_client, game, "seat-code", seat="watch").json()["code"] == "bad_choice"

    def test_the_page_of_the_deal_leads_back_to_the_table(
        self, table: Game, deal: SharedDeal, ana_client: Client
    ) -> None:
        page = ana_client.get(reverse("shared_deal", args=[deal.code])).content.decode()
        assert f'href="{table.address}"' in page
        assert reverse("shared_deal_table", args=[deal.code]) not in page

    def test_the_house_rules_say_who_leads(self, table: Game, ana_client: Client) -> None:
        assert "Ana leads the first trick." in ana_client.get(table.address).content.decode()


class TestResults:
    @pytest.fixture
    def tables(self, deal: SharedDeal, ana: User, bram: User) -> list[Game]:
        """Two tables that logged every card."""
        pairs = [(ana, bram), tuple(User.objects.create(username=f"p{n}", display_name=f"Pat {n}") for n in (1, 2))]
        made = [seat_pair(deal, first, second) for first, second in pairs]
        for number, deal_table in enumerate(made):
            log_game(deal_table, play_deal(deal, number))
        return [game for game, _ in made]

    def test_a_player_replays_another_table_from_where_it_differs(
        self, tables: list[Game], deal: SharedDeal, ana_client: Client, visitor: Client, cleo_client: Client
    ) -> None:
        page = ana_client.get(reverse("shared_deal", args=[deal.code])).content.decode()
        own, other = (list_plays(play_deal(deal, seed)) for seed in (0, 1))
        ply = next(ply for ply in range(52) if own[ply] != other[ply])
        link = f"{reverse('table_replay', args=[tables[1].code])}?step={ply}&amp;result=1"
        assert link in page
        assert f"{format_card(other[ply])} instead of {format_card(own[ply])}" in page
        assert ana_client.get(link.replace("&amp;", "&")).status_code == 200
        assert ana_client.get(reverse("table_replay_steps", args=[tables[1].code])).status_code == 200
        assert [client.get(link).status_code for client in (visitor, cleo_client)] == [403, 403]
        assert ana_client.get(tables[1].address).status_code == 403

    def test_a_closed_deal_shows_its_tables_to_everybody(
        self, tables: list[Game], deal: SharedDeal, visitor: Client, dora: User
    ) -> None:
        shared_deals.close_deal(deal, dora)
        page = visitor.get(reverse("shared_deal", args=[deal.code])).content.decode()
        assert page.count("real cards</span>") == 4
        assert visitor.get(reverse("table_replay", args=[tables[0].code])).status_code == 200


def list_plays(state: State) -> list[Card]:
    return [card for trick in state.tricks for card in (trick.lead, trick.follow)]


class TestSecrecy:
    @pytest.fixture
    def logged(self, deal: SharedDeal, ana: User, bram: User) -> Game:
        """A table that logged every card."""
        deal_table = seat_pair(deal, ana, bram)
        log_game(deal_table, play_deal(deal, 1))
        return deal_table[0]

    @pytest.mark.parametrize("reader", ["visitor", "cleo", "player"])
    def test_a_reader_who_may_play_the_deal_sees_no_card_of_a_table(
        self, logged: Game, deal: SharedDeal, visitor: Client, cleo_client: Client, reader: str
    ) -> None:
        client = visitor if reader == "visitor" else cleo_client
        own = [open_deal_table(cleo_client, deal, deck="sorted").address] if reader == "player" else []
        at_table = addresses(logged, (*GAME, *REPLAY, *SEEN, *OTHERS), 31, 0)
        around = (*AROUND, reverse("shared_deal", args=[deal.code]), "/account/data/", "/api/v1/people/ana/games")
        before = read(client, [*at_table, *around, *own])
        assert {before[address][0] for address in at_table} <= {403, 404}
        log_otherwise(logged, deal)
        assert read(client, [*at_table, *around, *own]) == before

    def test_the_socket_of_a_table_is_closed_to_others(self, logged: Game, cleo_client: Client) -> None:
        cookies = {name: morsel.value for name, morsel in cleo_client.cookies.items()}
        assert refusal_code(admit_to_table, logged.code, cookies) == "may_not_watch"

    def test_the_desk_shows_no_card_to_a_moderator_who_may_play_the_deal(
        self, logged: Game, deal: SharedDeal, mona: Moderator, settings: Settings
    ) -> None:
        settings.STAFF_SECOND_FACTOR = False
        desk = Client()
        desk.force_login(mona.user)
        entries = [change_page(entry) for entry in logged.entries.all()[:12]]
        asked = [change_page(logged), list_page(Game), list_page(Entry), *entries]
        before = strip(read(desk, asked))
        assert desk.get(asked[0]).status_code == 200
        log_otherwise(logged, deal)
        assert strip(read(desk, asked)) == before


def strip(pages: Mapping[str, tuple[int, str, str | None]]) -> dict[str, str]:
    return {address: re.sub(r'nonce="[^"]*"', "", text) for address, (_, text, _) in pages.items()}


def log_otherwise(game: Game, deal: SharedDeal) -> None:
    """Put the cards of another deal, played in another way, in the log of a table; the votes stay out of the row."""
    SharedDeal.objects.filter(pk=deal.pk).update(seed=digits("another"))
    deal.refresh_from_db()
    tricks = play_deal(deal, 5).tricks
    for entry in game.entries.filter(kind="logged"):
        trick = tricks[13 * (entry.data["phase"] - 1) + entry.data["trick"] - 1]
        other = str(getattr(trick, entry.data["place"]))
        Entry.objects.filter(pk=entry.pk).update(data={**entry.data, "card": other})
    event_store.state_cache.clear()
