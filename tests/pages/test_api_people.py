"""People by the API: their numbers, their games as a stream, who leads; how often one may ask, and the schema."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import limits
from games.models import Game, Result, User
from games.pages.api.shapes import Leaderboard, ProfileShown, ToWatch
from games.services import moderation
from games.services.moderation import Judge
from games.services.online import lobby
from games.services.people import showing
from games.services.people.ties import follow
from games.stories.online import Options
from tests.pages.asking import body, lines, program, shape, told
from tests.pages.profiles import make, played
from tests.people import guest
from tests.services.test_leaderboards import stand
from tests.services.tidied import WHY

pytestmark = pytest.mark.django_db(transaction=True)


class TestPeople:
    def test_a_profile_in_numbers(self, ana: User, bram: User, visitor: Client) -> None:
        make(ana, bram, "wwl")
        stand(ana, 1600)
        shown = shape(ProfileShown, visitor, "/api/people/ana")
        assert shown.standings["people"].model_dump() == {"won": 2, "lost": 1, "draw": 0}
        assert (shown.streaks.now, shown.streaks.best) == (0, 2)
        assert [(one.pool, one.rating, one.sure) for one in shown.ratings] == [("days", 1600, True)]
        assert [(one.name, one.standing.won) for one in shown.against] == [("Bram", 2)]

    def test_who_shows_it_to_whom(self, ana: User, bram: User, cleo: User, visitor: Client) -> None:
        over = played(ana, bram)
        follow(ana, bram)
        follow(bram, ana)
        for seen_by, may in (("everybody", 4), ("friends", 2), ("nobody", 1)):
            showing.show(ana, seen_by)
            clients = [program(ana, "read"), program(bram, "read"), program(cleo, "read"), visitor]
            for path in ("/api/people/ana", "/api/people/ana/games"):
                assert [client.get(path).status_code for client in clients] == [200] * may + [404] * (4 - may)
            assert lines(clients[0], "/api/people/ana/games")[0]["played"]["game"] == over.code

    def test_nobody_and_who_shows_nothing_look_alike(self, ana: User, visitor: Client) -> None:
        showing.show(ana, "nobody")
        assert body(visitor.get("/api/people/ana")) == body(visitor.get("/api/people/nobody-at-all"))
        assert told(visitor.get(f"/api/people/{guest('Gus').username}")) == (404, "no_such_person")

    def test_who_leads(self, ana: User, bram: User, visitor: Client) -> None:
        stand(ana, 1600), stand(bram, 1700)
        shown = shape(Leaderboard, visitor, "/api/leaderboard?pool=days")
        assert [(one.place, one.name, one.rating) for one in shown.places] == [(1, "Bram", 1700), (2, "Ana", 1600)]
        assert shape(Leaderboard, visitor, "/api/leaderboard?pool=live&month=2026-01").places == ()
        assert told(visitor.get("/api/leaderboard?pool=blitz")) == (400, "invalid")
        assert told(visitor.get("/api/leaderboard?month=1026-01")) == (404, "not_found")

    def test_what_is_played_just_now(self, game: Game, ana: User, bram: User, visitor: Client) -> None:
        hidden = lobby.create(ana, Options(watch=False))
        lobby.join(hidden, bram)
        for client in (visitor, program(ana)):
            (view,) = shape(ToWatch, client, "/api/watch").games
            assert (view.game, view.you) == (game.code, None)
            assert view.board is not None
            assert view.board.hand is None


class TestStream:
    """Somebody's games as lines of ``claim-record/1``."""

    def test_the_oldest_first_and_each_with_its_code(self, ana: User, bram: User, visitor: Client) -> None:
        games = [played(ana, bram, lost_by) for lost_by in (ana, None, bram)]
        found = lines(visitor, "/api/people/ana/games")
        assert [one["played"]["game"] for one in found] == [game.code for game in games]
        assert [len(one["plays"]) for one in found] == [4, 52, 4]
        assert all(one["format"] == "claim-record/1" for one in found)

    def test_it_goes_on_where_one_stopped(self, ana: User, bram: User, visitor: Client) -> None:
        games = [played(ana, bram, bram).code for _ in range(5)]
        first = lines(visitor, "/api/people/ana/games?max=2")
        assert [one["played"]["game"] for one in first] == games[:2]
        at = first[-1]["played"]["at"].replace("+", "%2B")
        rest = lines(visitor, f"/api/people/ana/games?since={at}")
        assert [one["played"]["game"] for one in rest] == games[1:]
        assert [one["played"]["game"] for one in lines(visitor, f"/api/people/ana/games?until={at}")] == games[:2]

    @pytest.mark.parametrize("asked", ["max=0", "max=x", "since=yesterday", "since=2026-11-23T04:00:00"])
    def test_what_cannot_be_asked_for(self, asked: str, ana: User, visitor: Client) -> None:
        assert told(visitor.get(f"/api/people/ana/games?{asked}")) == (400, "invalid")

    def test_private_games_are_for_their_players(
        self, ana: User, bram: User, cleo: User, visitor: Client, mona: Judge
    ) -> None:
        private, unwatched = (played(ana, bram, bram, **{name: False}) for name in ("listed", "watch"))
        judged = lobby.create(ana, Options())
        lobby.join(judged, bram)
        moderation.award(mona, judged, 0, WHY)
        for client in (visitor, program(cleo)):
            assert lines(client, "/api/people/ana/games") == []
        for client in (program(ana), program(bram)):
            codes = [one["played"]["game"] for one in lines(client, "/api/people/ana/games")]
            assert codes == [private.code, unwatched.code], "nobody is told the cards of a game that may go on"

    def test_ever_so_many_take_as_few_queries_for_each_portion(
        self, ana: User, bram: User, visitor: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("games.services.people.records.AT_ONCE", 2)
        counts = []
        for more in (2, 2):
            for _ in range(more):
                played(ana, bram, bram)
            with CaptureQueriesContext(connection) as found:
                lines(visitor, "/api/people/ana/games")
            counts.append(len(found))
        assert counts[1] - counts[0] == 2, "two more for two games more"
        Result.objects.update(at=timezone.now())
        codes = [one["played"]["game"] for one in lines(visitor, "/api/people/ana/games")]
        assert codes == [one.code for one in Game.objects.order_by("pk")], "none of one moment is left out"


class TestLimits:
    def test_a_token_asks_so_often_and_is_told_when_again(self, ana: User, bram: User) -> None:
        client, other = program(ana, "read"), program(bram, "read")
        for _ in range(limits.SCOPES["api_token"][0].amount):
            limits.hit("api_token", str(ana.tokens.get().pk))
        answer = client.get("/api/leaderboard")
        assert told(answer) == (429, "slow_down")
        assert 0 < int(answer["Retry-After"]) <= 60
        assert answer["Retry-After"] in answer.json()["message"] or "minute" in answer.json()["message"]
        assert other.get("/api/leaderboard").status_code == 200

    @pytest.mark.parametrize(
        ("scope", "path"),
        [("api", "/api/watch"), ("api_games", "/api/people/ana/games"), ("profile", "/api/people/ana")],
    )
    def test_an_address_too(self, scope: str, path: str, ana: User, visitor: Client) -> None:
        while limits.hit(scope, "127.0.0.1"):
            pass
        answer = visitor.get(path)
        assert told(answer) == (429, "slow_down")
        assert int(answer["Retry-After"]) > 0


class TestSchema:
    def test_it_is_served_and_every_address_is_in_it(self, visitor: Client) -> None:
        schema = visitor.get("/api/openapi.json").json()
        assert schema["openapi"].startswith("3.")
        assert set(schema["paths"]) == {
            *("/api/me", "/api/games", "/api/games/{code}", "/api/games/{code}/join", "/api/games/{code}/{act}"),
            *("/api/people/{name}", "/api/people/{name}/games", "/api/leaderboard", "/api/watch"),
        }
        assert schema["components"]["securitySchemes"]["Bearer"] == {"type": "http", "scheme": "bearer"}

    def test_whatever_it_refers_to_is_there(self, visitor: Client) -> None:
        schema = visitor.get("/api/openapi.json").json()
        for reference in references(schema):
            place = schema
            for part in reference.removeprefix("#/").split("/"):
                place = place.get(part, {})
            assert place, reference

    def test_its_page_has_nothing_inline_and_all_of_it_from_here(self, visitor: Client) -> None:
        page = visitor.get("/api/")
        text = page.content.decode()
        assert page.status_code == 200
        assert "https://cdn" not in text
        assert "<style" not in text
        assert {"script-src 'self'", "style-src 'self'"} <= set(page["Content-Security-Policy"].split("; "))


def references(value: Any) -> list[str]:
    if isinstance(value, list):
        return [one for item in value for one in references(item)]
    if not isinstance(value, dict):
        return []
    own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
    return own + [one for item in value.values() for one in references(item)]


def test_a_game_that_was_played_out_is_told_alike_by_both(over: Game, visitor: Client, ana: User, bram: User) -> None:
    del ana, bram
    play = visitor.get(f"/m/{over.code}/record/").json()
    assert visitor.get(f"/api/games/{over.code}").json()["record"] == play
    (line,) = lines(visitor, "/api/people/ana/games")
    assert {name: value for name, value in line.items() if name != "played"} == play
