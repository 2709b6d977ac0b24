"""Handover of a taken seat: its own device agrees or is away, and the log shows it to all."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games.messaging import presence
from games.models import Device, JoinToken, Process, User
from games.realtime.companion.view import render_view
from games.services.companion import handovers, join_tokens, tables
from games.services.companion.places import AWAY_AFTER, PlaceChoice, is_host
from games.state.game_state import Event
from games.state.seating import DepartureReason, Handover, HandoverGround
from games.state.table_state import TableState
from tests.services.companion.devices import browser, join, opened, seats_of, table_of, went_away
from tests.services.companion.entries import ANA, BRAM, after, card, does, item, table_with, two_phones
from tests.services.companion.handover import Handovers, table_of_accounts, together
from tests.services.matches.games import refusal_code

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("running")]


@pytest.fixture
def at(running: None, transactional_db: None) -> Handovers:
    return Handovers()


class TestSeatCode:
    def test_the_other_player_makes_none_for_a_seat_that_is_not_theirs(self, at: Handovers) -> None:
        assert refusal_code(at.code, at.bram, 0) == "not_your_seat"
        assert not JoinToken.objects.filter(purpose="seat").exists()

    def test_a_code_of_its_own_device_gives_the_seat_and_the_role_of_host_at_once(self, at: Handovers) -> None:
        table = at.take(at.brams, at.code(at.bram, 1), 1)
        assert seats_of(at.brams, at.game) == {1}
        assert table.seating.gone == {at.bram.at(at.game).pk: DepartureReason.TAKEN_OVER}
        table = at.take(at.anas, at.code(at.ana, 0), 0)
        assert table.seating.host == at.anas.at(at.game).pk
        assert not is_host(table, at.brams.at(at.game))

    def test_a_code_of_the_host_for_the_other_seat_asks_its_device(self, at: Handovers) -> None:
        table = at.take(at.anas, at.code(at.ana, 1), 1)
        assert seats_of(at.bram, at.game) == {1}
        assert [(one.seat, one.name) for one in table.seating.requests.values()] == [(1, "Bram")]
        assert refusal_code(at.answer, at.ana, at.anas) == "seat_in_use"
        at.answer(at.bram, at.anas)
        assert seats_of(at.anas, at.game) == {1}

    def test_code_of_the_host_gives_the_seat_at_once_while_its_device_is_away(self, at: Handovers) -> None:
        went_away(at.game, at.bram)
        table = at.take(at.anas, at.code(at.ana, 1), 1)
        assert seats_of(at.anas, at.game) == {1}
        assert table.seating.gone == {at.bram.at(at.game).pk: DepartureReason.TAKEN_WHILE_AWAY}

    def test_a_code_made_while_the_host_was_away_asks_the_host_who_came_back(self, at: Handovers) -> None:
        went_away(at.game, at.ana)
        token = at.code(at.bram, 0)
        at.heard(at.ana)
        at.take(at.brams, token, 0)
        assert (seats_of(at.brams, at.game), seats_of(at.ana, at.game)) == (set(), {0})

    def test_a_code_of_a_device_that_lost_the_seat_since_gives_nothing(self, at: Handovers) -> None:
        at.taken_away()
        token = at.code(at.brams, 0)
        at.ask(at.ana, 0, scans=False)
        third = browser()
        at.take(third, token, 0)
        assert (seats_of(third, at.game), seats_of(at.ana, at.game)) == (set(), {0})

    def test_only_the_first_of_several_devices_uses_a_code(self, at: Handovers) -> None:
        token = at.code(at.bram, 1)
        outcomes = together([partial(at.take, browser(), token, 1) for _ in range(4)])
        assert sorted(outcomes) == ["ok"] + ["wrong_code"] * 3
        assert len(at.table.seating.holders(1)) == 1
        assert len(at.table.seating.handovers) == 1

    def test_a_code_does_not_exceed_the_limit_of_requests(self, at: Handovers) -> None:
        for _ in range(5):
            at.ask(browser(), 1)
        token = at.code(at.ana, 1)
        assert refusal_code(at.take, at.anas, token, 1) == "too_many_asking"
        assert join_tokens.find_token(join_tokens.get_secret(token).token) == token


class TestConsent:
    @pytest.fixture(autouse=True)
    def asked(self, at: Handovers) -> None:
        """Bram's second phone says that it is Ana."""
        at.ask(at.brams, 0)

    def test_the_other_player_cannot_give_it(self, at: Handovers) -> None:
        before = at.table
        assert refusal_code(at.answer, at.bram, at.brams) == "seat_in_use"
        assert at.table == before

    def test_the_host_cannot_give_it_for_another_players_seat(self, at: Handovers) -> None:
        at.ask(at.anas, 1)
        assert refusal_code(at.answer, at.ana, at.anas) == "seat_in_use"

    def test_the_device_of_the_seat_gives_it_with_the_role_of_host_and_asks_for_it_back(self, at: Handovers) -> None:
        table = at.answer(at.ana, at.brams)
        assert seats_of(at.brams, at.game) == {0}
        assert table.seating.host == at.brams.at(at.game).pk
        assert table.seating.gone == {at.ana.at(at.game).pk: DepartureReason.TAKEN_OVER}
        at.ask(at.ana, 0, scans=False)
        assert seats_of(at.ana, at.game) == set()
        assert refusal_code(at.answer, at.bram, at.ana) == "seat_in_use"

    @pytest.mark.parametrize("by", ["ana", "bram"])
    def test_either_player_turns_it_away(self, at: Handovers, by: str) -> None:
        at.answer(getattr(at, by), at.brams, yes=False)
        assert not at.table.seating.requests
        assert seats_of(at.ana, at.game) == {0}

    def test_either_a_yes_or_a_no_at_once_holds(self, at: Handovers) -> None:
        for number in range(2):
            pair = [partial(at.answer, at.ana, at.brams), partial(at.answer, at.bram, at.brams, yes=False)]
            outcomes = together(pair[:: 1 if number % 2 else -1])
            assert sorted(outcomes) == ["no_request", "ok"]
            given = seats_of(at.brams, at.game) == {0}
            assert seats_of(at.ana, at.game) == (set() if given else {0})
            if given:
                at.take(at.ana, at.code(at.brams, 0), 0)
            at.ask(at.brams, 0)


