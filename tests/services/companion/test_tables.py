"""Physical tables: opening, joining, hosting, places, names and the lock."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from games.models import Device, Game, JoinToken
from games.services.companion import join_tokens, tables
from games.services.companion.places import PlaceChoice
from games.state.game_state import Event, Mode, Status
from games.state.seating import DeviceRole
from tests.services.companion.devices import Browser, browser, code_of, join, opened, seats_of, table_of
from tests.services.companion.entries import ANA, BRAM, TABLET, card, does, item, table_with, two_phones
from tests.services.companion.handover import together
from tests.services.matches.games import refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(ana_phone: Browser) -> Game:
    """Opened on Ana's phone, which has her seat; Bram's is free."""
    return opened(ana_phone)


class TestOpening:
    def test_it_waits_with_its_host_in_the_place_it_chose(self, table: Game, ana_phone: Browser) -> None:
        story = table_of(table)
        assert (story.names, story.seating.host, story.status) == (
            ("Ana", "Bram"),
            ana_phone.at(table).pk,
            Status.WAITING,
        )
        assert story.seating.free_seats == {1}
        assert (table.mode, table.listed) == (Mode.TABLE, False)

    def test_it_may_be_opened_for_either_player_for_both_or_as_a_display(self) -> None:
        for choice, seats, role in (
            (PlaceChoice.SECOND, {1}, "player"),
            (PlaceChoice.BOTH, {0, 1}, "player"),
            (PlaceChoice.DISPLAY, set(), "display"),
        ):
            host = browser()
            game = opened(host, choice)
            assert (seats_of(host, game), table_of(game).seating.places[host.at(game).pk].role) == (seats, role)

    def test_one_browser_may_sit_at_several_tables(self, ana_phone: Browser) -> None:
        games = [opened(ana_phone) for _ in range(2)]
        assert [seats_of(ana_phone, game) for game in games] == [{0}, {0}]


class TestJoining:
    def test_a_taken_seat_is_refused_and_leaves_no_trace(self, table: Game, bram_phone: Browser) -> None:
        assert refusal_code(join, bram_phone, table, PlaceChoice.FIRST) == "seat_taken"
        assert refusal_code(join, bram_phone, table, PlaceChoice.BOTH) == "seat_taken"
        assert not bram_phone.knows(table)

    def test_somebody_at_the_table_may_move_to_the_free_seat(self, table: Game, ana_phone: Browser) -> None:
        join(ana_phone, table, PlaceChoice.SECOND)
        assert table_of(table).seating.free_seats == {0}

    def test_the_table_takes_no_crowd(self, table: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tables, "MAX_DEVICES", 3)
        for _ in range(2):
            join(browser(), table, PlaceChoice.WATCHER)
        assert refusal_code(join, browser(), table, PlaceChoice.WATCHER) == "crowded"

    def test_one_of_many_devices_gets_the_last_seat(self, table: Game) -> None:
        phones = [browser() for _ in range(16)]
        token = code_of(table)
        outcomes = together([partial(tables.take_place, phone.visitor, token, PlaceChoice.SECOND) for phone in phones])
        assert outcomes.count("ok") == 1
        assert set(outcomes) <= {"ok", "seat_taken", "table_full"}
        assert len(table_of(table).seating.holders(1)) == 1
        assert Device.objects.filter(game=table).count() == 2


class TestLock:
    def test_nobody_joins_a_locked_table(self, table: Game, ana_phone: Browser, bram_phone: Browser) -> None:
        tables.set_locked(table, ana_phone.at(table), True)
        assert refusal_code(join, bram_phone, table, PlaceChoice.SECOND) == "wrong_code"
        assert not table_of(table).joinable

    def test_the_host_opens_it_again(self, table: Game, ana_phone: Browser, bram_phone: Browser) -> None:
        for locked in (True, True, False):
            tables.set_locked(table, ana_phone.at(table), locked)
        join(bram_phone, table, PlaceChoice.SECOND)
        assert seats_of(bram_phone, table) == {1}

    def test_a_code_that_somebody_at_the_table_made_for_one_device_still_works(
        self, table: Game, ana_phone: Browser, bram_phone: Browser
    ) -> None:
        tables.set_locked(table, ana_phone.at(table), True)
        tables.take_place(
            bram_phone.visitor, tables.create_seat_code(table, ana_phone.at(table), 1), PlaceChoice.SECOND
        )
        assert seats_of(bram_phone, table) == {1}


class TestHost:
    def test_others_may_not_lock_renew_remove_or_move(
        self, table: Game, ana_phone: Browser, bram_phone: Browser
    ) -> None:
        join(bram_phone, table, PlaceChoice.SECOND)
        bram, ana = bram_phone.at(table), ana_phone.at(table)
        assert refusal_code(tables.set_locked, table, bram, True) == "not_host"
        assert refusal_code(tables.renew_table_code, table, bram) == "not_host"
        assert refusal_code(tables.remove_device, table, bram, ana.pk) == "not_host"
        assert refusal_code(tables.move_device, table, bram, ana.pk, PlaceChoice.DISPLAY) == "not_host"

    def test_everybody_may_move_themselves(self, table: Game, bram_phone: Browser) -> None:
        join(bram_phone, table, PlaceChoice.SECOND)
        bram = bram_phone.at(table)
        tables.move_device(table, bram, bram.pk, PlaceChoice.DISPLAY)
        assert table_of(table).seating.free_seats == {1}
        assert table_of(table).names == ("Ana", "Bram")

    def test_nobody_moves_onto_a_taken_seat(self, table: Game, ana_phone: Browser, bram_phone: Browser) -> None:
        join(bram_phone, table, PlaceChoice.SECOND)
        ana = ana_phone.at(table)
        assert refusal_code(tables.move_device, table, ana, ana.pk, PlaceChoice.BOTH) == "seat_taken"

    def test_moves_and_removes_devices_of_the_table_alone_and_never_its_own(
        self, table: Game, ana_phone: Browser
    ) -> None:
        ana, stranger = ana_phone.at(table), browser()
        elsewhere = stranger.at(opened(stranger)).pk
        for device in (elsewhere, 10**9):
            assert refusal_code(tables.move_device, table, ana, device, PlaceChoice.SECOND) == "no_such_device"
        for device in (elsewhere, 10**9, ana.pk):
            assert refusal_code(tables.remove_device, table, ana, device) == "no_such_device"

    def test_a_removed_device_is_out_until_it_comes_with_the_new_code(
        self, table: Game, ana_phone: Browser, bram_phone: Browser
    ) -> None:
        token = code_of(table)
        join(bram_phone, table, PlaceChoice.SECOND)
        bram = bram_phone.at(table)
        tables.remove_device(table, ana_phone.at(table), bram.pk)
        assert table_of(table).seating.gone == {bram.pk: "removed"}
        assert table_of(table).seating.free_seats == {1}
        assert refusal_code(join_tokens.find_token, join_tokens.get_secret(token).token) == "wrong_code"
        assert refusal_code(tables.create_seat_code, table, bram, 1) == "not_at_table"
        assert refusal_code(tables.move_device, table, bram, bram.pk, PlaceChoice.SECOND) == "not_host"
        join(bram_phone, table, PlaceChoice.SECOND)
        assert seats_of(bram_phone, table) == {1}


class TestSeatCode:
    def test_a_phone_for_both_keeps_the_other_seat(self, bram_phone: Browser) -> None:
        shared = browser()
        game = opened(shared, PlaceChoice.BOTH)
        tables.take_place(bram_phone.visitor, tables.create_seat_code(game, shared.at(game), 1), PlaceChoice.SECOND)
        assert (seats_of(shared, game), seats_of(bram_phone, game)) == ({0}, {1})

    def test_it_leads_to_its_seat_alone(self, table: Game, ana_phone: Browser) -> None:
        token = tables.create_seat_code(table, ana_phone.at(table), 1)
        for choice in (PlaceChoice.FIRST, PlaceChoice.BOTH, PlaceChoice.DISPLAY):
            assert refusal_code(tables.take_place, browser().visitor, token, choice) == "bad_choice"
        assert tables.take_place(browser().visitor, token, PlaceChoice.SECOND).seating.free_seats == frozenset()

    def test_a_screen_comes_to_a_full_table_with_a_code_of_its_own(
        self, table: Game, ana_phone: Browser, bram_phone: Browser
    ) -> None:
        join(bram_phone, table, PlaceChoice.SECOND)
        token = tables.create_seat_code(table, ana_phone.at(table), None)
        assert token.purpose == JoinToken.Purpose.WATCH
        assert refusal_code(tables.take_place, browser().visitor, token, PlaceChoice.FIRST) == "bad_choice"
        tables.take_place(browser().visitor, token, PlaceChoice.DISPLAY)
        assert len(table_of(table).seating.places) == 3

    def test_screens_and_strangers_make_none(self, table: Game) -> None:
        screen, cleo = browser(), browser()
        join(screen, table, PlaceChoice.DISPLAY)
        for device in (screen.at(table), cleo.at(opened(cleo))):
            assert refusal_code(tables.create_seat_code, table, device, 1) == "not_at_table"


Acts = dict[str, Callable[[], object]]


def acts(game: Game, ana: Browser, bram: Browser) -> Acts:
    """What the host may do while the game goes on; Bram looks on by now."""
    host, other = ana.at(game), bram.at(game)
    return {
        "place herself": lambda: tables.move_device(game, host, host.pk, PlaceChoice.DISPLAY),
        "place another": lambda: tables.move_device(game, host, other.pk, PlaceChoice.WATCHER),
        "place as it is": lambda: tables.move_device(game, host, host.pk, PlaceChoice.FIRST),
        "lock": lambda: tables.set_locked(game, host, True),
        "not lock": lambda: tables.set_locked(game, host, False),
        "renew": lambda: tables.renew_table_code(game, host),
    }


class TestAfterTheEnd:
    @pytest.fixture
    def seated(self) -> tuple[Game, Browser, Browser]:
        game, ana, bram = two_phones()
        does(game, ana, card(1, 1, "lead", "G3"))
        device = bram.at(game)
        tables.move_device(game, device, device.pk, PlaceChoice.DISPLAY)
        return game, ana, bram

    def test_nothing_is_rearranged_once_the_players_closed_it(self, seated: tuple[Game, Browser, Browser]) -> None:
        game, ana, bram = seated
        before = does(game, ana, item("close"))
        told = {name: refusal_code(act) for name, act in acts(game, ana, bram).items()}
        assert set(told.values()) == {"game_over"}, told
        assert table_of(game) == before

    def test_the_host_rearranges_before_the_end(self, seated: tuple[Game, Browser, Browser]) -> None:
        for act in reversed(acts(*seated).values()):
            act()
        assert [place.role for place in table_of(seated[0]).seating.places.values()] == [
            DeviceRole.DISPLAY,
            DeviceRole.WATCHER,
        ]


class TestNothingToWrite:
    @pytest.fixture
    def game(self, ana_phone: Browser) -> Game:
        return opened(ana_phone)

    @pytest.fixture
    def ana_phone(self) -> Browser:
        return browser()

    def test_a_lock_that_is_as_wished_is_no_entry(self, game: Game, ana_phone: Browser) -> None:
        version, is_locked = table_of(game).version, False
        for wish in (False, True, True, False, False):
            version += wish != is_locked
            is_locked = wish
            after = tables.set_locked(game, ana_phone.at(game), wish)
            assert (after.version, after.seating.locked) == (version, wish)
        assert game.entries.count() == version

    def test_a_place_that_a_device_has_is_no_entry(self, game: Game, ana_phone: Browser) -> None:
        ana, before = ana_phone.at(game), table_of(game)
        assert tables.move_device(game, ana, ana.pk, PlaceChoice.FIRST) == before
        assert tables.move_device(game, ana, ana.pk, PlaceChoice.DISPLAY).version == before.version + 1

    def test_a_screen_is_no_spectator(self, game: Game, ana_phone: Browser) -> None:
        screen = browser()
        join(screen, game, PlaceChoice.DISPLAY)
        after = tables.move_device(game, screen.at(game), screen.at(game).pk, PlaceChoice.WATCHER)
        assert after.seating.places[screen.at(game).pk].role is DeviceRole.WATCHER


class TestNames:
    """Who comes under a name gives it to the seat that they take."""

    NAMES = {
        PlaceChoice.FIRST: ("Zoe", "Bram"),
        PlaceChoice.SECOND: ("Ana", "Zoe"),
        PlaceChoice.BOTH: ("Ana", "Bram"),
        PlaceChoice.DISPLAY: ("Ana", "Bram"),
        PlaceChoice.WATCHER: ("Ana", "Bram"),
    }

    @pytest.fixture
    def game(self) -> Game:
        """Nobody sits yet."""
        return opened(browser(), PlaceChoice.DISPLAY)

    @pytest.mark.parametrize(("choice", "names"), NAMES.items())
    def test_a_name_goes_to_one_seat_or_to_none(self, game: Game, choice: PlaceChoice, names: tuple[str, str]) -> None:
        zoe = browser()
        assert join(zoe, game, choice, "Zoe").names == names
        assert seats_of(zoe, game) == set(choice.seats)

    def test_moving_on_takes_no_name_along(self, game: Game) -> None:
        zoe = browser()
        join(zoe, game, PlaceChoice.SECOND, "Zoe")
        device = zoe.at(game)
        assert tables.move_device(game, device, device.pk, PlaceChoice.FIRST).names == ("Ana", "Zoe")

    def test_a_device_goes_by_its_own_or_by_those_of_its_seats_and_one_that_is_gone_by_none(self) -> None:
        table = table_with((ANA, [0, 1], "player"), (TABLET, [], "display"))
        assert table.devices == {ANA: "Ana & Bram", TABLET: ""}
        lily = {"device": BRAM, "seats": [1], "role": "player", "name": "Lily", "user": None}
        table = table.fold([Event("placed", None, lily), Event("removed", None, {"device": ANA})])
        assert table.devices == {ANA: "", BRAM: "Lily", TABLET: ""}
