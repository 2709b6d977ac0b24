"""The data export of a person, as a browser downloads it."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from asgiref.sync import async_to_sync
from django.test import Client


def download_archive(client: Client) -> ZipFile:
    answer = client.get("/account/data/file/")
    assert answer["Content-Disposition"] == 'attachment; filename="my-data.zip"'

    async def read() -> bytes:
        parts = [bytes(part) async for part in answer.streaming_content]  # type: ignore[attr-defined]
        assert all(parts)
        return b"".join(parts)

    return ZipFile(BytesIO(async_to_sync(read)()))


def exported_data(client: Client) -> Any:
    return json.loads(download_archive(client).read("me.json"))


def archive_text(client: Client) -> str:
    """Return the text of all files of the archive."""
    archive = download_archive(client)
    return "".join(archive.read(name).decode() for name in archive.namelist())
