"""Transfers over HTTP: the pages of the agreement, of the hands and of the setup, and what they must not tell."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from django.test import Client

from games.eventlog import event_store
from games.models import Entry, Game, User
from games.realtime.companion.view import render_view
from games.rules.moves import legal_moves
from games.rules.record import Record, list_codes, replay
from games.rules.state import State, get_other_seat
from games.schemas.table_commands import QueuedCommand
from games.services.companion import play
from games.state.seat_setup import build_seat_setup
from tests.rules.worlds import redealt
from tests.services.companion.entries import card, cards_of, item
from tests.services.matches.games import match_of, play_at_once, state_of
from tests.services.matches.redeal import deal_anew
from tests.services.transfers.transfers import record_of
from tests.views.tables import JSON, device_at, open_table, post_action, table_of, take_place

pytestmark = pytest.mark.django_db(transaction=True)

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


class TablePages:
    """A table at which Ana and Bram, without accounts, have logged a game up to so many cards."""

    def __init__(self, plies: int) -> None:
        self.record = record_of(4, plies)
        self.state: State = replay(self.record)
        self.clients = Client(), Client()
        self.game = open_table(self.clients[0])
        take_place(self.clients[1], self.game, "1")
        self.path = f"/t/{self.game.code}/"
        self._log(0, item("lead", seat=0))
        for where, seat in (one for trick in self.state.tricks for one in cards_of(trick)):
            self._log(seat or 0, card(*where))
        if self.state.deck:
            self._log(0, card(1, self.state.number, "revealed", str(self.state.revealed)))

    def _log(self, seat: int, *items: QueuedCommand) -> None:
        outcomes = play.execute_commands(self.game.pk, device_at(self.clients[seat], self.game).pk, items)
        assert all(isinstance(outcome, int) for outcome in outcomes), outcomes

    def post(self, seat: int, page: str, **fields: object) -> dict[str, str]:
        answer = self.clients[seat].post(f"{self.path}{page}/", fields, headers=JSON)
        return dict(answer.json())

    def agree(self) -> None:
        self.post(1, "transfer", name="Bram")
        self.post(0, "transfer", name="Ana")

    def enter(self, seat: int) -> dict[str, str]:
        return self.post(seat, "hand", card=list_codes(self.state.hands[seat]))


def test_two_phones_without_accounts_go_on_online_as_guests() -> None:
    table = TablePages(30)
    watcher = Client()
    table.agree()
    (game,) = Game.objects.filter(mode="online")
    for client in (*table.clients, watcher):
        assert client.get(table.path).headers["Location"] == f"/m/{game.code}/"
        assert client.get(f"/m/{game.code}/").status_code == 200
    assert list(User.objects.filter(seats__game=game).order_by("pk").values_list("display_name", "is_guest")) == [
        ("Bram", True),
        ("Ana", True),
    ]


def test_a_phone_without_a_session_is_not_logged_in_for_an_offer_that_was_declined() -> None:
    table = TablePages(30)
    table.post(0, "transfer", name="Ana")
    table.post(1, "transfer", accept="0")
    del table.clients[0].cookies["sessionid"]
    people = User.objects.count()
    assert table.post(0, "transfer", name="Ana")["code"] == "transfer_declined"
    assert User.objects.count() == people
    assert "sessionid" not in table.clients[0].cookies


def test_a_phone_without_a_session_needs_a_name_to_go_on_online() -> None:
    assert TablePages(30).post(0, "transfer", name="...")["code"] == "name_needed"


def test_a_phone_of_both_players_is_told_to_bring_a_second_one() -> None:
    client = Client()
    game = open_table(client, "both")
    assert "own phone" in client.get(f"/t/{game.code}/transfer/").content.decode()
    assert client.post(f"/t/{game.code}/transfer/", {"name": "Ana"}, headers=JSON).json()["code"] == "own_phones"


def test_after_an_agreement_in_phase_one_the_phones_ask_for_the_hands() -> None:
    table = TablePages(8)
    assert table.post(1, "transfer", name="Bram")["url"] == table.path
    assert table.post(0, "transfer", name="Ana")["url"] == f"{table.path}hand/"
    page = table.clients[0].get(f"{table.path}hand/").content.decode()
    for code in list_codes(table.state.hands[0]):
        assert f'value="{code}"' in page
    table.enter(0)
    table.enter(1)
    assert Game.objects.get(mode="online").origin == table.game


def test_a_hand_with_a_card_too_few_comes_back_with_the_numbers() -> None:
    table = TablePages(8)
    table.agree()
    own = list_codes(table.state.hands[0])
    page = table.clients[0].post(f"{table.path}hand/", {"card": own[1:]})
    assert page.status_code == 409
    assert f"You marked {len(own) - 1} of {len(own)}." in page.content.decode()


def test_after_two_conflicts_the_transfer_ends_and_both_read_why() -> None:
    table = TablePages(0)
    table.agree()
    lie = [str(max(table.state.hands[1])), *list_codes(table.state.hands[0])[1:]]
    table.post(0, "hand", card=lie)
    assert table.enter(1)["url"] == f"{table.path}hand/"
    for client in table.clients:
        assert "once more" in client.get(f"{table.path}hand/").content.decode()
    table.post(0, "hand", card=lie)
    assert table.enter(1)["code"] == "hand_conflict"
    for client in table.clients:
        assert "together twice" in client.get(f"{table.path}transfer/").content.decode()


def test_only_players_see_the_pages_of_a_table() -> None:
    table = TablePages(8)
    table.agree()
    for page in ("transfer", "hand"):
        assert Client().get(f"{table.path}{page}/").status_code == 403


class TestSecrecyAtTheTable:
    """In phase one, nothing that Ana's phone gets depends on Bram's hand or blind cards."""

    def test_pages_and_refusals_are_the_same_in_another_world(self) -> None:
        table = TablePages(8)
        table.agree()
        table.enter(1)
        before = list(self.shown_to_ana(table))
        self.deal_anew(table)
        assert list(self.shown_to_ana(table)) == before

    @staticmethod
    def shown_to_ana(table: TablePages) -> Iterator[str]:
        ana = table.clients[0]
        for page in ("", "hand/", "transfer/", "record/"):
            yield TOKEN.sub("", ana.get(table.path + page).content.decode())
        yield render_view(table_of(table.game), device_at(ana, table.game).pk, "en")
        yield render_view(table_of(table.game), None, "en")
        yield str(table.post(0, "hand", card=["G1"]))
        yield str(table.post(0, "hand", card=["not a card"]))

    @staticmethod
    def deal_anew(table: TablePages) -> None:
        other = _other_world(table.record, 0)
        (hand,) = Entry.objects.filter(game=table.game, kind="transfer_hand")
        assert hand.data["cards"] != list_codes(other.hands[1])
        Entry.objects.filter(pk=hand.pk).update(data={**hand.data, "cards": list_codes(other.hands[1])})
        for trick in other.tricks:
            if trick.winner == 0:
                entry = Entry.objects.get(game=table.game, data__place="blind", data__trick=trick.number)
                Entry.objects.filter(pk=entry.pk).update(data={**entry.data, "card": str(trick.blind)})
        event_store.state_cache.clear()


def _other_world(record: Record, audience: int) -> State:
    chance = random.Random(3)
    return next(
        state
        for state in (replay(redealt(record, audience, chance)) for _ in range(100))
        if sorted(state.hands[1 - audience]) != sorted(replay(record).hands[1 - audience])
    )


class OnlinePages:
    """A game of Ana and Bram after so many cards, in two browsers."""

    def __init__(self, game: Game, clients: tuple[Client, Client], plies: int) -> None:
        play_at_once(game, plies)
        self.game, self.clients, self.path = game, clients, f"/m/{game.code}/"
        self.state = state_of(game)

    def post(self, seat: int, **fields: object) -> dict[str, str]:
        return dict(self.clients[seat].post(f"{self.path}transfer/", fields, headers=JSON).json())

    def move(self) -> Game:
        self.post(0)
        self.post(1)
        return Game.objects.get(mode="table")


def test_an_online_game_leads_its_players_to_the_setup(game: Game, ana_client: Client, bram_client: Client) -> None:
    online = OnlinePages(game, (ana_client, bram_client), 9)
    table = online.move()
    for client in online.clients:
        assert client.get(online.path).headers["Location"] == f"/t/{table.code}/setup/"
        assert client.get(f"/t/{table.code}/setup/").status_code == 200
        assert client.get(f"/t/{table.code}/").status_code == 200
    assert Client().get(online.path).headers["Location"] == f"/t/{table.code}/"
    assert Client().get(f"/t/{table.code}/setup/").status_code == 403


def test_the_setup_is_for_the_browser_that_agreed_and_until_a_card_is_logged(
    game: Game, ana_client: Client, bram_client: Client
) -> None:
    online = OnlinePages(game, (ana_client, bram_client), 9)
    table, other = online.move(), Client()
    path = f"/t/{table.code}/setup/"
    code = post_action(ana_client, table, "seat-code", seat="0").json()["invite"]["link"].split("#")[1]
    assert other.post("/j/take/", {"token": code, "as": "0"}, headers=JSON).status_code == 200
    assert [client.get(path).status_code for client in (other, ana_client)] == [403, 403]
    assert bram_client.get(path).status_code == 200
    follow = card(1, online.state.number, "follow", str(legal_moves(online.state)[0]))
    (outcome,) = play.execute_commands(table.pk, device_at(bram_client, table).pk, [follow])
    assert isinstance(outcome, int)
    assert bram_client.get(path).headers["Location"] == table.address


def test_the_offer_says_that_a_rated_game_will_not_count(game: Game, ana_client: Client, bram_client: Client) -> None:
    online = OnlinePages(game, (ana_client, bram_client), 9)
    page = f"{online.path}transfer/"
    assert "rated" not in ana_client.get(page).content.decode()
    opened = Entry.objects.get(game=game, kind="opened")
    Entry.objects.filter(pk=opened.pk).update(data={**opened.data, "rated": True})
    event_store.state_cache.clear()
    assert "no longer counts" in ana_client.get(page).content.decode()


def test_a_declined_offer_goes_on_here(game: Game, ana_client: Client, bram_client: Client) -> None:
    online = OnlinePages(game, (ana_client, bram_client), 9)
    online.post(0)
    assert "Ana" in bram_client.get(f"{online.path}transfer/").content.decode()
    online.post(1, accept="0")
    assert match_of(game).transfer.declined == 1
    assert online.post(0)["code"] == "transfer_declined"


class TestSecrecyOfTheSetup:
    """Nothing that a player's browser gets depends on the other hand, except in which order cards lie face down."""

    @pytest.mark.parametrize("seat", [0, 1])
    def test_pages_are_the_same_in_another_world(
        self, game: Game, ana_client: Client, bram_client: Client, seat: int
    ) -> None:
        online = OnlinePages(game, (ana_client, bram_client), 8)
        table = online.move()
        before = self.shown_to(online, table, seat)
        hand = state_of(game).hands[get_other_seat(seat)]
        deal_anew(game, seat)
        assert sorted(state_of(game).hands[get_other_seat(seat)]) != sorted(hand)
        self.log_anew(game, table)
        assert self.shown_to(online, table, seat) == before

    @staticmethod
    def shown_to(online: OnlinePages, table: Game, seat: int) -> list[str]:
        client = online.clients[seat]
        pages = [client.get(f"/t/{table.code}/{page}").content.decode() for page in ("", "setup/", "record/")]
        view = render_view(table_of(table), device_at(client, table).pk, "en")
        target = re.compile(r'<td>\s*(<span class="(mine|followers)"[^>]*>.</span>|·)\s*</td>')
        return [target.sub("", TOKEN.sub("", page)) for page in (*pages, view)]

    @staticmethod
    def log_anew(game: Game, table: Game) -> None:
        """Put the blind cards of the other world in the log of the table."""
        blinds = [(trick.number, 1 - trick.winner, str(trick.blind)) for trick in state_of(game).tricks]
        opened = Entry.objects.get(game=table, kind="opened")
        Entry.objects.filter(pk=opened.pk).update(data={**opened.data, "blinds": blinds})
        event_store.state_cache.clear()

    def test_positions_of_one_hand_are_spread_evenly(self, game: Game, ana: User, bram: User) -> None:
        """By many seeds, every position is as likely as any other for the cards of the dealer."""
        state = state_of(game)
        counts = [0] * 38
        for seed in range(400):
            for at in build_seat_setup(state, 1, str(seed)).hand_positions:
                counts[at - 1] += 1
        assert min(counts) > 90
        assert max(counts) < 190