class TestAbsence:
    def test_takes_two_minutes(self, at: Handovers) -> None:
        at.ask(at.brams, 0)
        went_away(at.game, at.ana, AWAY_AFTER.total_seconds() / 60 - 0.1)
        assert refusal_code(at.answer, at.bram, at.brams) == "seat_in_use"
        went_away(at.game, at.ana, AWAY_AFTER.total_seconds() / 60)
        at.answer(at.bram, at.brams)
        assert seats_of(at.brams, at.game) == {0}

    def test_does_not_count_while_a_process_serves_the_device(self, at: Handovers) -> None:
        went_away(at.game, at.ana)
        process = Process.objects.create(host="x", pid=1, beat_at=timezone.now())
        Device.objects.filter(pk=at.ana.at(at.game).pk).update(process=process)
        at.ask(at.brams, 0)
        assert refusal_code(at.answer, at.bram, at.brams) == "seat_in_use"

    def test_does_not_count_while_the_site_was_down(self, at: Handovers, monkeypatch: pytest.MonkeyPatch) -> None:
        went_away(at.game, at.ana)
        at.ask(at.brams, 0)
        monkeypatch.setattr(presence.uptime, "since", timezone.now() - timedelta(minutes=1))
        assert refusal_code(at.answer, at.bram, at.brams) == "seat_in_use"
        assert not is_host(at.table, at.bram.at(at.game))

    def test_does_not_count_for_a_device_that_was_seated_just_now(self, at: Handovers) -> None:
        at.taken_away()
        at.ask(at.ana, 0, scans=False)
        at.ask(at.brams, 0)
        assert refusal_code(at.answer, at.bram, at.brams) == "seat_in_use"

    def test_gives_the_seat_only_with_the_consent_of_a_player(self, at: Handovers) -> None:
        went_away(at.game, at.ana)
        at.ask(at.brams, 0)
        assert seats_of(at.brams, at.game) == set()
        assert refusal_code(at.answer, at.brams, at.brams) == "not_at_table"

    def test_hands_on_no_hosts_part(self, at: Handovers) -> None:
        table = at.taken_away()
        assert table.seating.host == at.ana.at(at.game).pk
        players = (at.bram, at.brams)
        assert [table.seating.is_host(phone.at(at.game).pk) for phone in players] == [True, True]
        screen = browser()
        join(screen, at.game, PlaceChoice.DISPLAY)
        assert not is_host(at.table, screen.at(at.game))
        at.ask(at.ana, 0, scans=False)
        assert [is_host(at.table, phone.at(at.game)) for phone in (at.ana, *players)] == [True, False, False]


