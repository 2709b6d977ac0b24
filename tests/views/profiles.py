"""Finished games for profiles, the text of a profile page, and the data export of a person."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from asgiref.sync import async_to_sync
from django.test import Client
from django.utils import timezone

from games.models import Game, Result, User
from games.services.matches import lobby, play
from games.state.match_state import MatchOptions
from tests.services.matches.games import play_at_once

ANAS_PROFILE = "/@/ana/"


def finish_game(one: User, other: User, lost_by: User | None = None, **options: Any) -> Game:
    """Return a game that was resigned by ``lost_by``, or played to its end."""
    game = lobby.create_game(one, MatchOptions(**options))
    lobby.join_game(game, other, lobby.invite_token(game))
    play_at_once(game, 52 if lost_by is None else 4)
    if lost_by is not None:
        play.resign(game, lost_by)
    return game


def main_text(client: Client, address: str = ANAS_PROFILE) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    page = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") : page.index("</main>")]).split())


def listed_codes(client: Client, address: str = ANAS_PROFILE) -> list[str]:
    """Return the codes of the listed games, in their order."""
    return re.findall(r'href="/[mt]/([0-9A-Z]{8})/', client.get(address).content.decode())


def without_csrf_token(client: Client, address: str = ANAS_PROFILE) -> str:
    """Return a page without its CSRF token, which differs each time."""
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", client.get(address).content.decode())


def make_results(one: User, other: User, outcomes: str) -> None:
    """Make results of games of two players, the oldest first, without their logs."""
    results = {"w": ("won", "lost"), "l": ("lost", "won"), "d": ("draw", "draw")}
    now = timezone.now() - timedelta(hours=1)
    for number, outcome in enumerate(outcomes):
        game = Game.objects.create(status="finished")
        at = now + timedelta(seconds=number)
        both = zip((0, 1), (one, other), (other, one), results[outcome], strict=True)
        Result.objects.bulk_create(
            Result(game=game, seat=seat, user=user, other=across, outcome=what, sort="people", public=True, at=at)
            for seat, user, across, what in both
        )


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
