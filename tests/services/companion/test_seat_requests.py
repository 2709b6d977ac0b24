"""Requests for a taken seat, and a device that takes back its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.models import Game, User
from games.services.companion import handovers, join_tokens, seat_accounts, tables
from games.services.companion.places import PlaceChoice
from games.state.seating import DepartureReason
from games.state.table_state import TableState
from tests.services.companion.devices import Browser, browser, code_of, join, opened, seats_of, table_of, went_away
from tests.services.companion.handover import Handovers, table_of_accounts
from tests.services.matches.games import refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def spare() -> Browser:
    """The phone that Ana borrows when hers dies."""
    return browser()


@pytest.fixture
def table(ana_phone: Browser, bram_phone: Browser) -> Game:
    """Ana's phone hosts; both sit."""
    game = opened(ana_phone)
    join(bram_phone, game, PlaceChoice.SECOND)
    return game


def scanned(game: Game) -> str:
    return join_tokens.get_secret(code_of(game)).token


def ask(who: Browser, game: Game, seat: int = 0, name: str = "Ana", token: str | None = None) -> None:
    handovers.request_seat(who.visitor, game, seat, name, scanned(game) if token is None else token)


class TestAsking:
    def test_whoever_scans_the_code_of_a_full_table_may_ask(self, table: Game, spare: Browser) -> None:
        ask(spare, table)
        request = table_of(table).seating.requests[spare.at(table).pk]
        assert (request.seat, request.name) == (0, "Ana")
        assert seats_of(spare, table) == set()

    def test_asking_twice_is_harmless_and_may_change_its_mind(self, table: Game, spare: Browser) -> None:
        ask(spare, table)
        version = table_of(table).version
        ask(spare, table)
        assert table_of(table).version == version
        ask(spare, table, 1, "Bram")
        assert table_of(table).seating.requests[spare.at(table).pk].seat == 1

    def test_a_stranger_without_the_code_may_not(self, table: Game, spare: Browser) -> None:
        assert refusal_code(ask, spare, table, token="") == "not_at_table"
        assert refusal_code(ask, spare, table, token="x" * 22) == "wrong_code"
        assert not spare.knows(table)

    def test_the_code_of_another_table_is_no_use(self, table: Game, spare: Browser) -> None:
        assert refusal_code(ask, spare, table, token=scanned(opened(browser()))) == "wrong_code"

    def test_the_code_of_a_locked_table_is_no_use(self, table: Game, ana_phone: Browser, spare: Browser) -> None:
        tables.set_locked(table, ana_phone.at(table), True)
        assert refusal_code(ask, spare, table) == "wrong_code"

    def test_a_removed_device_needs_the_new_code(self, table: Game, ana_phone: Browser, bram_phone: Browser) -> None:
        tables.remove_device(table, ana_phone.at(table), bram_phone.at(table).pk)
        assert refusal_code(ask, bram_phone, table, 1, token="") == "not_at_table"
        ask(bram_phone, table, 1)

    def test_few_may_ask_at_once(self, table: Game) -> None:
        for _ in range(handovers.MAX_REQUESTS):
            ask(browser(), table)
        assert refusal_code(ask, browser(), table) == "too_many_asking"


class TestAnswer:
    @pytest.fixture(autouse=True)
    def asked(self, table: Game, spare: Browser) -> None:
        ask(spare, table)

    def test_the_same_answer_twice_is_harmless_and_the_other_one_comes_too_late(
        self, table: Game, bram_phone: Browser, ana_phone: Browser, spare: Browser
    ) -> None:
        bram, device = bram_phone.at(table), spare.at(table).pk
        handovers.answer_request(table, ana_phone.at(table), device, accept=True)
        version = handovers.answer_request(table, bram, device, accept=True).version
        assert version == table_of(table).version
        assert refusal_code(handovers.answer_request, table, bram, device, accept=False) == "no_request"

    def test_only_the_seated_and_the_host_answer(self, table: Game, ana_phone: Browser, spare: Browser) -> None:
        screen, cleo = browser(), browser()
        tables.take_place(
            screen.visitor, tables.create_seat_code(table, ana_phone.at(table), None), PlaceChoice.DISPLAY
        )
        for device in (screen.at(table), spare.at(table), cleo.at(opened(cleo))):
            assert (
                refusal_code(handovers.answer_request, table, device, spare.at(table).pk, accept=True) == "not_at_table"
            )

    def test_nobody_is_let_in_who_did_not_ask(self, table: Game, bram_phone: Browser) -> None:
        cleo = browser()
        stranger = cleo.at(opened(cleo))
        assert (
            refusal_code(handovers.answer_request, table, bram_phone.at(table), stranger.pk, accept=True)
            == "no_request"
        )

    def test_the_host_removes_whoever_keeps_asking(self, table: Game, ana_phone: Browser, spare: Browser) -> None:
        tables.remove_device(table, ana_phone.at(table), spare.at(table).pk)
        assert not table_of(table).seating.requests
        assert refusal_code(ask, spare, table, token="") == "not_at_table"


