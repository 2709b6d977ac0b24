"""Playing on from a replay against the site's own: from which games, for whom, and the way to the replay."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Game, User
from games.rules.logged.whole import whole
from games.services.online import lobby, play
from games.stories.online import Options
from tests.pages.replays import log_cards, page
from tests.pages.tables import JSON, table_of
from tests.services.companion_acts import honest_game
from tests.services.plays import match_of

pytestmark = pytest.mark.django_db


def post(client: Client, game: Game, **fields: object) -> Any:
    return client.post(f"{game.address}replay/play-on/", fields, headers=JSON)


class TestPlayingOn:
    def test_begins_a_game_from_that_step_in_either_seat(self, over: Game, cleo_client: Client) -> None:
        for seat in (0, 1):
            url = post(cleo_client, over, step=20, seat=seat, level="herald").json()["url"]
            match = match_of(Game.objects.get(code=url.split("/")[2]))
            assert match.plays == match_of(over).plays[:20]
            assert (match.opponent(1 - seat), match.names[seat]) == ("herald", "Cleo")

    def test_makes_a_visitor_a_guest_on_the_way(self, over: Game, visitor: Client) -> None:
        url = post(visitor, over, step=3, seat=1).json()["url"]
        assert visitor.get(url).status_code == 200
        assert User.objects.filter(is_guest=True).count() == 1

    def test_says_that_it_does_not_count_there_and_in_the_list(self, over: Game, cleo_client: Client) -> None:
        answer = cleo_client.post(f"/m/{over.code}/replay/play-on/", {"step": 20, "seat": 0}, follow=True)
        text = answer.content.decode()
        assert "You have seen all the cards" in text
        assert "Goes on from a replay, and does not count." in text
        assert "Goes on from a replay, and does not count." in cleo_client.get("/").content.decode()

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ({"step": 52, "seat": 0}, "nothing_left"),
            ({"step": 3}, "invalid"),
            ({"step": "x", "seat": 0}, "invalid"),
            ({"step": 3, "seat": 2}, "invalid"),
            ({"step": 3, "seat": 0, "level": "emperor"}, "no_such_level"),
        ],
    )
    def test_is_refused_where_it_cannot_be(
        self, over: Game, visitor: Client, fields: dict[str, object], code: str
    ) -> None:
        answer = post(visitor, over, **fields)
        assert answer.json()["code"] == code
        assert User.objects.filter(is_guest=True).count() == 0

    def test_is_for_those_who_may_see_the_replay(self, game: Game, ana: User, bram: User, cleo_client: Client) -> None:
        assert post(cleo_client, game, step=0, seat=0).json()["code"] == "not_over"
        closed = lobby.create(ana, Options(watch=False))
        lobby.join(closed, bram)
        play.resign(closed, ana)
        assert post(cleo_client, closed, step=0, seat=0).status_code == 403

    def test_is_offered_until_no_card_is_left(self, over: Game, visitor: Client) -> None:
        assert 'id="play-on-nothing"\n     hidden' in page(visitor, over, "?step=51")
        assert re.search(r'id="play-on"\s+hidden', page(visitor, over, "?step=52"))


class TestFromATable:
    """A game with the printed deck goes on online, where every card of it is known."""

    def test_begins_a_game_from_any_step_of_one_of_which_every_card_is_logged(self, host: Client, table: Game) -> None:
        log_cards(host, table)
        logged = whole(table_of(table).record)
        assert logged is not None
        for step, seat in ((0, 0), (27, 1)):
            url = post(host, table, step=step, seat=seat, level="page").json()["url"]
            match = match_of(Game.objects.get(code=url.split("/")[2]))
            assert match.plays == logged.plays[:step]
            assert match.deal is not None
            assert (match.deal.hands, match.deal.deck) == (logged.hands, logged.deck)
            assert match.opponent(1 - seat) == "page"

    def test_it_says_where_it_goes_on_from_and_is_as_closed_as_the_table(self, host: Client, table: Game) -> None:
        log_cards(host, table)
        url = post(host, table, step=3, seat=0).json()["url"]
        begun = Game.objects.get(code=url.split("/")[2])
        assert begun.origin == table
        assert (begun.watch, begun.listed) == (False, False)

    def test_with_a_gap_in_its_log_it_says_that_nobody_knows_the_cards(self, host: Client, table: Game) -> None:
        log_cards(host, table, without=(str(honest_game(10).tricks[12].blind),))
        answer = post(host, table, step=3, seat=0)
        assert (answer.status_code, answer.json()["code"]) == (409, "not_all_logged")
        assert "played on" in page(host, table)
        assert User.objects.filter(is_guest=True).count() == 0

    def test_is_refused_in_the_middle_and_to_who_may_not_look(self, host: Client, table: Game, visitor: Client) -> None:
        log_cards(host, table, tricks=20)
        assert post(host, table, step=3, seat=0).json()["code"] == "not_over"
        assert post(visitor, table, step=3, seat=0).status_code == 403

    def test_is_offered_on_its_replay(self, host: Client, table: Game) -> None:
        log_cards(host, table)
        assert f'action="/t/{table.code}/replay/play-on/"' in page(host, table)


class TestTheWayToIt:
    def test_leads_from_the_end_of_a_match_and_from_the_list(self, over: Game, ana_client: Client) -> None:
        path = f"/m/{over.code}/replay/"
        assert f'data-replay-page="{path}"' in ana_client.get(f"/m/{over.code}/").content.decode()
        assert f'href="{path}"' in ana_client.get("/").content.decode()

    def test_leads_from_the_end_of_a_table(self, host: Client, table: Game) -> None:
        assert f'data-replay="/t/{table.code}/replay/"' in host.get(f"/t/{table.code}/").content.decode()
