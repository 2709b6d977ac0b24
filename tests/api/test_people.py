"""People by the API: profiles, streams of games, leaderboards, rate limits and the page of the schema."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games import rate_limits
from games.api.schemas import ProfileShown, ToWatch
from games.models import Game, Result, User
from games.services.accounts import preferences
from games.services.matches import lobby
from games.services.moderation.games import award_win
from games.services.moderation.permissions import Moderator
from games.services.social.relations import follow
from games.state.match_state import MatchOptions
from tests.api.clients import api_client, content_of, get_as, get_lines, json_or_refusal
from tests.people import guest
from tests.queries.test_leaderboards import stand
from tests.services.retention.rows import WHY
from tests.views.profiles import finish_game, make_results

pytestmark = pytest.mark.django_db(transaction=True)


class TestPeople:
    def test_a_profile_has_results_streaks_and_ratings(self, ana: User, bram: User, visitor: Client) -> None:
        make_results(ana, bram, "wwl")
        stand(ana, 1600)
        shown = get_as(ProfileShown, visitor, "/api/people/ana")
        assert shown.standings["people"].model_dump() == {"won": 2, "lost": 1, "draw": 0}
        assert (shown.streaks.now, shown.streaks.best) == (0, 2)
        assert [(one.pool, one.rating, one.sure) for one in shown.ratings] == [("days", 1600, True)]
        assert [(one.name, one.standing.won) for one in shown.against] == [("Bram", 2)]

    def test_a_profile_is_shown_to_its_audience(self, ana: User, bram: User, cleo: User, visitor: Client) -> None:
        finished_game = finish_game(ana, bram)
        follow(ana, bram)
        follow(bram, ana)
        for seen_by, may in (("everybody", 4), ("friends", 2), ("nobody", 1)):
            preferences.set_audience(ana, seen_by)
            clients = [api_client(ana, "read"), api_client(bram, "read"), api_client(cleo, "read"), visitor]
            for path in ("/api/people/ana", "/api/people/ana/games"):
                assert [client.get(path).status_code for client in clients] == [200] * may + [404] * (4 - may)
            assert get_lines(clients[0], "/api/people/ana/games")[0]["played"]["game"] == finished_game.code

    def test_a_hidden_profile_looks_like_an_unknown_name(self, ana: User, bram: User, visitor: Client) -> None:
        preferences.set_audience(ana, "nobody")
        for client in (visitor, api_client(bram)):
            for path in ("/api/people/{}", "/api/people/{}/games"):
                hidden, unknown = (client.get(path.format(name)) for name in ("ana", "nobody-at-all"))
                assert content_of(hidden) == content_of(unknown)
        assert json_or_refusal(visitor.get(f"/api/people/{guest('Gus').username}")) == (404, "no_such_person")

    def test_running_public_games_show_no_hand(self, game: Game, ana: User, bram: User, visitor: Client) -> None:
        hidden = lobby.create_game(ana, MatchOptions(watch=False))
        lobby.join_game(hidden, bram)
        for client in (visitor, api_client(ana)):
            (view,) = get_as(ToWatch, client, "/api/watch").games
            assert (view.game, view.you) == (game.code, None)
            assert view.board is not None
            assert view.board.hand is None


class TestGamesStream:
    """Games of a person as lines of ``claim-record/1``."""

    def codes(self, client: Client, query: str = "") -> list[str]:
        return [line["played"]["game"] for line in get_lines(client, f"/api/people/ana/games{query}")]

    def test_games_come_oldest_first_as_records(self, ana: User, bram: User, visitor: Client) -> None:
        games = [finish_game(ana, bram, lost_by) for lost_by in (ana, None, bram)]
        lines = get_lines(visitor, "/api/people/ana/games")
        assert self.codes(visitor) == [game.code for game in games]
        assert [len(line["plays"]) for line in lines] == [4, 52, 4]
        assert all(line["format"] == "claim-record/1" for line in lines)
        record = visitor.get(f"/m/{games[1].code}/record/").json()
        assert visitor.get(f"/api/games/{games[1].code}").json()["record"] == record
        assert {name: value for name, value in lines[1].items() if name != "played"} == record

    def test_the_stream_resumes_from_a_moment(
        self, ana: User, bram: User, visitor: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        games = [finish_game(ana, bram, bram).code for _ in range(5)]
        first = get_lines(visitor, "/api/people/ana/games?max=2")
        assert self.codes(visitor, "?max=2") == games[:2]
        at = first[-1]["played"]["at"].replace("+", "%2B")
        assert self.codes(visitor, f"?since={at}") == games[1:]
        assert self.codes(visitor, f"?until={at}") == games[:2]
        # A batch ends between games that ended at the same moment.
        monkeypatch.setattr("games.services.accounts.data_export.RECORDS_PER_QUERY", 2)
        Result.objects.update(at=timezone.now())
        assert self.codes(visitor) == games

    def test_private_games_are_for_their_players(
        self, ana: User, bram: User, cleo: User, visitor: Client, mona: Moderator
    ) -> None:
        private, unwatched = (finish_game(ana, bram, bram, **{name: False}) for name in ("listed", "watch"))
        judged = lobby.create_game(ana, MatchOptions())
        lobby.join_game(judged, bram)
        award_win(mona, judged, 0, WHY)
        for client in (visitor, api_client(cleo)):
            assert get_lines(client, "/api/people/ana/games") == []
        for client in (api_client(ana), api_client(bram)):
            assert self.codes(client) == [private.code, unwatched.code], "the game that was judged may go on"


class TestLimits:
    def test_a_token_is_limited_and_learns_when_to_retry(self, ana: User, bram: User) -> None:
        client, other = api_client(ana, "read"), api_client(bram, "read")
        for _ in range(rate_limits.SCOPES["api_token"][0].amount):
            rate_limits.hit("api_token", str(ana.tokens.get().pk))
        answer = client.get("/api/leaderboard")
        assert json_or_refusal(answer) == (429, "slow_down")
        assert 0 < int(answer["Retry-After"]) <= 60
        assert answer["Retry-After"] in answer.json()["message"] or "minute" in answer.json()["message"]
        assert other.get("/api/leaderboard").status_code == 200

    @pytest.mark.parametrize(
        ("scope", "path"),
        [("api", "/api/watch"), ("api_games", "/api/people/ana/games"), ("profile", "/api/people/ana")],
    )
    def test_an_ip_address_is_limited(self, scope: str, path: str, ana: User, visitor: Client) -> None:
        while rate_limits.hit(scope, "127.0.0.1"):
            pass
        answer = visitor.get(path)
        assert json_or_refusal(answer) == (429, "slow_down")
        assert int(answer["Retry-After"]) > 0


def test_the_page_of_the_schema_has_nothing_inline_or_from_elsewhere(visitor: Client) -> None:
    page = visitor.get("/api/")
    text = page.content.decode()
    assert (page.status_code, page["Content-Type"].split(";")[0]) == (200, "text/html")
    assert "https://cdn" not in text
    assert "<style" not in text
    assert {"script-src 'self'", "style-src 'self'"} <= set(page["Content-Security-Policy"].split("; "))
