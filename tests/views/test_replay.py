"""Replays: for those who may have the record once the game is over, without a script, and played on from a step."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from games.inference.record_conversion import build_record
from games.models import Game, User
from games.schemas.replay import ReplayShown
from games.services.matches import cancellation, lobby, play
from games.services.moderation import games as moderation
from games.services.moderation.permissions import Justification, Moderator
from games.state.game_state import Ending
from games.state.match_state import MatchOptions
from games.state.replay import Replay, build_replay
from games.texts.table import format_card
from tests.services.companion.entries import honest_game
from tests.services.matches.games import match_of, play_at_once
from tests.views.replays import log_cards, replay_page
from tests.views.tables import JSON, table_of

pytestmark = pytest.mark.django_db
CARD = re.compile(r"\b[GKUDP][0-9]\b")


def steps(client: Client, game: Game, query: str = "") -> Any:
    return client.get(f"/m/{game.code}/replay/steps/{query}", headers=JSON)


def shown_lines(text: str) -> list[str]:
    """The tricks of the story that are not hidden."""
    story = text.partition('id="replay-story"')[2].partition("</ol>")[0]
    return [one for one in re.findall(r"<li[^>]*>", story) if " hidden" not in one]


class TestWhoMaySeeIt:
    def test_nobody_while_it_is_played_and_the_page_says_so_without_a_card(
        self, game: Game, ana_client: Client, visitor: Client
    ) -> None:
        play_at_once(game, 30)
        for client in (ana_client, visitor):
            text = replay_page(client, game, "?step=20&result=1")
            assert "is still being played" in text
            assert CARD.findall(text.partition("<main")[2]) == []
            answer = steps(client, game)
            assert (answer.status_code, answer.json()["code"]) == (409, "not_over")

    def test_its_players_alone_where_it_is_not(
        self, ana: User, bram: User, ana_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        game = lobby.create_game(ana, MatchOptions(watch=False))
        lobby.join_game(game, bram)
        play.resign(game, ana)
        assert steps(ana_client, game).status_code == 200
        for client in (cleo_client, visitor):
            for path in ("", "steps/", "line/"):
                assert client.get(f"/m/{game.code}/replay/{path}").status_code == 403

    def test_a_game_that_was_called_off_shows_no_card(self, game: Game, ana: User, visitor: Client) -> None:
        cancellation.cancel_game(game, ana)
        assert "cancelled" in replay_page(visitor, game)
        assert steps(visitor, game).json()["code"] == "called_off"

    def test_one_that_a_moderator_ended_may_go_on_and_stays_closed(
        self, game: Game, mona: Moderator, ana_client: Client
    ) -> None:
        play_at_once(game, 9)
        moderation.award_win(mona, game, 0, Justification("Bram left."))
        assert steps(ana_client, game).json()["code"] == "judged_early"
        assert CARD.findall(replay_page(ana_client, game).partition("<main")[2]) == []


class TestThePage:
    def test_hides_the_result_from_others_than_the_players(self, finished_game: Game, visitor: Client) -> None:
        text = replay_page(visitor, finished_game)
        assert 'data-step="0"' in text
        assert shown_lines(text) == []
        assert re.search(r'id="replay-ended"\s+hidden', text)
        assert "Show the result" in text

    def test_shows_the_result_to_players_and_on_request(
        self, finished_game: Game, ana_client: Client, visitor: Client
    ) -> None:
        for text in (replay_page(ana_client, finished_game), replay_page(visitor, finished_game, "?result=1")):
            assert len(shown_lines(text)) == 26
            assert "Show the result" not in text

    def test_shows_tricks_and_cards_up_to_the_step(self, finished_game: Game, visitor: Client) -> None:
        text = replay_page(visitor, finished_game, "?step=7")
        match = match_of(finished_game)
        assert len(shown_lines(text)) == 3
        lead = format_card(match.plays[6])
        assert f"leads {lead}." in text.partition('id="replay-words"')[2].partition("</p>")[0]
        slots = text.partition('class="trick"')[2].partition("</section>")[0]
        assert CARD.findall(slots) == [str(match.plays[6])]

    @pytest.mark.parametrize(("query", "step"), [("?step=52", 52), ("?step=99", 52), ("?step=-1", 0), ("?step=x", 0)])
    def test_a_step_beyond_the_game_is_its_end(
        self, finished_game: Game, visitor: Client, query: str, step: int
    ) -> None:
        assert f'data-step="{step}"' in replay_page(visitor, finished_game, query)

    def test_players_see_it_from_their_seat_and_others_from_seat_0(
        self, finished_game: Game, ana_client: Client, bram_client: Client, visitor: Client
    ) -> None:
        near = [
            re.findall(r'data-near="(\d)"', replay_page(one, finished_game, "?as=1"))[0]
            for one in (ana_client, bram_client, visitor)
        ]
        assert near == ["0", "1", "0"]

    def test_from_one_seat_the_other_hand_is_closed(self, finished_game: Game, visitor: Client) -> None:
        deal = match_of(finished_game).deal
        assert deal is not None
        text = replay_page(visitor, finished_game, "?as=0")
        laid = re.findall(r'<section class="laid (far|near)".*?</section>', text, re.DOTALL)
        assert laid == ["far", "near"]
        table = text.partition('id="replay-table"')[2].partition('id="replay-words"')[0]
        assert {str(card) for card in deal.hands[0]} <= set(re.findall(r"#([GKUDP]\d)", table))
        far = re.search(r'<section class="laid far".*?</section>', text, re.DOTALL)
        assert far is not None
        assert re.findall(r"#([GKUDP]\d)", far[0]) == []

    def test_says_how_a_game_ended_that_was_resigned(self, game: Game, ana: User, visitor: Client) -> None:
        play_at_once(game, 9)
        play.resign(game, ana)
        text = replay_page(visitor, game, "?step=52")
        assert 'data-step="9"' in text
        assert "Ana resigned, so Bram wins." in text
        assert len(shown_lines(text)) == 5


class TestTheSteps:
    @pytest.mark.parametrize("query", ["", "?as=0", "?as=1"])
    def test_are_as_the_protocol_has_them(self, finished_game: Game, visitor: Client, query: str) -> None:
        text = steps(visitor, finished_game, query).content
        assert ReplayShown.model_validate_json(text).model_dump(mode="json") == json.loads(text)

    def test_go_from_the_deal_to_the_last_card(self, finished_game: Game, visitor: Client) -> None:
        found = steps(visitor, finished_game).json()["steps"]
        match = match_of(finished_game)
        assert len(found) == 53
        laid = [step["trick"][match_seat] for step in found[1:2] for match_seat in (step["leader"],)]
        assert laid == [str(match.plays[0])]
        assert [len(hand) for hand in found[0]["hands"]] == [13, 13]
        assert [len(pile) for pile in found[26]["recruits"]] == [13, 13]
        assert found[26]["hands"] == [[], []]
        assert sum(len(pile) for pile in found[52]["score"]) >= 26

    def test_from_one_seat_only_its_own_blind_cards_are_named(self, finished_game: Game, visitor: Client) -> None:
        for seat in (0, 1):
            tricks = [
                step["done"] for step in steps(visitor, finished_game, f"?as={seat}").json()["steps"] if step["done"]
            ]
            assert [one["blind"] is None for one in tricks[:13]] == [one["winner"] == seat for one in tricks[:13]]

    def test_another_line_can_be_looked_at(self, finished_game: Game, visitor: Client) -> None:
        match = match_of(finished_game)
        before = match.plays[:30]
        found = steps(visitor, finished_game).json()["steps"][30]
        seat = found["turn"] if found["turn"] is not None else found["done"]["winner"]
        card = found["hands"][seat][0]
        answer = visitor.get(f"/m/{finished_game.code}/replay/line/?step=30&cards={card}", headers=JSON)
        assert answer.json()["first"] == len(before)
        assert [step["trick"][seat] for step in answer.json()["steps"]][-1] == card
        ReplayShown.model_validate_json(answer.content)

    @pytest.mark.parametrize("cards", ["", "X9", "G0,G0,G0,G0,G0,G0,G0"])
    def test_a_line_against_the_rules_is_refused(self, finished_game: Game, visitor: Client, cards: str) -> None:
        answer = visitor.get(f"/m/{finished_game.code}/replay/line/?step=30&cards={cards}", headers=JSON)
        assert answer.status_code == 409
        assert answer.json()["message"]


class TestATable:
    """A game with the printed deck; the browser of whoever opened it holds both seats."""

    def test_of_which_every_card_is_logged_is_replayed(self, host: Client, table: Game) -> None:
        log_cards(host, table)
        answer = host.get(f"/t/{table.code}/replay/steps/", headers=JSON)
        shown = ReplayShown.model_validate_json(answer.content)
        tricks = [one.done for one in shown.steps if one.done]
        assert [(one.lead, one.follow, one.winner) for one in tricks] == [
            (str(one.lead), str(one.follow), one.winner) for one in honest_game(10).tricks
        ]
        assert len(shown_lines(host.get(f"/t/{table.code}/replay/").content.decode())) == 26
        found = build_replay(table_of(table))
        assert isinstance(found, Replay)
        assert found.ending is Ending.VOTES

    def test_is_for_those_at_it_alone_where_nobody_may_watch(self, host: Client, table: Game, visitor: Client) -> None:
        log_cards(host, table)
        for path in ("", "steps/", "line/"):
            assert visitor.get(f"/t/{table.code}/replay/{path}").status_code == 403


def post(client: Client, game: Game, **fields: object) -> Any:
    return client.post(f"{game.address}replay/play-on/", fields, headers=JSON)


class TestPlayingOn:
    def test_begins_a_game_from_that_step_in_either_seat(self, finished_game: Game, cleo_client: Client) -> None:
        for seat in (0, 1):
            url = post(cleo_client, finished_game, step=20, seat=seat, level="herald").json()["url"]
            match = match_of(Game.objects.get(code=url.split("/")[2]))
            assert match.plays == match_of(finished_game).plays[:20]
            assert (match.opponent(1 - seat), match.names[seat]) == ("herald", "Cleo")

    def test_makes_a_visitor_a_guest_on_the_way(self, finished_game: Game, visitor: Client) -> None:
        url = post(visitor, finished_game, step=3, seat=1).json()["url"]
        assert visitor.get(url).status_code == 200
        assert User.objects.filter(is_guest=True).count() == 1

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
        self, finished_game: Game, visitor: Client, fields: dict[str, object], code: str
    ) -> None:
        answer = post(visitor, finished_game, **fields)
        assert answer.json()["code"] == code
        assert User.objects.filter(is_guest=True).count() == 0

    def test_is_for_those_who_may_see_the_replay(self, game: Game, ana: User, bram: User, cleo_client: Client) -> None:
        assert post(cleo_client, game, step=0, seat=0).json()["code"] == "not_over"
        closed = lobby.create_game(ana, MatchOptions(watch=False))
        lobby.join_game(closed, bram)
        play.resign(closed, ana)
        assert post(cleo_client, closed, step=0, seat=0).status_code == 403


class TestPlayingOnFromATable:
    """A game with the printed deck goes on online, where every card of it is known."""

    def test_begins_a_game_from_any_step_of_one_of_which_every_card_is_logged(self, host: Client, table: Game) -> None:
        log_cards(host, table)
        logged = build_record(table_of(table).record)
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
        assert "played on" in replay_page(host, table)
        assert User.objects.filter(is_guest=True).count() == 0

    def test_is_refused_in_the_middle_and_to_who_may_not_look(self, host: Client, table: Game, visitor: Client) -> None:
        log_cards(host, table, tricks=20)
        assert post(host, table, step=3, seat=0).json()["code"] == "not_over"
        assert post(visitor, table, step=3, seat=0).status_code == 403
