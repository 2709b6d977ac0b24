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
    def test_it_waits_with_its_host_in_the_chosen_place(self, table: Game, ana_phone: Browser) -> None:
        seating, host = table_of(table).seating, ana_phone.at(table).pk
        assert (table_of(table).names, seating.host, table_of(table).status) == (("Ana", "Bram"), host, Status.WAITING)
        assert seating.free_seats == {1}
        assert (table.mode, table.listed) == (Mode.TABLE, False)

    @pytest.mark.parametrize(
        ("choice", "seats", "role"),
        [
            (PlaceChoice.SECOND, {1}, "player"),
            (PlaceChoice.BOTH, {0, 1}, "player"),
            (PlaceChoice.DISPLAY, set(), "display"),
        ],
    )
    def test_any_place_is_possible(self, ana_phone: Browser, choice: PlaceChoice, seats: set[int], role: str) -> None:
        for game in (opened(ana_phone, choice), opened(ana_phone, choice)):
            place = table_of(game).seating.places[ana_phone.at(game).pk]
            assert (seats_of(ana_phone, game), place.role) == (seats, role)


class TestJoining:
    def test_only_a_free_seat_can_be_taken(self, table: Game, ana_phone: Browser, bram_phone: Browser) -> None:
        for choice in (PlaceChoice.FIRST, PlaceChoice.BOTH):
            assert refusal_code(join, bram_phone, table, choice) == "seat_taken"
        assert not bram_phone.knows(table)
        join(ana_phone, table, PlaceChoice.SECOND)
        assert table_of(table).seating.free_seats == {0}

    def test_a_table_takes_a_limited_number_of_devices(self, table: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tables, "MAX_DEVICES", 3)
        for _ in range(2):
            join(browser(), table, PlaceChoice.WATCHER)
        assert refusal_code(join, browser(), table, PlaceChoice.WATCHER) == "crowded"

    def test_the_first_of_many_devices_gets_the_last_seat(self, table: Game) -> None:
        phones = [browser() for _ in range(16)]
        token = code_of(table)
        outcomes = together([partial(tables.take_place, phone.visitor, token, PlaceChoice.SECOND) for phone in phones])
        assert outcomes.count("ok") == 1
        assert set(outcomes) <= {"ok", "seat_taken", "table_full"}
        assert len(table_of(table).seating.holders(1)) == 1
        assert Device.objects.filter(game=table).count() == 2


def test_a_locked_table_takes_only_devices_with_a_code_of_their_own_until_it_is_unlocked(
    table: Game, ana_phone: Browser, bram_phone: Browser
) -> None:
    host = ana_phone.at(table)
    version, is_locked = table_of(table).version, False
    for wish in (False, True, True, False, True):
        version += wish != is_locked
        is_locked = wish
        after = tables.set_locked(table, host, wish)
        assert (after.version, after.seating.locked, after.joinable) == (version, wish, not wish)
    assert refusal_code(join, bram_phone, table, PlaceChoice.SECOND) == "wrong_code"
    tables.take_place(bram_phone.visitor, tables.create_seat_code(table, host, 1), PlaceChoice.SECOND)
    assert seats_of(bram_phone, table) == {1}
    tables.set_locked(table, host, False)
    assert len(join(browser(), table, PlaceChoice.WATCHER).seating.places) == 3


