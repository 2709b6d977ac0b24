"""Which accounts a table's result belongs to, as devices come, move and go."""

from __future__ import annotations

import pytest

from games.models import Game, User
from games.services.table import tables
from games.services.table.places import Choice
from tests.services.at_tables import Browser, browser, join, opened

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ana_phone() -> Browser:
    return browser()


@pytest.fixture
def table(ana_phone: Browser) -> Game:
    """Opened on Ana's phone, on which nobody is signed in."""
    return opened(ana_phone)


class TestAccounts:
    def test_a_phone_without_an_account_leaves_no_row(self, table: Game) -> None:
        assert not table.players.exists()

    def test_signed_in_on_the_phone_the_table_is_in_the_history(self, ana: User, bram: User) -> None:
        game = opened(browser(ana))
        join(browser(bram), game, Choice.SECOND)
        assert {player.seat: player.user for player in game.players.all()} == {0: ana, 1: bram}
        assert list(Game.objects.of(ana)) == list(Game.objects.of(bram)) == [game]

    def test_on_one_phone_for_both_the_account_has_the_first_seat(self, ana: User) -> None:
        game = opened(browser(ana), Choice.BOTH)
        assert [(player.seat, player.user) for player in game.players.all()] == [(0, ana)]

    def test_one_account_on_two_phones_has_one_seat(self, ana: User) -> None:
        game = opened(browser(ana))
        join(browser(ana), game, Choice.SECOND)
        assert [player.seat for player in game.players.all()] == [0]

    def test_accounts_move_with_their_devices(self, ana: User, bram: User) -> None:
        host, phone = browser(ana), browser(bram)
        game = opened(host)
        join(phone, game, Choice.SECOND)
        device = host.at(game)
        tables.place(game, device, device.pk, Choice.DISPLAY)
        tables.place(game, device, phone.at(game).pk, Choice.FIRST)
        tables.place(game, device, device.pk, Choice.SECOND)
        assert {player.seat: player.user for player in game.players.all()} == {0: bram, 1: ana}

    def test_a_spare_phone_that_is_not_signed_in_keeps_the_account_in_the_seat(self, ana: User) -> None:
        host, phone = browser(ana), browser()
        game = opened(host)
        join(phone, game, Choice.SECOND)
        tables.take(browser().visitor, tables.seat_code(game, phone.at(game), 0), Choice.FIRST, "Ana")
        assert [(player.seat, player.user) for player in game.players.all()] == [(0, ana)]

    def test_somebody_else_in_the_seat_does_not_play_for_the_account(self, ana: User) -> None:
        host, phone = browser(ana), browser()
        game = opened(host)
        join(phone, game, Choice.SECOND)
        tables.take(browser().visitor, tables.seat_code(game, phone.at(game), 0), Choice.FIRST, "Cleo")
        assert not game.players.exists()

    def test_a_removed_device_takes_its_account_along(self, table: Game, ana_phone: Browser, bram: User) -> None:
        phone = browser(bram)
        join(phone, table, Choice.SECOND)
        tables.remove(table, ana_phone.at(table), phone.at(table).pk)
        assert not table.players.exists()
