"""Shared deals: the same cards at every table, once for each person, and who may see them."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games import retention_periods
from games.models import Game, Player, SharedDeal, User
from games.queries import shared_deals as queries
from games.services.accounts import erasure
from games.services.bots import aid
from games.services.matches import cancellation, lobby, play, shared_deals
from games.services.retention.games import delete_unused_deals
from games.texts.opponents import OPPONENTS
from tests.services.matches.games import match_of, play_at_once, refusal_code

pytestmark = pytest.mark.django_db
LEVEL = next(iter(OPPONENTS))


@pytest.fixture
def deal(dora: User) -> SharedDeal:
    return shared_deals.create_deal(dora)


@pytest.fixture
def dora(db: None) -> User:
    return person("Dora")


def person(name: str, account: User | None = None) -> User:
    return User.objects.create(username=name.lower(), display_name=name, account=account, is_guest=account is not None)


def sit(deal: SharedDeal, first: User, second: User) -> Game:
    game = shared_deals.play_with_link(deal, first)
    lobby.join_game(game, second, lobby.invite_token(game), "ab" * 32)
    game.refresh_from_db()
    return game


def test_every_table_has_the_same_cards_and_seat_0_leads(deal: SharedDeal, ana: User, bram: User, cleo: User) -> None:
    one, other = match_of(sit(deal, ana, bram)), match_of(shared_deals.play_with_bot(deal, cleo, LEVEL))
    assert one.deal == other.deal == deal.shuffle.dealt()
    assert one.deal.leader == 0
    assert one.shuffle is not None
    assert one.shuffle.parts == (None, None)
    assert one.shuffle.commitment == deal.shuffle.commitment


def test_games_are_unrated_unlisted_and_closed_to_spectators(deal: SharedDeal, ana: User, bram: User) -> None:
    game = sit(deal, ana, bram)
    assert (game.rated, game.listed, game.watch, game.commitment) == (False, False, False, None)


def test_a_person_is_dealt_a_deal_once(deal: SharedDeal, ana: User, bram: User, cleo: User) -> None:
    waiting = shared_deals.play_with_link(deal, ana)
    game = sit(deal, ana, bram)
    for user in (ana, bram, person("Ana as a guest", ana)):
        assert refusal_code(shared_deals.play_with_link, deal, user) == "deal_played"
        assert refusal_code(shared_deals.play_with_visitor, deal, user) == "deal_played"
        assert refusal_code(shared_deals.play_with_bot, deal, user, LEVEL) == "deal_played"
    assert refusal_code(lobby.join_game, waiting, cleo, lobby.invite_token(waiting)) == "deal_played"
    other = shared_deals.play_with_link(deal, cleo)
    assert refusal_code(lobby.join_game, other, bram, lobby.invite_token(other)) == "deal_played"
    cancellation.cancel_game(game, ana)
    assert refusal_code(shared_deals.play_with_link, deal, ana) == "deal_played"
    assert not Player.objects.filter(game=waiting, seat=1).exists()


def test_an_invitation_that_was_never_dealt_is_not_a_game_played(deal: SharedDeal, ana: User) -> None:
    cancellation.cancel_game(shared_deals.play_with_link(deal, ana), ana)
    assert shared_deals.play_with_link(deal, ana).shared_deal == deal


def test_visitors_of_the_page_meet(deal: SharedDeal, ana: User, bram: User) -> None:
    game = shared_deals.play_with_visitor(deal, ana)
    assert shared_deals.play_with_visitor(deal, ana) == game
    assert shared_deals.play_with_visitor(deal, bram) == game
    assert match_of(game).deal == deal.shuffle.dealt()


def test_only_who_finished_a_deal_may_see_its_games(deal: SharedDeal, ana: User, bram: User, cleo: User) -> None:
    game, other = sit(deal, ana, bram), shared_deals.play_with_bot(deal, cleo, LEVEL)
    assert not queries.is_open_to_user(deal, ana)
    play.resign(game, ana)
    assert [queries.is_open_to_user(deal, user) for user in (ana, bram, cleo, None)] == [True, True, False, False]
    shared_deals.close_deal(deal, deal.creator or ana)
    deal.refresh_from_db()
    assert [queries.is_open_to_user(deal, user) for user in (cleo, None)] == [False, True]
    play.resign(other, cleo)
    assert queries.is_open_to_user(deal, cleo)


def test_a_closed_deal_takes_no_games(deal: SharedDeal, dora: User, ana: User, bram: User) -> None:
    waiting = shared_deals.play_with_link(deal, ana)
    assert refusal_code(shared_deals.close_deal, deal, ana) == "not_your_deal"
    shared_deals.close_deal(deal, dora)
    deal.refresh_from_db()
    assert refusal_code(lobby.join_game, waiting, bram, lobby.invite_token(waiting)) == "deal_closed"
    assert refusal_code(shared_deals.play_with_link, deal, bram) == "deal_closed"


def test_there_are_no_hints_takebacks_and_games_from_a_position(deal: SharedDeal, ana: User) -> None:
    game = shared_deals.play_with_bot(deal, ana, LEVEL)
    assert refusal_code(aid.take_back, game.pk, ana.pk, 0, 0, "back") == "no_aid"
    play.resign(game, ana)
    game.refresh_from_db()
    assert refusal_code(aid.require_bot_opponent, match_of(game), ana.pk) == "no_aid"


def test_a_rematch_has_other_cards(deal: SharedDeal, ana: User, bram: User) -> None:
    game = sit(deal, ana, bram)
    play_at_once(game)
    lobby.answer_rematch(game, ana)
    code = lobby.answer_rematch(game, bram).successor
    rematch = Game.objects.get(code=code)
    assert rematch.shared_deal is None
    assert match_of(rematch).deal != match_of(game).deal


def test_erasure_removes_the_creator(deal: SharedDeal, dora: User) -> None:
    erasure._erase_rows(dora, frozenset())
    deal.refresh_from_db()
    assert deal.creator is None


def test_a_person_has_few_open_deals(dora: User) -> None:
    for _ in range(shared_deals.MAX_OPEN):
        shared_deals.create_deal(dora)
    assert refusal_code(shared_deals.create_deal, dora) == "too_many_deals"


def test_a_deal_that_nobody_plays_is_deleted(deal: SharedDeal, dora: User, ana: User) -> None:
    played = shared_deals.create_deal(dora)
    shared_deals.play_with_link(played, ana)
    SharedDeal.objects.update(created_at=timezone.now() - 2 * retention_periods.INVITATION)
    assert sum(delete_unused_deals()) == 1
    assert SharedDeal.objects.get() == played


def test_the_organizer_who_views_the_cards_cannot_play(deal: SharedDeal, dora: User, ana: User, bram: User) -> None:
    waiting = shared_deals.play_with_link(deal, dora)
    assert refusal_code(shared_deals.open_cards, deal, ana) == "not_your_deal"
    deal = shared_deals.open_cards(deal, dora)
    assert refusal_code(shared_deals.play_with_link, deal, dora) == "deal_played"
    assert refusal_code(lobby.join_game, waiting, ana, lobby.invite_token(waiting)) == "deal_played"
    assert [queries.is_open_to_user(deal, user) for user in (dora, ana)] == [True, False]
    assert sit(deal, ana, bram).shared_deal == deal


def test_a_creator_who_plays_cannot_view_the_cards(deal: SharedDeal, dora: User) -> None:
    shared_deals.play_with_bot(deal, dora, LEVEL)
    assert refusal_code(shared_deals.open_cards, deal, dora) == "deal_in_play"
    deal.refresh_from_db()
    assert deal.printed_at is None