class TestRearranging:
    def test_a_seat_is_taken_from_nobody_in_a_game_that_has_begun(self, at: Handovers) -> None:
        ana, bram = at.ana.at(at.game), at.bram.at(at.game)
        before = at.table
        assert refusal_code(tables.remove_device, at.game, ana, bram.pk) == "seat_in_use"
        went_away(at.game, at.bram)
        for choice in (PlaceChoice.DISPLAY, PlaceChoice.WATCHER):
            assert refusal_code(tables.move_device, at.game, ana, bram.pk, choice) == "seat_in_use"
        assert at.table == before

    def test_a_device_that_is_away_is_removed_and_comes_back_to_its_seat(self, at: Handovers) -> None:
        went_away(at.game, at.bram)
        ana, bram = at.ana.at(at.game), at.bram.at(at.game)
        tables.remove_device(at.game, ana, bram.pk)
        tables.move_device(at.game, ana, ana.pk, PlaceChoice.BOTH)
        at.ask(at.bram, 1, scans=False)
        assert (seats_of(at.ana, at.game), seats_of(at.bram, at.game)) == ({0}, {1})

    def test_a_seat_left_by_its_own_device_can_be_given_by_the_host(self, at: Handovers) -> None:
        ana, bram = at.ana.at(at.game), at.bram.at(at.game)
        tables.move_device(at.game, ana, ana.pk, PlaceChoice.DISPLAY)
        tables.move_device(at.game, ana, bram.pk, PlaceChoice.BOTH)
        assert seats_of(at.bram, at.game) == {0, 1}

    def test_a_deputy_host_does_not_move_the_device_of_the_host(self) -> None:
        game, ana, bram = two_phones()
        went_away(game, ana)
        assert is_host(table_of(game), bram.at(game))
        assert refusal_code(tables.remove_device, game, bram.at(game), ana.at(game).pk) == "not_host"
        assert refusal_code(tables.move_device, game, bram.at(game), ana.at(game).pk, PlaceChoice.WATCHER) == "not_host"


class TestAccounts:
    def test_an_account_does_not_take_its_seat_from_the_phone_of_another_person(self, bram: User) -> None:
        """Bram opened the table on seat 0 and gave that to Ana, whose phone is not signed in."""
        phone, ana = browser(bram), browser()
        game = opened(phone)
        tables.take_place(ana.visitor, tables.create_seat_code(game, phone.at(game), 0), PlaceChoice.FIRST)
        assert game.players.get(seat=0).user == bram
        handovers.request_seat(browser(bram).visitor, game, 0, "Ana")
        assert seats_of(ana, game) == {0}
        assert table_of(game).seating.requests

    def test_phones_of_the_same_account_need_not_ask_each_other(self, ana: User, bram: User) -> None:
        game, host, _ = table_of_accounts(ana, bram)
        new = browser(ana)
        handovers.request_seat(new.visitor, game, 0, "Ana")
        assert (seats_of(new, game), seats_of(host, game)) == ({0}, set())
        assert table_of(game).seating.host == new.at(game).pk


