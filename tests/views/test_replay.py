"""Replays: for people who may have the record of a finished game, without a script, and played on from a step."""

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
from tests.views.tables import JSON, log_cards, replay_page, table_of

pytestmark = pytest.mark.django_db
CARD = re.compile(r"\b[GKUDP][0-9]\b")


def steps(client: Client, game: Game, query: str = "") -> Any:
    return client.get(f"/m/{game.code}/replay/steps/{query}", headers=JSON)


def shown_lines(text: str) -> list[str]:
    """Return the tricks of the story that are not hidden."""
    story = text.partition('id="replay-story"')[2].partition("</ol>")[0]
    return [line for line in re.findall(r"<li[^>]*>", story) if " hidden" not in line]


class TestAudience:
    def test_the_replay_of_a_running_game_is_closed_and_has_no_card(
        self, game: Game, ana_client: Client, visitor: Client
    ) -> None:
        play_at_once(game, 30)
        for client in (ana_client, visitor):
            text = replay_page(client, game, "?step=20&result=1")
            assert "is still in progress" in text
            assert CARD.findall(text.partition("<main")[2]) == []
            answer = steps(client, game)
            assert (answer.status_code, answer.json()["code"]) == (409, "not_over")

    def test_a_game_without_watchers_is_for_its_players(
        self, ana: User, bram: User, ana_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        game = lobby.create_game(ana, MatchOptions(watch=False))
        lobby.join_game(game, bram)
        play.resign(game, ana)
        assert steps(ana_client, game).status_code == 200
        for client in (cleo_client, visitor):
            for path in ("", "steps/", "line/"):
                assert client.get(f"/m/{game.code}/replay/{path}").status_code == 403
            assert post(client, game, step=0, seat=0).status_code == 403

    def test_a_cancelled_game_shows_no_card(self, game: Game, ana: User, visitor: Client) -> None:
        cancellation.cancel_game(game, ana)
        assert "cancelled" in replay_page(visitor, game)
        assert steps(visitor, game).json()["code"] == "called_off"

    def test_a_game_that_a_moderator_ended_stays_closed(self, game: Game, mona: Moderator, ana_client: Client) -> None:
        play_at_once(game, 9)
        moderation.award_win(mona, game, 0, Justification("Bram left."))
        assert steps(ana_client, game).json()["code"] == "judged_early"
        assert CARD.findall(replay_page(ana_client, game).partition("<main")[2]) == []


class TestPage:
    def test_shows_the_result_to_players_and_on_request(
        self, finished_game: Game, ana_client: Client, visitor: Client
    ) -> None:
        text = replay_page(visitor, finished_game)
        assert 'data-step="0"' in text
        assert shown_lines(text) == []
        assert re.search(r'id="replay-ended"\s+hidden', text)
        assert "Show result" in text
        for text in (replay_page(ana_client, finished_game), replay_page(visitor, finished_game, "?result=1")):
            assert len(shown_lines(text)) == 26
            assert "Show result" not in text

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
        pages = [replay_page(client, finished_game, "?as=1") for client in (ana_client, bram_client, visitor)]
        assert [re.findall(r'data-near="(\d)"', page)[0] for page in pages] == ["0", "1", "0"]

    def test_from_a_seat_the_other_hand_is_closed(self, finished_game: Game, visitor: Client) -> None:
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

    def test_says_how_a_resigned_game_ended(self, game: Game, ana: User, visitor: Client) -> None:
        play_at_once(game, 9)
        play.resign(game, ana)
        text = replay_page(visitor, game, "?step=52")
        assert 'data-step="9"' in text
        assert "Ana resigned, so Bram wins." in text
        assert len(shown_lines(text)) == 5


class TestSteps:
    def test_go_from_the_deal_to_the_last_card(self, finished_game: Game, visitor: Client) -> None:
        for query in ("", "?as=0", "?as=1"):
            text = steps(visitor, finished_game, query).content
            assert ReplayShown.model_validate_json(text).model_dump(mode="json") == json.loads(text)
        found = steps(visitor, finished_game).json()["steps"]
        assert len(found) == 53
        assert found[1]["trick"][found[1]["leader"]] == str(match_of(finished_game).plays[0])
        assert [len(hand) for hand in found[0]["hands"]] == [13, 13]
        assert [len(pile) for pile in found[26]["recruits"]] == [13, 13]
        assert found[26]["hands"] == [[], []]
        assert sum(len(pile) for pile in found[52]["score"]) >= 26

    def test_from_a_seat_only_its_own_blind_cards_are_named(self, finished_game: Game, visitor: Client) -> None:
        for seat in (0, 1):
            found = steps(visitor, finished_game, f"?as={seat}").json()["steps"]
            tricks = [step["done"] for step in found if step["done"]][:13]
            assert [trick["blind"] is None for trick in tricks] == [trick["winner"] == seat for trick in tricks]

    def test_another_line_follows_the_rules(self, finished_game: Game, visitor: Client) -> None:
        found = steps(visitor, finished_game).json()["steps"][30]
        seat = found["turn"] if found["turn"] is not None else found["done"]["winner"]
        card, address = found["hands"][seat][0], f"/m/{finished_game.code}/replay/line/?step=30&cards="
        answer = visitor.get(f"{address}{card}", headers=JSON)
        line = ReplayShown.model_validate_json(answer.content)
        assert (line.first, line.steps[-1].trick[seat]) == (30, card)
        for cards in ("", "X9", "G0,G0,G0,G0,G0,G0,G0"):
            refused = visitor.get(f"{address}{cards}", headers=JSON)
            assert refused.status_code == 409
            assert refused.json()["message"]


class TestTable:
    """A table; the browser of its host has both seats."""

    def test_a_completely_logged_table_is_replayed(self, host: Client, table: Game, visitor: Client) -> None:
        log_cards(host, table)
        answer = host.get(f"/t/{table.code}/replay/steps/", headers=JSON)
        shown = ReplayShown.model_validate_json(answer.content)
        tricks = [step.done for step in shown.steps if step.done]
        assert [(trick.lead, trick.follow, trick.winner) for trick in tricks] == [
            (str(trick.lead), str(trick.follow), trick.winner) for trick in honest_game(10).tricks
        ]
        assert len(shown_lines(replay_page(host, table))) == 26
        replay = build_replay(table_of(table))
        assert isinstance(replay, Replay)
        assert replay.ending is Ending.VOTES
        for path in ("", "steps/", "line/"):
            assert visitor.get(f"/t/{table.code}/replay/{path}").status_code == 403


def post(client: Client, game: Game, **fields: object) -> Any:
    return client.post(f"{game.address}replay/play-on/", fields, headers=JSON)


def played_on(client: Client, game: Game, **fields: object) -> Game:
    return Game.objects.get(code=post(client, game, **fields).json()["url"].split("/")[2])


class TestPlayingOn:
    def test_begins_a_game_from_that_step_in_either_seat(
        self, finished_game: Game, cleo_client: Client, visitor: Client
    ) -> None:
        for seat in (0, 1):
            match = match_of(played_on(cleo_client, finished_game, step=20, seat=seat, level="herald"))
            assert match.plays == match_of(finished_game).plays[:20]
            assert (match.opponent(1 - seat), match.names[seat]) == ("herald", "Cleo")
        game = played_on(visitor, finished_game, step=3, seat=1)
        assert visitor.get(game.address).status_code == 200
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
    def test_takes_a_step_a_seat_and_a_level(
        self, finished_game: Game, visitor: Client, fields: dict[str, object], code: str
    ) -> None:
        answer = post(visitor, finished_game, **fields)
        assert answer.json()["code"] == code
        assert User.objects.filter(is_guest=True).count() == 0

    def test_takes_a_finished_game(self, game: Game, cleo_client: Client) -> None:
        assert post(cleo_client, game, step=0, seat=0).json()["code"] == "not_over"


class TestPlayingOnFromTable:
    def test_begins_a_game_from_any_step_for_the_devices_at_the_table(
        self, host: Client, table: Game, visitor: Client
    ) -> None:
        log_cards(host, table, tricks=20)
        assert post(host, table, step=3, seat=0).json()["code"] == "not_over"
        log_cards(host, table)
        logged = build_record(table_of(table).record)
        assert logged is not None
        for step, seat in ((0, 0), (27, 1)):
            game = played_on(host, table, step=step, seat=seat, level="page")
            match = match_of(game)
            assert match.plays == logged.plays[:step]
            assert match.deal is not None
            assert (match.deal.hands, match.deal.deck) == (logged.hands, logged.deck)
            assert match.opponent(1 - seat) == "page"
            assert (game.origin, game.watch, game.listed) == (table, False, False)
        assert post(visitor, table, step=3, seat=0).status_code == 403

    def test_takes_every_card_in_the_log(self, host: Client, table: Game) -> None:
        log_cards(host, table, without=(str(honest_game(10).tricks[12].blind),))
        answer = post(host, table, step=3, seat=0)
        assert (answer.status_code, answer.json()["code"]) == (409, "not_all_logged")
        assert "played on" in replay_page(host, table)
        assert User.objects.filter(is_guest=True).count() == 0
