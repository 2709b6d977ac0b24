"""Requests for a taken seat, and a device that takes back its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.models import User
from games.services.companion import handovers, join_tokens, seat_accounts, tables
from games.services.companion.places import PlaceChoice
from games.state.seating import DepartureReason
from games.state.table_state import TableState
from tests.services.companion.devices import browser, code_of, join, opened, seats_of, table_of, went_away
from tests.services.companion.handover import Handovers, table_of_accounts
from tests.services.matches.games import refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def at(running: None, transactional_db: None) -> Handovers:
    return Handovers()


class TestAsking:
    def test_a_device_with_the_code_asks_once_and_may_change_its_mind(self, at: Handovers) -> None:
        table, device = at.ask(at.anas, 0), at.anas.at(at.game).pk
        assert (table.seating.requests[device].seat, table.seating.requests[device].name) == (0, "Ana")
        assert seats_of(at.anas, at.game) == set()
        assert at.ask(at.anas, 0).version == table.version
        assert at.ask(at.anas, 1).seating.requests[device].seat == 1

    def test_a_request_takes_the_code_of_this_table_while_it_is_unlocked(self, at: Handovers) -> None:
        other = join_tokens.get_secret(code_of(opened(browser()))).token
        assert refusal_code(at.ask, at.anas, 0, scans=False) == "not_at_table"
        for token in ("x" * 22, other):
            assert refusal_code(at.ask, at.anas, 0, token=token) == "wrong_code"
        assert not at.anas.knows(at.game)
        tables.set_locked(at.game, at.ana.at(at.game), True)
        assert refusal_code(at.ask, at.anas, 0) == "wrong_code"

    def test_a_removed_device_asks_again_only_with_the_new_code(self, at: Handovers) -> None:
        at.ask(at.anas, 0)
        tables.remove_device(at.game, at.ana.at(at.game), at.anas.at(at.game).pk)
        assert not at.table.seating.requests
        assert refusal_code(at.ask, at.anas, 0, scans=False) == "not_at_table"
        assert at.ask(at.anas, 0).seating.requests

    def test_a_limited_number_of_devices_asks_at_once(self, at: Handovers) -> None:
        for _ in range(handovers.MAX_REQUESTS):
            at.ask(browser(), 0)
        assert refusal_code(at.ask, browser(), 0) == "too_many_asking"

    def test_a_repeated_answer_changes_nothing_and_a_contrary_one_comes_too_late(self, at: Handovers) -> None:
        at.ask(at.anas, 0)
        at.answer(at.ana, at.anas)
        version = at.table.version
        assert at.answer(at.bram, at.anas).version == version
        assert refusal_code(at.answer, at.bram, at.anas, yes=False) == "no_request"

    def test_only_players_answer_and_only_devices_that_asked(self, at: Handovers) -> None:
        at.ask(at.anas, 0)
        screen, cleo = browser(), browser()
        join(screen, at.game, PlaceChoice.DISPLAY)
        stranger = cleo.at(opened(cleo))
        for device in (screen.at(at.game), at.anas.at(at.game), stranger):
            refused = refusal_code(handovers.answer_request, at.game, device, at.anas.at(at.game).pk, accept=True)
            assert refused == "not_at_table"
        refused = refusal_code(handovers.answer_request, at.game, at.bram.at(at.game), stranger.pk, accept=True)
        assert refused == "no_request"

    def test_an_account_asks_for_the_seat_of_another_account(self, ana: User, bram: User) -> None:
        game, *_ = table_of_accounts(ana, bram)
        new = browser(ana)
        handovers.request_seat(new.visitor, game, 1, "Bram")
        assert seats_of(new, game) == set()
        assert table_of(game).seating.requests


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

    def test_a_device_removed_since_takes_its_seat_back(self, at: Handovers) -> None:
        self.back(at)
        went_away(at.game, at.bram)
        at.take(at.anas, at.code(at.ana, 1), 1)
        join(at.bram, at.game, PlaceChoice.WATCHER)
        tables.remove_device(at.game, at.ana.at(at.game), at.bram.at(at.game).pk)
        at.ask(at.bram, 1, scans=False)
        assert seats_of(at.bram, at.game) == {1}

    def test_works_with_a_code_of_the_seat_and_once_only(self, at: Handovers) -> None:
        at.take(at.ana, at.code(at.bram, 0), 0)
        assert seats_of(at.ana, at.game) == {0}
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

    def test_works_on_any_device_of_the_account_that_had_the_seat(self, ana: User, bram: User) -> None:
        game, host, phone = table_of_accounts(ana, bram)
        went_away(game, host)
        thief = browser(bram)
        handovers.request_seat(thief.visitor, game, 0, "Ana", join_tokens.get_secret(code_of(game)).token)
        handovers.answer_request(game, phone.at(game), thief.at(game).pk, accept=True)
        other = browser(ana)
        handovers.request_seat(other.visitor, game, 0, "Ana", join_tokens.get_secret(code_of(game)).token)
        assert seats_of(other, game) == {0}
        assert {player.seat: player.user for player in game.players.all()} == {0: ana, 1: bram}

    def test_removes_the_account_that_the_taker_brought(self, at: Handovers, bram: User) -> None:
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

    def test_is_over_for_a_device_put_off_by_a_moderator(self, at: Handovers) -> None:
        device, seating = at.ana.at(at.game).pk, at.table.seating
        put_off = replace(seating, gone={**seating.gone, device: DepartureReason.PUT_OFF})
        assert seating.claim(0, device, None)
        assert not put_off.claim(0, device, None)
