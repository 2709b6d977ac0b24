"""CORS headers of the API, by which pages of other sites may read it."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_only_the_api_lets_other_origins_read(visitor: Client) -> None:
    origin = {"Origin": "https://elsewhere.example"}
    answers = [visitor.get(path, headers=origin) for path in ("/api/watch", "/api/nothing", "/watch/")]
    assert [answer.get("Access-Control-Allow-Origin") for answer in answers] == ["*", "*", None]
    preflight = visitor.options("/api/games", headers={**origin, "Access-Control-Request-Method": "POST"})
    assert (preflight["Access-Control-Allow-Methods"], preflight["Access-Control-Allow-Headers"]) == ("GET, HEAD", "")
    assert not any("Access-Control-Allow-Credentials" in answer for answer in (*answers, preflight))
