"""Reviews of finished games: for people who may see the cards, pending and then ready."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Game, User
from games.schemas.review import ReviewPending
from games.schemas.table_commands import QueuedCommand
from games.services.bots import engine_pool, reviews
from games.services.companion import play as companion
from games.services.matches import cancellation, lobby, play
from games.state.match_state import MatchOptions
from tests.services.companion.entries import item
from tests.services.matches.games import play_out
from tests.views.tables import JSON, device_at, log_cards, open_table, table_of

pytestmark = pytest.mark.django_db(transaction=True)
REVIEW = {"format": "claim-review/1", "curve": []}


def answer(client: Client, game: Game) -> tuple[int, Any]:
    """Return the status, and the code of a refusal or the whole answer."""
    response = client.get(f"{game.address}review/", headers=JSON)
    data = response.json()
    return response.status_code, data.get("code", data)


class TestMatch:
    def test_is_refused_before_the_end(
        self, game: Game, ana_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        play_out(game, 51)
        for client in (ana_client, cleo_client, visitor):
            assert answer(client, game) == (409, "not_over")

    @pytest.mark.parametrize("watch", [True, False])
    def test_is_pending_and_then_ready_for_all_who_may_watch(
        self, ana: User, bram: User, ana_client: Client, visitor: Client, watch: bool
    ) -> None:
        game = lobby.create_game(ana, MatchOptions(watch=watch))
        lobby.join_game(game, bram)
        play_out(game, 1)
        play.resign(game, ana)
        assert answer(ana_client, game) == (202, ReviewPending().model_dump())
        assert ana_client.get(f"/m/{game.code}/review/")["Retry-After"] == "1"
        reviews.save_review(reviews.build_job(game.pk), REVIEW)
        assert answer(ana_client, game) == (200, REVIEW)
        assert answer(visitor, game) == ((200, REVIEW) if watch else (404, "not_found"))

    def test_is_pending_while_the_engine_starts(
        self, game: Game, ana: User, ana_client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play_out(game, 1)
        play.resign(game, ana)
        monkeypatch.setattr(engine_pool.engine, "is_starting", lambda: True)
        assert answer(ana_client, game) == (202, {"state": "starting"})

    def test_a_cancelled_game_has_none(self, game: Game, bram: User, bram_client: Client) -> None:
        cancellation.cancel_game(game, bram)
        assert answer(bram_client, game) == (409, "nothing_to_review")


class TestTable:
    def execute(self, host: Client, game: Game, *items: QueuedCommand) -> None:
        outcomes = companion.execute_commands(game.pk, device_at(host, game).pk, items)
        assert all(isinstance(outcome, int) for outcome in outcomes), outcomes

    @pytest.mark.parametrize("watch", ["on", ""])
    def test_a_completely_logged_table_has_a_review_for_all_who_may_watch(self, host: Client, watch: str) -> None:
        game = open_table(host, "both", watch=watch)
        log_cards(host, game)
        assert answer(host, game)[0] == 202
        reviews.save_review(reviews.build_job(game.pk), REVIEW)
        assert answer(host, game) == (200, REVIEW)
        assert answer(Client(), game) == ((200, REVIEW) if watch else (404, "not_found"))

    def test_a_table_with_counted_piles_has_none(self, host: Client) -> None:
        game = open_table(host, "both", depth="piles")
        self.execute(host, game, *(item("pile", faction=letter, counts=(3, 2)) for letter in "GKUDP"))
        assert table_of(game).over
        assert answer(host, game) == (409, "not_all_logged")

    def test_a_table_closed_early_has_a_review_once_both_confirm(self, host: Client, table: Game) -> None:
        log_cards(host, table, tricks=20)
        self.execute(host, table, item("close"))
        assert answer(host, table) == (409, "not_all_logged")
        self.execute(host, table, *(item("confirm", seat=seat, accept=True) for seat in (0, 1)))
        assert answer(host, table)[0] == 202
        assert len(reviews.build_job(table.pk).record.plays) == 40