class TestTold:
    def test_the_log_has_ground_and_number_of_blind_cards_of_each_handover(self, at: Handovers) -> None:
        does(at.game, at.ana, card(1, 2, "blind", "D4"))
        at.taken_away()
        at.ask(at.ana, 0, scans=False)
        at.take(at.brams, at.code(at.bram, 1), 1)
        found = [(handover.seat, handover.ground, handover.blinds) for handover in at.table.seating.handovers]
        assert found == [(0, HandoverGround.AWAY, 2), (0, HandoverGround.RETURNED, 2), (1, HandoverGround.AGREED, 0)]

    def test_taking_a_free_seat_is_a_handover_only_with_blind_cards(self, at: Handovers) -> None:
        ana = at.ana.at(at.game)
        tables.move_device(at.game, ana, ana.pk, PlaceChoice.DISPLAY)
        version = join(at.anas, at.game, PlaceChoice.FIRST).version
        assert at.table.seating.handovers == (Handover(version, 0, HandoverGround.FREE, 1),)
        game, _, bram = two_phones()
        for choice in (PlaceChoice.DISPLAY, PlaceChoice.SECOND):
            tables.move_device(game, bram.at(game), bram.at(game).pk, choice)
        assert table_of(game).seating.handovers == ()

    def test_the_view_has_the_last_five_handovers(self, at: Handovers) -> None:
        for _ in range(3):
            at.take(at.brams, at.code(at.bram, 1), 1)
            at.take(at.bram, at.code(at.brams, 1), 1)
        version = at.table.version
        assert [handover.number for handover in at.table.seating.handovers] == list(range(version - 4, version + 1))

    def test_both_players_read_the_same_sentence(self, at: Handovers) -> None:
        table = at.taken_away()
        text = "Ana's seat moved to another device. The old one was away. The seat's 1 blind card is visible there now."
        for phone in (at.bram, at.brams):
            assert f'"text":"{text}"' in render_view(table, phone.at(at.game).pk, "en")

    def test_a_handover_of_an_older_release_moves_the_role_of_host(self) -> None:
        table = table_with((ANA, [0], "player"), (BRAM, [1], "player"))
        old = {"device": 7, "seats": [0], "role": "player", "name": "", "user": None, "by": BRAM}
        table = table.fold([Event("placed", None, old)])
        assert (table.seating.host, table.seating.claims) == (7, {})
        assert table.seating.handovers == (Handover(table.version, 0, HandoverGround.AGREED, 0),)


class TestSecrecy:
    """No byte to Bram depends on Ana's blind card."""

    def worlds(self, event: Event) -> list[TableState]:
        seated = table_with((ANA, [0], "player"), (BRAM, [1], "player"))
        trick = [item("lead", seat=0, id="a"), card(1, 1, "lead", "G9", id="b"), card(1, 1, "follow", "K4", id="c")]
        logged = (after(seated, ANA, *trick, card(1, 1, "blind", code, id="d")) for code in ("D3", "P9"))
        return [table.fold([event]) for table in logged]

    def test_while_a_seat_is_asked_for(self) -> None:
        asked = Event("asked_in", None, {"device": 7, "seat": 0, "name": "Ana"})
        shown = [render_view(world, device, "en") for world in self.worlds(asked) for device in (BRAM, 7)]
        assert shown[:2] == shown[2:]

    def test_when_it_moved_to_another_device(self) -> None:
        place = {"device": 7, "seats": [0], "role": "player", "name": "", "user": None, "ground": "away"}
        worlds = self.worlds(Event("placed", None, place))
        one, two = (render_view(world, BRAM, "en") for world in worlds)
        assert one == two
        assert "The seat's 1 blind card" in one
        one, two = (render_view(world, 7, "en") for world in worlds)
        assert one != two