class TestHost:
    def test_only_the_host_locks_renews_and_moves(self, table: Game, ana_phone: Browser, bram_phone: Browser) -> None:
        join(bram_phone, table, PlaceChoice.SECOND)
        bram, ana = bram_phone.at(table), ana_phone.at(table)
        assert refusal_code(tables.set_locked, table, bram, True) == "not_host"
        assert refusal_code(tables.renew_table_code, table, bram) == "not_host"
        assert refusal_code(tables.remove_device, table, bram, ana.pk) == "not_host"
        assert refusal_code(tables.move_device, table, bram, ana.pk, PlaceChoice.DISPLAY) == "not_host"

    def test_a_device_moves_to_a_free_place(self, table: Game, ana_phone: Browser, bram_phone: Browser) -> None:
        join(bram_phone, table, PlaceChoice.SECOND)
        ana, bram = ana_phone.at(table), bram_phone.at(table)
        assert refusal_code(tables.move_device, table, ana, ana.pk, PlaceChoice.BOTH) == "seat_taken"
        before = table_of(table)
        assert tables.move_device(table, bram, bram.pk, PlaceChoice.SECOND) == before
        after = tables.move_device(table, bram, bram.pk, PlaceChoice.DISPLAY)
        assert (after.version, after.names) == (before.version + 1, ("Ana", "Bram"))
        assert after.seating.free_seats == {1}
        after = tables.move_device(table, bram, bram.pk, PlaceChoice.WATCHER)
        assert after.seating.places[bram.pk].role is DeviceRole.WATCHER

    def test_the_host_moves_and_removes_only_other_devices_of_the_table(self, table: Game, ana_phone: Browser) -> None:
        ana, stranger = ana_phone.at(table), browser()
        elsewhere = stranger.at(opened(stranger)).pk
        for device in (elsewhere, 10**9):
            assert refusal_code(tables.move_device, table, ana, device, PlaceChoice.SECOND) == "no_such_device"
        for device in (elsewhere, 10**9, ana.pk):
            assert refusal_code(tables.remove_device, table, ana, device) == "no_such_device"

    def test_a_removed_device_needs_the_new_code(self, table: Game, ana_phone: Browser, bram_phone: Browser) -> None:
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
    def test_it_is_for_its_seat_only_and_a_phone_for_both_keeps_the_other(self, bram_phone: Browser) -> None:
        shared = browser()
        game = opened(shared, PlaceChoice.BOTH)
        token = tables.create_seat_code(game, shared.at(game), 1)
        for choice in (PlaceChoice.FIRST, PlaceChoice.BOTH, PlaceChoice.DISPLAY):
            assert refusal_code(tables.take_place, bram_phone.visitor, token, choice) == "bad_choice"
        tables.take_place(bram_phone.visitor, token, PlaceChoice.SECOND)
        assert (seats_of(shared, game), seats_of(bram_phone, game)) == ({0}, {1})

    def test_a_screen_joins_by_a_code_of_its_own(self, table: Game, ana_phone: Browser, bram_phone: Browser) -> None:
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


def test_the_host_rearranges_before_the_end_and_not_after_it() -> None:
    game, ana, bram = two_phones()
    does(game, ana, card(1, 1, "lead", "G3"))
    host, device = ana.at(game), bram.at(game)
    tables.move_device(game, device, device.pk, PlaceChoice.DISPLAY)
    changes: list[Callable[[], object]] = [
        lambda: tables.move_device(game, host, host.pk, PlaceChoice.FIRST),
        lambda: tables.move_device(game, host, device.pk, PlaceChoice.WATCHER),
        lambda: tables.set_locked(game, host, True),
        lambda: tables.set_locked(game, host, False),
        lambda: tables.renew_table_code(game, host),
        lambda: tables.move_device(game, host, host.pk, PlaceChoice.DISPLAY),
    ]
    for change in changes:
        change()
    roles = [place.role for place in table_of(game).seating.places.values()]
    assert roles == [DeviceRole.DISPLAY, DeviceRole.WATCHER]
    tables.move_device(game, host, host.pk, PlaceChoice.FIRST)
    before = does(game, ana, item("close"))
    assert [refusal_code(change) for change in changes] == ["game_over"] * len(changes)
    assert table_of(game) == before


class TestNames:
    """A device that joins under a name gives it to its seat."""

    @pytest.mark.parametrize(
        ("choice", "names"),
        [
            (PlaceChoice.FIRST, ("Zoe", "Bram")),
            (PlaceChoice.SECOND, ("Ana", "Zoe")),
            (PlaceChoice.BOTH, ("Ana", "Bram")),
            (PlaceChoice.DISPLAY, ("Ana", "Bram")),
            (PlaceChoice.WATCHER, ("Ana", "Bram")),
        ],
    )
    def test_a_name_goes_to_a_single_seat_and_stays_there(self, choice: PlaceChoice, names: tuple[str, str]) -> None:
        zoe, game = browser(), opened(browser(), PlaceChoice.DISPLAY)
        assert join(zoe, game, choice, "Zoe").names == names
        assert seats_of(zoe, game) == set(choice.seats)
        device = zoe.at(game)
        assert tables.move_device(game, device, device.pk, PlaceChoice.BOTH).names == names

    def test_a_device_goes_by_its_own_name_or_by_those_of_its_seats(self) -> None:
        table = table_with((ANA, [0, 1], "player"), (TABLET, [], "display"))
        assert table.devices == {ANA: "Ana & Bram", TABLET: ""}
        lily = {"device": BRAM, "seats": [1], "role": "player", "name": "Lily", "user": None}
        table = table.fold([Event("placed", None, lily), Event("removed", None, {"device": ANA})])
        assert table.devices == {ANA: "", BRAM: "Lily", TABLET: ""}
