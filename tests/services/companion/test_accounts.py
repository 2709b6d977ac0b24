"""Accounts at a table: to whom its result belongs, and what muted people may write."""

from __future__ import annotations

from collections.abc import Callable
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
    """Opened on Ana's phone, on which nobody is signed in."""
    return opened(ana_phone)


class TestAccounts:
    def test_a_phone_without_an_account_leaves_no_row(self, table: Game) -> None:
        assert not table.players.exists()

    def test_signed_in_on_the_phone_the_table_is_in_the_history(self, ana: User, bram: User) -> None:
        game = opened(browser(ana))
        join(browser(bram), game, PlaceChoice.SECOND)
        assert {player.seat: player.user for player in game.players.all()} == {0: ana, 1: bram}
        assert list(Game.objects.of(ana)) == list(Game.objects.of(bram)) == [game]

    def test_account_of_a_phone_for_both_has_the_first_seat(self, ana: User) -> None:
        game = opened(browser(ana), PlaceChoice.BOTH)
        assert [(player.seat, player.user) for player in game.players.all()] == [(0, ana)]

    def test_one_account_on_two_phones_has_one_seat(self, ana: User) -> None:
        game = opened(browser(ana))
        join(browser(ana), game, PlaceChoice.SECOND)
        assert [player.seat for player in game.players.all()] == [0]

    def test_accounts_move_with_their_devices(self, ana: User, bram: User) -> None:
        host, phone = browser(ana), browser(bram)
        game = opened(host)
        join(phone, game, PlaceChoice.SECOND)
        device = host.at(game)
        tables.move_device(game, device, device.pk, PlaceChoice.DISPLAY)
        tables.move_device(game, device, phone.at(game).pk, PlaceChoice.FIRST)
        tables.move_device(game, device, device.pk, PlaceChoice.SECOND)
        assert {player.seat: player.user for player in game.players.all()} == {0: bram, 1: ana}

    def test_a_spare_phone_that_is_not_signed_in_keeps_the_account_in_the_seat(self, ana: User) -> None:
        host, phone = browser(ana), browser()
        game = opened(host)
        join(phone, game, PlaceChoice.SECOND)
        tables.take_place(browser().visitor, tables.create_seat_code(game, host.at(game), 0), PlaceChoice.FIRST, "Ana")
        assert [(player.seat, player.user) for player in game.players.all()] == [(0, ana)]

    def test_somebody_else_in_the_seat_does_not_play_for_the_account(self, ana: User) -> None:
        host, phone = browser(ana), browser()
        game = opened(host)
        join(phone, game, PlaceChoice.SECOND)
        tables.take_place(browser().visitor, tables.create_seat_code(game, host.at(game), 0), PlaceChoice.FIRST, "Cleo")
        assert not game.players.exists()

    def test_a_removed_device_takes_its_account_along(self, table: Game, ana_phone: Browser, bram: User) -> None:
        phone = browser(bram)
        join(phone, table, PlaceChoice.SECOND)
        tables.remove_device(table, ana_phone.at(table), phone.at(table).pk)
        assert not table.players.exists()


RUDE = "Rude"
Comes = Callable[[Browser, Game], object]


def muted_for(user: User, hours: float) -> User:
    user.muted_until = timezone.now() + timedelta(hours=hours)
    user.save()
    return user


@pytest.fixture
def muted(ana: User) -> User:
    """Ana may not write for an hour more."""
    return muted_for(ana, 1)


@pytest.fixture
def heard(bram: User) -> User:
    """Bram was muted until an hour ago."""
    return muted_for(bram, -1)


@pytest.fixture
def game() -> Game:
    """A table on a screen; both seats are free."""
    return opened(browser(), PlaceChoice.DISPLAY)


def seat_code(who: Browser, game: Game) -> object:
    """Comes with a code that the phone of this seat made."""
    other = browser()
    join(other, game, PlaceChoice.SECOND)
    return tables.take_place(who.visitor, tables.create_seat_code(game, other.at(game), 1), PlaceChoice.SECOND, RUDE)


