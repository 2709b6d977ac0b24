"""Reviews: after the end alone, for those who may see the cards, ready or not yet."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Game, User
from games.schemas.review import ReviewPending
from games.schemas.table_commands import QueuedCommand
from games.services.bots import reviews
from games.services.companion import play as companion
from games.services.matches import cancellation, lobby, play
from games.state.match_state import MatchOptions
from tests.services.companion.entries import card, cards_of, honest_game, item
from tests.services.matches.games import play_out
from tests.views.tables import JSON, device_at, open_table, table_of

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
    game = lobby.create_game(ana, MatchOptions(listed=False, watch=False))
    lobby.join_game(game, bram, lobby.invite_token(game))
    play_out(game, 1)
    play.resign(game, ana)
    return game


class TestMatch:
    def test_is_refused_before_the_end(
        self, game: Game, ana_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        play_out(game, 51)
        for client in (ana_client, cleo_client, visitor):
            assert answer(client, game) == (409, "not_over")

    def test_is_pending_and_then_ready_for_all_who_may_watch(
        self, game: Game, ana: User, ana_client: Client, visitor: Client
    ) -> None:
        play_out(game, 1)
        play.resign(game, ana)
        assert answer(ana_client, game) == (202, ReviewPending().model_dump())
        assert visitor.get(f"/m/{game.code}/review/")["Retry-After"] == "1"
        reviews.save_review(reviews.build_job(game.pk), TOLD)
        assert answer(ana_client, game) == answer(visitor, game) == (200, TOLD)

    def test_is_for_the_players_where_nobody_may_watch(
        self, secluded: Game, ana_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        reviews.save_review(reviews.build_job(secluded.pk), TOLD)
        assert answer(ana_client, secluded) == (200, TOLD)
        for client in (cleo_client, visitor):
            assert answer(client, secluded) == (404, "not_found")

    def test_a_cancelled_game_has_none(self, game: Game, bram: User, bram_client: Client) -> None:
        cancellation.cancel_game(game, bram)
        assert answer(bram_client, game) == (409, "nothing_to_review")


class TestTable:
    @pytest.fixture
    def host(self, db: None) -> Client:
        return Client()

    def logged(self, host: Client, tricks: int = 26, without: str = "", **more: str) -> Game:
        """A game, logged on one phone so far, without the cards of one spot of the first tricks."""
        game, state = open_table(host, "both", **more), honest_game(4)
        items = [item("lead", seat=0)]
        for trick in state.tricks[:tricks]:
            items += [card(*where) for where, _ in cards_of(trick) if trick.number > 6 or where[2] != without]
        self.done(host, game, *items)
        return game

    def done(self, host: Client, game: Game, *items: QueuedCommand) -> None:
        outcomes = companion.execute_commands(game.pk, device_at(host, game).pk, items)
        assert all(isinstance(one, int) for one in outcomes), outcomes

    def test_a_completely_logged_table_has_one(self, host: Client) -> None:
        game = self.logged(host)
        assert answer(host, game)[0] == 202
        reviews.save_review(reviews.build_job(game.pk), TOLD)
        assert answer(host, game) == answer(Client(), game) == (200, TOLD)

    def test_is_for_its_devices_where_nobody_may_watch(self, host: Client) -> None:
        game = self.logged(host, watch="")
        assert answer(host, game)[0] == 202
        assert answer(Client(), game) == (404, "not_found")

    def test_a_table_with_counted_piles_has_none(self, host: Client) -> None:
        game = open_table(host, "both", depth="piles")
        self.done(host, game, *(item("pile", faction=letter, counts=(3, 2)) for letter in "GKUDP"))
        assert table_of(game).over
        assert answer(host, game) == (409, "not_all_logged")

    def test_a_table_with_unknown_blind_cards_has_none(self, host: Client) -> None:
        game = self.logged(host, without="blind")
        assert table_of(game).sheet_open
        assert answer(host, game) == (409, "not_all_logged")

    def test_a_table_closed_early_has_one_once_both_confirm(self, host: Client) -> None:
        game = self.logged(host, tricks=20)
        self.done(host, game, item("close"))
        assert answer(host, game) == (409, "not_all_logged")
        self.done(host, game, *(item("confirm", seat=seat, accept=True) for seat in (0, 1)))
        assert answer(host, game)[0] == 202
        assert len(reviews.build_job(game.pk).record.plays) == 40
