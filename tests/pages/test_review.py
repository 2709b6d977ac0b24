"""The address of a review: after the end alone, for those who may see the cards, ready or not yet."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Game, User
from games.services.minds import reviews
from games.services.online import lobby, play
from games.services.table import companion
from games.services.table.said import Item
from games.stories.online import Options
from games.wire.review import Thinking
from tests.pages.tables import JSON, device, opened, table_of
from tests.services.companion_acts import card, cards_of, honest_game, item
from tests.services.plays import play_out

pytestmark = pytest.mark.django_db(transaction=True)
TOLD = {"format": "claim-review/1", "curve": []}


def answer(client: Client, game: Game) -> tuple[int, Any]:
    """The status, and the code of a refusal or the whole answer."""
    found = client.get(f"{game.address}review/", headers=JSON)
    data = found.json()
    return found.status_code, data.get("code", data)


@pytest.fixture
def secluded(ana: User, bram: User) -> Game:
    """A private game without watchers, over after a card."""
    game = lobby.create(ana, Options(listed=False, watch=False))
    lobby.join(game, bram, lobby.invite_token(game))
    play_out(game, 1)
    play.resign(game, ana)
    return game


class TestMatch:
    def test_nobody_gets_anything_before_the_end(
        self, game: Game, ana_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        play_out(game, 51)
        for client in (ana_client, cleo_client, visitor):
            assert answer(client, game) == (409, "not_over")

    def test_it_is_being_made_and_then_there_for_all_who_may_watch(
        self, game: Game, ana: User, ana_client: Client, visitor: Client
    ) -> None:
        play_out(game, 1)
        play.resign(game, ana)
        assert answer(ana_client, game) == (202, Thinking().model_dump())
        assert visitor.get(f"/m/{game.code}/review/")["Retry-After"] == "1"
        reviews.keep(reviews.job_of(game.pk), TOLD)
        assert answer(ana_client, game) == answer(visitor, game) == (200, TOLD)

    def test_for_its_players_alone_where_nobody_may_watch(
        self, secluded: Game, ana_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        reviews.keep(reviews.job_of(secluded.pk), TOLD)
        assert answer(ana_client, secluded) == (200, TOLD)
        for client in (cleo_client, visitor):
            assert answer(client, secluded) == (404, "not_found")

    def test_a_private_invitation_does_not_exist_for_others(
        self, ana: User, ana_client: Client, visitor: Client
    ) -> None:
        game = lobby.create(ana, Options(listed=False))
        assert answer(visitor, game) == (404, "not_found")
        assert answer(ana_client, game) == (409, "not_over")

    def test_there_is_none_of_a_game_that_was_called_off(self, game: Game, bram: User, bram_client: Client) -> None:
        lobby.call_off(game, bram)
        assert answer(bram_client, game) == (409, "nothing_to_review")

    def test_a_table_has_its_own_address(self, visitor: Client) -> None:
        game = opened(visitor)
        assert visitor.get(f"/m/{game.code}/review/", headers=JSON).status_code == 404


class TestTable:
    @pytest.fixture
    def host(self, db: None) -> Client:
        return Client()

    def logged(self, host: Client, tricks: int = 26, without: str = "", **more: str) -> Game:
        """A game, logged on one phone so far, without the cards of one spot of the first tricks."""
        game, state = opened(host, "both", **more), honest_game(4)
        items = [item("lead", seat=0)]
        for trick in state.tricks[:tricks]:
            items += [card(*where) for where, _ in cards_of(trick) if trick.number > 6 or where[2] != without]
        self.done(host, game, *items)
        return game

    def done(self, host: Client, game: Game, *items: Item) -> None:
        outcomes = companion.act(game.pk, device(host, game).pk, items)
        assert all(isinstance(one, int) for one in outcomes), outcomes

    def test_one_that_was_logged_to_its_end_has_a_review_for_who_may_watch(self, host: Client) -> None:
        game = self.logged(host)
        assert answer(host, game)[0] == 202
        reviews.keep(reviews.job_of(game.pk), TOLD)
        assert answer(host, game) == answer(Client(), game) == (200, TOLD)

    def test_for_those_at_it_alone_where_others_may_not_watch(self, host: Client) -> None:
        game = self.logged(host, watch="")
        assert answer(host, game)[0] == 202
        assert answer(Client(), game) == (404, "not_found")

    def test_not_one_of_which_the_piles_were_counted(self, host: Client) -> None:
        game = opened(host, "both", depth="piles")
        self.done(host, game, *(item("pile", faction=letter, counts=(3, 2)) for letter in "GKUDP"))
        assert table_of(game).over
        assert answer(host, game) == (409, "not_all_logged")

    def test_not_one_of_which_nobody_can_tell_when_the_blind_cards_came(self, host: Client) -> None:
        game = self.logged(host, without="blind")
        assert table_of(game).sheet_open
        assert answer(host, game) == (409, "not_all_logged")

    def test_one_that_was_closed_early_tells_its_cards_when_both_say_so(self, host: Client) -> None:
        game = self.logged(host, tricks=20)
        self.done(host, game, item("close"))
        assert answer(host, game) == (409, "not_all_logged")
        self.done(host, game, *(item("confirm", seat=seat, accept=True) for seat in (0, 1)))
        assert answer(host, game)[0] == 202
        assert len(reviews.job_of(game.pk).record.plays) == 40

    def test_not_one_that_is_being_played(self, host: Client) -> None:
        assert answer(host, opened(host, "both")) == (409, "not_over")