COMES: dict[str, Comes] = {
    "with the table's code": lambda who, game: join(who, game, PlaceChoice.SECOND, RUDE),
    "with a seat's code": seat_code,
    "for both": lambda who, game: join(who, game, PlaceChoice.BOTH, RUDE),
    "to ask": lambda who, game: ask(who, game),
}


def ask(who: Browser, game: Game) -> object:
    """Asks for Bram's seat, and is let in."""
    other = browser()
    join(other, game, PlaceChoice.SECOND)
    handovers.request_seat(who.visitor, game, 1, RUDE, join_tokens.get_secret(code_of(game)).token)
    return handovers.answer_request(game, other.at(game), who.at(game).pk, accept=True)


def said(game: Game) -> str:
    """All that the log and the story say."""
    table = table_of(game)
    entries = [entry.data for entry in game.entries.all()]
    return f"{entries} {table} {table.columns()} {list(game.players.values('name'))}"


class TestMuted:
    @pytest.mark.parametrize("way", COMES)
    def test_their_word_is_nowhere(self, way: str, game: Game, muted: User) -> None:
        COMES[way](browser(muted), game)
        assert RUDE not in said(game)

    @pytest.mark.parametrize("way", sorted(COMES.keys() - {"for both"}))
    def test_somebody_else_gives_the_seat_a_name_in_the_same_way(self, way: str, game: Game, heard: User) -> None:
        COMES[way](browser(heard), game)
        assert table_of(game).names == ("Ana", RUDE)

    def test_the_seats_keep_the_names_that_others_gave_them(self, game: Game, muted: User) -> None:
        assert join(browser(muted), game, PlaceChoice.FIRST, RUDE).names == ("Ana", "Bram")

    def test_they_ask_as_a_player(self, muted: User) -> None:
        who, shared = browser(muted), opened(browser(), PlaceChoice.BOTH)
        handovers.request_seat(who.visitor, shared, 0, RUDE, join_tokens.get_secret(code_of(shared)).token)
        assert [one.name for one in table_of(shared).seating.requests.values()] == [MUTED_NAME]

    def test_a_table_of_theirs_is_of_player_one_and_player_two(self, muted: User) -> None:
        created = tables.create_table(browser(muted).visitor, (RUDE, f"{RUDE} too"), "every", PlaceChoice.FIRST)
        assert table_of(created).names == (f"{MUTED_NAME} 1", f"{MUTED_NAME} 2")
        assert RUDE not in said(created)

    def test_a_table_of_anybody_else_has_the_names_they_typed(self, heard: User) -> None:
        for user in (heard, None):
            assert table_of(opened(browser(user))).names == ("Ana", "Bram")


class TestRenaming:
    def test_is_refused_to_them_for_either_seat(self, game: Game, muted: User) -> None:
        phone = browser(muted)
        join(phone, game, PlaceChoice.BOTH)
        for seat in (0, 1):
            assert code(game, phone, item("name", seat=seat, name=RUDE)) == "muted"
        assert table_of(game).names == ("Ana", "Bram")

    def test_is_open_to_whoever_sits_beside_them(self, game: Game, muted: User, heard: User) -> None:
        """It is asked of the device that types, not of the seat that is named."""
        theirs, other, nobodys = browser(muted), browser(heard), browser()
        join(theirs, game, PlaceChoice.FIRST)
        join(other, game, PlaceChoice.SECOND)
        does(game, other, item("name", seat=0, name="Zoe"))
        tables.take_place(nobodys.visitor, tables.create_seat_code(game, other.at(game), 1), PlaceChoice.SECOND)
        does(game, nobodys, item("name", seat=1, name="Lily"))
        assert table_of(game).names == ("Zoe", "Lily")

    def test_is_theirs_again_when_the_time_is_over(self, game: Game, muted: User) -> None:
        phone = browser(muted)
        join(phone, game, PlaceChoice.FIRST)
        muted_for(muted, -1)
        assert does(game, phone, item("name", seat=0, name="Zoe")).names == ("Zoe", "Bram")
