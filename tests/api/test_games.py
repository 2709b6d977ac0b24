"""Games by the API: for a visitor, a player, the opponent, a blocked player and a client of the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.api.schemas import GameShown, Lobby, Me, Seated
from games.models import Game, User
from games.services.bots.bot_games import MAX_PROGRAM_GAMES
from games.services.matches import lobby, matchmaking
from games.services.matches.matchmaking import build_options
from games.services.moderation.games import award_win
from games.services.moderation.permissions import Moderator
from games.services.social.relations import block
from games.state.match_state import MatchOptions
from tests.api.clients import api_client, bearer_client, get_as, json_or_refusal, post_json
from tests.services.matches.games import match_of
from tests.services.retention.rows import WHY
from tests.views.profiles import finish_game
from tests.views.tables import open_table

pytestmark = pytest.mark.django_db(transaction=True)


class TestTokens:
    def test_a_client_acts_as_the_owner_of_its_token(self, game: Game, ana: User) -> None:
        me = get_as(Me, api_client(ana, "read"), "/api/me")
        assert (me.name, me.scope, [one.game for one in me.games]) == ("Ana", "read", [game.code])
        assert (me.games[0].waits, me.games[0].program) == (True, False)

    @pytest.mark.parametrize("secret", ["claim_nothing", "x", "claim_" + "a" * 43])
    def test_an_unknown_token_is_refused(self, secret: str, game: Game) -> None:
        for path in ("/api/watch", f"/api/games/{game.code}", "/api/me"):
            answer = bearer_client(secret).get(path)
            assert json_or_refusal(answer) == (401, "bad_token")
            assert answer["WWW-Authenticate"] == "Bearer"

    def test_a_session_may_read_and_change_nothing(self, game: Game, ana_client: Client) -> None:
        assert get_as(GameShown, ana_client, f"/api/games/{game.code}").view.you == 0
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = ana_client.cookies
        for path in ("/api/games", f"/api/games/{game.code}/join", f"/api/games/{game.code}/resign"):
            assert json_or_refusal(post_json(strict, path)) == (401, "token_needed")
        assert match_of(game).status == "playing"

    def test_a_token_takes_precedence_over_a_session(self, game: Game, ana_client: Client, cleo: User) -> None:
        both = api_client(cleo)
        both.cookies = ana_client.cookies
        assert get_as(Me, both, "/api/me").name == "Cleo"
        assert get_as(GameShown, both, f"/api/games/{game.code}").view.you is None

    def test_a_token_in_the_query_is_ignored(self, ana: User) -> None:
        secret = api_client(ana).defaults["HTTP_AUTHORIZATION"].split()[1]
        assert json_or_refusal(Client().get(f"/api/me?token={secret}&access_token={secret}")) == (401, "token_needed")

    def test_a_read_token_changes_nothing(self, invitation: Game, bram: User) -> None:
        reader = api_client(bram, "read")
        for path in ("/api/games", f"/api/games/{invitation.code}/join", f"/api/games/{invitation.code}/resign"):
            assert json_or_refusal(post_json(reader, path)) == (403, "read_only")


class TestOneGame:
    def seen(self, client: Client, game: Game) -> Any:
        return json_or_refusal(client.get(f"/api/games/{game.code}"))

    def test_shows_what_the_socket_shows(self, game: Game, ana: User, bram: User, cleo: User, visitor: Client) -> None:
        for client, seat in (
            (api_client(ana), 0),
            (api_client(bram, "read"), 1),
            (api_client(cleo), None),
            (visitor, None),
        ):
            shown = get_as(GameShown, client, f"/api/games/{game.code}")
            assert shown.view.you == seat
            assert shown.record is None
            assert (shown.view.board.hand is None) == (seat is None)

    def test_has_the_record_once_both_have_played_it_to_its_end(
        self, game: Game, ana: User, bram: User, visitor: Client, mona: Moderator
    ) -> None:
        assert len(self.seen(visitor, finish_game(ana, bram))["record"]["plays"]) == 52
        award_win(mona, game, 0, WHY)
        for client in (visitor, api_client(ana)):
            assert self.seen(client, game)["record"] is None

    def test_a_game_without_watchers_is_for_its_players(
        self, ana: User, bram: User, cleo: User, visitor: Client
    ) -> None:
        game = finish_game(ana, bram, watch=False)
        for client in (visitor, api_client(cleo)):
            assert self.seen(client, game) == (403, "may_not_watch")
        assert self.seen(api_client(bram), game)["record"]

    def test_a_private_invitation_looks_like_an_unknown_code(self, ana: User, bram: User, visitor: Client) -> None:
        game = lobby.create_game(ana, MatchOptions(listed=False))
        for unknown in (Game(code="AAAAAAAA"), open_table(Client())):
            assert self.seen(visitor, unknown) == (404, "no_such_game")
        for client in (visitor, api_client(bram)):
            assert self.seen(client, game) == (404, "no_such_game")
        assert self.seen(api_client(ana), game)["view"]["status"] == "waiting"

    def test_an_invitation_of_a_user_who_blocks_you_looks_like_an_unknown_code(
        self, invitation: Game, ana: User, bram: User
    ) -> None:
        block(ana, bram)
        client = api_client(bram)
        assert self.seen(client, invitation) == (404, "no_such_game")
        assert client.get("/api/games").json() == {"games": []}
        assert json_or_refusal(post_json(client, f"/api/games/{invitation.code}/join")) == (409, "not_waiting")


class TestCreateAndJoin:
    def test_one_client_creates_a_game_and_another_joins(self, ana: User, bram: User, visitor: Client) -> None:
        answer = post_json(api_client(ana), "/api/games", clock="5+5", lead="creator")
        assert answer.status_code == 201
        opened = Seated.model_validate_json(answer.content)
        assert (opened.socket, opened.invitation) == (f"/ws/m/{opened.game}/", None)
        (waits,) = get_as(Lobby, visitor, "/api/games").games
        assert (waits.game, waits.host.name, waits.host.program, waits.programs) == (opened.game, "Ana", True, True)
        assert post_json(api_client(bram), f"/api/games/{opened.game}/join").status_code == 200
        match = match_of(Game.objects.get(code=opened.game))
        assert (match.options.clock, match.programs) == ("5+5", (True, True))

    @pytest.mark.parametrize(
        "asked",
        [
            {"clock": "5+99"},
            {"clock": "9d"},
            {"lead": "chosen"},
            {"rated": True},
            {"watch": "perhaps"},
            {"draw": ""},
            {"strict": True, "last_trick": "all"},
        ],
    )
    def test_invalid_options_are_refused(self, asked: dict[str, Any], ana: User) -> None:
        assert json_or_refusal(post_json(api_client(ana), "/api/games", **asked)) == (400, "invalid")
        assert not Game.objects.exists()

    def test_joining_a_private_game_takes_its_invitation(self, ana: User, bram: User) -> None:
        opened = post_json(api_client(ana), "/api/games", listed=False).json()
        client, path = api_client(bram), f"/api/games/{opened['game']}/join"
        assert json_or_refusal(post_json(client, path)) == (404, "no_such_game")
        assert json_or_refusal(post_json(client, path, invitation="guessed")) == (404, "no_such_game")
        assert post_json(client, path, invitation=opened["invitation"]).status_code == 200

    def test_clients_do_not_join_people_in_matchmaking(self, ana: User, bram: User, visitor: Client) -> None:
        rated, seeks = (
            lobby.create_game(ana, MatchOptions(rated=True)),
            matchmaking.start_seek(ana, build_options(rated=False)),
        )
        games = {one.game: one for one in get_as(Lobby, visitor, "/api/games").games}
        for game in (rated, seeks):
            assert not games[game.code].programs
            assert json_or_refusal(post_json(api_client(bram), f"/api/games/{game.code}/join")) == (409, "people_only")


class TestAgainstBots:
    def test_a_client_plays_against_a_bot(self, ana: User) -> None:
        client = api_client(ana)
        created = post_json(client, "/api/games", opponent="page", clock="5+5", lead="creator").json()
        match = match_of(Game.objects.get(code=created["game"]))
        assert (match.status, match.programs, match.alone) == ("playing", (True, False), 0)
        assert (match.options.clock, match.options.listed) == ("5+5", False)
        assert json_or_refusal(post_json(client, "/api/games", opponent="grandmaster")) == (400, "invalid")

    def test_a_user_has_few_such_games_at_a_time(self, ana: User) -> None:
        client = api_client(ana)
        games = [post_json(client, "/api/games", opponent="page").json()["game"] for _ in range(MAX_PROGRAM_GAMES)]
        assert json_or_refusal(post_json(client, "/api/games", opponent="page")) == (409, "too_many_against_site")
        assert post_json(client, f"/api/games/{games[0]}/resign").status_code == 200
        assert post_json(client, "/api/games", opponent="page").status_code == 201
        rematch = post_json(client, f"/api/games/{games[0]}/rematch")
        assert json_or_refusal(rematch) == (409, "too_many_against_site")


class TestActions:
    def test_resigns_and_agrees_to_a_rematch(self, ana: User, bram: User, bram_client: Client) -> None:
        client = api_client(ana)
        code = post_json(client, "/api/games").json()["game"]
        lobby.join_game(Game.objects.get(code=code), bram)
        assert post_json(client, f"/api/games/{code}/resign").status_code == 200
        assert post_json(client, f"/api/games/{code}/rematch").json()["game"] == code
        bram_client.post(f"/m/{code}/rematch/")
        following = post_json(client, f"/api/games/{code}/rematch").json()["game"]
        assert following != code
        assert match_of(Game.objects.get(code=following)).programs == (True, False)

    def test_are_refused_where_the_user_plays_in_a_browser(self, game: Game, ana: User, cleo: User) -> None:
        assert json_or_refusal(post_json(api_client(ana), f"/api/games/{game.code}/resign")) == (409, "own_hand")
        assert json_or_refusal(post_json(api_client(cleo), f"/api/games/{game.code}/resign")) == (403, "not_seated")
        assert json_or_refusal(post_json(api_client(ana), f"/api/games/{game.code}/dance")) == (400, "invalid")
