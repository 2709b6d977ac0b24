"""Errors under /api/: JSON with a code and a sentence, also where Django answers before the API is asked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from games.api.errors import Problem
from games.models import User
from games.queries import watchable_games
from tests.api.clients import api_client, bearer_client, post_json

pytestmark = pytest.mark.django_db
METHODS = ("get", "post", "put", "patch", "delete", "options")
TAKEN = {
    "/api/games": "GET, POST",
    "/api/me": "GET",
    "/api/watch": "GET",
    "/api/games/AAAAAAAA/join": "POST",
    **dict.fromkeys(("/api/", "/api/openapi.json"), "GET, HEAD"),
}
"""The methods of some addresses."""


def problem(answer: Any) -> tuple[int, str]:
    """Return status and code of a refusal, which must have the form of the API."""
    assert answer["Content-Type"].split(";")[0] == "application/json", answer.content
    found = Problem.model_validate_json(answer.content)
    assert found.message
    assert int(answer.get("Content-Length", len(answer.content))) == len(answer.content)
    return answer.status_code, found.code


@pytest.mark.parametrize(
    ("path", "accept"), [("/api/nothing", "*/*"), ("/api/me/", "text/html"), ("/api/a/b/c", "application/json")]
)
def test_an_unknown_address(path: str, accept: str) -> None:
    for method in METHODS:
        answer = getattr(Client(headers={"Accept": accept}), method)(path)
        assert problem(answer) == (404, "not_found")


def test_requests_that_django_refuses() -> None:
    query = "&".join(f"a{number}=1" for number in range(2000))
    paths = ("/api/people/ana%00", "/api/people/%00/games", "/api/%00", f"/api/leaderboard?{query}")
    answers = [Client().get("/api/watch", headers={"Host": "evil.example"}), *map(Client().get, paths)]
    assert {problem(answer) for answer in answers} == {(400, "bad_request")}


@pytest.mark.parametrize(("path", "allowed"), TAKEN.items())
def test_head_is_allowed_wherever_get_is(path: str, allowed: str, ana_client: Client) -> None:
    answer = ana_client.head(path)
    assert answer.status_code == (200 if "GET" in allowed else 405)
    if "GET" in allowed:
        assert answer.headers["Content-Type"] == ana_client.get(path).headers["Content-Type"]


@pytest.mark.parametrize(("path", "allowed"), TAKEN.items())
def test_a_method_that_is_not_allowed(path: str, allowed: str) -> None:
    taken = allowed.lower().split(", ")
    for method in set(METHODS) - set(taken):
        answer = getattr(Client(enforce_csrf_checks=True), method)(path)
        assert problem(answer) == (405, "method_not_allowed")
        assert sorted(answer["Allow"].split(", ")) == sorted(allowed.split(", "))


def test_debug_mode_refuses_in_the_same_way(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DEBUG = True
    monkeypatch.setattr(watchable_games, "list_watchable", lambda: 1 / 0)
    client = Client(raise_request_exception=False)
    answers = [*map(client.get, ("/api/nothing", "/api/me/", "/api/watch", "/api/%00")), client.delete("/api/me")]
    assert [problem(answer) for answer in answers] == [
        *((404, "not_found"), (404, "not_found"), (500, "unavailable"), (400, "bad_request")),
        (405, "method_not_allowed"),
    ]
    assert b"ZeroDivisionError" not in answers[2].content


@pytest.mark.parametrize("nul", ["%00", "%0%000", "%%0000"])
def test_a_nul_in_a_query_is_dropped(nul: str) -> None:
    assert Client().get(f"/api/leaderboard?month=2026{nul}-01").json()["month"] == "2026-01"


def test_an_exception_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(watchable_games, "list_watchable", fail)
    answer = Client(raise_request_exception=False).get("/api/watch")
    assert problem(answer) == (500, "unavailable")
    assert b"secret" not in answer.content


def test_a_closed_account(ana: User, ana_client: Client) -> None:
    User.objects.filter(pk=ana.pk).update(closed_at="2026-01-01T00:00Z")
    assert problem(ana_client.get("/api/me")) == (403, "account_closed")


def test_the_message_is_in_the_accepted_language() -> None:
    answer = Client(headers={"Accept-Language": "nl"}).get("/api/nothing")
    with translation.override("nl"):
        expected = translation.gettext("There's nothing at this address.")
    assert json.loads(answer.content)["message"] == expected
    assert expected != "There's nothing at this address."


HALF = ['"\\ud800"', '"\\udfff"', '"5+5\\ud83c"']
"""JSON texts with half of a pair of surrogates."""


@pytest.mark.parametrize(
    "body",
    [
        *(f'{{"{field}": {half}}}' for field, half in zip(("invitation", "nothing", "invitation"), HALF, strict=True)),
        *('{"\\ud800": 1}', '{"invitation": NaN}', '{"invitation": ' + "9" * 5000 + "}", "[" * 30000, "\ufeff{}"),
        *(b'{"invitation": "\xed\xa0\x80"}', b"\xff\xfe{\x00}\x00"),
    ],
)
def test_a_body_that_is_no_json(ana: User, body: str | bytes) -> None:
    answer = api_client(ana).post("/api/games/AAAAAAAA/join", body, content_type="application/json")
    assert problem(answer) == (400, "invalid")


MOMENTS = ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+00:01"]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"lead": "chosen"}, "The field “lead” has a value that isn't allowed."),
        ({"rated": True}, "There's no field “rated” here."),
        ({"strict": True, "last_trick": "all"}, "The field “last_trick” has a value that isn't allowed."),
    ],
)
def test_the_message_names_the_invalid_field(asked: dict[str, Any], message: str, ana: User) -> None:
    assert post_json(api_client(ana), "/api/games", **asked).json() == {"code": "invalid", "message": message}


@pytest.mark.parametrize("field", ["since", "until"])
@pytest.mark.parametrize("moment", [*MOMENTS, "2026-01-01T00:00:00", "now", "9" * 30, "9" * 5000, "-1e400"])
def test_an_invalid_moment(ana: User, field: str, moment: str) -> None:
    for name in ("ana", "nobody"):
        assert problem(Client().get(f"/api/people/{name}/games", {field: moment})) == (400, "invalid")


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0001-01-02T00:00:00+14:00"])
def test_the_first_and_the_last_valid_moment(ana: User, moment: str) -> None:
    answer = Client().get("/api/people/ana/games", {"since": moment, "until": moment})
    assert answer.status_code == 200


@pytest.mark.parametrize("most", ["0", "-1", "1000001", "9" * 30, "9" * 5000, "1e400", "nan", "²"])
def test_an_invalid_number_of_games(ana: User, most: str) -> None:
    assert problem(Client().get("/api/people/ana/games", {"max": most})) == (400, "invalid")


@pytest.mark.parametrize(
    ("month", "expected"),
    [
        *(
            (month, (400, "invalid"))
            for month in ("2026-13", "2026-00", "2026-1", "", "now", "２０２６-０１", "2026-01\n")
        ),
        *((month, (404, "not_found")) for month in ("1026-01", "0000-01", "9999-12")),
    ],
)
def test_an_invalid_or_empty_month(month: str, expected: tuple[int, str]) -> None:
    assert problem(Client().get("/api/leaderboard", {"month": month})) == expected


@pytest.mark.parametrize("secret", ["\x7f", "é" * 20, "x" * 9000])
def test_an_invalid_token(secret: str) -> None:
    assert problem(bearer_client(secret).get("/api/me")) == (401, "bad_token")
