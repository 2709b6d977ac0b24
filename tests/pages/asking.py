"""What tests of the API do again and again: programs with their tokens, and whatever they are answered."""

from __future__ import annotations

import json
from typing import Any

from asgiref.sync import async_to_sync
from django.http import HttpResponseBase
from django.test import Client

from games.models import User
from games.services.people import tokens
from games.wire.message import Message


def program(user: User, scope: str = "play") -> Client:
    """A program of somebody's, with a token of its own."""
    return bearer(tokens.make(user, "Random cards", scope)[1])


def bearer(secret: str) -> Client:
    """Whoever brings this secret."""
    return Client(headers={"Authorization": f"Bearer {secret}"})


def send(client: Client, path: str, **body: Any) -> Any:
    return client.post(path, json.dumps(body), content_type="application/json")


def told(answer: Any) -> Any:
    """What was refused, as status and code, or else the answer itself."""
    return answer.json() if answer.status_code < 300 else (answer.status_code, answer.json()["code"])


def body(answer: HttpResponseBase) -> bytes:
    """All of it, also where it is sent while it is made."""
    found: Any = answer
    if not answer.streaming:
        return bytes(found.content)
    return async_to_sync(_all)(found.streaming_content)


def lines(client: Client, path: str) -> list[dict[str, Any]]:
    answer = client.get(path)
    assert answer["Content-Type"] == "application/x-ndjson", body(answer)
    return [json.loads(line) for line in body(answer).splitlines()]


async def _all(parts: Any) -> bytes:
    return b"".join([part async for part in parts])


def shape(kind: type[Message], client: Client, path: str) -> Any:
    """An answer, which is of the kind that the schema tells."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.content
    return kind.model_validate_json(answer.content)
