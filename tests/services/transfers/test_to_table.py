"""Transfer of an online game to the printed deck: the agreement, the log of the table, and the setup of the cards."""

from __future__ import annotations

from collections import Counter
from functools import reduce

import pytest

from games.accounts.device_cookie import create_secret
from games.eventlog import event_store
from games.inference.position import build_position
from games.inference.record import write
from games.models import Device, Game, User
from games.rules.cards import DECK
from games.rules.moves import apply, start
from games.services.bots import bot_games
from games.services.transfers import agreement
from games.state.game_state import Ending, Status
from games.state.seat_setup import build_seat_setup
from tests.services.companion.entries import card, does, item, refusal
from tests.services.matches.games import draw_code, match_of, play_next, refusal_code
from tests.services.transfers.transfers import Online, successor_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("plies", [0, 1, 8, 9, 25, 26, 31, 41])
def test_the_table_has_all_cards_of_the_game_in_its_log(game: Game, ana: User, bram: User, plies: int) -> None:
    online = Online(game, (ana, bram), plies)
    _row, table = online.move()
    state = online.state
    found = build_position(table.record, state.hands if state.deck else ((), ()), state.deck[1:])
    assert found is not None
    assert reduce(apply, found.plays[:plies], start(found.hands, found.deck, found.leader)) == state


def test_blind_cards_are_private_to_their_owners(game: Game, ana: User, bram: User) -> None:
    online = Online(game, (ana, bram), 8)
    row, table = online.move()
    blinds = {(trick.number, 1 - trick.winner, trick.blind) for trick in online.state.tricks}
    assert table.sheet.blinds == blinds
    assert all(trick.blind is None for trick in table.public().phase_one)
    for seat in (0, 1):
        seen = table.seen(online.browser(seat).at(row).pk).phase_one
        assert {(n, trick.blind) for n, trick in enumerate(seen, 1) if trick.blind} == {
            (number, card) for number, owner, card in blinds if owner == seat
        }


def test_each_browser_is_the_device_of_its_seat(game: Game, ana: User, bram: User) -> None:
    online = Online(game, (ana, bram), 8)
    row, table = online.move()
    assert [table.seats_of(online.browser(seat).at(row).pk) for seat in (0, 1)] == [{0}, {1}]
    assert list(row.players.order_by("seat").values_list("user", flat=True)) == [ana.pk, bram.pk]


def test_the_online_game_ends_without_a_result(game: Game, ana: User, bram: User) -> None:
    online = Online(game, (ana, bram), 8)
    online.move()
    game.refresh_from_db()
    assert (game.status, game.ending, game.winner) == (Status.CALLED_OFF, Ending.MOVED, None)
    match = match_of(game)
    assert not match.record_open
    assert not match.ended_early
    assert refusal_code(play_next, game) == "game_over"


def test_the_last_card_is_logged_by_the_site_and_the_record_says_where_the_game_began(
    game: Game, ana: User, bram: User
) -> None:
    online = Online(game, (ana, bram), 51)
    _row, ended = online.move()
    assert ended.status is Status.FINISHED
    assert write(ended.public())["origin"] == {"game": game.code, "step": 51, "mode": "online"}


def test_undo_and_correction_do_not_reach_behind_the_transfer(game: Game, ana: User, bram: User) -> None:
    online = Online(game, (ana, bram), 9)
    row, table = online.move()
    phone, first = online.browser(0), online.state.tricks[0]
    assert table.ledger.history == ()
    other = str(next(one for one in DECK if one != first.lead))
    for place, there in (("lead", first.lead), ("revealed", first.revealed)):
        assert refusal(row, phone, card(1, 1, place, other, instead=str(there))).code == "taken_over"
    assert refusal(row, phone, card(1, 5, "lead", None, instead=str(online.state.lead))).code == "taken_over"
    assert refusal(row, phone, item("undo", number=1)).code == "nothing_to_undo"
    follow = str(online.state.hands[1 - online.state.leader][0])
    does(row, phone, card(1, online.state.number, "follow", follow))


def test_the_table_gets_a_code_that_no_other_game_has(
    game: Game, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    online = Online(game, (ana, bram), 8)
    online.answer(0)
    draw_code(monkeypatch, game.code)
    assert successor_of(online.answer(1)).origin == game


def test_an_answer_counts_if_this_process_has_not_seen_the_offer(game: Game, ana: User, bram: User) -> None:
    online = Online(game, (ana, bram), 8)
    before = match_of(game)
    online.answer(0)
    event_store.state_cache.clear()
    event_store.state_cache.put(before)
    assert online.answer(1, accept=False).transfer.declined == 1


def test_a_decline_ends_the_offer_until_the_next_card(game: Game, ana: User, bram: User) -> None:
    online = Online(game, (ana, bram), 8)
    online.answer(0)
    online.answer(1, accept=False)
    assert refusal_code(online.answer, 0) == "transfer_declined"
    play_next(game)
    assert online.answer(0).transfer.agreed == (True, False)
    play_next(game)
    assert match_of(game).transfer.agreed == (False, False)


def test_a_game_with_a_bot_does_not_move(ana: User) -> None:
    game = bot_games.create_game(ana, "page")
    assert refusal_code(agreement.answer_online, game, ana, create_secret(), accept=True) == "no_transfer"


def test_one_browser_cannot_be_both_players(game: Game, ana: User, bram: User) -> None:
    online = Online(game, (ana, bram), 8)
    online.secrets = (online.secrets[0], online.secrets[0])
    online.answer(0)
    assert refusal_code(online.answer, 1) == "own_phones"
    assert not Device.objects.exists()


@pytest.mark.parametrize("plies", [0, 9, 20])
def test_the_setup_of_phase_one_gives_each_player_exactly_their_own_cards(
    game: Game, ana: User, bram: User, plies: int
) -> None:
    online = Online(game, (ana, bram), plies)
    _row, table = online.move()
    state = online.state
    sorter, dealer = (build_seat_setup(state, seat, table.setup) for seat in (0, 1))
    taken = [sorter.order[at - 1] for at in dealer.hand_positions]
    recruits = [sorter.order[at - 1] for at in dealer.follower_positions]
    assert (Counter(taken), Counter(recruits)) == (Counter(state.hands[1]), Counter(state.followers[1]))
    open_cards = (*sorter.score[0], *sorter.score[1], *sorter.discards, *sorter.revealed, *sorter.lead)
    assert Counter((*open_cards, *sorter.hand, *sorter.followers, *sorter.order)) == Counter(DECK)
    assert (dealer.order, sorter.hand_positions) == ((), ())


def test_the_setup_of_phase_two_gives_each_player_their_own_cards(game: Game, ana: User, bram: User) -> None:
    online = Online(game, (ana, bram), 31)
    _row, table = online.move()
    for seat in (0, 1):
        setup = build_seat_setup(online.state, seat, table.setup)
        assert Counter(setup.hand) == Counter(online.state.hands[seat])
        assert (setup.order, setup.is_dealer, setup.revealed) == ((), False, ())
