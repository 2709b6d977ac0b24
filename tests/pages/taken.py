"""What somebody takes along of all that is kept about them."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from asgiref.sync import async_to_sync
from django.test import Client


def packed(client: Client) -> ZipFile:
    """The file that somebody takes along, as a browser gets it: in parts."""
    answer = client.get("/account/data/file/")
    assert answer["Content-Disposition"] == 'attachment; filename="my-data.zip"'

    async def read() -> bytes:
        parts = [bytes(part) async for part in answer.streaming_content]  # type: ignore[attr-defined]
        assert all(parts)
        return b"".join(parts)

    return ZipFile(BytesIO(async_to_sync(read)()))


def taken_along(client: Client) -> Any:
    return json.loads(packed(client).read("me.json"))


def everything(client: Client) -> str:
    """All files of it."""
    file = packed(client)
    return "".join(file.read(name).decode() for name in file.namelist())
