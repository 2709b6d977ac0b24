"""Transfer of a table to the site: the agreement, the hands, and the game that goes on."""

from __future__ import annotations

from collections import Counter

import pytest

from games.models import Game, Player, User
from games.rules.record import list_codes, write
from games.state.game_state import Ending, Status
from games.state.result import build_result
from tests.services.companion.devices import table_of
from tests.services.companion.entries import card, does, item, refusal
from tests.services.matches.games import draw_code, in_threads, match_of, play_out, refusal_code
from tests.services.transfers.transfers import Table, match_state_of, record_of, successor_of

pytestmark = pytest.mark.django_db(transaction=True)

PHASE_ONE, PHASE_TWO = 8, 30


@pytest.fixture
def users(ana: User, bram: User) -> tuple[User, User]:
    return ana, bram


@pytest.mark.parametrize("plies", [26, PHASE_TWO, PHASE_TWO + 1, 45])
def test_in_phase_two_the_second_yes_moves_the_game_as_it_stands(users: tuple[User, User], plies: int) -> None:
    table = Table(users, record_of(1, plies))
    assert table.answer(1).status is Status.PLAYING
    moved = table.answer(0)
    game = successor_of(moved)
    assert match_state_of(game) == table.state
    assert list(Player.objects.filter(game=game).order_by("seat").values_list("user", flat=True)) == [
        user.pk for user in users
    ]
    assert (game.origin, game.rated, game.listed, game.clock) == (table.game, False, False, "")


@pytest.mark.parametrize("plies", [0, 1, PHASE_ONE, PHASE_ONE + 1, 25])
def test_in_phase_one_both_enter_their_hands_and_the_rest_is_shuffled(users: tuple[User, User], plies: int) -> None:
    table = Table(users, record_of(2, plies))
    assert table.agree().transfer.is_agreed
    assert table.enter(1).status is not Status.CALLED_OFF
    state, wanted = match_state_of(successor_of(table.enter(0))), table.state
    assert [sorted(hand) for hand in state.hands] == [sorted(hand) for hand in wanted.hands]
    assert (state.followers, state.tricks, state.lead) == (wanted.followers, wanted.tricks, wanted.lead)
    assert state.deck[0] == wanted.deck[0]
    assert Counter(state.deck) == Counter(wanted.deck)


def test_two_offers_at_the_same_moment_move_the_game_once(users: tuple[User, User]) -> None:
    table = Table(users, record_of(1, PHASE_TWO))
    assert in_threads([lambda: table.answer(0), lambda: table.answer(1)]) == ["done", "done"]
    assert Game.objects.filter(origin=table.game).count() == 1


def test_the_table_ends_without_a_result_and_cannot_be_logged(users: tuple[User, User]) -> None:
    table = Table(users, record_of(1, PHASE_TWO))
    moved = table.agree()
    table.game.refresh_from_db()
    assert (table.game.status, table.game.ending, table.game.winner) == (Status.CALLED_OFF, Ending.MOVED, None)
    assert build_result(moved) is None
    assert refusal(table.game, table.phones[0], item("close")).code == "table_over"
    assert not moved.ended_early


def test_the_online_game_is_played_to_its_end_and_its_record_says_where_it_began(users: tuple[User, User]) -> None:
    table = Table(users, record_of(1, PHASE_TWO))
    game = successor_of(table.agree())
    play_out(game, 52 - PHASE_TWO)
    match = match_of(game)
    assert write(match.record())["origin"] == {"game": table.game.code, "step": PHASE_TWO, "mode": "table"}
    assert build_result(match) is not None


def test_the_online_game_gets_a_code_that_no_other_game_has(
    users: tuple[User, User], invitation: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(users, record_of(1, PHASE_TWO))
    table.answer(0)
    draw_code(monkeypatch, invitation.code)
    assert successor_of(table.answer(1)).origin == table.game


def test_a_decline_ends_the_offer_until_the_next_card(users: tuple[User, User]) -> None:
    table = Table(users, record_of(1, PHASE_TWO))
    table.answer(0)
    assert table.answer(1, accept=False).transfer.agreed == (False, False)
    assert refusal_code(table.answer, 0) == "transfer_declined"
    assert table.answer(1).transfer.agreed == (False, True)


def test_a_card_withdraws_the_offer(users: tuple[User, User]) -> None:
    table = Table(users, record_of(1, PHASE_TWO))
    table.answer(0)
    lead = list_codes(table.state.hands[table.state.leader])[0]
    after = does(table.game, table.phones[0], card(2, table.state.number, "lead", lead))
    assert after.transfer.agreed == (False, False)


def test_an_offer_needs_a_phone_and_a_user_for_each_player(users: tuple[User, User]) -> None:
    table = Table((users[0], users[0]), record_of(1, PHASE_TWO))
    table.answer(0)
    assert refusal_code(table.answer, 1) == "own_phones"


def test_a_gap_in_the_log_refuses_the_offer(users: tuple[User, User]) -> None:
    table = Table(users, record_of(1, PHASE_TWO))
    first = table.state.tricks[0]
    does(table.game, table.phones[0], card(1, 1, "lead", None, instead=str(first.lead)))
    assert refusal_code(table.answer, 0) == "transfer_gaps"


def test_a_missing_blind_card_is_logged_before_the_hand(users: tuple[User, User]) -> None:
    table = Table(users, record_of(2, PHASE_ONE))
    trick = table.state.tricks[0]
    owner = 1 - trick.winner
    does(table.game, table.phones[owner], card(1, 1, "blind", None, instead=str(trick.blind)))
    table.agree()
    assert refusal_code(table.enter, owner) == "blind_missing"
    does(table.game, table.phones[owner], card(1, 1, "blind", str(trick.blind)))
    table.enter(owner)
    assert table.enter(1 - owner).transfer.game is not None


def test_a_hand_must_fit_the_log(users: tuple[User, User]) -> None:
    table = Table(users, record_of(2, PHASE_ONE))
    table.agree()
    own = list_codes(table.state.hands[0])
    for wrong in (own[1:], [str(table.state.revealed), *own[1:]], [next(c for c in own if c != "G0")] * len(own)):
        assert refusal_code(table.enter, 0, wrong) == "bad_hand"


def test_hands_that_do_not_fit_together_are_entered_again_but_only_twice(users: tuple[User, User]) -> None:
    table = Table(users, record_of(2, 0))
    lie = [str(max(table.state.hands[1])), *list_codes(table.state.hands[0])[1:]]
    table.agree()
    table.enter(0, lie)
    again = table.enter(1)
    assert (again.transfer.hands, again.transfer.is_agreed) == ((None, None), True)
    table.enter(0, lie)
    assert table.enter(1).transfer.agreed == (False, False)
    assert refusal_code(table.answer, 0) == "hand_conflict"


def test_the_entered_hands_are_in_no_record_and_no_reveal(users: tuple[User, User]) -> None:
    table = Table(users, record_of(2, 0))
    table.agree()
    entered = table.enter(0)
    assert entered.hidden().hands == ((), ())
    assert entered.seen(table.phones[0].at(table.game).pk) == entered.public() == table_of(table.game).public()
