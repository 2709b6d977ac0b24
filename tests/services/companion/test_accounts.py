"""Accounts at a table: seats and histories, and names typed by muted people."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import MUTED_NAME, Game, User
from games.services.companion import handovers, join_tokens, tables
from games.services.companion.places import PlaceChoice
from tests.services.companion.devices import Browser, browser, code_of, join, opened, table_of
from tests.services.companion.entries import code, does, item

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(ana_phone: Browser) -> Game:
    """Opened on a phone without an account."""
    return opened(ana_phone)


class TestAccounts:
    def test_a_table_is_in_the_history_of_the_accounts_at_it(self, table: Game, ana: User, bram: User) -> None:
        assert not table.players.exists()
        game = opened(browser(ana))
        join(browser(bram), game, PlaceChoice.SECOND)
        assert {player.seat: player.user for player in game.players.all()} == {0: ana, 1: bram}
        assert list(Game.objects.of(ana)) == list(Game.objects.of(bram)) == [game]

    def test_an_account_has_the_first_seat_of_a_phone_for_both_or_of_two_phones(self, ana: User) -> None:
        shared, game = opened(browser(ana), PlaceChoice.BOTH), opened(browser(ana))
        join(browser(ana), game, PlaceChoice.SECOND)
        for at in (shared, game):
            assert [(player.seat, player.user) for player in at.players.all()] == [(0, ana)]

    def test_accounts_move_with_their_devices(self, ana: User, bram: User) -> None:
        host, phone = browser(ana), browser(bram)
        game = opened(host)
        join(phone, game, PlaceChoice.SECOND)
        device = host.at(game)
        tables.move_device(game, device, device.pk, PlaceChoice.DISPLAY)
        tables.move_device(game, device, phone.at(game).pk, PlaceChoice.FIRST)
        tables.move_device(game, device, device.pk, PlaceChoice.SECOND)
        assert {player.seat: player.user for player in game.players.all()} == {0: bram, 1: ana}
        tables.remove_device(game, device, phone.at(game).pk)
        assert [(player.seat, player.user) for player in game.players.all()] == [(1, ana)]

    @pytest.mark.parametrize(("name", "seats"), [("Ana", [0]), ("Cleo", [])])
    def test_a_name_decides_whether_a_seat_keeps_its_account(self, ana: User, name: str, seats: list[int]) -> None:
        host = browser(ana)
        game = opened(host)
        join(browser(), game, PlaceChoice.SECOND)
        tables.take_place(browser().visitor, tables.create_seat_code(game, host.at(game), 0), PlaceChoice.FIRST, name)
        assert [player.seat for player in game.players.filter(user=ana)] == seats
        assert game.players.count() == len(seats)


RUDE = "Rude"


def muted_for(user: User, hours: float) -> User:
    user.muted_until = timezone.now() + timedelta(hours=hours)
    user.save()
    return user


@pytest.fixture
def muted(ana: User) -> User:
    return muted_for(ana, 1)


@pytest.fixture
def heard(bram: User) -> User:
    """A person who was muted until an hour ago."""
    return muted_for(bram, -1)


@pytest.fixture
def game() -> Game:
    """A table on a screen; both seats are free."""
    return opened(browser(), PlaceChoice.DISPLAY)


WAYS = ("with the code of the table", "for both", "with the code of a seat", "by a request")


def come(way: str, phone: Browser, game: Game) -> None:
    """Take a seat under a rude name."""
    if way in WAYS[:2]:
        join(phone, game, PlaceChoice.SECOND if way == WAYS[0] else PlaceChoice.BOTH, RUDE)
        return
    other = browser()
    join(other, game, PlaceChoice.SECOND)
    if way == "with the code of a seat":
        token = tables.create_seat_code(game, other.at(game), 1)
        tables.take_place(phone.visitor, token, PlaceChoice.SECOND, RUDE)
    else:
        handovers.request_seat(phone.visitor, game, 1, RUDE, join_tokens.get_secret(code_of(game)).token)
        handovers.answer_request(game, other.at(game), phone.at(game).pk, accept=True)


def said(game: Game) -> str:
    """All that the log and the story say."""
    table = table_of(game)
    entries = [entry.data for entry in game.entries.all()]
    return f"{entries} {table} {table.columns()} {list(game.players.values('name'))}"


class TestMuted:
    @pytest.mark.parametrize("way", WAYS)
    def test_a_name_typed_by_a_muted_person_is_stored_nowhere(self, way: str, game: Game, muted: User) -> None:
        come(way, browser(muted), game)
        assert RUDE not in said(game)

    @pytest.mark.parametrize("way", [way for way in WAYS if way != "for both"])
    def test_other_people_name_their_seat_in_the_same_ways(self, way: str, game: Game, heard: User) -> None:
        come(way, browser(heard), game)
        assert table_of(game).names == ("Ana", RUDE)

    def test_a_muted_person_sits_and_asks_under_the_names_that_are_there(self, game: Game, muted: User) -> None:
        assert join(browser(muted), game, PlaceChoice.FIRST, RUDE).names == ("Ana", "Bram")
        phone, shared = browser(muted), opened(browser(), PlaceChoice.BOTH)
        handovers.request_seat(phone.visitor, shared, 0, RUDE, join_tokens.get_secret(code_of(shared)).token)
        assert [request.name for request in table_of(shared).seating.requests.values()] == [MUTED_NAME]

    def test_only_muted_people_open_tables_without_names(self, muted: User, heard: User) -> None:
        created = tables.create_table(browser(muted).visitor, (RUDE, f"{RUDE} too"), "every", PlaceChoice.FIRST)
        assert table_of(created).names == (f"{MUTED_NAME} 1", f"{MUTED_NAME} 2")
        assert RUDE not in said(created)
        for user in (heard, None):
            assert table_of(opened(browser(user))).names == ("Ana", "Bram")


class TestRenaming:
    def test_a_muted_device_renames_no_seat_until_the_time_is_over(self, game: Game, muted: User) -> None:
        phone = browser(muted)
        join(phone, game, PlaceChoice.BOTH)
        for seat in (0, 1):
            assert code(game, phone, item("name", seat=seat, name=RUDE)) == "muted"
        assert table_of(game).names == ("Ana", "Bram")
        muted_for(muted, -1)
        assert does(game, phone, item("name", seat=0, name="Zoe")).names == ("Zoe", "Bram")

    def test_other_devices_rename_the_seat_of_a_muted_person(self, game: Game, muted: User, heard: User) -> None:
        phone, other, anonymous = browser(muted), browser(heard), browser()
        join(phone, game, PlaceChoice.FIRST)
        join(other, game, PlaceChoice.SECOND)
        does(game, other, item("name", seat=0, name="Zoe"))
        tables.take_place(anonymous.visitor, tables.create_seat_code(game, other.at(game), 1), PlaceChoice.SECOND)
        does(game, anonymous, item("name", seat=1, name="Lily"))
        assert table_of(game).names == ("Zoe", "Lily")
