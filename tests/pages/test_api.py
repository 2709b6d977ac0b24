"""Games by the API: what a stranger, a player, their opponent, somebody blocked and a program get of each address."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import limits
from games.models import Game, User
from games.pages.api.shapes import GameShown, Lobby, Me, Seated
from games.services import moderation
from games.services.moderation import Judge
from games.services.online import lobby, pairing
from games.services.online.pairing import terms
from games.services.people.ties import block
from games.stories.online import Options
from tests.pages.asking import bearer, program, send, shape, told
from tests.pages.profiles import played
from tests.people import guest
from tests.services.plays import match_of
from tests.services.test_leaderboards import stand
from tests.services.tidied import WHY

pytestmark = pytest.mark.django_db(transaction=True)


class TestTokens:
    """Who asks is who brings the token, and nobody else."""

    def test_a_program_is_its_person(self, game: Game, ana: User) -> None:
        me = shape(Me, program(ana, "read"), "/api/me")
        assert (me.name, me.scope, [one.game for one in me.games]) == ("Ana", "read", [game.code])
        assert (me.games[0].waits, me.games[0].program) == (True, False)

    @pytest.mark.parametrize("secret", ["claim_nothing", "x", "claim_" + "a" * 43])
    def test_one_that_opens_nothing_asks_as_nobody(self, secret: str, game: Game) -> None:
        for path in ("/api/watch", f"/api/games/{game.code}", "/api/me"):
            answer = bearer(secret).get(path)
            assert told(answer) == (401, "bad_token")
            assert answer["WWW-Authenticate"] == "Bearer"

    def test_a_browser_looks_as_itself_and_changes_nothing(self, game: Game, ana_client: Client) -> None:
        assert shape(GameShown, ana_client, f"/api/games/{game.code}").view.you == 0
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = ana_client.cookies
        for path in ("/api/games", f"/api/games/{game.code}/join", f"/api/games/{game.code}/resign"):
            assert told(send(strict, path)) == (401, "token_needed")
        assert match_of(game).status == "playing"

    def test_beside_a_session_the_token_counts(self, game: Game, ana_client: Client, cleo: User) -> None:
        both = program(cleo)
        both.cookies = ana_client.cookies
        assert shape(Me, both, "/api/me").name == "Cleo"
        assert shape(GameShown, both, f"/api/games/{game.code}").view.you is None

    def test_a_token_in_an_address_is_no_token(self, ana: User) -> None:
        secret = program(ana).defaults["HTTP_AUTHORIZATION"].split()[1]
        assert told(Client().get(f"/api/me?token={secret}&access_token={secret}")) == (401, "token_needed")

    def test_one_that_reads_does_nothing(self, invitation: Game, bram: User) -> None:
        reader = program(bram, "read")
        for path in ("/api/games", f"/api/games/{invitation.code}/join", f"/api/games/{invitation.code}/resign"):
            assert told(send(reader, path)) == (403, "read_only")

    def test_a_shut_account_is_told_so(self, ana: User, mona: Judge) -> None:
        client = program(ana)
        User.objects.filter(pk=ana.pk).update(closed_at="2026-01-01T00:00Z")
        assert told(client.get("/api/me")) == (403, "account_closed")


class TestOneGame:
    def seen(self, client: Client, game: Game) -> Any:
        return told(client.get(f"/api/games/{game.code}"))

    def test_each_sees_what_their_socket_shows(
        self, game: Game, ana: User, bram: User, cleo: User, visitor: Client
    ) -> None:
        for client, seat in ((program(ana), 0), (program(bram, "read"), 1), (program(cleo), None), (visitor, None)):
            shown = shape(GameShown, client, f"/api/games/{game.code}")
            assert shown.view.you == seat
            assert shown.record is None
            assert (shown.view.board.hand is None) == (seat is None)

    def test_its_record_comes_when_all_cards_are_open(self, over: Game, visitor: Client) -> None:
        assert len(self.seen(visitor, over)["record"]["plays"]) == 52

    def test_of_a_game_that_a_moderator_ended_early_it_does_not(
        self, game: Game, ana: User, visitor: Client, mona: Judge
    ) -> None:
        moderation.award(mona, game, 0, WHY)
        for client in (visitor, program(ana)):
            assert self.seen(client, game)["record"] is None

    def test_where_nobody_may_watch(self, ana: User, bram: User, cleo: User, visitor: Client) -> None:
        game = played(ana, bram, watch=False)
        for client in (visitor, program(cleo)):
            assert self.seen(client, game) == (403, "may_not_watch")
        assert self.seen(program(bram), game)["record"]

    def test_a_private_invitation_looks_like_none(self, ana: User, bram: User, visitor: Client) -> None:
        game = lobby.create(ana, Options(listed=False))
        nothing = self.seen(visitor, Game(code="AAAAAAAA"))
        assert nothing[0] == 404
        for client in (visitor, program(bram)):
            assert self.seen(client, game) == (404, "no_such_game")
        assert self.seen(program(ana), game)["view"]["status"] == "waiting"

    def test_of_whoever_blocked_one_there_is_none_either(self, invitation: Game, ana: User, bram: User) -> None:
        block(ana, bram)
        client = program(bram)
        assert self.seen(client, invitation) == (404, "no_such_game")
        assert client.get("/api/games").json() == {"games": []}
        assert told(send(client, f"/api/games/{invitation.code}/join")) == (409, "not_waiting")

    def test_a_table_is_none(self, table: Game, visitor: Client) -> None:
        assert self.seen(visitor, table) == (404, "no_such_game")


class TestSittingDown:
    def test_a_program_opens_and_another_joins(self, ana: User, bram: User, visitor: Client) -> None:
        answer = send(program(ana), "/api/games", clock="5+5", lead="creator")
        assert answer.status_code == 201
        opened = Seated.model_validate_json(answer.content)
        assert (opened.socket, opened.invitation) == (f"/ws/m/{opened.game}/", None)
        (waits,) = shape(Lobby, visitor, "/api/games").games
        assert (waits.game, waits.host.name, waits.host.program, waits.programs) == (opened.game, "Ana", True, True)
        assert send(program(bram), f"/api/games/{opened.game}/join").status_code == 200
        match = match_of(Game.objects.get(code=opened.game))
        assert (match.options.clock, match.programs) == ("5+5", (True, True))

    @pytest.mark.parametrize(
        "asked",
        [{"clock": "5+99"}, {"clock": "9d"}, {"lead": "chosen"}, {"rated": True}, {"watch": "perhaps"}, {"draw": ""}],
    )
    def test_what_no_game_is_played_by(self, asked: dict[str, Any], ana: User) -> None:
        assert told(send(program(ana), "/api/games", **asked)) == (400, "invalid")
        assert not Game.objects.exists()

    def test_a_body_that_is_none(self, ana: User) -> None:
        answer = program(ana).post("/api/games", "{", content_type="application/json")
        assert told(answer) == (400, "invalid")

    def test_a_private_game_takes_its_invitation(self, ana: User, bram: User) -> None:
        opened = send(program(ana), "/api/games", listed=False).json()
        client, path = program(bram), f"/api/games/{opened['game']}/join"
        assert told(send(client, path)) == (404, "no_such_game")
        assert told(send(client, path, invitation="guessed")) == (404, "no_such_game")
        assert send(client, path, invitation=opened["invitation"]).status_code == 200

    def test_people_who_look_for_people_are_left_alone(self, ana: User, bram: User, visitor: Client) -> None:
        rated, seeks = lobby.create(ana, Options(rated=True)), pairing.seek(ana, terms(rated=False))
        games = {one.game: one for one in shape(Lobby, visitor, "/api/games").games}
        for game in (rated, seeks):
            assert not games[game.code].programs
            assert told(send(program(bram), f"/api/games/{game.code}/join")) == (409, "people_only")

    def test_so_many_invitations_at_once(self, ana: User) -> None:
        client = program(ana)
        codes = [send(client, "/api/games").status_code for _ in range(lobby.WAITING + 1)]
        assert codes == [201] * lobby.WAITING + [409]


class TestAtItsGame:
    def test_it_resigns_and_both_agree_to_a_rematch(self, ana: User, bram: User, bram_client: Client) -> None:
        client = program(ana)
        code = send(client, "/api/games").json()["game"]
        lobby.join(Game.objects.get(code=code), bram)
        assert send(client, f"/api/games/{code}/resign").status_code == 200
        assert send(client, f"/api/games/{code}/rematch").json()["game"] == code
        bram_client.post(f"/m/{code}/rematch/")
        following = send(client, f"/api/games/{code}/rematch").json()["game"]
        assert following != code
        assert match_of(Game.objects.get(code=following)).programs == (True, False)

    def test_not_where_its_person_plays_by_hand(self, game: Game, ana: User, cleo: User) -> None:
        assert told(send(program(ana), f"/api/games/{game.code}/resign")) == (409, "own_hand")
        assert told(send(program(cleo), f"/api/games/{game.code}/resign")) == (403, "not_seated")
        assert told(send(program(ana), f"/api/games/{game.code}/dance")) == (400, "invalid")

    def test_it_calls_off_and_has_no_time_to_claim(self, ana: User) -> None:
        client = program(ana)
        code = send(client, "/api/games").json()["game"]
        assert told(send(client, f"/api/games/{code}/win")) == (409, "not_started")
        assert send(client, f"/api/games/{code}/call-off").status_code == 200
        assert match_of(Game.objects.get(code=code)).status == "called_off"


PATHS = ("/api/me", "/api/games", "/api/games/{code}", "/api/people/ana", "/api/leaderboard", "/api/watch")


@pytest.mark.parametrize("path", PATHS)
def test_however_much_there_is_the_queries_are_as_many(path: str, game: Game, ana: User, bram: User) -> None:
    client, counts = program(ana), []
    client.get("/api/me")
    stand(ana, 1600)
    for number in range(2):
        other = guest(f"Gus{number}")
        played(ana, bram, bram), lobby.create(other, Options())
        lobby.join(lobby.create(ana, Options()), other)
        limits.reset()
        with CaptureQueriesContext(connection) as found:
            assert client.get(path.format(code=game.code)).status_code == 200
        counts.append(len(found))
    assert counts[0] == counts[1]
