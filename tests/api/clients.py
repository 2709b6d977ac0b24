"""Clients of the HTTP API, and their answers."""

from __future__ import annotations

import json
from typing import Any

from asgiref.sync import async_to_sync
from django.http import HttpResponseBase
from django.test import Client

from games.models import User
from games.schemas.common import Message
from games.services.accounts import tokens


def api_client(user: User, scope: str = "play") -> Client:
    """Return a client with a new token of this user."""
    return bearer_client(tokens.create_token(user, "Random cards", scope)[1])


def bearer_client(secret: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {secret}"})


def post_json(client: Client, path: str, **body: Any) -> Any:
    return client.post(path, json.dumps(body), content_type="application/json")


def json_or_refusal(answer: Any) -> Any:
    """Return the body of an answer, or the status and code of a refusal."""
    return answer.json() if answer.status_code < 300 else (answer.status_code, answer.json()["code"])


def get_as(schema: type[Message], client: Client, path: str) -> Any:
    """Return an answer, validated by its schema."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.content
    return schema.model_validate_json(answer.content)


def get_lines(client: Client, path: str) -> list[dict[str, Any]]:
    """Return the objects of an NDJSON stream."""
    answer = client.get(path)
    assert answer["Content-Type"] == "application/x-ndjson", content_of(answer)
    return [json.loads(line) for line in content_of(answer).splitlines()]


def content_of(answer: HttpResponseBase) -> bytes:
    """Return the whole body, also of a streaming answer."""
    streamed: Any = answer
    return async_to_sync(_join)(streamed.streaming_content) if answer.streaming else bytes(streamed.content)


async def _join(parts: Any) -> bytes:
    return b"".join([part async for part in parts])
