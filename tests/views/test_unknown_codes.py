"""A private invitation cannot be distinguished from a code that does not exist, by any address or the socket."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.test.client import ClientHandler
from django.utils import timezone

from games.models import Game, User
from games.realtime.matches.admission import admit_to_match
from games.services.matches import cancellation, lobby
from games.state.match_state import MatchOptions
from tests.admin.routes import FORMS, all_routes
from tests.api.clients import api_client, post_json
from tests.services.matches.games import refusal_code

pytestmark = pytest.mark.django_db(transaction=True)

UNKNOWN = "ZZZZZZZZ"
ROUTES = [route for route in all_routes() if "<code:code>" in route]
JSON, HTML = "application/json", "text/html"
_CSRF = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|csrf-token" content="\w+"')


def _waiting(ana: User, bram: User) -> Game:
    return lobby.create_game(ana, MatchOptions(listed=False))


def _called_off(ana: User, bram: User) -> Game:
    game = _waiting(ana, bram)
    cancellation.cancel_game(game, ana)
    return game


def _called_off_when_both_sat(ana: User, bram: User) -> Game:
    game = _waiting(ana, bram)
    lobby.join_game(game, bram, lobby.invite_token(game))
    cancellation.cancel_game(game, ana)
    return game


PRIVATE: dict[str, Callable[[User, User], Game]] = {
    "waiting": _waiting,
    "called off": _called_off,
    "called off when both sat": _called_off_when_both_sat,
}


@pytest.fixture(params=PRIVATE)
def private(request: pytest.FixtureRequest, ana: User, bram: User) -> Game:
    return PRIVATE[request.param](ana, bram)


@pytest.fixture(params=["visitor", "account"])
def stranger(request: pytest.FixtureRequest, cleo: User, browser_of: Callable[[User], Client]) -> Callable[[], Client]:
    """Return a function that begins sessions of a person without a seat."""
    return Client if request.param == "visitor" else lambda: browser_of(cleo)


Seen = tuple[int, str, dict[str, str], list[str]]


def _seen(answer: HttpResponseBase, code: str) -> Seen:
    """Return all that a stranger can see of an answer, without the code, the clock and the CSRF tokens."""
    body = _CSRF.sub("", getattr(answer, "content", b"").decode()).replace(code, "CODE")
    headers = {name: value.replace(code, "CODE") for name, value in answer.items() if name != "Expires"}
    return answer.status_code, body, headers, sorted(answer.cookies)


@pytest.mark.parametrize("method", ["get", "post"])
def test_every_address_answers_as_for_an_unknown_code(
    method: str, ana: User, bram: User, stranger: Callable[[], Client]
) -> None:
    handler = ClientHandler(enforce_csrf_checks=False)
    private = {make(ana, bram).code: stage for stage, make in PRIVATE.items()}
    # What one code leaves in a session, the others must not find there.
    sessions = {code: cookies(stranger()) for code in (*private, UNKNOWN)}

    def asked(route: str, code: str, accept: str) -> Seen:
        path = "/" + route.replace("<code:code>", code).replace("<str:token>", "x" * 22)
        client = Client()
        client.cookies.load(sessions[code])
        client.handler = handler
        answer = getattr(client, method)(path, FORMS.get(route, {}), headers={"Accept": accept})
        return _seen(answer, code)

    accept = HTML if method == "get" else JSON
    assert "m/<code:code>/report/" in ROUTES
    for route in ROUTES:
        unknown = asked(route, UNKNOWN, accept)
        for code, stage in private.items():
            assert asked(route, code, accept) == unknown, (stage, route, accept)
        # To change something by the API takes a token for any code.
        nowhere = 401 if route.startswith("api/") and method == "post" and unknown[0] != 405 else 404
        assert unknown[0] in (nowhere, 405), (route, accept)


@pytest.mark.parametrize("scope", ["read", "play"])
def test_the_api_answers_as_for_an_unknown_code(private: Game, cleo: User, scope: str) -> None:
    def asked(route: str, code: str) -> list[Seen]:
        path = "/" + route.replace("<code:code>", code).replace("<act>", "resign")
        client = api_client(cleo, scope)
        answers = client.get(path), post_json(client, path), post_json(client, f"{path}/")
        return [_seen(answer, code) for answer in answers]

    for route in (route for route in ROUTES if route.startswith("api/")):
        found = asked(route, private.code)
        assert found == asked(route, UNKNOWN), route
        assert {answer[0] for answer in found} <= {403, 404, 405}, route


def cookies(client: Client) -> dict[str, str]:
    return {name: morsel.value for name, morsel in client.cookies.items()}


def test_the_socket_answers_as_for_an_unknown_code(
    private: Game, cleo: User, ana_client: Client, cleo_client: Client, visitor: Client
) -> None:
    assert admit_to_match(private.code, cookies(ana_client)).player_id
    for code in (private.code, UNKNOWN):
        for client in (cleo_client, visitor):
            assert refusal_code(admit_to_match, code, cookies(client)) == "no_such_game"
    User.objects.filter(pk=cleo.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    for code in (private.code, UNKNOWN):
        assert refusal_code(admit_to_match, code, cookies(cleo_client)) == "suspended"
