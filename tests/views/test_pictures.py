"""Pictures of a result and previews of a link: for people who may see the game, and without a hidden card."""

from __future__ import annotations

import random
from dataclasses import replace
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from games.models import Game, User
from games.realtime.companion.view import build_view
from games.rules.moves import list_states
from games.rules.record import replay as played
from games.rules.state import State
from games.services.companion import play as companion
from games.services.matches import lobby, play
from games.state.game_state import Status
from games.state.match_state import MatchOptions
from games.state.replay import Replay, ReplayRefusal
from games.views.companion.picture import poster as drawing
from games.views.companion.picture.poster import build_poster
from games.views.replay import preview
from games.views.replay.preview import build_closed_preview, build_trick_preview
from tests.realtime.match_states import match_at
from tests.rules.random_games import random_game
from tests.rules.worlds import redealt, world
from tests.services.companion.entries import item
from tests.views.tables import JSON, device_at, log_cards, open_table, replay_page, table_of


def count_piles(client: Client, game: Game) -> None:
    """Count all piles, so that Ana wins."""
    items = [item("pile", faction=letter, counts=(3, 2)) for letter in "GKUDP"]
    companion.execute_commands(game.pk, device_at(client, game).pk, items)


class TestTableResult:
    @pytest.fixture
    def table(self, host: Client) -> Game:
        return open_table(host, "both", depth="piles", watch="")

    def test_is_a_png_once_the_table_is_over(self, host: Client, table: Game) -> None:
        early = host.get(f"/t/{table.code}/picture/", headers=JSON)
        assert (early.status_code, early.json()["code"]) == (409, "not_over")
        count_piles(host, table)
        answer = host.get(f"/t/{table.code}/picture/")
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
        assert Image.open(BytesIO(answer.content)).width == drawing.WIDTH
        assert answer["Content-Disposition"] == f'inline; filename="claim-table-{table.code}.png"'
        again = host.get(f"/t/{table.code}/picture/", headers={"If-None-Match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert "private" in answer["Cache-Control"]
        assert Client().get(f"/t/{table.code}/picture/").status_code == 403

    def test_is_in_the_accepted_language(self, host: Client, table: Game) -> None:
        count_piles(host, table)
        url, languages = f"/t/{table.code}/picture/", ("en", "nl", "id", "zh-hant")
        tags = {host.get(url, headers={"Accept-Language": language})["ETag"] for language in languages}
        assert len(tags) == len(languages)

    def test_shows_what_a_spectator_sees(self, host: Client, table: Game) -> None:
        count_piles(host, table)
        shown = build_view(table_of(table), None)
        poster = build_poster(shown, "Five Votes")
        assert shown.result is not None
        assert (poster.outcome, poster.names, poster.recap) == (shown.result.text, shown.names, shown.recap)
        assert [(row.counts, row.vote) for row in poster.rows] == [((3, 2), 0)] * 5

    def test_has_a_crown_only_with_a_winner(self, host: Client, table: Game) -> None:
        companion.execute_commands(table.pk, device_at(host, table).pk, [item("close")])
        assert not build_poster(build_view(table_of(table), None), "Five Votes").has_winner
        other = open_table(host, "both", depth="piles")
        count_piles(host, other)
        assert build_poster(build_view(table_of(other), None), "Five Votes").has_winner


def replayed(start: State, states: list[State], ending: str = "votes") -> Replay:
    match = match_at(states[-1], MatchOptions(), status=Status.FINISHED)
    return Replay(match.code, match.occupants, match.options, (start, *states), ending, 0)


@pytest.mark.django_db
class TestReplayPreview:
    def test_is_a_png_with_an_etag(self, finished_game: Game, visitor: Client) -> None:
        url = f"/m/{finished_game.code}/replay/picture/?step=7"
        answer = visitor.get(url)
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
        assert Image.open(BytesIO(answer.content)).size == (preview.WIDTH, preview.HEIGHT)
        assert "private" in answer["Cache-Control"]
        again = visitor.get(url, headers={"If-None-Match": answer["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
        assert visitor.get(f"/m/{finished_game.code}/replay/picture/?step=8")["ETag"] != answer["ETag"]

    def test_is_named_by_the_page(self, finished_game: Game, visitor: Client) -> None:
        text = replay_page(visitor, finished_game, "?step=7")
        image = f"http://testserver/m/{finished_game.code}/replay/picture/?step=7"
        assert f'<meta property="og:image" content="{image}">' in text
        assert '<meta property="og:title" content="Ana against Bram">' in text
        assert visitor.get(image).status_code == 200

    def test_is_the_same_for_all(self, finished_game: Game, ana_client: Client, visitor: Client) -> None:
        requests = [(visitor, "step=9"), (ana_client, "step=9&as=0&result=1"), (visitor, "step=9&as=1")]
        url = f"/m/{finished_game.code}/replay/picture/"
        assert len({client.get(f"{url}?{query}")["ETag"] for client, query in requests}) == 1

    def test_of_a_game_without_watchers_is_for_its_players(
        self, ana: User, bram: User, ana_client: Client, visitor: Client
    ) -> None:
        game = lobby.create_game(ana, MatchOptions(watch=False))
        lobby.join_game(game, bram)
        play.resign(game, ana)
        url = f"/m/{game.code}/replay/picture/"
        assert [client.get(url).status_code for client in (ana_client, visitor)] == [200, 403]

    def test_of_a_table_is_for_people_who_may_see_it(self, table: Game, host: Client, visitor: Client) -> None:
        url = f"/t/{table.code}/replay/picture/?step=3"
        early = host.get(url)["ETag"]
        log_cards(host, table)
        assert (host.get(url).status_code, visitor.get(url).status_code) == (200, 403)
        assert host.get(url)["ETag"] != early


def test_previews_tell_spectators_no_hidden_card() -> None:
    """Each picture is drawn from the value alone, so that equal values are equal bytes."""
    chance, (start, *states) = random.Random(7), random_game(9)
    for state in states[:-1:3]:
        record = world(state, start)
        other = redealt(record, None, chance)
        ways = ((record, start), (other, played(replace(other, plays=()))))
        games = [replayed(begun, list(list_states(begun, one.plays)[1:])) for one, begun in ways]
        here, elsewhere = (build_trick_preview(game, game.last) for game in games)
        assert here == elsewhere, state.ply
        assert build_closed_preview(
            ("Ana", "Bram"), ReplayRefusal.NOT_OVER, match_at(played(record), MatchOptions())
        ) == build_closed_preview(("Ana", "Bram"), ReplayRefusal.NOT_OVER, match_at(played(other), MatchOptions()))