class TestAccount:
    def test_an_account_has_only_its_own_seat(self, ana: User, bram: User) -> None:
        game = opened(browser(ana))
        join(browser(bram), game, PlaceChoice.SECOND)
        new = browser(ana)
        ask(new, game, 1, "Bram", token="")
        assert seats_of(new, game) == set()
        assert table_of(game).seating.requests


@pytest.fixture
def at(running: None, transactional_db: None) -> Handovers:
    return Handovers()


@pytest.mark.usefixtures("running")
class TestComingBack:
    @pytest.fixture(autouse=True)
    def taken(self, at: Handovers) -> None:
        at.taken_away()

    def back(self, at: Handovers) -> TableState:
        return at.ask(at.ana, 0, scans=False)

    def test_seat_is_taken_back_at_once(self, at: Handovers) -> None:
        table = self.back(at)
        assert (seats_of(at.ana, at.game), table.seating.requests) == ({0}, {})
        assert table.seating.gone == {at.brams.at(at.game).pk: DepartureReason.TAKEN_OVER}

    def test_locks_and_new_codes_do_not_prevent_it(self, at: Handovers) -> None:
        tables.set_locked(at.game, at.bram.at(at.game), True)
        tables.renew_table_code(at.game, at.brams.at(at.game))
        self.back(at)
        assert seats_of(at.ana, at.game) == {0}

    def test_a_device_that_was_removed_since_takes_its_seat_back(self, at: Handovers) -> None:
        self.back(at)
        went_away(at.game, at.bram)
        at.take(at.anas, at.code(at.ana, 1), 1)
        join(at.bram, at.game, PlaceChoice.WATCHER)
        tables.remove_device(at.game, at.ana.at(at.game), at.bram.at(at.game).pk)
        at.ask(at.bram, 1, scans=False)
        assert seats_of(at.bram, at.game) == {1}

    def test_a_code_of_the_seat_takes_it_back_too(self, at: Handovers) -> None:
        at.take(at.ana, at.code(at.bram, 0), 0)
        assert seats_of(at.ana, at.game) == {0}

    def test_happens_once(self, at: Handovers) -> None:
        self.back(at)
        at.take(at.anas, at.code(at.ana, 0), 0)
        self.back(at)
        assert seats_of(at.anas, at.game) == {0}

    def test_goes_past_everybody_who_took_it_after(self, at: Handovers) -> None:
        went_away(at.game, at.brams)
        third = browser()
        at.ask(third, 0)
        at.answer(at.bram, third)
        fourth = browser()
        at.take(fourth, at.code(third, 0), 0)
        self.back(at)
        at.ask(at.brams, 0, scans=False)
        assert seats_of(at.ana, at.game) == {0}

    def test_is_of_the_account_that_had_the_seat(self, ana: User, bram: User) -> None:
        game, host, phone = table_of_accounts(ana, bram)
        went_away(game, host)
        thief = browser(bram)
        handovers.request_seat(thief.visitor, game, 0, "Ana", join_tokens.get_secret(code_of(game)).token)
        handovers.answer_request(game, phone.at(game), thief.at(game).pk, accept=True)
        other = browser(ana)
        handovers.request_seat(other.visitor, game, 0, "Ana", join_tokens.get_secret(code_of(game)).token)
        assert seats_of(other, game) == {0}
        assert {player.seat: player.user for player in game.players.all()} == {0: ana, 1: bram}

    def test_takes_along_no_account_that_came_by_the_taker(self, at: Handovers, bram: User) -> None:
        seat_accounts.assign_seats(at.brams.secret, bram)
        assert at.game.players.get().user == bram
        self.back(at)
        assert not at.game.players.exists()
        at.ask(browser(bram), 0)
        assert seats_of(at.ana, at.game) == {0}

    def test_is_over_for_a_device_that_took_another_seat(self, at: Handovers) -> None:
        bram = at.bram.at(at.game)
        tables.move_device(at.game, bram, bram.pk, PlaceChoice.DISPLAY)
        join(at.ana, at.game, PlaceChoice.SECOND)
        self.back(at)
        assert (seats_of(at.ana, at.game), seats_of(at.brams, at.game)) == ({1}, {0})

    def test_is_over_for_a_device_that_a_moderator_put_off_its_seat(self, at: Handovers) -> None:
        device, seating = at.ana.at(at.game).pk, at.table.seating
        put_off = replace(seating, gone={**seating.gone, device: DepartureReason.PUT_OFF})
        assert seating.claim(0, device, None)
        assert not put_off.claim(0, device, None)
