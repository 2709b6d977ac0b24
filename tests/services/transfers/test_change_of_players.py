"""An offer to transfer a game, when a seat goes to another player before both have agreed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.messaging import presence
from games.models import Act, Game, User
from games.services.companion import seat_accounts, tables
from games.services.companion.places import PlaceChoice
from games.services.moderation.games import give_back_seat, remove_device, rename_seat, strike_entry
from games.services.moderation.permissions import Moderator
from games.services.moderation.undo import undo_act
from games.state.game_state import Status
from games.state.table_state import TableState
from tests.moderators import WHY
from tests.people import guest
from tests.services.companion.devices import Browser, browser, table_of, went_away
from tests.services.matches.games import match_of
from tests.services.transfers.transfers import Online, Table, record_of

pytestmark = pytest.mark.django_db(transaction=True)

PHASE_ONE, PHASE_TWO = 8, 30


@pytest.fixture
def table(ana: User, bram: User) -> Table:
    """A table in phase two, at which Ana offers to go on online."""
    table = Table((ana, bram), record_of(1, PHASE_TWO))
    table.answer(0)
    return table


def take_seat(table: Table, seat: int, phone: Browser) -> TableState:
    """Hand a seat over to another phone, by a code of the phone that has it."""
    token = tables.create_seat_code(table.game, table.phones[seat].at(table.game), seat)
    return tables.take_place(phone.visitor, token, PlaceChoice(str(seat)))


@pytest.mark.parametrize("seat", [0, 1])
def test_another_phone_on_a_seat_withdraws_the_offer(table: Table, seat: int) -> None:
    assert take_seat(table, seat, browser()).transfer.parties == (None, None)


def test_a_removed_phone_withdraws_the_offer(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence.uptime, "since", timezone.now() - timedelta(hours=1))
    host, other = (phone.at(table.game) for phone in table.phones)
    went_away(table.game, table.phones[1])
    assert tables.remove_device(table.game, host, other.pk).transfer.parties == (None, None)


def test_the_player_who_left_does_not_get_the_online_game(table: Table, cleo: User) -> None:
    phone = browser(cleo)
    take_seat(table, 0, phone)
    assert table.answer(1).transfer.game is None
    table.phones, table.users = (phone, table.phones[1]), (cleo, table.users[1])
    code = table.answer(0).transfer.game
    assert {player.user for player in Game.objects.get(code=code).players.all()} == {cleo, table.users[1]}


def test_another_phone_on_a_seat_withdraws_the_agreement_and_the_hands(ana: User, bram: User) -> None:
    table = Table((ana, bram), record_of(2, PHASE_ONE))
    table.agree()
    table.enter(0)
    transfer = take_seat(table, 0, browser()).transfer
    assert (transfer.parties, transfer.hands) == ((None, None), (None, None))


def test_a_declined_offer_does_not_bind_the_next_player(table: Table) -> None:
    table.answer(1, accept=False)
    take_seat(table, 1, browser())
    assert table.answer(0).transfer.agreed == (True, False)


def test_watchers_come_and_go_without_withdrawing_the_offer(table: Table) -> None:
    token = tables.create_seat_code(table.game, table.phones[0].at(table.game), None)
    assert tables.take_place(browser().visitor, token, PlaceChoice.WATCHER).transfer.agreed == (True, False)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_who_gets_a_name_in_the_same_browser_keeps_the_offer(table: Table, seat: int) -> None:
    seat_accounts.assign_seats(table.phones[seat].secret, table.users[seat])
    assert table_of(table.game).transfer.agreed == (True, False)


def test_the_guest_of_the_other_seat_may_log_in_before_the_answer(table: Table, bram: User) -> None:
    for user in (guest("Bram"), bram):
        seat_accounts.assign_seats(table.phones[1].secret, user)
    assert table_of(table.game).transfer.agreed == (True, False)


def test_another_user_in_the_browser_that_agreed_withdraws_the_offer(table: Table, cleo: User) -> None:
    seat_accounts.assign_seats(table.phones[0].secret, cleo)
    assert table_of(table.game).transfer.agreed == (False, False)


def take_away(table: Table, mona: Moderator) -> Act:
    return remove_device(mona, table.game, table.phones[0].at(table.game).pk, 0, WHY)


def give_to_former_phone(table: Table, mona: Moderator) -> Act:
    """Give seat 0 back to a phone that lost it before the offer."""
    former = table.phones[0]
    take_seat(table, 0, phone := browser())
    table.phones = (phone, table.phones[1])
    table.answer(0)
    return give_back_seat(mona, table.game, 0, former.at(table.game).pk, WHY)


def strike_last_entry(table: Table, mona: Moderator) -> Act:
    return strike_entry(mona, table.game, table_of(table.game).ledger.history[-1].number, WHY)


@pytest.mark.parametrize("act", [take_away, give_to_former_phone])
def test_a_moderator_who_changes_a_seat_withdraws_the_offer(
    table: Table, mona: Moderator, act: Callable[[Table, Moderator], Act]
) -> None:
    act(table, mona)
    assert table_of(table.game).transfer.agreed == (False, False)


def test_a_moderator_who_undoes_the_change_of_a_seat_withdraws_the_offer(table: Table, mona: Moderator) -> None:
    act = give_to_former_phone(table, mona)
    table.answer(1)
    undo_act(mona, act, WHY)
    assert table_of(table.game).transfer.agreed == (False, False)


def test_a_moderator_who_renames_a_seat_keeps_the_offer(table: Table, mona: Moderator) -> None:
    rename_seat(mona, table.game, 0, "Lily", WHY)
    assert table_of(table.game).transfer.agreed == (True, False)


def test_a_moderator_who_gives_an_online_seat_back_withdraws_the_offer(
    game: Game, ana: User, bram: User, cleo: User, mona: Moderator
) -> None:
    online = Online(game, (ana, bram), PHASE_ONE)
    online.answer(0)
    give_back_seat(mona, game, 0, cleo.pk, WHY)
    assert match_of(game).transfer.parties == (None, None)


@pytest.mark.parametrize("act", [take_away, strike_last_entry])
def test_no_act_of_a_moderator_resumes_a_table_that_moved_online(
    table: Table, mona: Moderator, act: Callable[[Table, Moderator], Act]
) -> None:
    code = table.answer(1).transfer.game
    act(table, mona)
    after = table_of(table.game)
    assert (after.transfer.game, after.status) == (code, Status.CALLED_OFF)
