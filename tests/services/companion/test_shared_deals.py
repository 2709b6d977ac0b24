"""Tables of a shared deal: who may sit down, who leads, and when the results open."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from games.models import Game, Player, SharedDeal, User
from games.queries import shared_deals as queries
from games.rules.scoring import compute_votes
from games.rules.state import State
from games.services.companion import handovers, join_tokens, tables
from games.services.companion.places import PlaceChoice
from games.services.companion.shared_deals import create_deal_table
from games.services.matches import lobby, shared_deals
from games.services.transfers import agreement
from games.state.game_state import Mode, Status
from games.texts.opponents import OPPONENTS
from tests.services.companion.deal_tables import accept, count_piles, log_game, play_deal, seat_pair
from tests.services.companion.devices import browser, code_of, join, table_of
from tests.services.companion.entries import acts, card, code, does, item, log_tricks
from tests.services.matches.games import in_threads, match_of, play_at_once, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)
LEVEL = next(iter(OPPONENTS))
MANY = 8


@pytest.fixture
def deal(dora: User) -> SharedDeal:
    return shared_deals.create_deal(dora)


@pytest.fixture
def dora(db: None) -> User:
    return person("Dora")


def person(name: str) -> User:
    return User.objects.create(username=name.lower(), display_name=name)


def count_votes(state: State) -> tuple[int, int]:
    seats = [vote.seat for vote in compute_votes(state.score)]
    return seats.count(0), seats.count(1)


class TestSeats:
    def test_the_creator_leads_and_nobody_can_change_that(self, deal: SharedDeal, ana: User, bram: User) -> None:
        game, (phone, _) = seat_pair(deal, ana, bram)
        table = table_of(game)
        assert (table.names, table.sheet.record.leader, table.status) == (("Ana", "Bram"), 0, Status.WAITING)
        assert (game.watch, game.listed, game.shared_deal) == (False, False, deal)
        (change,) = [entry for entry in game.entries.all() if entry.kind == "led"]
        assert code(game, phone, item("lead", seat=1, instead=0)) == "leader_fixed"
        assert code(game, phone, item("undo", number=change.number)) == "leader_fixed"

    def test_the_game_does_not_move_online(self, deal: SharedDeal, ana: User, bram: User) -> None:
        game, (phone, _) = seat_pair(deal, ana, bram)
        does(game, phone, card(1, 1, "revealed", str(deal.shuffle.dealt().deck[0])))
        device = phone.at(game)
        assert refusal_code(agreement.answer_at_table, game, device, ana, accept=True) == "no_transfer"

    def test_a_seat_at_a_table_is_the_one_game_of_a_person(
        self, deal: SharedDeal, ana: User, bram: User, cleo: User
    ) -> None:
        seat_pair(deal, ana, bram)
        for user in (ana, bram):
            assert refusal_code(shared_deals.play_with_bot, deal, user, LEVEL) == "deal_played"
            assert refusal_code(create_deal_table, deal, user, browser().secret, "every", True) == "deal_played"
        other = create_deal_table(deal, cleo, browser().secret, "every", setup=True)
        assert refusal_code(join, browser(bram), other, PlaceChoice.SECOND) == "deal_played"

    def test_a_person_who_played_online_does_not_sit_down(
        self, deal: SharedDeal, ana: User, bram: User, cleo: User
    ) -> None:
        shared_deals.play_with_bot(deal, ana, LEVEL)
        assert refusal_code(create_deal_table, deal, ana, browser().secret, "every", True) == "deal_played"
        table = create_deal_table(deal, bram, browser().secret, "every", setup=True)
        assert refusal_code(join, browser(ana), table, PlaceChoice.SECOND) == "deal_played"
        assert not Player.objects.filter(game=table, seat=1).exists()
        join(browser(cleo), table, PlaceChoice.SECOND)

    def test_a_person_who_leaves_a_table_has_seen_the_deal(
        self, deal: SharedDeal, ana: User, bram: User, cleo: User
    ) -> None:
        game, (host, phone) = seat_pair(deal, ana, bram)
        tables.remove_device(game, host.at(game), phone.at(game).pk)
        assert not Player.objects.filter(game=game, user=bram).exists()
        assert refusal_code(shared_deals.play_with_bot, deal, bram, LEVEL) == "deal_played"
        join(browser(cleo), game, PlaceChoice.SECOND, "Cleo")

    def test_a_person_keeps_their_side_of_the_table(self, deal: SharedDeal, ana: User, bram: User) -> None:
        game, (host, phone) = seat_pair(deal, ana, bram)
        tables.remove_device(game, host.at(game), phone.at(game).pk)
        assert refusal_code(tables.move_device, game, host.at(game), host.at(game).pk, PlaceChoice.SECOND) == (
            "deal_played"
        )
        join(browser(bram), game, PlaceChoice.SECOND)
        token = tables.create_seat_code(game, host.at(game), 0)
        tables.take_place(browser(ana).visitor, token, PlaceChoice.FIRST)

    def test_each_player_has_a_phone_and_nobody_else_watches(self, deal: SharedDeal, ana: User, cleo: User) -> None:
        phone = browser(ana)
        game = create_deal_table(deal, ana, phone.secret, "every", setup=True)
        device = phone.at(game)
        for choice in (PlaceChoice.BOTH, PlaceChoice.DISPLAY):
            assert refusal_code(tables.move_device, game, device, device.pk, choice) == "bad_choice"
        for choice in (PlaceChoice.DISPLAY, PlaceChoice.WATCHER):
            assert refusal_code(join, browser(cleo), game, choice) == "bad_choice"
        assert refusal_code(tables.create_seat_code, game, device, None) == "bad_choice"
        assert refusal_code(join, browser(), game, PlaceChoice.SECOND) == "not_at_table"

    def test_a_seat_is_requested_by_people_who_may_play_only(
        self, deal: SharedDeal, ana: User, bram: User, cleo: User
    ) -> None:
        game, _ = seat_pair(deal, ana, bram)
        shared_deals.play_with_bot(deal, cleo, LEVEL)
        token = join_tokens.get_secret(code_of(game)).token
        stranger = browser(cleo)
        assert refusal_code(handovers.request_seat, stranger.visitor, game, 0, "Ana", token) == "deal_played"
        assert not stranger.knows(game)

    def test_a_rematch_has_no_deal(self, deal: SharedDeal, ana: User, bram: User) -> None:
        table = seat_pair(deal, ana, bram)
        log_game(table, play_deal(deal, 1))
        game, phones = table
        for phone in phones:
            does(game, phone, item("rematch", accept=True))
        rematch = Game.objects.get(rematch_of=game)
        assert rematch.shared_deal is None
        assert (table_of(rematch).shared, table_of(rematch).sheet.record.leader) == (False, None)


class TestResults:
    def test_games_online_and_at_tables_are_compared(self, deal: SharedDeal, ana: User, bram: User, cleo: User) -> None:
        people = [person(f"Pat {number}") for number in range(4)]
        online = shared_deals.play_with_link(deal, people[0])
        lobby.join_game(online, people[1], lobby.invite_token(online))
        play_at_once(online)
        logged, counted = play_deal(deal, 1), play_deal(deal, 2)
        log_game(seat_pair(deal, ana, bram), logged)
        count_piles(seat_pair(deal, cleo, people[2], "piles", setup=False), counted)
        found = queries.list_finished(deal)
        match = match_of(online)
        assert match.state is not None
        assert [game.mode for game in found] == [Mode.ONLINE, Mode.TABLE, Mode.TABLE]
        assert [game.votes for game in found] == [count_votes(state) for state in (match.state, logged, counted)]
        plays = tuple(card for trick in logged.tricks for card in (trick.lead, trick.follow))
        assert [game.plays for game in found] == [match.plays, plays, None]

    def test_results_open_once_both_players_accepted_theirs_for_good(
        self, deal: SharedDeal, ana: User, bram: User, dora: User
    ) -> None:
        table = seat_pair(deal, ana, bram)
        game, phones = table
        log_tricks(game, phones, play_deal(deal, 1))
        shared_deals.close_deal(deal, dora)
        deal.refresh_from_db()
        does(game, phones[0], item("confirm", seat=0, accept=True))
        assert [queries.is_open_to_user(deal, user) for user in (ana, bram)] == [False, False]
        assert queries.list_finished(deal) == []
        accept(table)
        assert [queries.is_open_to_user(deal, user) for user in (ana, bram)] == [True, True]
        assert len(queries.list_finished(deal)) == 1
        for again in (item("confirm", seat=0, accept=False), item("undo", number=table_of(game).version - 2)):
            (outcome,) = acts(game, phones[0], again)
            assert getattr(outcome, "code", None) == "table_over"

    def test_a_person_who_ends_a_table_alone_sees_no_results(
        self, deal: SharedDeal, ana: User, bram: User, dora: User
    ) -> None:
        game, phones = seat_pair(deal, ana, bram)
        log_tricks(game, phones, play_deal(deal, 1), tricks=2)
        does(game, phones[0], item("close"))
        shared_deals.close_deal(deal, dora)
        deal.refresh_from_db()
        assert not queries.is_open_to_user(deal, ana)
        assert queries.find_current_seat(deal, {ana.pk}) is not None

    def test_a_log_with_other_cards_is_not_compared_card_by_card(
        self, deal: SharedDeal, dora: User, ana: User, bram: User
    ) -> None:
        state = play_deal(shared_deals.create_deal(dora), 1)
        log_game(seat_pair(deal, ana, bram), state)
        (game,) = queries.list_finished(deal)
        assert (game.votes, game.plays) == (count_votes(state), None)


class TestManyAtOnce:
    def test_a_person_who_joins_everywhere_at_once_gets_one_game(self, deal: SharedDeal, ana: User, cleo: User) -> None:
        hosts = [person(f"Host {number}") for number in range(MANY)]
        waiting = [shared_deals.play_with_link(deal, host) for host in hosts[: MANY // 2]]
        opened = [create_deal_table(deal, host, browser().secret, "every", setup=True) for host in hosts[MANY // 2 :]]
        joins: list[Callable[[], object]] = [
            partial(lobby.join_game, game, ana, lobby.invite_token(game)) for game in waiting
        ]
        joins += [partial(join, browser(ana), game, PlaceChoice.SECOND) for game in opened]
        joins += [partial(shared_deals.play_with_bot, deal, ana, LEVEL)]
        outcomes = in_threads(joins)
        assert sorted(set(outcomes)) == ["deal_played", "done"]
        assert outcomes.count("done") == 1
        assert Player.objects.filter(game__shared_deal=deal, game__phase__isnull=False, user=ana).count() == 1

    def test_many_people_who_meet_on_the_page_get_one_game_each(self, deal: SharedDeal) -> None:
        people = [person(f"Pat {number}") for number in range(MANY)]
        outcomes = in_threads([partial(shared_deals.play_with_visitor, deal, user) for user in people])
        assert set(outcomes) == {"done"}
        for user in people:
            assert Player.objects.filter(game__shared_deal=deal, user=user).count() == 1

    def test_many_people_at_one_link_fill_one_seat(self, deal: SharedDeal, ana: User) -> None:
        game = create_deal_table(deal, ana, browser().secret, "every", setup=True)
        people = [person(f"Pat {number}") for number in range(MANY)]
        outcomes = in_threads([partial(join, browser(user), game, PlaceChoice.SECOND) for user in people])
        assert outcomes.count("done") == 1
        assert set(outcomes) <= {"done", "table_full", "wrong_code"}
        seen = [user for user in people if queries.has_seen(deal, {user.pk})]
        assert seen == [player.user for player in game.players.filter(seat=1)]
