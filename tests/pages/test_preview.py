"""What a link to a step shows where it is pasted: that trick, and no card that its reader may not see."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from games.models import Game, User
from games.pages.replay import preview_drawn
from games.pages.replay.preview import Preview, closed, trick
from games.pages.table.picture import fonts
from games.rules.record import replay as played
from games.rules.stands import folded
from games.rules.state import State
from games.services.online import lobby, play
from games.stories.online import Options
from games.stories.replayed import Closed, Replayed
from games.stories.status import Status
from tests.live.test_secrecy import match_at
from tests.pages.replays import log_cards, page
from tests.rules.random_games import random_game
from tests.rules.worlds import redealt, world
from tests.services.plays import match_of, play_at_once

CARD = re.compile(r"\b[GKUDP]\d\b")


def replayed(start: State, states: list[State], ending: str = "votes") -> Replayed:
    match = match_at(states[-1], Options(), status=Status.FINISHED)
    return Replayed(match.code, match.sitters, match.options, (start, *states), ending, 0)


@pytest.mark.django_db
class TestTheAddress:
    def test_a_png_that_is_fetched_once(self, over: Game, visitor: Client) -> None:
        url = f"/m/{over.code}/replay/picture/?step=7"
        answer = visitor.get(url)
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
        assert Image.open(BytesIO(answer.content)).size == (preview_drawn.WIDTH, preview_drawn.HEIGHT)
        assert "private" in answer["Cache-Control"]
        again = visitor.get(url, headers={"If-None-Match": answer["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
        assert visitor.get(f"/m/{over.code}/replay/picture/?step=8")["ETag"] != answer["ETag"]

    def test_the_page_names_it_for_its_step(self, over: Game, visitor: Client) -> None:
        text = page(visitor, over, "?step=7")
        image = f"http://testserver/m/{over.code}/replay/picture/?step=7"
        assert f'<meta property="og:image" content="{image}">' in text
        assert '<meta property="og:title" content="Ana against Bram">' in text
        assert visitor.get(image).status_code == 200

    def test_the_same_whoever_asks_and_through_whose_eyes(
        self, over: Game, ana_client: Client, visitor: Client
    ) -> None:
        asked = [(visitor, "step=9"), (ana_client, "step=9&as=0&result=1"), (visitor, "step=9&as=1")]
        assert len({one.get(f"/m/{over.code}/replay/picture/?{query}")["ETag"] for one, query in asked}) == 1

    def test_no_card_while_it_is_played_whoever_asks(self, game: Game, ana_client: Client, visitor: Client) -> None:
        play_at_once(game, 30)
        tags = set()
        for client in (ana_client, visitor):
            assert CARD.findall(page(client, game, "?step=20").partition("</head>")[0]) == []
            tags |= {client.get(f"/m/{game.code}/replay/picture/?step={step}")["ETag"] for step in (0, 20, 30)}
        assert len(tags) == 1

    def test_for_its_players_alone_where_others_may_not_watch(
        self, ana: User, bram: User, ana_client: Client, visitor: Client
    ) -> None:
        game = lobby.create(ana, Options(watch=False))
        lobby.join(game, bram)
        play.resign(game, ana)
        url = f"/m/{game.code}/replay/picture/"
        assert [one.get(url).status_code for one in (ana_client, visitor)] == [200, 403]

    def test_of_a_table_for_those_who_may_see_it(self, table: Game, host: Client, visitor: Client) -> None:
        url = f"/t/{table.code}/replay/picture/?step=3"
        early = host.get(url)["ETag"]
        log_cards(host, table)
        assert (host.get(url).status_code, visitor.get(url).status_code) == (200, 403)
        assert host.get(url)["ETag"] != early

    def test_in_the_language_of_whoever_asks(self, over: Game, visitor: Client) -> None:
        url, languages = f"/m/{over.code}/replay/picture/?step=7", ("en", "nl", "id", "zh-hant")
        assert len({visitor.get(url, headers={"Accept-Language": one})["ETag"] for one in languages}) == len(languages)

    def test_it_says_what_lies_there(self, over: Game) -> None:
        match = match_of(over)
        assert match.deal is not None
        states = folded(match.deal, match.plays)
        shown = trick(Replayed(over.code, match.sitters, match.options, states, match.ending, match.winner), 8)
        last = states[8].tricks[-1]
        assert {one: shown.lying[seat] for seat, one in ((last.leader, "lead"), (1 - last.leader, "follow"))} == {
            "lead": str(last.lead),
            "follow": str(last.follow),
        }
        assert (shown.won, shown.revealed, shown.heading) == (last.winner, str(last.revealed), "Phase one · trick 4")


def test_equal_in_worlds_that_watchers_cannot_tell_apart() -> None:
    """Each picture is drawn from the value alone, so that equal values are equal bytes."""
    chance, (start, *states) = random.Random(7), random_game(9)
    for state in states[:-1:3]:
        record = world(state, start)
        other = redealt(record, None, chance)
        ways = ((record, start), (other, played(replace(other, plays=()))))
        games = [replayed(begun, list(folded(begun, one.plays)[1:])) for one, begun in ways]
        here, elsewhere = (trick(game, game.last) for game in games)
        assert here == elsewhere, state.ply
        assert closed(("Ana", "Bram"), Closed.NOT_OVER, match_at(played(record), Options())) == closed(
            ("Ana", "Bram"), Closed.NOT_OVER, match_at(played(other), Options())
        )


@pytest.mark.parametrize("names", [("Ana", "Bram"), ("W" * 20, "名" * 20), ("", "🂡" * 20)])
def test_names_find_room_above_the_cards(names: tuple[str, str]) -> None:
    for name in names:
        told = fonts.lines(name, preview_drawn.NAME, preview_drawn.NAME_WIDTH)
        assert len(told) <= 2
        assert all(fonts._wide(line, preview_drawn.NAME) <= preview_drawn.NAME_WIDTH for line in told)


def test_what_differs_is_drawn_otherwise() -> None:
    one = Preview("The brand", ("Ana", "Bram"), "", lying=("G3", None), revealed="U6", stake="at stake")
    others = [one, replace(one, lying=(None, "G3")), replace(one, lying=("G4", None)), replace(one, revealed=None)]
    others += [replace(one, won=0), replace(one, heading="Phase one"), replace(one, said="No card")]
    assert len({preview_drawn.png(each) for each in others}) == len(others)
