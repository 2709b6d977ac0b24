"""Physical tables: Ana's phone opens one, Bram's joins, Cleo's belongs nowhere."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Device, Game, JoinToken
from games.rules.errors import Refusal
from games.services.table import tables, tokens
from games.services.table.places import Choice, is_host
from games.stories.status import Mode, Status
from tests.services.at_tables import Browser, browser, code_of, join, opened, seats_of, table_of
from tests.services.plays import refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ana_phone() -> Browser:
    return browser()


@pytest.fixture
def bram_phone() -> Browser:
    return browser()


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

    @pytest.mark.parametrize(
        ("choice", "seats", "role"),
        [
            (Choice.SECOND, {1}, "player"),
            (Choice.BOTH, {0, 1}, "player"),
            (Choice.DISPLAY, set(), "display"),
        ],
    )
    def test_it_may_be_opened_for_either_player_for_both_or_as_a_display(
        self, choice: Choice, seats: set[int], role: str
    ) -> None:
        host = browser()
        game = opened(host, choice)
        assert (seats_of(host, game), table_of(game).seating.places[host.at(game).pk].role) == (seats, role)

    def test_the_cookie_is_kept_as_a_digest(self, table: Game, ana_phone: Browser) -> None:
        assert ana_phone.secret not in Device.objects.get(game=table).digest

    def test_one_browser_may_sit_at_several_tables(self, ana_phone: Browser) -> None:
        games = [opened(ana_phone) for _ in range(2)]
        assert [seats_of(ana_phone, game) for game in games] == [{0}, {0}]


class TestJoining:
    def test_a_free_seat_is_taken(self, table: Game, bram_phone: Browser) -> None:
        join(bram_phone, table, Choice.SECOND)
        assert seats_of(bram_phone, table) == {1}

    def test_a_name_of_ones_own_replaces_the_one_that_stood_there(self, table: Game, bram_phone: Browser) -> None:
        assert join(bram_phone, table, Choice.SECOND, "Bo").names == ("Ana", "Bo")

    def test_joining_twice_is_harmless(self, table: Game, bram_phone: Browser) -> None:
        join(bram_phone, table, Choice.SECOND)
        version = table_of(table).version
        join(bram_phone, table, Choice.SECOND) if tokens.current(table) else None
        assert table_of(table).version == version

    def test_a_taken_seat_is_refused_and_leaves_no_trace(self, table: Game, bram_phone: Browser) -> None:
        assert refusal_code(join, bram_phone, table, Choice.FIRST) == "seat_taken"
        assert refusal_code(join, bram_phone, table, Choice.BOTH) == "seat_taken"
        assert not bram_phone.knows(table)

    def test_screens_and_spectators_take_no_seat(self, table: Game) -> None:
        join(browser(), table, Choice.DISPLAY)
        join(browser(), table, Choice.WATCHER)
        assert table_of(table).seating.free_seats == {1}

    def test_somebody_at_the_table_may_move_to_the_free_seat(self, table: Game, ana_phone: Browser) -> None:
        join(ana_phone, table, Choice.SECOND)
        assert table_of(table).seating.free_seats == {0}

    def test_the_table_takes_no_crowd(self, table: Game) -> None:
        for _ in range(tables.CROWD - 1):
            join(browser(), table, Choice.WATCHER)
        assert refusal_code(join, browser(), table, Choice.WATCHER) == "crowded"

    def test_of_a_hundred_devices_one_gets_the_last_seat(self, table: Game) -> None:
        phones = [browser() for _ in range(100)]
        token = code_of(table)
        outcomes = together([partial(tables.take, phone.visitor, token, Choice.SECOND) for phone in phones])
        assert outcomes.count("ok") == 1
        assert set(outcomes) <= {"ok", "seat_taken", "table_full"}
        assert len(table_of(table).seating.holders(1)) == 1
        assert Device.objects.filter(game=table).count() == 2

    def test_of_a_hundred_devices_one_uses_a_seat_code(self, table: Game, ana_phone: Browser) -> None:
        token = tables.seat_code(table, ana_phone.at(table), 0)
        phones = [browser() for _ in range(100)]
        outcomes = together([partial(tables.take, phone.visitor, token, Choice.FIRST) for phone in phones])
        assert sorted(set(outcomes)) == ["ok", "wrong_code"]
        assert outcomes.count("ok") == 1


def together(calls: list[Callable[[], object]]) -> list[str]:
    """Fifty calls at any time, each over a connection of its own; "ok" or the code of the refusal."""

    def run(call: Callable[[], object]) -> str:
        try:
            call()
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()
        return "ok"

    with ThreadPoolExecutor(50) as pool:
        return list(pool.map(run, calls))


class TestLock:
    def test_nobody_joins_a_locked_table(self, table: Game, ana_phone: Browser, bram_phone: Browser) -> None:
        tables.lock(table, ana_phone.at(table), True)
        assert refusal_code(join, bram_phone, table, Choice.SECOND) == "wrong_code"
        assert not table_of(table).joinable

    def test_the_host_opens_it_again(self, table: Game, ana_phone: Browser, bram_phone: Browser) -> None:
        for locked in (True, True, False):
            tables.lock(table, ana_phone.at(table), locked)
        join(bram_phone, table, Choice.SECOND)
        assert seats_of(bram_phone, table) == {1}

    def test_a_code_that_somebody_at_the_table_made_for_one_device_still_works(
        self, table: Game, ana_phone: Browser, bram_phone: Browser
    ) -> None:
        tables.lock(table, ana_phone.at(table), True)
        tables.take(bram_phone.visitor, tables.seat_code(table, ana_phone.at(table), 1), Choice.SECOND)
        assert seats_of(bram_phone, table) == {1}


class TestHost:
    def test_others_may_not_lock_renew_remove_or_move(
        self, table: Game, ana_phone: Browser, bram_phone: Browser
    ) -> None:
        join(bram_phone, table, Choice.SECOND)
        bram, ana = bram_phone.at(table), ana_phone.at(table)
        assert refusal_code(tables.lock, table, bram, True) == "not_host"
        assert refusal_code(tables.renew, table, bram) == "not_host"
        assert refusal_code(tables.remove, table, bram, ana.pk) == "not_host"
        assert refusal_code(tables.place, table, bram, ana.pk, Choice.DISPLAY) == "not_host"

    def test_everybody_may_move_themselves(self, table: Game, bram_phone: Browser) -> None:
        join(bram_phone, table, Choice.SECOND)
        bram = bram_phone.at(table)
        tables.place(table, bram, bram.pk, Choice.DISPLAY)
        assert table_of(table).seating.free_seats == {1}
        assert table_of(table).names == ("Ana", "Bram")

    def test_nobody_moves_onto_a_taken_seat(self, table: Game, ana_phone: Browser, bram_phone: Browser) -> None:
        join(bram_phone, table, Choice.SECOND)
        ana = ana_phone.at(table)
        assert refusal_code(tables.place, table, ana, ana.pk, Choice.BOTH) == "seat_taken"

    def test_only_devices_of_the_table_have_places(self, table: Game, ana_phone: Browser) -> None:
        stranger = browser()
        elsewhere = stranger.at(opened(stranger)).pk
        for device in (elsewhere, elsewhere + 1):
            assert refusal_code(tables.place, table, ana_phone.at(table), device, Choice.SECOND) == "no_such_device"

    def test_a_removed_device_is_out_and_its_code_is_dead(
        self, table: Game, ana_phone: Browser, bram_phone: Browser
    ) -> None:
        token = code_of(table)
        join(bram_phone, table, Choice.SECOND)
        bram = bram_phone.at(table)
        tables.remove(table, ana_phone.at(table), bram.pk)
        assert table_of(table).seating.gone == {bram.pk: "removed"}
        assert table_of(table).seating.free_seats == {1}
        assert refusal_code(tokens.find, tokens.show(token).token) == "wrong_code"
        assert refusal_code(tables.seat_code, table, bram, 1) == "not_at_table"
        assert refusal_code(tables.place, table, bram, bram.pk, Choice.SECOND) == "not_host"

    def test_it_may_come_back_with_the_new_code(self, table: Game, ana_phone: Browser, bram_phone: Browser) -> None:
        join(bram_phone, table, Choice.SECOND)
        tables.remove(table, ana_phone.at(table), bram_phone.at(table).pk)
        join(bram_phone, table, Choice.SECOND)
        assert seats_of(bram_phone, table) == {1}

    def test_the_host_cannot_remove_itself_or_a_stranger(self, table: Game, ana_phone: Browser) -> None:
        ana, cleo = ana_phone.at(table), browser()
        elsewhere = cleo.at(opened(cleo))
        for device in (ana.pk, elsewhere.pk, 10**9):
            assert refusal_code(tables.remove, table, ana, device) == "no_such_device"

    def test_a_player_hosts_while_the_host_has_been_away_for_two_minutes(
        self, table: Game, ana_phone: Browser, bram_phone: Browser
    ) -> None:
        join(bram_phone, table, Choice.SECOND)
        ana = ana_phone.at(table)
        for ago, may in ((1, False), (3, True)):
            Device.objects.filter(pk=ana.pk).update(seen_at=timezone.now() - timedelta(minutes=ago))
            assert is_host(table_of(table), bram_phone.at(table)) == may

    def test_a_screen_never_does(self, table: Game, ana_phone: Browser) -> None:
        screen = browser()
        join(screen, table, Choice.DISPLAY)
        Device.objects.filter(pk=ana_phone.at(table).pk).update(seen_at=timezone.now() - timedelta(hours=1))
        assert refusal_code(tables.lock, table, screen.at(table), True) == "not_host"


class TestSeatCode:
    def test_the_old_device_loses_the_seat(self, table: Game, ana_phone: Browser, bram_phone: Browser) -> None:
        join(bram_phone, table, Choice.SECOND)
        spare = browser()
        tables.take(spare.visitor, tables.seat_code(table, ana_phone.at(table), 1), Choice.SECOND)
        assert seats_of(spare, table) == {1}
        assert table_of(table).seating.gone == {bram_phone.at(table).pk: "seat_taken_over"}

    def test_a_dead_host_phone_is_replaced_as_host_too(
        self, table: Game, ana_phone: Browser, bram_phone: Browser
    ) -> None:
        join(bram_phone, table, Choice.SECOND)
        spare = browser()
        tables.take(spare.visitor, tables.seat_code(table, bram_phone.at(table), 0), Choice.FIRST)
        tables.lock(table, spare.at(table), True)
        assert refusal_code(tables.lock, table, ana_phone.at(table), False) == "not_host"

    def test_a_phone_for_both_keeps_the_other_seat(self, bram_phone: Browser) -> None:
        shared = browser()
        game = opened(shared, Choice.BOTH)
        tables.take(bram_phone.visitor, tables.seat_code(game, shared.at(game), 1), Choice.SECOND)
        assert (seats_of(shared, game), seats_of(bram_phone, game)) == ({0}, {1})

    def test_it_leads_to_its_seat_alone(self, table: Game, ana_phone: Browser) -> None:
        token = tables.seat_code(table, ana_phone.at(table), 1)
        for choice in (Choice.FIRST, Choice.BOTH, Choice.DISPLAY):
            assert refusal_code(tables.take, browser().visitor, token, choice) == "bad_choice"
        assert tables.take(browser().visitor, token, Choice.SECOND).seating.free_seats == frozenset()

    def test_a_screen_comes_to_a_full_table_with_a_code_of_its_own(
        self, table: Game, ana_phone: Browser, bram_phone: Browser
    ) -> None:
        join(bram_phone, table, Choice.SECOND)
        token = tables.seat_code(table, ana_phone.at(table), None)
        assert token.purpose == JoinToken.Purpose.WATCH
        assert refusal_code(tables.take, browser().visitor, token, Choice.FIRST) == "bad_choice"
        tables.take(browser().visitor, token, Choice.DISPLAY)
        assert len(table_of(table).seating.places) == 3

    def test_screens_and_strangers_make_none(self, table: Game) -> None:
        screen, cleo = browser(), browser()
        join(screen, table, Choice.DISPLAY)
        for device in (screen.at(table), cleo.at(opened(cleo))):
            assert refusal_code(tables.seat_code, table, device, 1) == "not_at_table"
