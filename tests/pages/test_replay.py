"""The replay of a game: for whoever may have its record, once it is over, and readable without a script."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from games.models import Game, User
from games.services.moderation import games as moderation
from games.services.moderation.judges import Judge, Why
from games.services.online import lobby, play
from games.stories.online import Options
from games.stories.replayed import Replayed, replayed
from games.stories.status import Ending
from games.wire.replay import ReplayShown
from games.words.table import card_text
from tests.pages.replays import log_cards, page
from tests.pages.tables import JSON
from tests.services.at_tables import table_of
from tests.services.companion_acts import honest_game
from tests.services.plays import match_of, play_at_once

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
            text = page(client, game, "?step=20&result=1")
            assert "is still being played" in text
            assert CARD.findall(text.partition("<main")[2]) == []
            answer = steps(client, game)
            assert (answer.status_code, answer.json()["code"]) == (409, "not_over")

    def test_players_and_where_watching_is_allowed_everybody(
        self, over: Game, ana_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        for client in (ana_client, cleo_client, visitor):
            assert steps(client, over).status_code == 200

    def test_its_players_alone_where_it_is_not(
        self, ana: User, bram: User, ana_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        game = lobby.create(ana, Options(watch=False))
        lobby.join(game, bram)
        play.resign(game, ana)
        assert steps(ana_client, game).status_code == 200
        for client in (cleo_client, visitor):
            for path in ("", "steps/", "line/"):
                assert client.get(f"/m/{game.code}/replay/{path}").status_code == 403

    def test_nobody_of_an_invitation(self, ana: User, ana_client: Client) -> None:
        game = lobby.create(ana, Options())
        assert ana_client.get(f"/m/{game.code}/replay/").status_code == 404

    def test_a_game_that_was_called_off_shows_no_card(self, game: Game, ana: User, visitor: Client) -> None:
        lobby.call_off(game, ana)
        assert "called off" in page(visitor, game)
        assert steps(visitor, game).json()["code"] == "called_off"

    def test_a_private_one_that_was_called_off_is_none_to_strangers(
        self, ana: User, bram: User, visitor: Client
    ) -> None:
        game = lobby.create(ana, Options(listed=False))
        lobby.join(game, bram, lobby.invite_token(game))
        lobby.call_off(game, ana)
        assert visitor.get(f"/m/{game.code}/replay/").status_code == 404

    def test_one_that_a_moderator_ended_may_go_on_and_stays_closed(
        self, game: Game, mona: Judge, ana_client: Client
    ) -> None:
        play_at_once(game, 9)
        moderation.award(mona, game, 0, Why("Bram left."))
        assert steps(ana_client, game).json()["code"] == "judged_early"
        assert CARD.findall(page(ana_client, game).partition("<main")[2]) == []


class TestThePage:
    def test_opens_at_the_deal_with_the_result_hidden_from_who_did_not_play(self, over: Game, visitor: Client) -> None:
        text = page(visitor, over)
        assert 'data-step="0"' in text
        assert shown_lines(text) == []
        assert re.search(r'id="replay-ended"\s+hidden', text)
        assert "Show the result" in text

    def test_tells_the_result_to_players_and_to_who_asks(self, over: Game, ana_client: Client, visitor: Client) -> None:
        for text in (page(ana_client, over), page(visitor, over, "?result=1")):
            assert len(shown_lines(text)) == 26
            assert "Show the result" not in text

    def test_has_the_words_up_to_the_step_and_the_cards_that_lie_there(self, over: Game, visitor: Client) -> None:
        text = page(visitor, over, "?step=7")
        match = match_of(over)
        assert len(shown_lines(text)) == 3
        lead = card_text(match.plays[6])
        assert f"leads {lead}." in text.partition('id="replay-words"')[2].partition("</p>")[0]
        slots = text.partition('class="trick"')[2].partition("</section>")[0]
        assert CARD.findall(slots) == [str(match.plays[6])]

    @pytest.mark.parametrize(("query", "step"), [("?step=52", 52), ("?step=99", 52), ("?step=-1", 0), ("?step=x", 0)])
    def test_steps_beyond_the_game_are_its_ends(self, over: Game, visitor: Client, query: str, step: int) -> None:
        assert f'data-step="{step}"' in page(visitor, over, query)

    def test_the_reader_sits_where_they_sat_and_others_at_seat_0(
        self, over: Game, ana_client: Client, bram_client: Client, visitor: Client
    ) -> None:
        near = [
            re.findall(r'data-near="(\d)"', page(one, over, "?as=1"))[0] for one in (ana_client, bram_client, visitor)
        ]
        assert near == ["0", "1", "0"]

    def test_as_one_of_them_saw_it_the_other_hand_is_closed(self, over: Game, visitor: Client) -> None:
        deal = match_of(over).deal
        assert deal is not None
        text = page(visitor, over, "?as=0")
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
        text = page(visitor, game, "?step=52")
        assert 'data-step="9"' in text
        assert "Ana resigned, so Bram wins." in text
        assert len(shown_lines(text)) == 5


class TestTheSteps:
    @pytest.mark.parametrize("query", ["", "?as=0", "?as=1"])
    def test_are_as_the_protocol_has_them(self, over: Game, visitor: Client, query: str) -> None:
        text = steps(visitor, over, query).content
        assert ReplayShown.model_validate_json(text).model_dump(mode="json") == json.loads(text)

    def test_go_from_the_deal_to_the_last_card(self, over: Game, visitor: Client) -> None:
        found = steps(visitor, over).json()["steps"]
        match = match_of(over)
        assert len(found) == 53
        laid = [step["trick"][match_seat] for step in found[1:2] for match_seat in (step["leader"],)]
        assert laid == [str(match.plays[0])]
        assert [len(hand) for hand in found[0]["hands"]] == [13, 13]
        assert [len(pile) for pile in found[26]["recruits"]] == [13, 13]
        assert found[26]["hands"] == [[], []]
        assert sum(len(pile) for pile in found[52]["score"]) >= 26

    def test_show_every_card_that_went_over_the_table(self, over: Game, visitor: Client) -> None:
        tricks = [step["done"] for step in steps(visitor, over).json()["steps"] if step["done"]]
        assert [(one["lead"], one["follow"]) for one in tricks] == [
            (str(one.lead), str(one.follow))
            for one in match_of(over).state.tricks  # type: ignore[union-attr]
        ]
        assert all(one["blind"] and all(gain["card"] for gain in one["gains"]) for one in tricks[:13])

    def test_as_one_saw_it_only_their_own_blind_cards_are_named(self, over: Game, visitor: Client) -> None:
        for seat in (0, 1):
            tricks = [step["done"] for step in steps(visitor, over, f"?as={seat}").json()["steps"] if step["done"]]
            assert [one["blind"] is None for one in tricks[:13]] == [one["winner"] == seat for one in tricks[:13]]

    def test_another_line_can_be_looked_at(self, over: Game, visitor: Client) -> None:
        match = match_of(over)
        before = match.plays[:30]
        found = steps(visitor, over).json()["steps"][30]
        seat = found["turn"] if found["turn"] is not None else found["done"]["winner"]
        card = found["hands"][seat][0]
        answer = visitor.get(f"/m/{over.code}/replay/line/?step=30&cards={card}", headers=JSON)
        assert answer.json()["first"] == len(before)
        assert [step["trick"][seat] for step in answer.json()["steps"]][-1] == card
        ReplayShown.model_validate_json(answer.content)

    @pytest.mark.parametrize("cards", ["", "X9", "G0,G0,G0,G0,G0,G0,G0"])
    def test_a_line_against_the_rules_is_refused(self, over: Game, visitor: Client, cards: str) -> None:
        answer = visitor.get(f"/m/{over.code}/replay/line/?step=30&cards={cards}", headers=JSON)
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
        found = replayed(table_of(table))
        assert isinstance(found, Replayed)
        assert found.ending is Ending.VOTES

    def test_is_for_those_at_it_alone_where_nobody_may_watch(self, host: Client, table: Game, visitor: Client) -> None:
        log_cards(host, table)
        for path in ("", "steps/", "line/"):
            assert visitor.get(f"/t/{table.code}/replay/{path}").status_code == 403

    def test_in_the_middle_of_which_it_opens_when_it_is_over(self, host: Client, table: Game) -> None:
        log_cards(host, table, tricks=20)
        assert "is still being played" in host.get(f"/t/{table.code}/replay/").content.decode()

    def test_with_a_gap_in_its_log_says_so(self, host: Client, table: Game) -> None:
        blind = str(honest_game(10).tricks[12].blind)
        log_cards(host, table, without=(blind,))
        text = host.get(f"/t/{table.code}/replay/").content.decode()
        assert "missing from the log" in text
